"""Qt without a display."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from hashi_gui.gui.theme import load_fonts


def drawing_application() -> QCoreApplication:
    """What Qt needs before it draws text. Keep it as long as anything is drawn."""
    application = QCoreApplication.instance()
    if application is None:
        application = QGuiApplication(["hashi", "-platform", "offscreen"])
    load_fonts()
    return application
