"""A preview of a puzzle before it is played."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.rendering.board_painter import BoardPainter
from hashi_gui.rendering.geometry import board_rect
from hashi_gui.rendering.painting import fit_board, painting_on
from hashi_gui.rendering.theme import Theme

SIDE, MIN_SIDE = 400, 160
CORNER_RADIUS = 8
MARGIN = 10
FADED_OPACITY = 0.3


class PuzzlePreview(QWidget):
    """Shows the puzzle to play, or the previous one, faded, while another is being generated."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._puzzle: Puzzle | None = None
        self._faded = False
        self.setMinimumSize(QSize(MIN_SIDE, MIN_SIDE))

    def sizeHint(self) -> QSize:
        return QSize(SIDE, SIDE)

    def show_puzzle(self, puzzle: Puzzle) -> None:
        self._puzzle, self._faded = puzzle, False
        self.update()

    def clear(self) -> None:
        self._puzzle = None
        self.update()

    def fade(self) -> None:
        """Show that the puzzle is no longer the one to play."""
        self._faded = True
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.water))
        painter.drawRoundedRect(self.rect(), CORNER_RADIUS, CORNER_RADIUS)
        if self._puzzle is not None:
            painter.setOpacity(FADED_OPACITY if self._faded else 1.0)
            painter.drawPixmap(QPoint(), self._picture(self._puzzle))

    def _picture(self, puzzle: Puzzle) -> QPixmap:
        """The puzzle on a transparent background, so that it is faded as a whole."""
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        with painting_on(picture) as painter:
            space = self.rect().toRectF().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
            fit_board(painter, space, puzzle)
            BoardPainter(puzzle, self._theme).draw(painter, board_rect(puzzle))
        return picture
