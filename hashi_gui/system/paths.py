"""The folders of data files: inside the package if installed, next to it in a source tree."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def _folder(name: str) -> Path:
    installed = _PACKAGE / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


RESOURCES = _folder("resources")
"""Icons and fonts."""

PUZZLES = _folder("puzzles")
"""The library of puzzles that comes with the program."""
