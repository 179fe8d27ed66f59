"""The board with the teacher's panel beside or below it."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from hashi_gui.gui.panels.teacher_panel import TeacherPanel, panel_size


class BoardArea(QWidget):
    """Puts the panel where more of the window is left for the board; it is hidden at first."""

    def __init__(self, board: QWidget, panel: TeacherPanel) -> None:
        super().__init__()
        self._panel = panel
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(board, 1)
        self._layout.addWidget(panel)
        self._place_panel()
        panel.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_panel()

    def _place_panel(self) -> None:
        width, height = self.width(), self.height()
        panel = panel_size(self.size())
        beside = min(width - panel.width(), height) >= min(width, height - panel.height())
        directions = QBoxLayout.Direction
        self._layout.setDirection(directions.LeftToRight if beside else directions.TopToBottom)
        self._panel.place(panel, beside=beside)
