"""Where things are on a drawn board: cells, rectangles and distances.

All lengths are in board units, UNIT to a cell. The centre of cell (row, col) is at
(col * UNIT, row * UNIT).
"""

from __future__ import annotations

from math import ceil, floor, hypot
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QTransform

from hashi_gui.core.puzzle import Edge, Island, Puzzle

UNIT = 64.0
ISLAND_RADIUS = 0.385 * UNIT
"""To the middle of the ring."""

HIGHLIGHT_WIDTH = 0.44 * UNIT
"""The width of the band that highlights an edge."""

MARGIN = 0.85
"""The width of the water around the outermost cell centres, in cells."""


SMALL_CELL = 20
"""In cells below this size, in pixels of 1/96 inch, clues are larger and signs are left out."""


def centre(island: Island) -> QPointF:
    return QPointF(island.col * UNIT, island.row * UNIT)


def square(middle: QPointF, half_side: float) -> QRectF:
    """A square around a point."""
    return QRectF(middle.x() - half_side, middle.y() - half_side, 2 * half_side, 2 * half_side)


class CellArea(NamedTuple):
    """A rectangle of cells; the last row and the last column belong to it."""

    top: int
    left: int
    bottom: int
    right: int

    def meets(self, a: Island, b: Island) -> bool:
        """Whether any cell from one island to another, below it or to its right, is inside."""
        return (
            a.row <= self.bottom
            and b.row >= self.top
            and a.col <= self.right
            and b.col >= self.left
        )


def cells_in(area: QRectF) -> CellArea:
    """The cells of which the centre is in an area in board units."""
    return CellArea(
        ceil(area.top() / UNIT),
        ceil(area.left() / UNIT),
        floor(area.bottom() / UNIT),
        floor(area.right() / UNIT),
    )


def board_rect(puzzle: Puzzle) -> QRectF:
    """The whole board with its margin."""
    return QRectF(
        -MARGIN * UNIT,
        -MARGIN * UNIT,
        (puzzle.cols - 1 + 2 * MARGIN) * UNIT,
        (puzzle.rows - 1 + 2 * MARGIN) * UNIT,
    )


def mark_position(puzzle: Puzzle, edge: Edge) -> QPointF:
    """Where the mark of an edge is drawn: near the middle of the edge, not on a crossing."""
    a, b = puzzle.ends(edge.id)
    length = b.col - a.col if edge.horizontal else b.row - a.row
    crossed = {cell for crossing in puzzle.crossings[edge.id] for cell in puzzle.water(crossing)}
    water = puzzle.water(edge.id)
    middle = length / 2
    if length % 2 == 0 and water[length // 2 - 1] in crossed:
        middle -= 0.5
    step = QPointF(UNIT, 0) if edge.horizontal else QPointF(0, UNIT)
    return centre(a) + step * middle


def cell_pixels(painter: QPainter) -> float:
    """The size of a cell on the device, in pixels of 1/96 inch."""
    device = painter.device()
    dots_per_inch = device.logicalDpiX() * device.devicePixelRatio()
    return dots_per_unit(painter.deviceTransform()) * UNIT / dots_per_inch * 96


def device_pixel(painter: QPainter) -> float:
    """A pixel of the window, or a point of a page, in board units."""
    return painter.device().devicePixelRatio() / dots_per_unit(painter.deviceTransform())


def dots_per_unit(to_device: QTransform) -> float:
    """How many dots of a device a board unit has, however the board is turned."""
    return hypot(to_device.m11(), to_device.m12())
