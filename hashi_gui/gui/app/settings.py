"""What the window remembers from one start to the next."""

from __future__ import annotations

import json
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

from hashi_gui.generating import GeneratorOptions
from hashi_gui.gui.board.controller import ErrorDisplay
from hashi_gui.rendering.theme import ThemeSetting

RECENT_LIMIT = 10

Choice = TypeVar("Choice", bound=StrEnum)


def data_folder() -> Path:
    """Where games in play are kept."""
    location = QStandardPaths.StandardLocation.AppDataLocation
    return Path(QStandardPaths.writableLocation(location))


class Settings:
    """Options in an ini file; a value that cannot be read is its default."""

    def __init__(self, file: Path | None = None) -> None:
        """``file`` is the ini file; None is the user's own."""
        if file is None:
            folder = QStandardPaths.StandardLocation.AppConfigLocation
            file = Path(QStandardPaths.writableLocation(folder)) / "hashi.ini"
        self._store = QSettings(str(file), QSettings.Format.IniFormat)

    @property
    def theme(self) -> ThemeSetting:
        return self._choice("theme", ThemeSetting.SYSTEM)

    @theme.setter
    def theme(self, choice: ThemeSetting) -> None:
        self._store.setValue("theme", choice.value)

    @property
    def error_display(self) -> ErrorDisplay:
        return self._choice("errors", ErrorDisplay.AT_ONCE)

    @error_display.setter
    def error_display(self, error_display: ErrorDisplay) -> None:
        self._store.setValue("errors", error_display.value)

    @property
    def geometry(self) -> QByteArray | None:
        value = self._store.value("geometry")
        return value if isinstance(value, QByteArray) else None

    @geometry.setter
    def geometry(self, geometry: QByteArray) -> None:
        self._store.setValue("geometry", geometry)

    @property
    def category(self) -> str:
        """The part of the library that was looked at last."""
        return str(self._store.value("shelf", ""))

    @category.setter
    def category(self, name: str) -> None:
        self._store.setValue("shelf", name)

    @property
    def last_options(self) -> GeneratorOptions | None:
        """What a new puzzle was asked for last."""
        try:
            return GeneratorOptions.from_dict(json.loads(str(self._store.value("wish", ""))))
        except ValueError:
            return None

    @last_options.setter
    def last_options(self, options: GeneratorOptions) -> None:
        self._store.setValue("wish", json.dumps(asdict(options)))

    @property
    def recent(self) -> list[Path]:
        """Files opened lately, the latest first."""
        value = self._store.value("recent")
        listed = value if isinstance(value, list) else [value]
        return [Path(entry) for entry in listed if isinstance(entry, str)]

    def add_recent(self, file: Path) -> None:
        recent = [file, *(known for known in self.recent if known != file)][:RECENT_LIMIT]
        self._store.setValue("recent", [str(entry) for entry in recent])

    def clear_recent(self) -> None:
        self._store.remove("recent")

    def _choice(self, key: str, default: Choice) -> Choice:
        try:
            return type(default)(str(self._store.value(key, default.value)))
        except ValueError:
            return default
