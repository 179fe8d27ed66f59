"""Qt without a display."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from hashi_gui.rendering.fonts import load_fonts


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
