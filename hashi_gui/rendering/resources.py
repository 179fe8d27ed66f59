"""The program's own font and icons, with and without a display."""

from __future__ import annotations

from functools import cache, lru_cache
from threading import get_ident
from unicodedata import category

from PySide6.QtCore import QByteArray, QCoreApplication, QLoggingCategory, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QGuiApplication,
    QIcon,
    QPainter,
    QPalette,
    QPixmap,
    QPixmapCache,
    QTextLayout,
)
from PySide6.QtSvg import QSvgRenderer

from hashi_gui.rendering.geometry import UNIT
from hashi_gui.rendering.theme import Theme
from hashi_gui.system.files import RESOURCES

FAMILY = "Inter"

JAPANESE = (
    "Noto Sans CJK JP",
    "Noto Sans JP",
    "Source Han Sans JP",
    "Hiragino Sans",
    "Yu Gothic UI",
    "IPAPGothic",
)
"""Families with Japanese letters in their Japanese forms; a system may prefer the Chinese ones."""


@cache
def prepare_drawing() -> QGuiApplication | None:
    """Prepare Qt for drawing texts; no display is needed. Whatever measures or draws calls it.

    The program's own font is loaded, so that texts look the same on every machine. Without an
    application, Qt aborts the process; one that is made here is cached, since it has to stay.
    """
    made = None
    if QCoreApplication.instance() is None:
        made = QGuiApplication(["hashi", "-platform", "offscreen"])
    # Otherwise Qt prints a line about each font that lacks the characters of a text.
    QLoggingCategory.setFilterRules("qt.text.font.db=false")
    for file in sorted((RESOURCES / "fonts").glob("*.otf")):
        QFontDatabase.addApplicationFont(str(file))
    return made


@cache
def families() -> list[str]:
    """The families of all texts: the program's own, and for letters that it lacks a Japanese one.

    Qt warns of families that do not exist.
    """
    prepare_drawing()
    return [FAMILY, *filter(QFontDatabase.hasFamily, JAPANESE)]


def interface_font() -> QFont:
    """The font of menus and messages, in the size of the system's font."""
    interface = QFont(QGuiApplication.font())
    interface.setFamilies([*families(), interface.family()])
    interface.setPointSizeF(max(interface.pointSizeF(), 10.0))
    return interface


def font(size: float, weight: QFont.Weight) -> QFont:
    """The font of numbers and letters on boards; its height is ``size`` cells."""
    return font_of_height(round(size * UNIT), weight)


def font_of_height(pixels: int, weight: QFont.Weight) -> QFont:
    """The program's own font, for what is measured or drawn on any device."""
    prepare_drawing()
    return _font_of_thread(get_ident(), pixels, weight)


@lru_cache
def _font_of_thread(_thread: int, pixels: int, weight: QFont.Weight) -> QFont:
    """A font of its own for each thread, because a QFont caches what it looks up."""
    font = QFont(families())
    font.setPixelSize(pixels)
    font.setWeight(weight)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def lacks_letters_of(text: str) -> bool:
    """Whether no font of this machine has some letter of a text, which would be left blank."""
    layout = QTextLayout(text, interface_font())
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return any(0 in run.glyphIndexes() for run in layout.glyphRuns())


def drawable(text: str, font: QFont) -> str:
    """A text with a box for each character that no font has, and without the marks of those.

    Qt leaves a gap for some, draws nothing at all, or black bars in a PDF.
    """
    metrics = QFontMetricsF(font)
    missing = {
        character: "" if category(character).startswith("M") else "□"
        for character in set(text) - {"\n", "\u2028"}
        if not metrics.inFontUcs4(ord(character))
    }
    return "".join(missing.get(character, character) for character in text)


ICON_SIZES = (20, 40, 60)
PROGRAM_ICON_SIZES = (16, 24, 32, 48, 64, 128, 256)
"""In pixels."""


def themed_icon(name: str, theme: Theme) -> QIcon:
    """An icon of ``resources/icons`` in the text colour of a theme, dimmed if disabled."""
    return _icon(name, theme.text, theme.dim_ink)


def palette_icon(name: str, palette: QPalette) -> QIcon:
    """An icon of ``resources/icons`` in the text colour of a palette."""
    text, disabled = QPalette.ColorRole.WindowText, QPalette.ColorGroup.Disabled
    return _icon(name, palette.color(text).name(), palette.color(disabled, text).name())


def _icon(name: str, colour: str, disabled_colour: str) -> QIcon:
    icon = QIcon()
    for mode, fill in ((QIcon.Mode.Normal, colour), (QIcon.Mode.Disabled, disabled_colour)):
        for size in ICON_SIZES:
            icon.addPixmap(_cached_pixmap(name, fill, size), mode)
    return icon


def _cached_pixmap(name: str, colour: str, size: int) -> QPixmap:
    """An icon in a colour, drawn when it is needed first."""
    key = f"icon {name} {colour} {size}"
    pixmap = QPixmap()
    if not QPixmapCache.find(key, pixmap):
        pixmap = _pixmap(_svg(name).replace("currentColor", colour), size)
        QPixmapCache.insert(key, pixmap)
    return pixmap


@cache
def _svg(name: str) -> str:
    return (RESOURCES / "icons" / f"{name}.svg").read_text(encoding="utf-8")


def program_icon() -> QIcon:
    """The icon of the program."""
    svg = (RESOURCES / "hashi.svg").read_text(encoding="utf-8")
    icon = QIcon()
    for size in PROGRAM_ICON_SIZES:
        icon.addPixmap(_pixmap(svg, size))
    return icon


def _pixmap(svg: str, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap
