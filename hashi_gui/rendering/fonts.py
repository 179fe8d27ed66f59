"""The program's own font: on boards, in the window and in books, with and without a display."""

from __future__ import annotations

from functools import cache, lru_cache
from threading import get_ident

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication

from hashi_gui.rendering.geometry import UNIT
from hashi_gui.system.paths import RESOURCES

FAMILY = "Inter"


def load_fonts() -> None:
    """Load the program's own font, so that texts look the same on every machine."""
    for file in sorted((RESOURCES / "fonts").glob("*.otf")):
        QFontDatabase.addApplicationFont(str(file))


def interface_font() -> QFont:
    """The font of menus and messages, in the size of the system's font."""
    interface = QFont(QGuiApplication.font())
    interface.setFamilies([FAMILY, interface.family()])
    interface.setPointSizeF(max(interface.pointSizeF(), 10.0))
    return interface


def font(size: float, weight: QFont.Weight) -> QFont:
    """The font of numbers and letters on boards; its height is ``size`` cells."""
    return _font_of_thread(get_ident(), size, weight)


@lru_cache
def _font_of_thread(_thread: int, size: float, weight: QFont.Weight) -> QFont:
    """A font of its own for each thread, because a QFont caches what it looks up."""
    font = QFont(FAMILY)
    font.setPixelSize(round(size * UNIT))
    font.setWeight(weight)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


@cache
def prepare_drawing() -> QCoreApplication:
    """Prepare Qt for drawing texts, once, and return the application; no display is needed.

    Qt draws as long as the application exists, so it is cached.
    """
    application = QCoreApplication.instance() or QGuiApplication(
        ["hashi", "-platform", "offscreen"]
    )
    load_fonts()
    return application
