"""All colours of the program, in themes, and how Qt's widgets look in them."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from enum import StrEnum
from string import Template

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontInfo, QGuiApplication, QPalette

from hashi_gui.system.files import RESOURCES


class ThemeSetting(StrEnum):
    """The choice of theme in the settings."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    SAND = "sand"
    DUSK = "dusk"
    HIGH_CONTRAST = "high contrast"


@dataclass(frozen=True, slots=True)
class Theme:
    """All colours of a theme, as ``#rrggbb``, and how broad and how large some things are drawn.

    ``field`` is the border of what can be typed into or chosen from, ``line`` that of all else.
    ``water`` is the background of the board, ``edge`` the line around it, ``shallow`` the paler
    water around islands, ``dot`` its empty cells, ``ink`` the rings of islands. ``dim_*`` are for
    islands that have all their bridges. ``accent`` is for previews and the focus; ``hint``,
    ``fault``, ``first``, ``second`` and ``group`` are for the roles of highlights, ``hint_ink`` for
    what a hint draws, ``fault_soft`` and ``fault_island`` for what follows from a fault. ``lit``
    and ``lit_clue`` are for the islands that a hint is about and, with ``lit_ring`` and the light
    ``halo`` around them, for those of a solved board. ``trials`` are for the bridges of nested
    trials, in turn, ``groups`` for groups of connected islands, ``tags`` for discs and diamonds.
    What is empty is not drawn.
    ``ring`` is the width of the ring of an island that still needs bridges, in cells; ``digits`` is
    the size of the numbers on islands, 1 for the usual one.
    """

    window: str
    panel: str
    line: str
    field: str
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
    tags: tuple[str, str]
    ring: float = 0.032
    digits: float = 1.0

    def group_colour(self, group: int | None) -> str:
        """The colour of the bridges and rings of a group; empty if it has none."""
        return "" if group is None else self.groups[group % len(self.groups)]


def _themes() -> dict[str, Theme]:
    themes = json.loads((RESOURCES / "themes.json").read_text(encoding="utf-8"))
    for values in themes.values():
        values |= {name: tuple(values[name]) for name in ("trials", "groups", "tags")}
    return {name: Theme(**values) for name, values in themes.items()}


THEMES = _themes()
"""The themes by name."""

LIGHT = THEMES["light"]
DARK = THEMES["dark"]

HIGH_CONTRAST = THEMES["high-contrast"]
"""White on black. All text has a contrast of at least 7:1."""

PRINT = THEMES["print"]
"""For printing: black on white, readable without colours."""


def theme_for(setting: ThemeSetting) -> Theme:
    """The theme for a setting; SYSTEM follows the desktop."""
    if setting is ThemeSetting.SYSTEM:
        return _theme_of_desktop()
    return THEMES[setting.replace(" ", "-")]


def _theme_of_desktop() -> Theme:
    hints = QGuiApplication.styleHints()
    if hasattr(hints, "accessibility"):  # Qt 6.10 and later.
        contrast = hints.accessibility().contrastPreference()
        if contrast is Qt.ContrastPreference.HighContrast:
            return HIGH_CONTRAST
    return DARK if hints.colorScheme() is Qt.ColorScheme.Dark else LIGHT


APPLICATION_STYLE_SHEET = """
    QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; button-layout: 0; }
    """
"""What must be known before a dialog is made, and works for the whole application only."""

BODY_SIZE = 13
"""The usual size of texts, in pixels."""


def qt_palette(theme: Theme) -> QPalette:
    """The colours of a theme as a palette for Qt's widgets."""
    roles = {
        QPalette.ColorRole.Window: theme.window,
        QPalette.ColorRole.WindowText: theme.text,
        QPalette.ColorRole.Base: theme.panel,
        QPalette.ColorRole.AlternateBase: theme.window,
        QPalette.ColorRole.Text: theme.text,
        QPalette.ColorRole.Button: theme.panel,
        QPalette.ColorRole.ButtonText: theme.text,
        QPalette.ColorRole.BrightText: theme.text,
        QPalette.ColorRole.ToolTipBase: theme.panel,
        QPalette.ColorRole.ToolTipText: theme.text,
        QPalette.ColorRole.PlaceholderText: theme.muted,
        QPalette.ColorRole.Highlight: theme.accent,
        QPalette.ColorRole.HighlightedText: theme.on_accent,
        QPalette.ColorRole.Link: theme.accent,
        QPalette.ColorRole.Accent: theme.accent,
        QPalette.ColorRole.Light: theme.panel,
        QPalette.ColorRole.Midlight: theme.line,
        QPalette.ColorRole.Mid: theme.line,
        QPalette.ColorRole.Dark: theme.muted,
    }
    palette = QPalette()
    for role, colour in roles.items():
        palette.setColor(role, QColor(colour))
    for role in (
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.Text,
        QPalette.ColorRole.ButtonText,
    ):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.muted))
    return palette


def text_growth() -> float:
    """How much larger than usual the texts of the application are; 1 if they are smaller."""
    return max(QFontInfo(QGuiApplication.font()).pixelSize() / BODY_SIZE, 1.0)


def style_sheet(theme: Theme) -> str:
    """What a palette cannot express, on a grid of 8 pixels: flat bars, rounded controls and cards.

    The sizes of texts are for the usual size of the font; they grow with that of the application.
    """
    growth = text_growth()
    sheet = re.sub(
        r"(?<=font-size: )\d+",
        lambda size: str(round(int(size[0]) * growth)),
        (RESOURCES / "style.qss").read_text(encoding="utf-8"),
    )
    # The tick is in the one of black and white that is nearer to its colour.
    tick = "white" if QColor(theme.on_accent).lightness() > 127 else "black"
    icons = (RESOURCES / "icons").as_posix()
    return Template(sheet).substitute(asdict(theme), icons=icons, tick=tick)
