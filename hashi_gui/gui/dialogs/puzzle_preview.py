"""A puzzle as it would lie on the table."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.rendering.painting import draw_fitted
from hashi_gui.rendering.theme import Theme

SIDE = 400
CORNER = 8
MARGIN = 10
FADED = 0.3


class PuzzlePreview(QWidget):
    """The puzzle that would be played; the last one, faded, while another is made."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._puzzle: Puzzle | None = None
        self._faded = False
        self.setMinimumSize(QSize(SIDE, SIDE))

    def show_puzzle(self, puzzle: Puzzle) -> None:
        self._puzzle, self._faded = puzzle, False
        self.update()

    def fade(self) -> None:
        """Say that what is shown is not what would be played."""
        self._faded = True
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.water))
        painter.drawRoundedRect(self.rect(), CORNER, CORNER)
        if self._puzzle is not None:
            painter.setOpacity(FADED if self._faded else 1.0)
            space = self.rect().toRectF().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
            draw_fitted(painter, space, self._puzzle, Board.empty(self._puzzle), self._theme)
