"""All colours of the program, in themes: light, dark, high contrast."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication


class ThemeSetting(StrEnum):
    """The choice of theme in the settings."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    HIGH_CONTRAST = "high contrast"


@dataclass(frozen=True, slots=True)
class Theme:
    """All colours of a theme, as ``#rrggbb``, and how broad and how large some things are drawn.

    ``water`` is the background of the board, ``edge`` the line around it, ``shallow`` the paler
    water around islands, ``dot`` its empty cells, ``ink`` the rings of islands. ``dim_*`` are for
    islands that have all their bridges. ``accent`` is for previews and the focus; ``hint``,
    ``fault``, ``first``, ``second`` and ``group`` are for the roles of highlights, ``hint_ink`` for
    what a hint draws, ``fault_soft`` and ``fault_island`` for what follows from a fault. ``lit``
    and ``lit_clue`` are for the islands that a hint is about and, with ``lit_ring`` and the light
    ``halo`` around them, for those of a solved board. ``trials`` are for the bridges of nested
    trials, in turn, ``groups`` for groups of connected islands. What is empty is not drawn.
    ``ring`` is the width of the ring of an island that still needs bridges, in cells; ``digits`` is
    the size of the numbers on islands, 1 for the usual one.
    """

    window: str
    panel: str
    line: str
    text: str
    muted: str
    water: str
    edge: str
    shallow: str
    dot: str
    ink: str
    bridge: str
    island: str
    clue: str
    dim_ink: str
    dim_island: str
    dim_clue: str
    accent: str
    on_accent: str
    hint: str
    hint_ink: str
    lit: str
    lit_ring: str
    lit_clue: str
    halo: str
    fault: str
    fault_soft: str
    fault_island: str
    first: str
    second: str
    group: str
    trials: tuple[str, ...]
    groups: tuple[str, ...]
    ring: float = 0.032
    digits: float = 1.0

    def group_colour(self, group: int | None) -> str:
        """The colour of the bridges and rings of a group; empty if it has none."""
        return "" if group is None else self.groups[group % len(self.groups)]


LIGHT = Theme(
    window="#f7f6f2",
    panel="#fffefb",
    line="#dcdcd4",
    text="#22363f",
    muted="#5c6d74",
    water="#dcebe9",
    edge="#c3dad7",
    shallow="#eaf4f2",
    dot="#b3cfcb",
    ink="#3d5a68",
    bridge="#3c5f6c",
    island="#fffdf8",
    clue="#22363f",
    dim_ink="#9dbdbb",
    dim_island="#c6dedb",
    dim_clue="#3f6068",
    accent="#0a71a4",
    on_accent="#ffffff",
    hint="#f0a72c",
    hint_ink="#754600",
    lit="#ffe1a6",
    lit_ring="#c98a2e",
    lit_clue="#4a2c00",
    halo="#ffd27a",
    fault="#c22f2a",
    fault_soft="#c0625a",
    fault_island="#f8e0da",
    first="#443097",
    second="#742f00",
    group="#278a68",
    trials=("#7442c9", "#167f8c", "#a75618"),
    groups=("#0b3496", "#b67601", "#106f58", "#dd418d", "#0f89a7", "#824ecf"),
)

DARK = Theme(
    window="#0f1a1f",
    panel="#16242a",
    line="#263a42",
    text="#e3ecec",
    muted="#93a8ae",
    water="#14272e",
    edge="#1f3840",
    shallow="#1a3139",
    dot="#31505a",
    ink="#8fb0b6",
    bridge="#a2c2bf",
    island="#2a4c57",
    clue="#f2f6f4",
    dim_ink="#41626b",
    dim_island="#182f37",
    dim_clue="#8dabb1",
    accent="#6cb6e7",
    on_accent="#08141a",
    hint="#f0b04a",
    hint_ink="#f5bd62",
    lit="#f4c067",
    lit_ring="#ffdf9f",
    lit_clue="#2f1c00",
    halo="#f0a94a",
    fault="#f0786a",
    fault_soft="#c4736b",
    fault_island="#3a2629",
    first="#617de4",
    second="#b48113",
    group="#6ce599",
    trials=("#9e7cf0", "#55acc4", "#eda521"),
    groups=("#5899ec", "#f4b400", "#59d9df", "#b9567f", "#c5faac", "#8660dc"),
)

HIGH_CONTRAST = Theme(
    window="#000000",
    panel="#000000",
    line="#585858",
    text="#ffffff",
    muted="#c8c8c8",
    water="#000000",
    edge="#8c8c8c",
    shallow="",
    dot="#4a4a4a",
    ink="#ffffff",
    bridge="#ffffff",
    island="#000000",
    clue="#ffffff",
    dim_ink="#8c8c8c",
    dim_island="#1c1c1c",
    dim_clue="#c4c4c4",
    accent="#5cb8ff",
    on_accent="#000000",
    hint="#ffe100",
    hint_ink="#ffe100",
    lit="#ffe9b0",
    lit_ring="#ffffff",
    lit_clue="#000000",
    halo="",
    fault="#f2784f",
    fault_soft="#ff9d7d",
    fault_island="#140400",
    first="#6aa4f5",
    second="#eeac5b",
    group="#aaf09a",
    trials=("#b08cff", "#4fe0f0", "#ffb84f"),
    groups=("#84d1f6", "#e7ce1b", "#2bb7a4", "#ae65ba", "#affea0", "#b091f7"),
    ring=0.07,
)
"""White on black. All text has a contrast of at least 7:1."""

PRINT = Theme(
    window="#ffffff",
    panel="#ffffff",
    line="#b0b0b0",
    text="#000000",
    muted="#5a5a5a",
    water="#ffffff",
    edge="",
    shallow="",
    dot="#b4b4b4",
    ink="#000000",
    bridge="#000000",
    island="#ffffff",
    clue="#000000",
    dim_ink="#000000",
    dim_island="#ffffff",
    dim_clue="#000000",
    accent="#000000",
    on_accent="#ffffff",
    hint="#808080",
    hint_ink="#000000",
    lit="#ffffff",
    lit_ring="#000000",
    lit_clue="#000000",
    halo="",
    fault="#000000",
    fault_soft="#000000",
    fault_island="#ffffff",
    first="#000000",
    second="#808080",
    group="#808080",
    trials=("#000000",),
    groups=("#000000",),
    ring=0.035,
)
"""For printing: black on white, readable without colours."""

THEMES = {"light": LIGHT, "dark": DARK, "high-contrast": HIGH_CONTRAST, "print": PRINT}
"""The themes by name."""


def theme_for(setting: ThemeSetting) -> Theme:
    """The theme for a setting; SYSTEM follows the desktop."""
    if setting is ThemeSetting.SYSTEM:
        return _theme_of_desktop()
    return {
        ThemeSetting.LIGHT: LIGHT,
        ThemeSetting.DARK: DARK,
        ThemeSetting.HIGH_CONTRAST: HIGH_CONTRAST,
    }[setting]


def _theme_of_desktop() -> Theme:
    hints = QGuiApplication.styleHints()
    if hasattr(hints, "accessibility"):  # Qt 6.10 and later.
        contrast = hints.accessibility().contrastPreference()
        if contrast is Qt.ContrastPreference.HighContrast:
            return HIGH_CONTRAST
    return DARK if hints.colorScheme() is Qt.ColorScheme.Dark else LIGHT
