"""All colours and fonts of the program."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette

from hashi_gui.system.paths import RESOURCES

FAMILY = "Inter"


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
    roles of highlights, ``trials`` for the bridges of nested trials, in turn,
    ``groups`` for groups of connected islands. ``ring`` is the width
    of the ring of an island that still needs bridges, in cells; ``digits`` is the size of the
    numbers on islands, 1 for the usual one.
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
    fault: str
    fault_island: str
    first: str
    second: str
    group: str
    trials: tuple[str, ...]
    groups: tuple[str, ...]
    ring: float = 0.055
    digits: float = 1.0

    def qt_palette(self) -> QPalette:
        """The colours as a palette for Qt's widgets."""
        roles = {
            QPalette.ColorRole.Window: self.window,
            QPalette.ColorRole.WindowText: self.text,
            QPalette.ColorRole.Base: self.panel,
            QPalette.ColorRole.AlternateBase: self.window,
            QPalette.ColorRole.Text: self.text,
            QPalette.ColorRole.Button: self.panel,
            QPalette.ColorRole.ButtonText: self.text,
            QPalette.ColorRole.BrightText: self.text,
            QPalette.ColorRole.ToolTipBase: self.panel,
            QPalette.ColorRole.ToolTipText: self.text,
            QPalette.ColorRole.PlaceholderText: self.muted,
            QPalette.ColorRole.Highlight: self.accent,
            QPalette.ColorRole.HighlightedText: self.on_accent,
            QPalette.ColorRole.Link: self.accent,
            QPalette.ColorRole.Accent: self.accent,
            QPalette.ColorRole.Light: self.panel,
            QPalette.ColorRole.Midlight: self.line,
            QPalette.ColorRole.Mid: self.line,
            QPalette.ColorRole.Dark: self.muted,
        }
        palette = QPalette()
        for role, colour in roles.items():
            palette.setColor(role, QColor(colour))
        for role in (
            QPalette.ColorRole.WindowText,
            QPalette.ColorRole.Text,
            QPalette.ColorRole.ButtonText,
        ):
            palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(self.muted))
        return palette

    def style_sheet(self) -> str:
        """What a palette cannot express: flat bars and buttons, thin separators."""
        return f"""
            QMainWindow, QDialog {{ background: {self.window}; }}
            QMenuBar {{ background: {self.window}; padding: 2px 6px; }}
            QMenuBar::item {{ padding: 4px 9px; border-radius: 5px; background: transparent; }}
            QMenuBar::item:selected {{ background: {self.line}; color: {self.text}; }}
            QMenu {{ background: {self.panel}; border: 1px solid {self.line}; padding: 5px; }}
            QMenu::item {{ padding: 5px 26px 5px 24px; border-radius: 4px; }}
            QMenu::item:selected {{ background: {self.accent}; color: {self.on_accent}; }}
            QMenu::item:disabled {{ color: {self.muted}; }}
            QMenu::separator {{ height: 1px; background: {self.line}; margin: 5px 8px; }}
            QToolBar {{ background: {self.window}; border: none;
                border-bottom: 1px solid {self.line}; padding: 4px 8px; spacing: 2px; }}
            QToolBar::separator {{ width: 1px; background: {self.line}; margin: 6px 7px; }}
            QToolButton {{ border: none; border-radius: 6px; padding: 5px 8px;
                color: {self.text}; }}
            QToolBar[narrow="true"] QToolButton {{ padding: 5px; }}
            QToolButton:hover {{ background: {self.line}; }}
            QToolButton:pressed, QToolButton:checked {{ background: {self.line}; }}
            QToolButton:disabled {{ color: {self.muted}; }}
            #qt_toolbar_ext_button {{ padding: 0; image: url("{_arrow("right")}"); }}
            QFileDialog QToolButton {{ padding: 2px; }}
            QToolTip {{ background: {self.panel}; color: {self.text};
                border: 1px solid {self.line}; padding: 4px 7px; }}
            QGraphicsView {{ border: none; background: {self.water}; }}
            #teacherPanel {{ background: {self.window}; }}
            #teacherPanel[borderSide="left"] {{ border-left: 1px solid {self.line}; }}
            #teacherPanel[borderSide="top"] {{ border-top: 1px solid {self.line}; }}
            #teacherPanel #page, #teacherPanel QScrollArea {{ background: transparent; }}
            #teacherPanel #heading {{ font-weight: 600; font-size: 13pt; }}
            #teacherPanel #badge {{ background: {self.line}; border-radius: 9px;
                padding: 2px 9px; }}
            #teacherPanel #steps {{ background: {self.panel}; border: 1px solid {self.line};
                border-radius: 8px; }}
            #teacherPanel #step {{ border: none; border-radius: 7px; }}
            #teacherPanel #step:hover {{ background: {self.window}; }}
            #teacherPanel #step[selected="true"] {{ background: {self.line}; }}
            #teacherPanel QPushButton[primary="true"] {{ border-color: {self.accent};
                background: {self.accent}; color: {self.on_accent}; }}
            #messageBar, #replayBar {{ background: {self.window};
                border-top: 1px solid {self.line}; }}
            #messageBar #fact {{ color: {self.muted}; }}
            #messageBar #fact[urgent="true"] {{ color: {self.fault}; }}
            #messageBar QPushButton {{ padding: 4px 12px; }}
            #lessonCard {{ background: {self.panel}; border: none;
                border-bottom: 1px solid {self.line}; border-right: 1px solid {self.line}; }}
            #lessonCard #lessonText {{ font-size: 12pt; }}
            #lessonCard[place="beside"] #lessonText {{ font-size: 11pt; }}
            #lessonCard #heading {{ font-size: 12pt; font-weight: 600; }}
            #lessonCard #remark {{ font-size: 11pt; }}
            #lessonCard[place="small"] #lessonText, #lessonCard[place="small"] #remark {{
                font-size: 10pt; }}
            #lessonCard #remark[mood="right"] {{ color: {self.muted}; }}
            #lessonCard #remark[mood="wrong"] {{ color: {self.fault}; }}
            #lessonCard #remark[mood="done"] {{ color: {self.accent}; font-weight: 600; }}
            #noticeBar {{ background: {self.fault_island}; border-bottom: 1px solid {self.fault}; }}
            #noticeBar QPushButton {{ padding: 4px 12px; }}
            QPushButton {{ border: 1px solid {self.line}; border-radius: 6px; padding: 5px 14px;
                background: {self.panel}; color: {self.text}; }}
            QPushButton:hover {{ border-color: {self.accent}; }}
            QPushButton:default {{ border-color: {self.accent}; background: {self.accent};
                color: {self.on_accent}; }}
            QPushButton:checked {{ border-color: {self.accent}; background: {self.accent};
                color: {self.on_accent}; }}
            QPushButton:disabled {{ border-color: {self.line}; background: {self.panel};
                color: {self.muted}; }}
            QPushButton:focus {{ border: 1px solid {self.accent}; }}
            QSpinBox, QComboBox, QLineEdit {{ border: 1px solid {self.line}; border-radius: 6px;
                padding: 0 6px; background: {self.panel}; color: {self.text}; }}
            QSpinBox QLineEdit {{ border: none; padding: 0; background: transparent; }}
            QSpinBox:hover, QComboBox:hover, QLineEdit:hover,
            QSpinBox:focus, QComboBox:focus, QLineEdit:focus {{ border-color: {self.accent}; }}
            QSpinBox[impossible="true"] {{ border-color: {self.fault}; color: {self.fault}; }}
            QSpinBox::up-button {{ subcontrol-origin: border; subcontrol-position: top right;
                width: 20px; border: none; }}
            QSpinBox::down-button {{ subcontrol-origin: border;
                subcontrol-position: bottom right; width: 20px; border: none; }}
            QSpinBox::up-arrow {{ image: url("{_arrow("up")}"); width: 10px; height: 10px; }}
            QSpinBox::down-arrow {{ image: url("{_arrow("down")}"); width: 10px; height: 10px; }}
            QComboBox::drop-down {{ width: 24px; border: none; }}
            QComboBox::down-arrow {{ image: url("{_arrow("down")}"); width: 10px; height: 10px; }}
            QComboBox QAbstractItemView {{ background: {self.panel}; color: {self.text};
                border: 1px solid {self.line}; outline: none;
                selection-background-color: {self.accent};
                selection-color: {self.on_accent}; }}
            QComboBox QAbstractItemView::item {{ border: none; border-radius: 4px;
                padding: 4px 6px; }}
            QComboBox QAbstractItemView::item:selected {{ background: {self.accent};
                color: {self.on_accent}; }}
            QCheckBox::indicator {{ width: 14px; height: 14px; border: 1px solid {self.muted};
                border-radius: 4px; background: {self.panel}; }}
            QCheckBox::indicator:hover, QCheckBox::indicator:focus {{
                border-color: {self.accent}; }}
            QCheckBox::indicator:checked {{ border-color: {self.accent};
                background: {self.accent}; image: url("{_tick(self.on_accent)}"); }}
            QSlider::groove:horizontal {{ height: 4px; border-radius: 2px;
                background: {self.line}; }}
            QSlider::sub-page:horizontal {{ border-radius: 2px; background: {self.accent}; }}
            QSlider::handle:horizontal {{ width: 14px; height: 14px; margin: -5px 0;
                border-radius: 7px; background: {self.accent}; }}
            QSlider::handle:horizontal:focus {{ background: {self.text}; }}
            QSlider::handle:horizontal:disabled, QSlider::sub-page:horizontal:disabled {{
                background: {self.dim_ink}; }}
            QListView {{ background: {self.water}; border: 1px solid {self.line};
                border-radius: 6px; outline: none; }}
            QListView::item {{ border: 2px solid transparent; border-radius: 8px;
                padding: 6px; color: {self.text}; }}
            QListView::item:hover {{ background: {self.window}; }}
            QListView::item:selected {{ border-color: {self.accent}; background: {self.panel};
                color: {self.text}; }}
            QTextBrowser {{ background: {self.panel}; border: 1px solid {self.line};
                border-radius: 6px; padding: 6px 14px; }}
            QScrollBar:vertical {{ width: 10px; background: transparent; }}
            QScrollBar::handle:vertical {{ background: {self.line}; border-radius: 4px;
                min-height: 32px; margin: 1px; }}
            QScrollBar::handle:vertical:hover {{ background: {self.muted}; }}
            QScrollBar:horizontal {{ height: 10px; background: transparent; }}
            QScrollBar::handle:horizontal {{ background: {self.line}; border-radius: 4px;
                min-width: 32px; margin: 1px; }}
            QScrollBar::handle:horizontal:hover {{ background: {self.muted}; }}
            QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
            QAbstractScrollArea::corner {{ background: transparent; border: none; }}
            QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
            QTabWidget::pane {{ border: none; }}
            QTabBar::tab {{ padding: 6px 14px; color: {self.muted}; background: transparent;
                border-bottom: 2px solid transparent; }}
            QTabBar::tab:selected {{ color: {self.text}; border-bottom-color: {self.accent}; }}
            #muted {{ color: {self.muted}; }}
            #pauseCover {{ background: {self.water}; }}
            #pauseCover #heading {{ font-size: 16pt; font-weight: 600; }}
            #title {{ font-weight: 600; }}
            #details {{ background: {self.panel}; border: 1px solid {self.line}; }}
            #card {{ background: {self.panel}; border: 1px solid {self.line};
                border-radius: 8px; }}
            #finishCard {{ background: {self.panel}; border: 1px solid {self.dim_ink};
                border-radius: 12px; }}
            #finishCard QToolButton {{ padding: 3px; }}
            QPushButton::menu-indicator, QToolButton::menu-indicator {{ image: none; width: 0; }}
            QCalendarWidget QWidget {{ background: {self.window}; }}
            QCalendarWidget QTableView {{ border: none; outline: none;
                selection-background-color: {self.window}; }}
            QProgressBar {{ border: none; border-radius: 3px; background: {self.line};
                max-height: 6px; min-height: 6px; }}
            QProgressBar::chunk {{ background: {self.accent}; border-radius: 3px; }}
            """


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

APPLICATION_STYLE_SHEET = "QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }"
"""What must be known before a dialog is made, and works for the whole application only."""

THEMES = {"light": LIGHT, "dark": DARK, "high-contrast": HIGH_CONTRAST, "print": PRINT}
"""The themes by name."""


def _arrow(direction: str) -> str:
    """The file of an arrow in a grey that is visible in every theme."""
    return (RESOURCES / "icons" / f"arrow-{direction}.svg").as_posix()


def _tick(colour: str) -> str:
    """The file of a tick in the one of black and white that is nearer to a colour."""
    name = "white" if QColor(colour).lightness() > 127 else "black"
    return (RESOURCES / "icons" / f"tick-{name}.svg").as_posix()


def load_fonts() -> None:
    """Load the program's own font, so that texts look the same on every machine."""
    for file in sorted((RESOURCES / "fonts").glob("*.otf")):
        QFontDatabase.addApplicationFont(str(file))


def interface_font() -> QFont:
    """The font of menus and messages, in the size of the system's font."""
    font = QFont(QGuiApplication.font())
    font.setFamilies([FAMILY, font.family()])
    font.setPointSizeF(max(font.pointSizeF(), 10.0))
    return font


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
