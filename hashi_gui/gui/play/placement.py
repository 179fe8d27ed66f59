"""Where the finish card covers the fewest islands."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil, floor

from PySide6.QtCore import QPoint, QRect, QRectF, QSize

from hashi_gui.core.puzzle import Cell
from hashi_gui.gui.board.gestures import ISLAND_REACH
from hashi_gui.gui.board.view import BoardView
from hashi_gui.rendering.geometry import UNIT

MARGIN = 12
"""Pixels to leave between the edge of the view and what is placed over it."""

PLACES = 7
"""How many places are compared in each direction."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place over a view; how many islands it covers, and which share of it is over the board."""

    rect: QRect
    islands: int
    share: float

    @property
    def covered(self) -> tuple[int, float]:
        return self.islands, round(self.share, 1)


def place_over(view: BoardView, cells: Sequence[Cell], size: QSize) -> Place:
    """The place in a view for something of a size that covers as few islands as possible.

    ``cells`` are those of the islands, in order. Of several such places it is the one that covers
    the least of the board, and of these the one nearest to the right edge, halfway down.
    """
    room = view.viewport().rect()
    board = view.mapFromScene(view.board_rect).boundingRect()

    def place_at(x: int, y: int) -> Place:
        rect = QRect(QPoint(x, y), size)
        shared = rect & board
        islands = _count_islands(cells, view.mapToScene(rect).boundingRect())
        share = shared.width() * shared.height() / (rect.width() * rect.height())
        return Place(rect, islands, share)

    def cost(place: Place) -> tuple[int, float, int, int]:
        off_middle = abs(place.rect.center().y() - room.center().y())
        return *place.covered, room.right() - place.rect.right(), off_middle

    places = product(_spread(room.width(), size.width()), _spread(room.height(), size.height()))
    return min((place_at(x, y) for x, y in places), key=cost)


def keep_inside(view: BoardView, rect: QRect) -> QPoint:
    """The place nearest to a rectangle at which it is completely inside a view, if it fits."""
    room = view.viewport().rect()
    x = max(min(rect.x(), room.width() - rect.width()), 0)
    y = max(min(rect.y(), room.height() - rect.height()), 0)
    return QPoint(x, y)


def _spread(room: int, length: int) -> list[int]:
    """Positions from one edge of the room to the other, evenly spread."""
    last = max(room - length - MARGIN, 0)
    first = min(MARGIN, last)
    return sorted({first + (last - first) * n // (PLACES - 1) for n in range(PLACES)})


def _count_islands(cells: Sequence[Cell], area: QRectF) -> int:
    """The number of islands in an area of the scene, also of those that are partly in it."""
    rows = range(
        ceil(area.top() / UNIT - ISLAND_REACH), floor(area.bottom() / UNIT + ISLAND_REACH) + 1
    )
    left = ceil(area.left() / UNIT - ISLAND_REACH)
    right = floor(area.right() / UNIT + ISLAND_REACH)
    return sum(
        bisect_left(cells, (row, right + 1)) - bisect_left(cells, (row, left)) for row in rows
    )
