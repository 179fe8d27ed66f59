"""All colours of the program, in themes, and how Qt's widgets look in them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

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


LIGHT = Theme(
    window="#f7f6f2",
    panel="#fffefb",
    line="#dcdcd4",
    field="#8a8f8c",
    text="#22363f",
    muted="#53636a",
    water="#dcebe9",
    edge="#c3dad7",
    shallow="#eaf4f2",
    dot="#b3cfcb",
    ink="#3d5a68",
    bridge="#3c5f6c",
    island="#fffdf8",
    clue="#22363f",
    dim_ink="#6c8a89",
    dim_island="#c6dedb",
    dim_clue="#3f6068",
    accent="#0a71a4",
    on_accent="#ffffff",
    hint="#f0a72c",
    hint_ink="#754600",
    lit="#ffe1a6",
    lit_ring="#b57811",
    lit_clue="#4a2c00",
    halo="#ffd27a",
    fault="#c12d29",
    fault_soft="#c0625a",
    fault_island="#f8e0da",
    first="#443097",
    second="#742f00",
    group="#278a68",
    trials=("#7442c9", "#167f8c", "#a75618"),
    groups=("#0b3496", "#b67601", "#106f58", "#dd418d", "#0f89a7", "#824ecf"),
    tags=("#a52dc3", "#00227a"),
)

DARK = Theme(
    window="#0f1a1f",
    panel="#16242a",
    line="#263a42",
    field="#5a7079",
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
    dim_ink="#52747d",
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
    tags=("#c96ad8", "#5af0ff"),
)

SAND = Theme(
    window="#f8f4ec",
    panel="#fffcf6",
    line="#e2d8c6",
    field="#958c7b",
    text="#3a2f22",
    muted="#6b5d4a",
    water="#f3ebda",
    edge="#d9c9ab",
    shallow="#faf5ea",
    dot="#cdb996",
    ink="#675851",
    bridge="#594f57",
    island="#fffdf7",
    clue="#3a2f22",
    dim_ink="#96825f",
    dim_island="#e0d0b2",
    dim_clue="#5f4c33",
    accent="#1f62a8",
    on_accent="#ffffff",
    hint="#efa11c",
    hint_ink="#7a3f00",
    lit="#ffd58a",
    lit_ring="#a8650a",
    lit_clue="#4a2600",
    halo="#ffb84a",
    fault="#b0201c",
    fault_soft="#b2544b",
    fault_island="#f8ddd2",
    first="#3d2c92",
    second="#6a2300",
    group="#1f7f63",
    trials=("#7444cb", "#167f8c", "#a75618"),
    groups=("#0b3496", "#a96a00", "#196e54", "#d83a86", "#0f86a3", "#824ecf"),
    tags=("#a52dc3", "#00227a"),
)

DUSK = Theme(
    window="#17142a",
    panel="#201c36",
    line="#352f52",
    field="#6b658d",
    text="#ebe7f5",
    muted="#a59dbd",
    water="#1f1a35",
    edge="#332b52",
    shallow="#292344",
    dot="#463d68",
    ink="#a89fcb",
    bridge="#b9b0d8",
    island="#40376a",
    clue="#f6f3fc",
    dim_ink="#75699e",
    dim_island="#292345",
    dim_clue="#a89fc6",
    accent="#76a2fb",
    on_accent="#0d0a1c",
    hint="#f2ac45",
    hint_ink="#f7be68",
    lit="#f6c170",
    lit_ring="#ffe0a3",
    lit_clue="#2c1a00",
    halo="#f0a648",
    fault="#f27a74",
    fault_soft="#cf7a80",
    fault_island="#43233a",
    first="#6b86f0",
    second="#bc8511",
    group="#63df97",
    trials=("#9e7cf0", "#5ea1ae", "#eda521"),
    groups=("#5899ec", "#f4b400", "#59d9df", "#b9567f", "#c5faac", "#8660dc"),
    tags=("#c35ae1", "#5af0ff"),
)

HIGH_CONTRAST = Theme(
    window="#000000",
    panel="#000000",
    line="#585858",
    field="#8c8c8c",
    text="#ffffff",
    muted="#cecece",
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
    tags=("#b469a5", "#5ae1ff"),
    ring=0.07,
)
"""White on black. All text has a contrast of at least 7:1."""

PRINT = Theme(
    window="#ffffff",
    panel="#ffffff",
    line="#b0b0b0",
    field="#808080",
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
    tags=("#000000", "#000000"),
    ring=0.035,
)
"""For printing: black on white, readable without colours."""

THEMES = {
    "light": LIGHT,
    "dark": DARK,
    "sand": SAND,
    "dusk": DUSK,
    "high-contrast": HIGH_CONTRAST,
    "print": PRINT,
}
"""The themes by name."""


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


def style_sheet(theme: Theme) -> str:
    """What a palette cannot express, on a grid of 8 pixels: flat bars, rounded controls and cards.

    The sizes of texts are for the usual size of the font; they grow with that of the application.
    """
    growth = max(QFontInfo(QGuiApplication.font()).pixelSize() / BODY_SIZE, 1.0)

    def size(pixels: int) -> str:
        return f"font-size: {round(pixels * growth)}px"

    return f"""
        QMainWindow, QDialog {{ background: {theme.window}; }}
        QMenuBar {{ background: {theme.window}; padding: 2px 6px; }}
        QMenuBar::item {{ padding: 4px 9px; border-radius: 8px; background: transparent; }}
        QMenuBar::item:selected {{ background: {theme.line}; color: {theme.text}; }}
        QMenu {{ background: {theme.panel}; border: 1px solid {theme.line}; padding: 8px; }}
        QMenu::item {{ padding: 5px 24px; border-radius: 8px; }}
        QMenu::item:selected {{ background: {theme.accent}; color: {theme.on_accent}; }}
        QMenu::item:disabled {{ color: {theme.muted}; }}
        QMenu::separator {{ height: 1px; background: {theme.line}; margin: 4px 8px; }}
        QToolBar {{ background: {theme.window}; border: none; padding: 4px 2px; spacing: 4px; }}
        QToolBar::separator {{ width: 1px; background: {theme.line}; margin: 4px 8px; }}
        QToolButton {{ border: none; border-radius: 8px; padding: 6px 10px;
            color: {theme.text}; }}
        QToolBar[narrow="true"] QToolButton {{ padding: 6px; }}
        QToolButton:hover {{ background: {theme.line}; }}
        QToolButton:focus {{ border: 2px solid {theme.accent}; padding: 4px 8px; }}
        QToolButton:pressed, QToolButton:checked {{ background: {theme.line}; }}
        QToolButton:disabled {{ color: {theme.muted}; }}
        #qt_toolbar_ext_button {{ padding: 0; image: url("{_arrow("right")}"); }}
        QFileDialog QToolButton, QPrintPreviewDialog QToolButton {{ padding: 2px; }}
        #closeButton {{ padding: 4px; }}
        #closeButton:focus {{ padding: 2px; }}
        QToolTip {{ background: {theme.panel}; color: {theme.text};
            border: 1px solid {theme.line}; padding: 4px 8px; }}
        QGraphicsView {{ border: none; background: {theme.window}; }}
        QScrollArea, #page {{ background: transparent; }}
        #heading {{ font-weight: 600; {size(20)}; }}
        #heading[mood="old"] {{ color: {theme.muted}; }}
        #heading[mood="wrong"] {{ color: {theme.fault}; }}
        #page QLabel {{ {size(15)}; }}
        #badge {{ background: {theme.line}; border-radius: 10px; padding: 2px 12px; }}
        #steps {{ background: {theme.panel}; border: 1px solid {theme.line};
            border-radius: 8px; }}
        #step {{ border: none; border-radius: 7px; }}
        #step:hover {{ background: {theme.window}; }}
        #step[selected="true"] {{ background: {theme.line}; }}
        #messageBar #fact {{ color: {theme.muted}; }}
        #messageBar #fact[urgent="true"] {{ color: {theme.fault}; }}
        #lessonCard #lessonText, #lessonCard #remark {{ {size(15)}; }}
        #lessonCard[form="small"] #lessonText, #lessonCard[form="small"] #remark {{
            {size(13)}; }}
        #lessonCard #remark[mood="right"] {{ color: {theme.muted}; }}
        #remark[mood="wrong"] {{ color: {theme.fault}; }}
        #remark[mood="done"] {{ color: {theme.hint_ink}; font-weight: 600; }}
        #noticeBar {{ background: {theme.fault_island}; }}
        #pauseCover {{ background: {theme.water}; border: 1px solid {theme.edge};
            border-radius: 24px; margin: 20px 24px; }}
        QPushButton {{ border: 1px solid {theme.line}; border-radius: 8px; padding: 7px 16px;
            background: {theme.panel}; color: {theme.text}; outline: none; }}
        QPushButton:hover {{ border-color: {theme.muted}; }}
        QPushButton:focus {{ border: 2px solid {theme.accent}; padding: 6px 15px; }}
        QPushButton:default, QPushButton[primary="true"] {{
            border-color: {theme.accent}; background: {theme.accent};
            color: {theme.on_accent}; font-weight: 500; }}
        QPushButton:default:focus, QPushButton[primary="true"]:focus {{
            border: 5px double {theme.on_accent}; padding: 3px 12px; }}
        QPushButton:checked {{ border: 2px solid {theme.accent}; padding: 6px 3px; }}
        QPushButton:checked:focus {{ border-width: 3px; padding: 5px 2px; }}
        QPushButton:disabled {{ border-color: {theme.line}; background: transparent;
            color: {theme.dim_ink}; }}
        #textButton {{ border-color: transparent; background: transparent; padding: 7px;
            color: {theme.accent}; }}
        #textButton:hover {{ background: {theme.window}; }}
        #textButton:focus {{ border-color: {theme.accent}; padding: 6px; }}
        #messageBar QPushButton, #noticeBar QPushButton, #practiceBar QPushButton {{
            padding: 4px 16px; }}
        #messageBar QPushButton:focus, #noticeBar QPushButton:focus,
        #practiceBar QPushButton:focus {{ padding: 3px 15px; }}
        #messageBar #textButton {{ padding: 4px 7px; }}
        #messageBar #textButton:focus {{ padding: 3px 6px; }}
        QPlainTextEdit {{ border: 1px solid {theme.field}; border-radius: 8px; padding: 4px;
            background: {theme.panel}; color: {theme.text}; }}
        #about {{ border: none; background: transparent; }}
        QSpinBox, QComboBox, QLineEdit {{ border: 1px solid {theme.field}; border-radius: 8px;
            padding: 0 8px; background: {theme.panel}; color: {theme.text}; }}
        QLineEdit {{ min-height: 26px; }}
        QSpinBox QLineEdit, QComboBox QLineEdit {{ border: none; padding: 0;
            background: transparent; min-height: 0; }}
        QSpinBox:hover, QComboBox:hover, QLineEdit:hover {{ border-color: {theme.muted}; }}
        QSpinBox:focus, QComboBox:focus, QLineEdit:focus {{
            border: 2px solid {theme.accent}; padding: 0 7px; }}
        QSpinBox QLineEdit:focus, QComboBox QLineEdit:focus {{ border: none; padding: 0; }}
        QSpinBox:disabled, QComboBox:disabled, QLineEdit:disabled,
        QSpinBox QLineEdit:disabled {{ color: {theme.muted}; background: transparent; }}
        QSpinBox[impossible="true"] {{ border-color: {theme.fault}; color: {theme.fault}; }}
        QSpinBox::up-button {{ subcontrol-origin: border; subcontrol-position: top right;
            width: 20px; border: none; }}
        QSpinBox::down-button {{ subcontrol-origin: border;
            subcontrol-position: bottom right; width: 20px; border: none; }}
        QSpinBox::up-arrow {{ image: url("{_arrow("up")}"); width: 10px; height: 10px; }}
        QSpinBox::down-arrow {{ image: url("{_arrow("down")}"); width: 10px; height: 10px; }}
        QComboBox::drop-down {{ width: 24px; border: none; }}
        QComboBox::down-arrow {{ image: url("{_arrow("down")}"); width: 10px; height: 10px; }}
        QComboBox QAbstractItemView {{ background: {theme.panel}; color: {theme.text};
            border: 1px solid {theme.line}; outline: none;
            selection-background-color: {theme.accent};
            selection-color: {theme.on_accent}; }}
        QComboBox QAbstractItemView::item {{ border: none; border-radius: 8px;
            padding: 4px 8px; }}
        QComboBox QAbstractItemView::item:selected {{ background: {theme.accent};
            color: {theme.on_accent}; }}
        QCheckBox {{ outline: 2px solid {theme.accent}; outline-radius: 5px; }}
        QCheckBox::indicator {{ width: 14px; height: 14px; border: 1px solid {theme.muted};
            border-radius: 4px; background: {theme.panel}; }}
        QCheckBox::indicator:hover {{ border-color: {theme.accent}; }}
        QCheckBox::indicator:checked {{ border-color: {theme.accent};
            background: {theme.accent}; image: url("{_tick(theme.on_accent)}"); }}
        QSlider::groove:horizontal {{ height: 4px; border-radius: 2px;
            background: {theme.field}; }}
        QSlider::sub-page:horizontal {{ border-radius: 2px; background: {theme.accent}; }}
        QSlider::handle:horizontal {{ width: 14px; height: 14px; margin: -5px 0;
            border-radius: 7px; background: {theme.accent}; }}
        QSlider::handle:horizontal:focus {{ border: 3px solid {theme.accent};
            background: {theme.panel}; }}
        QSlider::handle:horizontal:disabled, QSlider::sub-page:horizontal:disabled {{
            background: {theme.dim_ink}; }}
        QListView {{ background: {theme.panel}; border: 1px solid {theme.line};
            border-radius: 16px; outline: none; }}
        QListView:focus, QTextBrowser:focus, #games:focus, #steps:focus,
        QCalendarWidget QTableView:focus {{ border: 2px solid {theme.accent}; }}
        QListView::item {{ border: 2px solid transparent; border-radius: 8px;
            padding: 6px; color: {theme.text}; }}
        QListView::item:hover {{ background: {theme.window}; }}
        QListView::item:selected {{ border-color: {theme.accent}; background: transparent;
            color: {theme.text}; }}
        #games {{ background: {theme.panel}; border: 1px solid {theme.line};
            border-radius: 8px; outline: none; selection-background-color: {theme.accent};
            selection-color: {theme.on_accent}; }}
        #games::item {{ border: none; padding: 0 8px; }}
        #games::item:selected {{ background: {theme.accent}; color: {theme.on_accent}; }}
        QHeaderView {{ background: transparent; }}
        QHeaderView::section {{ background: {theme.window}; color: {theme.muted}; border: none;
            border-bottom: 1px solid {theme.line}; padding: 4px 12px; }}
        QHeaderView::up-arrow {{ image: url("{_arrow("up")}"); width: 10px; }}
        QHeaderView::down-arrow {{ image: url("{_arrow("down")}"); width: 10px; }}
        QTextBrowser {{ background: {theme.panel}; border: 1px solid {theme.line};
            border-radius: 16px; padding: 8px 16px; }}
        QScrollBar:vertical {{ width: 10px; background: transparent; }}
        QScrollBar::handle:vertical {{ background: {theme.line}; border-radius: 4px;
            min-height: 32px; margin: 1px; }}
        QScrollBar::handle:vertical:hover {{ background: {theme.muted}; }}
        QScrollBar:horizontal {{ height: 10px; background: transparent; }}
        QScrollBar::handle:horizontal {{ background: {theme.line}; border-radius: 4px;
            min-width: 32px; margin: 1px; }}
        QScrollBar::handle:horizontal:hover {{ background: {theme.muted}; }}
        QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
        QAbstractScrollArea::corner {{ background: transparent; border: none; }}
        QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
        QTabWidget::pane {{ border: none; }}
        QTabBar::tab {{ padding: 6px 16px; color: {theme.muted}; background: transparent;
            border-bottom: 2px solid transparent; }}
        QTabBar::tab:selected {{ color: {theme.text}; border-bottom-color: {theme.accent}; }}
        QTabBar::tab:focus {{ border: 2px solid {theme.accent}; border-radius: 8px;
            padding: 5px 14px; }}
        QTabBar::tear {{ width: 0; image: none; }}
        QTabBar::scroller {{ width: 24px; }}
        QTabBar QToolButton {{ padding: 0; margin: 0; border: none; background: {theme.window}; }}
        QTabBar QToolButton::left-arrow {{ image: url("{_arrow("left")}"); width: 12px; }}
        QTabBar QToolButton::right-arrow {{ image: url("{_arrow("right")}"); width: 12px; }}
        #question #qt_msgbox_label {{ font-weight: 600; {size(15)}; }}
        #muted {{ color: {theme.muted}; }}
        #title {{ font-weight: 600; }}
        #card, #finishCard {{ background: {theme.panel}; border: 1px solid {theme.line};
            border-radius: 16px; }}
        #cardTitle {{ font-weight: 600; {size(24)}; }}
        #time {{ font-weight: 500; {size(40)}; }}
        #time[flat="true"] {{ {size(24)}; }}
        #figure {{ font-weight: 600; {size(18)}; }}
        #praise {{ {size(15)}; }}
        #bubble {{ background: {theme.panel}; color: {theme.text}; padding: 8px;
            border: 2px solid {theme.fault}; border-radius: 8px; }}
        QPushButton::menu-indicator, QToolButton::menu-indicator {{ image: none; width: 0; }}
        QCalendarWidget QWidget {{ background: {theme.window}; }}
        QCalendarWidget QTableView {{ border: none; outline: none;
            selection-background-color: {theme.window}; }}
        QProgressBar {{ border: none; border-radius: 3px; background: {theme.line};
            max-height: 6px; min-height: 6px; }}
        QProgressBar::chunk {{ background: {theme.bridge}; border-radius: 3px; }}
        """


def _arrow(direction: str) -> str:
    """The file of an arrow in a grey that is visible in every theme."""
    return (RESOURCES / "icons" / f"arrow-{direction}.svg").as_posix()


def _tick(colour: str) -> str:
    """The file of a tick in the one of black and white that is nearer to a colour."""
    name = "white" if QColor(colour).lightness() > 127 else "black"
    return (RESOURCES / "icons" / f"tick-{name}.svg").as_posix()
