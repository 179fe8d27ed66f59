"""The settings that the window stores between runs."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

from hashi_gui.generating import GeneratorOptions
from hashi_gui.gui.board.controller import ErrorDisplay
from hashi_gui.rendering.theme import ThemeSetting

MAX_RECENT_FILES = 10

# The keys of the ini file. Some are older than the names used elsewhere; they stay as they are,
# so that the settings of earlier versions can still be read.
_THEME_KEY = "theme"
_ERROR_DISPLAY_KEY = "errors"
_GEOMETRY_KEY = "geometry"
_CATEGORY_KEY = "shelf"
_LAST_OPTIONS_KEY = "wish"
_RECENT_FILES_KEY = "recent"

Setting = TypeVar("Setting", bound=StrEnum)


def data_folder() -> Path:
    """The folder for saved games."""
    location = QStandardPaths.StandardLocation.AppDataLocation
    return Path(QStandardPaths.writableLocation(location))


def log_file() -> Path:
    """The file for log messages."""
    return data_folder() / "hashi.log"


class Settings:
    """The settings in an ini file. A value that is missing or invalid reads as its default."""

    def __init__(self, file: Path | None = None) -> None:
        """``file`` is the ini file; None stands for the user's own."""
        if file is None:
            folder = QStandardPaths.StandardLocation.AppConfigLocation
            file = Path(QStandardPaths.writableLocation(folder)) / "hashi.ini"
        if os.path.lexists(file) and not file.is_file():
            file = file.with_name("hashi-2.ini")  # Opening a pipe would wait for ever.
        self._store = QSettings(str(file), QSettings.Format.IniFormat)

    @property
    def theme(self) -> ThemeSetting:
        return self._read(_THEME_KEY, ThemeSetting.SYSTEM)

    @theme.setter
    def theme(self, theme: ThemeSetting) -> None:
        self._store.setValue(_THEME_KEY, theme.value)

    @property
    def error_display(self) -> ErrorDisplay:
        return self._read(_ERROR_DISPLAY_KEY, ErrorDisplay.AT_ONCE)

    @error_display.setter
    def error_display(self, error_display: ErrorDisplay) -> None:
        self._store.setValue(_ERROR_DISPLAY_KEY, error_display.value)

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
        try:
            data = json.loads(str(self._store.value(_LAST_OPTIONS_KEY, "")))
        except ValueError:
            return None
        return GeneratorOptions.from_dict(data)

    @last_options.setter
    def last_options(self, options: GeneratorOptions) -> None:
        self._store.setValue(_LAST_OPTIONS_KEY, json.dumps(asdict(options)))

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

    def _read(self, key: str, default: Setting) -> Setting:
        try:
            return type(default)(str(self._store.value(key, default.value)))
        except ValueError:
            return default
