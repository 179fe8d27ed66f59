"""Qt without a display."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from hashi_gui.rendering.theme import load_fonts


@cache
def prepare_drawing() -> QCoreApplication:
    """What Qt needs before it draws text, kept from now on; a display is not needed."""
    application = QCoreApplication.instance() or QGuiApplication(
        ["hashi", "-platform", "offscreen"]
    )
    load_fonts()
    return application
