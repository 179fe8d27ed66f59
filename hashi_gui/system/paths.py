"""The folders of the program, in the package if installed, otherwise beside it, and of the user.

Those of the user are where Qt has AppDataLocation and AppConfigLocation; finding them needs no Qt.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from platformdirs import user_config_path, user_data_path

_PACKAGE = Path(__file__).resolve().parents[1]

_NAME = "hashi"
"""The last part of the user's folders."""


def _folder(name: str) -> Path:
    installed = _PACKAGE / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


RESOURCES = _folder("resources")
"""Icons and fonts."""

PUZZLES = _folder("puzzles")
"""The library of puzzles that comes with the program."""


def data_folder() -> Path:
    """The folder for saved games, drafts, packs and results."""
    _name_home()
    if sys.platform == "darwin":  # There, platformdirs chooses other folders than Qt.
        return Path.home() / "Library" / "Application Support" / _NAME
    return user_data_path(_NAME, appauthor=False, roaming=True)


def config_folder() -> Path:
    """The folder for settings."""
    _name_home()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Preferences" / _NAME
    return user_config_path(_NAME, appauthor=False)


def _name_home() -> None:
    """Name the user's home in the environment, for Qt as well, which would write into "/"."""
    try:
        home = Path.home()
    except RuntimeError:  # There is no such user.
        home = Path("/")
    os.environ.setdefault("HOME", str(home))
