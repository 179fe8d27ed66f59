"""Preferences and other settings: what can be chosen, in which words, and the ini file."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtGui import QGuiApplication, QKeySequence

from hashi_gui.core.i18n import N_, translated
from hashi_gui.formats import FormatError
from hashi_gui.formats.fields import parse_object
from hashi_gui.rendering.theme import Theme, ThemeSetting, theme_for
from hashi_gui.system.files import (
    config_folder,
    data_folder,
    make_private_folder,
    open_regular_file,
)
from hashi_gui.system.languages import LANGUAGES

if TYPE_CHECKING:
    from hashi_gui.generating import GeneratorOptions


class Language(StrEnum):
    """The language of the program; all but the first are keys of ``LANGUAGES``."""

    SYSTEM = "system"
    ENGLISH = "en"
    GERMAN = "de"
    FRENCH = "fr"
    JAPANESE = "ja"


class DigitSize(StrEnum):
    """The size of the numbers on islands."""

    SMALL = "small"
    NORMAL = "normal"
    LARGE = "large"


DIGIT_SCALES = {DigitSize.SMALL: 0.84, DigitSize.NORMAL: 1.0, DigitSize.LARGE: 1.2}


class AnimationSetting(StrEnum):
    """How much moves on the board."""

    FULL = "full"
    REDUCED = "reduced"
    NONE = "none"


class Clicks(StrEnum):
    """What the buttons of the mouse do with the bridges of an edge."""

    CYCLE = "cycle"
    ADD_AND_REMOVE = "add and remove"


class IslandClicks(StrEnum):
    """What a click on an island does."""

    SELECT = "select"
    LOCK = "lock"
    NOTHING = "nothing"


class Wheel(StrEnum):
    """What the wheel of the mouse does on a board."""

    ZOOM = "zoom"
    SCROLL = "scroll"


class ErrorDisplay(StrEnum):
    """When the board shows what breaks a rule."""

    NEVER = "never"
    ASKED = "asked"
    AT_ONCE = "at once"


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the player has chosen. Each field has its own :class:`ChoicePreference` or
    :class:`SwitchPreference`.
    """

    theme: ThemeSetting = ThemeSetting.SYSTEM
    digit_size: DigitSize = DigitSize.NORMAL
    animation: AnimationSetting = AnimationSetting.FULL
    error_display: ErrorDisplay = ErrorDisplay.AT_ONCE
    grey_finished: bool = True
    show_remaining: bool = False
    show_possible: bool = False
    colour_groups: bool = False
    lock_finished: bool = False
    clicks: Clicks = Clicks.CYCLE
    island_clicks: IslandClicks = IslandClicks.SELECT
    wheel: Wheel = Wheel.ZOOM
    confirm_restart: bool = False
    show_clock: bool = True
    check_moves: bool = False
    language: Language = Language.SYSTEM

    def board_theme(self) -> Theme:
        """The colours and the size of the digits; they may depend on the desktop."""
        return replace(theme_for(self.theme), digits=DIGIT_SCALES[self.digit_size])


def allowed_animation(wanted: AnimationSetting) -> AnimationSetting:
    """What may move: at most what is wanted, and nothing if the desktop asks for less motion."""
    hints = QGuiApplication.styleHints()  # It owns the other object.
    asked: Any = getattr(hints, "accessibility", object)()
    is_still = hasattr(asked, "motionPreference") and asked.motionPreference().value  # Qt 6.12.
    return AnimationSetting.REDUCED if wanted is AnimationSetting.FULL and is_still else wanted


@dataclass(frozen=True, slots=True)
class SwitchPreference:
    """A preference that is on or off; ``name`` is its field in :class:`Preferences`.

    ``help`` says more than the label; it is empty if there is no more to say. All texts are in
    English here, and translated where they are shown.
    """

    name: str
    label: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class ChoicePreference(SwitchPreference):
    """A preference with several values; ``texts`` holds the words for each, in order."""

    texts: Mapping[StrEnum, str] = field(default_factory=dict)

    @property
    def shown_texts(self) -> dict[StrEnum, str]:
        return {value: translated(text) for value, text in self.texts.items()}


@dataclass(frozen=True, slots=True)
class Section:
    """Preferences that belong together."""

    title: str
    entries: tuple[SwitchPreference, ...]


