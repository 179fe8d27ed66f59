"""Labels that the dialogs about progress share: headings and muted texts."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

LONG_TEXT = 40
"""More characters may need several lines."""


def heading(text: str) -> QLabel:
    label = QLabel(text, textFormat=Qt.TextFormat.PlainText)
    label.setObjectName("title")
    return label


def muted(text: str) -> QLabel:
    """A label for what is less important."""
    label = QLabel(text, wordWrap=len(text) > LONG_TEXT, textFormat=Qt.TextFormat.PlainText)
    label.setObjectName("muted")
    return label
