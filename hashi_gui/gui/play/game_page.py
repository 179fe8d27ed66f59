"""The page of the window for a game: the board with what is around it, or a cover in a pause."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from hashi_gui.gui.board.view import BoardView
from hashi_gui.gui.widgets.board_area import BoardArea, Side

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


class GamePage(QWidget):
    """The board; features put companions beside it, and bars above and below it."""

    def __init__(self, view: BoardView) -> None:
        super().__init__()
        self._view = view
        self._board: QWidget = view
        self.cover = PauseCover()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(view, 1)
        self._column.addWidget(self.cover, 1)

    def add_companion(self, companion: QWidget, place_in: Callable[[QSize], Side]) -> None:
        """Put a widget beside all that is there, see :class:`BoardArea`."""
        index = self._column.indexOf(self._board)
        self._board = BoardArea(self._board, companion, place_in)
        self._column.insertWidget(index, self._board, 1)

    def add_bars(self, above: QWidget, below: QWidget) -> None:
        """Put bars above and below the board."""
        self._column.insertWidget(0, above)
        self._column.addWidget(below)

    def set_paused(self, paused: bool) -> None:
        """Cover the board in a pause, or show it again."""
        if paused != self._board.isHidden():
            self._board.setHidden(paused)
            self.cover.setVisible(paused)
            (self.cover.button if paused else self._view).setFocus()
