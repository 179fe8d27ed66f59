"""The pictures in the help window: rules, symbols on the board, and examples of techniques."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.formats import read
from hashi_gui.logic.wording import letters_for
from hashi_gui.rendering.geometry import UNIT, board_rect
from hashi_gui.rendering.looks import BridgeLook, IslandLook
from hashi_gui.rendering.painting import draw_fitted, painting_on
from hashi_gui.rendering.pieces import draw_bridge, draw_island, draw_under_island
from hashi_gui.rendering.theme import Theme

if TYPE_CHECKING:
    from hashi_gui.logic.teaching.examples import Example

RULE_SIZE = QSize(104, 104)
BADGE_SPACE = QSize(20, 0)
"""The room at the right of the picture of a rule."""

EXAMPLE_WIDTH = 264
"""The largest width of the example of a technique, in pixels, so that the panel has room for it."""
EXAMPLE_CELL = 34
"""The largest size of a cell in it."""
ARROW_SPACE = 36
LETTER_SPACE = 5
"""The room around it for letters, which are not smaller on small cells."""
SYMBOL_SIZE = QSize(58, 46)
SYMBOL_CELL = 36
"""The size of a cell in the picture of a symbol, in pixels."""

BADGE_RADIUS, BADGE_MARGIN = 8.0, 5.0


@dataclass(frozen=True, slots=True)
class RulePicture:
    """A board that follows a rule or breaks it: a grid, and bridges as the text of a move."""

    grid: str
    bridges: str
    right: bool = True


RULE_PICTURES: tuple[RulePicture, ...] = (
    RulePicture("2.2\n...\n2.2", "0,0-0,2=1;0,2-2,2=1;2,0-2,2=1;0,0-2,0=1"),
    RulePicture("1.2\n...\n..1", "0,0-0,2=1;0,2-2,2=1"),
    RulePicture("2.3\n...\n..1", "0,0-0,2=2;0,2-2,2=1"),
    RulePicture("..1..\n.....\n1...1\n.....\n..1..", "0,2-4,2=1;2,0-2,4=1", right=False),
    RulePicture("3.1\n...\n2..", "0,0-0,2=1;0,0-2,0=2"),
    RulePicture("1.2\n...\n1.2", "0,0-2,0=1;0,2-2,2=2", right=False),
)
"""The picture of each of the rules."""


def rule_image(picture: RulePicture, theme: Theme, ratio: float) -> QImage:
    """A board with a badge, a tick or a cross; what breaks the rule is highlighted."""
    image = _blank_image(RULE_SIZE + BADGE_SPACE, QColor(Qt.GlobalColor.transparent), ratio)
    puzzle = read(picture.grid).puzzle
    board = Board.empty(puzzle).apply(Move.from_text(puzzle, picture.bridges))
    highlight = Highlight()
    if not picture.right:
        built = [edge for edge, count in enumerate(board.counts) if count]
        highlight = Highlight(edges=dict.fromkeys(built, Role.CONFLICT))
    with painting_on(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        space = QRectF(QPointF(), RULE_SIZE.toSizeF())
        draw_fitted(painter, space, puzzle, board, theme, highlight)
        _draw_badge(painter, image.deviceIndependentSize(), theme, right=picture.right)
    return image


def example_image(example: Example, theme: Theme, ratio: float) -> QImage:
    """The example of a technique: where to look, an arrow, and what follows there."""
    document, conclusions = example.document, example.conclusions()
    before = Highlight(
        dict.fromkeys(conclusions[0].islands, Role.HINT),
        letters=letters_for([conclusions[0].reason(document.puzzle)]),
    )
    drawn = [each for each in conclusions if each.is_minimum or not each.bound]
    after = Highlight(
        edges=dict.fromkeys((each.edge for each in conclusions), Role.HINT),
        ghosts={each.edge: each.bound or MARK for each in drawn},
        limits={each.edge: each.bound for each in conclusions if each not in drawn},
    )
    whole, side = board_rect(document.puzzle).size(), (EXAMPLE_WIDTH - ARROW_SPACE) / 2
    size = whole.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio)
    size = size.boundedTo(whole * (EXAMPLE_CELL / UNIT))
    lefts = LETTER_SPACE, LETTER_SPACE + size.width() + ARROW_SPACE
    places = [QRectF(QPointF(left, LETTER_SPACE), size) for left in lefts]
    image_size = QSizeF(places[1].right(), places[1].bottom() + LETTER_SPACE).toSize()
    image = _blank_image(image_size, QColor(Qt.GlobalColor.transparent), ratio)
    with painting_on(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, highlight in zip(places, (before, after)):
            draw_fitted(painter, place, document.puzzle, document.board, theme, highlight)
        _draw_arrow(painter, (places[0].center() + places[1].center()) / 2, theme)
    return image


def _draw_arrow(painter: QPainter, at: QPointF, theme: Theme) -> None:
    """An arrow to the right, with its middle at a point."""
    pen = QPen(QColor(theme.muted), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    tip = at + QPointF(8, 0)
    painter.drawLine(at - QPointF(8, 0), tip)
    painter.drawPolyline([tip + QPointF(-5, -5), tip, tip + QPointF(-5, 5)])


def symbol_image(look: IslandLook | BridgeLook, theme: Theme, ratio: float) -> QImage:
    """An island or a bridge as it looks on the board."""
    image = _blank_image(SYMBOL_SIZE, QColor(theme.water), ratio)
    with painting_on(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(SYMBOL_SIZE.width() / 2, SYMBOL_SIZE.height() / 2)
        painter.scale(SYMBOL_CELL / UNIT, SYMBOL_CELL / UNIT)
        if isinstance(look, IslandLook):
            draw_under_island(painter, QPointF(), look, theme)
            draw_island(painter, QPointF(), look, theme)
        else:
            ends = QPointF(-0.7 * UNIT, 0), QPointF(0.7 * UNIT, 0)
            draw_bridge(painter, *ends, QPointF(), look, theme)
    return image


def _draw_badge(painter: QPainter, size: QSizeF, theme: Theme, *, right: bool) -> None:
    """A tick or a cross in the corner of a picture."""
    inset = BADGE_RADIUS + BADGE_MARGIN
    painter.translate(size.width() - inset, size.height() - inset)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.group if right else theme.fault))
    painter.drawEllipse(QPointF(), BADGE_RADIUS, BADGE_RADIUS)
    pen = QPen(QColor(theme.panel), 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    if right:
        painter.drawPolyline([QPointF(-3.6, 0.2), QPointF(-1.1, 2.8), QPointF(3.7, -2.7)])
    else:
        for rise in (-1, 1):
            painter.drawLine(QPointF(-2.8, -2.8 * rise), QPointF(2.8, 2.8 * rise))


def _blank_image(size: QSize, colour: QColor, ratio: float) -> QImage:
    image = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(colour)
    return image