SECTIONS = (
    Section(
        N_("Appearance"),
        (
            ChoicePreference(
                "language",
                N_("Language"),
                texts={
                    Language.SYSTEM: N_("System"),
                    **{Language(code): name for code, name in LANGUAGES.items()},
                },
            ),
            ChoicePreference(
                "theme",
                N_("Theme"),
                texts={
                    ThemeSetting.SYSTEM: N_("System"),
                    ThemeSetting.LIGHT: N_("Light"),
                    ThemeSetting.DARK: N_("Dark"),
                    ThemeSetting.SAND: N_("Sand"),
                    ThemeSetting.DUSK: N_("Dusk"),
                    ThemeSetting.HIGH_CONTRAST: N_("High contrast"),
                },
            ),
            ChoicePreference(
                "digit_size",
                N_("Numbers on islands"),
                texts={
                    DigitSize.SMALL: N_("Small"),
                    DigitSize.NORMAL: N_("Normal"),
                    DigitSize.LARGE: N_("Large"),
                },
            ),
            ChoicePreference(
                "animation",
                N_("Animation"),
                texts={
                    AnimationSetting.FULL: N_("Full"),
                    AnimationSetting.REDUCED: N_("Reduced: nothing moves"),
                    AnimationSetting.NONE: N_("None"),
                },
            ),
        ),
    ),
    Section(
        N_("Play"),
        (
            ChoicePreference(
                "clicks",
                N_("Clicks and drags"),
                N_("With either, right-click empty water to mark “no bridge”."),
                texts={
                    Clicks.CYCLE: N_("One bridge, two, none"),
                    Clicks.ADD_AND_REMOVE: N_("Left adds, right removes"),
                },
            ),
            ChoicePreference(
                "island_clicks",
                N_("A click on an island"),
                texts={
                    IslandClicks.SELECT: N_("Selects it, then builds"),
                    IslandClicks.LOCK: N_("Locks it"),
                    IslandClicks.NOTHING: N_("Does nothing"),
                },
            ),
            ChoicePreference(
                "wheel",
                N_("Wheel"),
                N_("Ctrl always zooms; two fingers on a touchpad scroll."),
                texts={Wheel.ZOOM: N_("Zooms"), Wheel.SCROLL: N_("Scrolls")},
            ),
            SwitchPreference("confirm_restart", N_("Ask before starting over")),
        ),
    ),
    Section(
        N_("Board"),
        (
            ChoicePreference(
                "error_display",
                N_("Show mistakes"),
                texts={
                    ErrorDisplay.NEVER: N_("Never"),
                    ErrorDisplay.ASKED: N_("When I check"),
                    ErrorDisplay.AT_ONCE: N_("At once"),
                },
            ),
            SwitchPreference("grey_finished", N_("Fade islands that have all their bridges")),
            SwitchPreference("lock_finished", N_("Lock islands once they have all their bridges")),
            SwitchPreference(
                "show_remaining",
                N_("Count down"),
                N_("Islands show how many bridges they still need."),
            ),
            SwitchPreference("show_possible", N_("Show where a first bridge can be built")),
            SwitchPreference("colour_groups", N_("Give each connected group a colour")),
        ),
    ),
    Section(
        N_("Clock and help"),
        (
            SwitchPreference("show_clock", N_("Show the playing time")),
            SwitchPreference(
                "check_moves",
                N_("Check after each move"),
                N_("Whether the puzzle can be finished is at the bottom right."),
            ),
        ),
    ),
)
"""All preferences, as the dialog shows them."""


ENTRIES = tuple(entry for section in SECTIONS for entry in section.entries)


def choice(name: str) -> ChoicePreference:
    """The preference with several values that has this name."""
    return next(
        entry for entry in ENTRIES if isinstance(entry, ChoicePreference) and entry.name == name
    )


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
_KEYS_KEY = "keys"


def log_file() -> Path:
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
        for each in fields(preferences):
            self._store.setValue(_key(each.name), _to_text(getattr(preferences, each.name)))

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

        data = self._object(_LAST_OPTIONS_KEY)
        return GeneratorOptions.from_dict(data) if data else None

    @last_options.setter
    def last_options(self, options: GeneratorOptions) -> None:
        self._store.setValue(_LAST_OPTIONS_KEY, json.dumps(asdict(options)))

    @property
    def assistant(self) -> dict[str, object]:
        """What the setter chose last for the assistant; empty for nothing yet."""
        return self._object(_ASSISTANT_KEY)

    @assistant.setter
    def assistant(self, choices: dict[str, object]) -> None:
        self._store.setValue(_ASSISTANT_KEY, json.dumps(choices))

    @property
    def keys(self) -> Mapping[str, Sequence[str]]:
        """The keys that the player has chosen for actions, by their ids."""
        found = self._object(_KEYS_KEY)
        return {
            name: tuple(keys)
            for name, keys in found.items()
            if isinstance(keys, list) and all(map(_is_key, keys))
        }

    @keys.setter
    def keys(self, keys: Mapping[str, Sequence[str]]) -> None:
        self._store.setValue(_KEYS_KEY, json.dumps(keys))

    @property
    def backed_up(self) -> dict[str, object]:
        """The preferences and keys that were ever changed, as they are stored."""
        return {key: str(self._store.value(key)) for key in _BACKED_UP if self._store.contains(key)}

    @backed_up.setter
    def backed_up(self, values: Mapping[str, object]) -> None:
        for key in _BACKED_UP & values.keys():
            self._store.setValue(key, str(values[key]))

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

    def _object(self, key: str) -> dict[str, object]:
        """What is stored as JSON; empty if nothing is."""
        try:
            return parse_object(str(self._store.value(key, "")))
        except FormatError:
            return {}

    def _read(self, key: str, default: Any) -> Any:
        """The preference with a key, of the same type as its default."""
        text = str(self._store.value(key, ""))
        values = (False, True) if isinstance(default, bool) else type(default)
        return next((value for value in values if _to_text(value) == text), default)


def _key(name: str) -> str:
    return _PREFERENCE_KEYS.get(name, name)


_BACKED_UP = {_KEYS_KEY, *(_key(each.name) for each in fields(Preferences))}


def _is_key(text: object) -> bool:
    """Whether a text is one key in Qt's portable form."""
    if not (isinstance(text, str) and text):
        return False
    key = QKeySequence(text)
    return key.count() == 1 and key.toString() == text


def _to_text(value: object) -> str:
    return str(value).lower()
