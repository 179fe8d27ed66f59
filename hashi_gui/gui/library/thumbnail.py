"""Small pictures of puzzles, with clues that can be read."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QLinearGradient, QPainter, QPixmap

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.rendering.board_painter import BoardPainter
from hashi_gui.rendering.geometry import UNIT, board_rect
from hashi_gui.rendering.painting import fit_board, painting_on
from hashi_gui.rendering.theme import Theme

MIN_CELL = 12.5
"""The smallest cell, in pixels. Of a board that does not fit then, the top left corner is shown."""

FADE = 0.22
"""Where the board goes on, the picture fades: over this share of its width or height."""


def thumbnail(puzzle: Puzzle, size: QSize, ratio: float, theme: Theme) -> QIcon:
    """A picture of a puzzle, the same for selected items; ``ratio`` is that of the screen."""
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    space = QRectF(QPointF(), size.toSizeF())
    whole = board_rect(puzzle)
    needed = whole.size() * (MIN_CELL / UNIT)
    cut = needed.width() > space.width(), needed.height() > space.height()
    with painting_on(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.save()
        if any(cut):
            painter.scale(MIN_CELL / UNIT, MIN_CELL / UNIT)
            painter.translate(-whole.topLeft())
        else:
            fit_board(painter, space, puzzle)
        visible = painter.transform().inverted()[0].mapRect(QRectF(QPointF(), space.size() * ratio))
        BoardPainter(puzzle, theme).draw(painter, visible & whole)
        painter.restore()
        _fade(painter, space, *cut)
    icon = QIcon(pixmap)
    icon.addPixmap(pixmap, QIcon.Mode.Selected)
    return icon


def _fade(painter: QPainter, space: QRectF, right: bool, bottom: bool) -> None:
    """Fade what is drawn towards the right and the bottom."""
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
    for wanted, end in ((right, space.topRight()), (bottom, space.bottomLeft())):
        if wanted:
            gradient = QLinearGradient(space.topLeft(), end)
            gradient.setColorAt(1 - FADE, Qt.GlobalColor.black)
            gradient.setColorAt(1, Qt.GlobalColor.transparent)
            painter.fillRect(space, gradient)
