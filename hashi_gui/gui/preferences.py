"""The preferences: what the player can choose, and the words for it in dialog and menus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from hashi_gui.rendering.theme import ThemeSetting


class ErrorDisplay(StrEnum):
    """When the board shows what breaks a rule."""

    NEVER = "never"
    ASKED = "asked"
    AT_ONCE = "at once"


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the player has chosen. Each field has its own :class:`Choice` or :class:`Switch`."""

    theme: ThemeSetting = ThemeSetting.SYSTEM
    error_display: ErrorDisplay = ErrorDisplay.AT_ONCE
    confirm_restart: bool = False


@dataclass(frozen=True, slots=True)
class Switch:
    """A preference that is on or off; ``name`` is its field in :class:`Preferences`.

    ``help`` says more than the label; it is empty if there is no more to say.
    """

    name: str
    label: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class Choice(Switch):
    """A preference with several values; ``texts`` holds the words for each, in order."""

    texts: Mapping[StrEnum, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Section:
    """Preferences that belong together."""

    title: str
    entries: tuple[Switch, ...]


SECTIONS = (
    Section(
        "Appearance",
        (
            Choice(
                "theme",
                "Theme",
                texts={
                    ThemeSetting.SYSTEM: "System",
                    ThemeSetting.LIGHT: "Light",
                    ThemeSetting.DARK: "Dark",
                },
            ),
        ),
    ),
    Section(
        "Board",
        (
            Choice(
                "error_display",
                "Show errors",
                texts={
                    ErrorDisplay.NEVER: "Never",
                    ErrorDisplay.ASKED: "When I check",
                    ErrorDisplay.AT_ONCE: "At once",
                },
            ),
        ),
    ),
    Section(
        "Play",
        (Switch("confirm_restart", "Ask before starting over"),),
    ),
)
"""All preferences, as the dialog shows them."""


ENTRIES = tuple(entry for section in SECTIONS for entry in section.entries)


def choice(name: str) -> Choice:
    """The preference with several values that has this name."""
    return next(entry for entry in ENTRIES if isinstance(entry, Choice) and entry.name == name)
