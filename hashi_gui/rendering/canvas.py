"""Edges in groups of one look, and the canvas that draws such groups at once."""

from __future__ import annotations

from functools import cached_property

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QBrush, QPainter, QTransform

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.rendering.bridges import gaps, snap
from hashi_gui.rendering.geometry import UNIT, centre
from hashi_gui.rendering.highlights import DASHED_ROLES
from hashi_gui.rendering.looks import BridgeLook
from hashi_gui.rendering.sprites import Sprite


class Line:
    """The edges of one row or column; ``position`` is its number.

    ``groups`` has the edges that show anything, by their looks, and is None after a change.
    """

    def __init__(self, position: int, *, horizontal: bool) -> None:
        self.position = position
        self.horizontal = horizontal
        self.edges: list[int] = []
        self.groups: list[Group] | None = None


class Group:
    """Edges of one line that look the same."""

    def __init__(self, puzzle: Puzzle, line: Line, look: BridgeLook, edges: list[int]) -> None:
        self.line = line
        self.look = look
        self.edges = edges
        self.is_rare = (
            look.preview is not None
            or look.ghost is not None
            or look.crossed
            or look.role in DASHED_ROLES
        )
        """Whether the edges are drawn one by one."""
        self._ends = [puzzle.ends(edge) for edge in edges]

    @cached_property
    def spans(self) -> list[QRectF]:
        """The edges as rectangles: as long as the edge, in cells, and 1 broad."""
        if self.line.horizontal:
            return [QRectF(a.col, 0, b.col - a.col, 1) for a, b in self._ends]
        return [QRectF(0, a.row, 1, b.row - a.row) for a, b in self._ends]

    @cached_property
    def gaps(self) -> list[QRectF]:
        """The gaps in dashed bridges, in board units."""
        trial = self.look.trial
        return [gap for a, b in self._ends for gap in gaps(centre(a), centre(b), trial)]


class Canvas:
    """The painter of one drawing, and where rows and columns are in the pixels of its device."""

    def __init__(self, painter: QPainter) -> None:
        to_device = painter.deviceTransform()
        self.painter = painter
        self.cell = to_device.m11() * UNIT
        self._left, self._top = to_device.dx(), to_device.dy()
        self._board = painter.worldTransform()
        self._pixels = to_device.inverted()[0] * self._board

    def x(self, col: float) -> int:
        return snap(col * self.cell + self._left)

    def y(self, row: float) -> int:
        return snap(row * self.cell + self._top)

    def use_board_units(self) -> None:
        self.painter.setWorldTransform(self._board)
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def use_pixels(self) -> None:
        self.painter.setWorldTransform(self._pixels)
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def fill(self, group: Group, brush: QBrush, offset: int, breadth: int) -> None:
        """Fill a bar along each edge of a group, in pixels: from ``offset`` beside the axis on."""
        line = group.line
        if line.horizontal:
            y = self.y(line.position) + offset
            placed = QTransform(self.cell, 0, 0, breadth, self._left, y)
        else:
            x = self.x(line.position) + offset
            placed = QTransform(breadth, 0, 0, self.cell, x, self._top)
        self.painter.setWorldTransform(placed * self._pixels)
        self.painter.setBrush(brush)
        self.painter.drawRects(group.spans)

    def copy(self, sprite: Sprite, at: QPointF) -> None:
        """Copy a sprite to a place on the board."""
        left, top = self.x(at.x() / UNIT) - sprite.half, self.y(at.y() / UNIT) - sprite.half
        self.painter.drawPixmap(left, top, sprite.pixmap)
