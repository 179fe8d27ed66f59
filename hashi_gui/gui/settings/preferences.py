"""The preferences: what the player can choose, and the words for it in dialog and menus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from PySide6.QtWidgets import QApplication, QStyle

from hashi_gui.rendering.theme import Theme, ThemeSetting, theme_for

ANIMATION_HINT = QStyle.StyleHint.SH_Widget_Animation_Duration
"""The hint of the style that is 0 if the desktop is set to show no animations."""


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
    confirm_restart: bool = False
    show_clock: bool = True
    check_moves: bool = False

    def board_theme(self) -> Theme:
        """The colours and the size of the digits; they may depend on the desktop."""
        return replace(theme_for(self.theme), digits=DIGIT_SCALES[self.digit_size])


def allowed_animation(wanted: AnimationSetting) -> AnimationSetting:
    """What may move: at most what is wanted, and nothing if the desktop has no animations."""
    style = QApplication.style()
    if wanted is AnimationSetting.FULL and not style.styleHint(ANIMATION_HINT):
        return AnimationSetting.REDUCED
    return wanted


@dataclass(frozen=True, slots=True)
class SwitchPreference:
    """A preference that is on or off; ``name`` is its field in :class:`Preferences`.

    ``help`` says more than the label; it is empty if there is no more to say.
    """

    name: str
    label: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class ChoicePreference(SwitchPreference):
    """A preference with several values; ``texts`` holds the words for each, in order."""

    texts: Mapping[StrEnum, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Section:
    """Preferences that belong together."""

    title: str
    entries: tuple[SwitchPreference, ...]


SECTIONS = (
    Section(
        "Appearance",
        (
            ChoicePreference(
                "theme",
                "Theme",
                texts={
                    ThemeSetting.SYSTEM: "System",
                    ThemeSetting.LIGHT: "Light",
                    ThemeSetting.DARK: "Dark",
                    ThemeSetting.HIGH_CONTRAST: "High contrast",
                },
            ),
            ChoicePreference(
                "digit_size",
                "Numbers on islands",
                texts={
                    DigitSize.SMALL: "Small",
                    DigitSize.NORMAL: "Normal",
                    DigitSize.LARGE: "Large",
                },
            ),
            ChoicePreference(
                "animation",
                "Animation",
                "Follows your system's reduced motion.",
                texts={
                    AnimationSetting.FULL: "Full",
                    AnimationSetting.REDUCED: "Reduced: nothing moves",
                    AnimationSetting.NONE: "None",
                },
            ),
        ),
    ),
    Section(
        "Play",
        (
            ChoicePreference(
                "clicks",
                "Clicks and drags",
                "With either, right-click empty water to mark “no bridge”.",
                texts={
                    Clicks.CYCLE: "One bridge, two, none",
                    Clicks.ADD_AND_REMOVE: "Left adds, right removes",
                },
            ),
            SwitchPreference("confirm_restart", "Ask before starting over"),
        ),
    ),
    Section(
        "Board",
        (
            ChoicePreference(
                "error_display",
                "Show mistakes",
                texts={
                    ErrorDisplay.NEVER: "Never",
                    ErrorDisplay.ASKED: "When I check",
                    ErrorDisplay.AT_ONCE: "At once",
                },
            ),
            SwitchPreference("grey_finished", "Fade islands that have all their bridges"),
            SwitchPreference("lock_finished", "Lock islands once they have all their bridges"),
            SwitchPreference(
                "show_remaining", "Count down: show how many bridges an island still needs"
            ),
            SwitchPreference("show_possible", "Show where a first bridge can be built"),
            SwitchPreference("colour_groups", "Give each connected group a colour"),
        ),
    ),
    Section(
        "Clock and help",
        (
            SwitchPreference("show_clock", "Show the playing time"),
            SwitchPreference(
                "check_moves",
                "Check after each move whether the puzzle can still be finished",
                "The answer is at the bottom right.",
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
