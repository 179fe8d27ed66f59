"""Helpers for the buttons of dialogs."""

from __future__ import annotations

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialogButtonBox


def remove_icons(buttons: QDialogButtonBox) -> None:
    """Remove the icons that the widget style adds to the buttons of a dialog."""
    for button in buttons.buttons():
        button.setIcon(QIcon())
