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

    ``water`` is the background of the board, ``dot`` its empty cells, ``ink`` bridges and the
    rings of islands. ``dim_*`` are for islands that have all their bridges. ``accent`` is for
    previews and the focus; ``hint``, ``fault``, ``first``, ``second`` and ``group`` are for the
    roles of highlights, ``hint_ink`` for what a hint draws, ``lit`` and ``lit_clue`` for the
    islands that it is about, ``trials`` for the bridges of nested trials, in turn, ``groups`` for
    groups of connected islands. ``ring`` is the width of the ring of an island that still needs
    bridges, in cells; ``digits`` is the size of the numbers on islands, 1 for the usual one.
    """

    window: str
    panel: str
    line: str
    text: str
    muted: str
    water: str
    dot: str
    ink: str
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
    lit_clue: str
    fault: str
    fault_island: str
    first: str
    second: str
    group: str
    trials: tuple[str, ...]
    groups: tuple[str, ...]
    ring: float = 0.055
    digits: float = 1.0

    def group_colour(self, group: int | None) -> str:
        """The colour of the bridges and rings of a group; empty if it has none."""
        return "" if group is None else self.groups[group % len(self.groups)]


LIGHT = Theme(
    window="#faf9f6",
    panel="#ffffff",
    line="#dfddd6",
    text="#1d2830",
    muted="#68737b",
    water="#f3f1eb",
    dot="#d3d0c7",
    ink="#24323d",
    island="#ffffff",
    clue="#17212a",
    dim_ink="#98a1a6",
    dim_island="#e9e7e0",
    dim_clue="#5f696f",
    accent="#1f6fb5",
    on_accent="#ffffff",
    hint="#e3a008",
    hint_ink="#754600",
    lit="#ffe1a6",
    lit_clue="#4a2c00",
    fault="#bb3312",
    fault_island="#fdeae6",
    first="#3a5698",
    second="#742f00",
    group="#359b5c",
    trials=("#7442c8", "#0a7d8c", "#a8540a"),
    groups=("#0b3496", "#b97d05", "#146e55", "#e64d95", "#0095b5", "#824ecf"),
)

DARK = Theme(
    window="#171c21",
    panel="#20272e",
    line="#323b44",
    text="#e4e9ed",
    muted="#8d99a3",
    water="#12171b",
    dot="#2b343c",
    ink="#c4ced6",
    island="#26303a",
    clue="#f4f7f9",
    dim_ink="#5a6772",
    dim_island="#1a2127",
    dim_clue="#8b98a2",
    accent="#5aa9e6",
    on_accent="#0c1318",
    hint="#f0b429",
    hint_ink="#f5bd62",
    lit="#f4c067",
    lit_clue="#2f1c00",
    fault="#d95b36",
    fault_island="#2b120e",
    first="#617de4",
    second="#cb981f",
    group="#78c48f",
    trials=("#9e7cf0", "#4fb0c4", "#eda521"),
    groups=("#5899ec", "#f4b400", "#59d9df", "#a94a74", "#c5faac", "#7750ce"),
)

HIGH_CONTRAST = Theme(
    window="#000000",
    panel="#000000",
    line="#585858",
    text="#ffffff",
    muted="#c8c8c8",
    water="#000000",
    dot="#4a4a4a",
    ink="#ffffff",
    island="#000000",
    clue="#ffffff",
    dim_ink="#8c8c8c",
    dim_island="#1c1c1c",
    dim_clue="#b4b4b4",
    accent="#5cb8ff",
    on_accent="#000000",
    hint="#ffe100",
    hint_ink="#ffe100",
    lit="#ffe9b0",
    lit_clue="#000000",
    fault="#f2784f",
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
    dot="#b4b4b4",
    ink="#000000",
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
    lit_clue="#000000",
    fault="#000000",
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
