"""Figures that are drawn, as a table for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QPaintEvent
from PySide6.QtWidgets import QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from hashi_gui.gui.widgets.controls import NO_MARGINS, spaced


class SpokenTable(QTableWidget):
    """Lies over the drawing and cannot be seen; the arrow keys lead through it."""

    def __init__(self, drawing: QWidget) -> None:
        super().__init__()
        spaced(QVBoxLayout(drawing), 0, NO_MARGINS).addWidget(self)
        self.setEditTriggers(self.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setStyleSheet("background: transparent; border: none")
        self.setMinimumSize(1, 1)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Leave the drawing as it is."""


def let_read(
    drawing: QWidget, name: str, headings: Sequence[str], rows: Sequence[Sequence[str]]
) -> None:
    """Let screen readers, if one listens, read what a widget draws."""
    if QAccessible.isActive():
        table = drawing.findChild(SpokenTable) or SpokenTable(drawing)
        table.setAccessibleName(name)
        table.setColumnCount(len(headings))
        table.setRowCount(len(rows))
        table.setHorizontalHeaderLabels(headings)
        for row, texts in enumerate(rows):
            for column, text in enumerate(texts):
                table.setItem(row, column, QTableWidgetItem(text))
