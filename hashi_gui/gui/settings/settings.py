"""The settings that the window stores between runs, in an ini file: preferences and others."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QSettings

from hashi_gui.formats import FormatError
from hashi_gui.formats.fields import parse_object
from hashi_gui.gui.settings.preferences import Preferences
from hashi_gui.system.files import (
    config_folder,
    data_folder,
    make_private_folder,
    open_regular_file,
)

if TYPE_CHECKING:
    from hashi_gui.generating import GeneratorOptions

MAX_RECENT_FILES = 10

MAX_BYTES = 2**20
"""The size of the largest file of settings that is read."""

# The keys of the ini file. Some are older than the names used elsewhere; they stay as they are,
# so that the settings of earlier versions can still be read.
_PREFERENCE_KEYS = {"error_display": "errors"}
_GEOMETRY_KEY = "geometry"
_CATEGORY_KEY = "shelf"
_LAST_OPTIONS_KEY = "wish"
_RECENT_FILES_KEY = "recent"
_DRAFT_KEY = "draft"
_ASSISTANT_KEY = "assistant"


def log_file() -> Path:
    """The file for log messages."""
    return data_folder() / "hashi.log"


class Settings:
    """The settings in an ini file. A value that is missing or invalid reads as its default."""

    def __init__(self, file: Path | None = None) -> None:
        """``file`` is the ini file; None stands for the user's own."""
        if file is None:
            file = config_folder() / "hashi.ini"
        if os.path.lexists(file) and not (file.is_file() and file.stat().st_size <= MAX_BYTES):
            file = file.with_name("hashi-2.ini")  # Opening a pipe would wait for ever.
        with suppress(OSError):  # Qt keeps what others may do with a file that exists.
            make_private_folder(file.parent)
            open_regular_file(file, "ab").close()
        self._store = QSettings(str(file), QSettings.Format.IniFormat)

    @property
    def preferences(self) -> Preferences:
        """What the player has chosen; each preference has a key, usually its name."""
        defaults = asdict(Preferences())
        values = {name: self._read(_key(name), default) for name, default in defaults.items()}
        return Preferences(**values)

    @preferences.setter
    def preferences(self, preferences: Preferences) -> None:
        for field in fields(preferences):
            self._store.setValue(_key(field.name), _to_text(getattr(preferences, field.name)))

    @property
    def geometry(self) -> QByteArray | None:
        """The position and size of the window, as Qt saved them."""
        value = self._store.value(_GEOMETRY_KEY)
        return value if isinstance(value, QByteArray) else None

    @geometry.setter
    def geometry(self, geometry: QByteArray) -> None:
        self._store.setValue(_GEOMETRY_KEY, geometry)

    @property
    def category(self) -> str:
        """The category of the library that was shown last; empty if none was."""
        return str(self._store.value(_CATEGORY_KEY, ""))

    @category.setter
    def category(self, name: str) -> None:
        self._store.setValue(_CATEGORY_KEY, name)

    @property
    def last_options(self) -> GeneratorOptions | None:
        """The options of the last puzzle that was generated; None if there are none."""
        from hashi_gui.generating import GeneratorOptions

        try:
            data = parse_object(str(self._store.value(_LAST_OPTIONS_KEY, "")))
        except FormatError:
            return None
        return GeneratorOptions.from_dict(data)

    @last_options.setter
    def last_options(self, options: GeneratorOptions) -> None:
        self._store.setValue(_LAST_OPTIONS_KEY, json.dumps(asdict(options)))

    @property
    def assistant(self) -> dict[str, object]:
        """What the setter chose last for the assistant; empty for nothing yet."""
        try:
            return parse_object(str(self._store.value(_ASSISTANT_KEY, "")))
        except FormatError:
            return {}

    @assistant.setter
    def assistant(self, choices: dict[str, object]) -> None:
        self._store.setValue(_ASSISTANT_KEY, json.dumps(choices))

    @property
    def draft(self) -> Path | None:
        """The draft that was edited when the window was closed; None if there was none."""
        text = str(self._store.value(_DRAFT_KEY, ""))
        return Path(text) if text else None

    @draft.setter
    def draft(self, draft: Path | None) -> None:
        self._store.setValue(_DRAFT_KEY, "" if draft is None else str(draft))

    @property
    def recent(self) -> list[Path]:
        """The files opened or saved recently, the latest first."""
        value = self._store.value(_RECENT_FILES_KEY)
        entries = value if isinstance(value, list) else [value]
        return [Path(entry) for entry in entries if isinstance(entry, str)]

    def add_recent(self, file: Path) -> None:
        recent = [file, *(known for known in self.recent if known != file)][:MAX_RECENT_FILES]
        self._store.setValue(_RECENT_FILES_KEY, [str(entry) for entry in recent])

    def clear_recent(self) -> None:
        self._store.remove(_RECENT_FILES_KEY)

    def _read(self, key: str, default: Any) -> Any:
        """The preference with a key, of the same type as its default."""
        text = str(self._store.value(key, ""))
        values = (False, True) if isinstance(default, bool) else type(default)
        return next((value for value in values if _to_text(value) == text), default)


def _key(name: str) -> str:
    return _PREFERENCE_KEYS.get(name, name)


def _to_text(value: object) -> str:
    return str(value).lower()
