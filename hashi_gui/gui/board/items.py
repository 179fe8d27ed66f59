"""The items of the scene. They know nothing of the game, only the look that was set last."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from hashi_gui.core.puzzle import Edge, Island, Puzzle
from hashi_gui.rendering.geometry import HIGHLIGHT_WIDTH, UNIT, centre, mark_position
from hashi_gui.rendering.looks import BridgeLook, IslandLook
from hashi_gui.rendering.painting import (
    draw_bridge,
    draw_difference,
    draw_edge_highlight,
    draw_island,
    draw_water,
)
from hashi_gui.rendering.theme import Theme

ISLAND_RECT = QRectF(-0.56 * UNIT, -0.56 * UNIT, 1.12 * UNIT, 1.12 * UNIT)
"""The area of an island with all its signs, relative to its centre."""


class WaterItem(QGraphicsItem):
    """The dotted water below everything else."""

    def __init__(self, puzzle: Puzzle, rect: QRectF, theme: Theme) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._rect = rect
        self.theme = theme
        self.setZValue(-1)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def boundingRect(self) -> QRectF:
        return self._rect

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        draw_water(painter, self._puzzle, self.theme, option.exposedRect)


class EdgeItem(QGraphicsItem):
    """A possible bridge: its light, its bridges, its mark, its preview."""

    def __init__(self, puzzle: Puzzle, edge: Edge, theme: Theme) -> None:
        super().__init__()
        self.look = BridgeLook()
        self.theme = theme
        a, b = puzzle.ends(edge.id)
        self._a, self._b = centre(a), centre(b)
        self._place = mark_position(puzzle, edge)
        half = HIGHLIGHT_WIDTH / 2 + 0.05 * UNIT
        self._rect = QRectF(self._a, self._b).normalized().adjusted(-half, -half, half, half)

    def boundingRect(self) -> QRectF:
        return self._rect

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        if self.look.role is not None:
            draw_edge_highlight(painter, self._a, self._b, self.look.role, self.theme)
        draw_bridge(painter, self._a, self._b, self._place, self.look, self.theme)


class IslandItem(QGraphicsItem):
    """A numbered circle."""

    def __init__(self, island: Island, theme: Theme) -> None:
        super().__init__()
        self.look = IslandLook(island.clue)
        self.theme = theme
        self.setPos(centre(island))
        self.setZValue(1)

    def boundingRect(self) -> QRectF:
        return ISLAND_RECT

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        draw_island(painter, QPointF(), self.look, self.theme)


class DifferenceItem(QGraphicsItem):
    """Above an edge, the numbers of bridges in two solutions that differ there."""

    def __init__(self, puzzle: Puzzle, edge: Edge, choices: tuple[int, int], theme: Theme) -> None:
        super().__init__()
        self._choices = choices
        self.theme = theme
        self.setPos(mark_position(puzzle, edge))
        self.setZValue(2)

    def boundingRect(self) -> QRectF:
        return QRectF(-0.4 * UNIT, -0.2 * UNIT, 0.8 * UNIT, 0.4 * UNIT)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        draw_difference(painter, QPointF(), self._choices, self.theme)
