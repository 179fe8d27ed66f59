"""What covers the board while the game is paused."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

SPACING = 12


class PauseCover(QWidget):
    """Takes the place of the board, so that nobody can think about it."""

    resumed = Signal()
    """The player wants to go on."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("pauseCover")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        title = QLabel("Paused")
        title.setObjectName("heading")
        text = QLabel("The clock stands still, and the board is hidden.")
        text.setObjectName("muted")
        self.button = QPushButton("Continue")
        self.button.clicked.connect(self.resumed)
        column = QVBoxLayout(self)
        column.setSpacing(SPACING)
        column.addStretch()
        for widget in (title, text, self.button):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch()
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.resumed.emit()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.resumed.emit()
