"""Small pictures of what a board shows many times, and edges drawn in groups of one look.

Drawing an island takes a hundred times as long as copying its picture.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from math import ceil

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPixmap, QTransform

from hashi_gui.core.highlight import Role
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.rendering.geometry import HIGHLIGHT_WIDTH, UNIT, centre
from hashi_gui.rendering.looks import BridgeLook, IslandLook, island_look
from hashi_gui.rendering.painting import (
    DOT_WIDTH,
    LABEL_REACH,
    Label,
    draw_dots,
    enlargement,
    is_shown,
    painting_on,
)
from hashi_gui.rendering.pieces import (
    LIGHT_RADIUS,
    draw_bridge,
    draw_edge_highlight,
    draw_island,
    draw_under_island,
    gaps,
    snap,
)
from hashi_gui.rendering.theme import Theme

ISLAND_REACH = 0.56
"""How far an island with all its signs reaches from its centre, in cells."""

LIGHT_REACH = LIGHT_RADIUS / UNIT + 0.06
"""How far the light of an island reaches from its centre, in cells."""

MARK_REACH = 0.25

BAND_REACH = HIGHLIGHT_WIDTH / UNIT / 2 + 0.05
"""How far the highlight of an edge reaches from its axis, in cells."""

MAX_PIXELS = 4_000_000
"""How many pixels all pictures may have together: 16 MB."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture; its middle is at ``half`` pixels from its left and from its top."""

    pixmap: QPixmap
    half: int


IslandPixmaps = tuple[Sprite, QPixmap]
"""The pictures of what is under an island and of the island itself."""


class Sprites:
    """The pictures for one theme and one size of cell. Each is drawn when it is first needed."""

    def __init__(self, theme: Theme, cell: float, device_ratio: float) -> None:
        """``cell`` is the size of a cell in pixels of the device.

        ``device_ratio`` is the number of them in a pixel of the window.
        """
        self._theme = theme
        self._cell = cell
        self._device_ratio = device_ratio
        self.pixmaps_of_looks: dict[int, tuple[IslandLook, IslandPixmaps]] = {}
        """What a painter draws for looks, by the id() of each, and the look itself."""
        self._sprites: dict[Hashable, Sprite] = {}
        self._bands: dict[tuple[Role, bool], tuple[int, QBrush]] = {}
        self._pixels = 0

    @property
    def drawn_for(self) -> tuple[Theme, float, float]:
        return self._theme, self._cell, self._device_ratio

    def half(self, reach: float) -> int:
        """How far the picture of what reaches so many cells goes from its middle, in pixels."""
        return ceil(reach * self._cell) + 1

    def island(self, look: IslandLook) -> Sprite:
        return self._sprite(
            look, ISLAND_REACH, lambda painter: draw_island(painter, QPointF(), look, self._theme)
        )

    def under_island(self, look: IslandLook) -> Sprite:
        """What is under the bridges of an island."""
        under = island_look(None, role=look.role, light=look.light)
        return self._sprite(
            ("under", under),
            LIGHT_REACH if under.light else ISLAND_REACH,
            lambda painter: draw_under_island(painter, QPointF(), under, self._theme),
        )

    def mark(self, look: BridgeLook) -> Sprite:
        """The mark and the tags of an edge."""
        at, alone = QPointF(), BridgeLook(marked=look.marked, tag=look.shown_tag)
        return self._sprite(
            alone, MARK_REACH, lambda painter: draw_bridge(painter, at, at, at, alone, self._theme)
        )

    def shows(self, label: Label) -> bool:
        """Whether a label is drawn in cells of this size."""
        return is_shown(label, self._cell / self._device_ratio)

    def label(self, label: Label) -> Sprite:
        larger = self.label_enlargement

        def draw(painter: QPainter) -> None:
            painter.scale(larger, larger)
            label.draw(painter, self._theme)

        return self._sprite(label, LABEL_REACH * larger, draw)

    @property
    def label_enlargement(self) -> float:
        return enlargement(self._cell / self._device_ratio)

    def dot(self) -> Sprite:
        return self._sprite(
            "dot", DOT_WIDTH / UNIT, lambda painter: draw_dots(painter, [QPointF()], self._theme)
        )

    def band(self, role: Role, *, horizontal: bool) -> tuple[int, QBrush]:
        """The highlight of edges: how far it reaches from its axis, in pixels, and its brush.

        The brush fills a rectangle that is 1 unit broad. The highlight must look the same along
        the whole edge.
        """
        band = self._bands.get((role, horizontal))
        if band is None:
            band = self._bands[role, horizontal] = self._draw_band(role, horizontal)
        return band

    def _draw_band(self, role: Role, horizontal: bool) -> tuple[int, QBrush]:
        end = QPointF(UNIT, 0) if horizontal else QPointF(0, UNIT)
        band = self._draw(
            BAND_REACH, lambda painter: draw_edge_highlight(painter, -end, end, role, self._theme)
        )
        side = 2 * band.half
        width, height = (1, side) if horizontal else (side, 1)
        brush = QBrush(band.pixmap.copy(0, 0, width, height))
        brush.setTransform(QTransform.fromScale(1 / width, 1 / height))
        return band.half, brush

    def _sprite(self, key: Hashable, reach: float, draw: Callable[[QPainter], None]) -> Sprite:
        sprite = self._sprites.get(key)
        if sprite is None:
            sprite = self._draw(reach, draw)
            self._pixels += (2 * sprite.half) ** 2
            if self._pixels > MAX_PIXELS:
                self._sprites.clear()
                self.pixmaps_of_looks.clear()
                self._pixels = 0
            self._sprites[key] = sprite
        return sprite

    def _draw(self, reach: float, draw: Callable[[QPainter], None]) -> Sprite:
        """Draw what reaches ``reach`` cells from the origin."""
        half = self.half(reach)
        pixmap = QPixmap(2 * half, 2 * half)
        pixmap.fill(Qt.GlobalColor.transparent)
        pixmap.setDevicePixelRatio(self._device_ratio)
        with painting_on(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(1 / self._device_ratio, 1 / self._device_ratio)
            painter.translate(half, half)
            painter.scale(self._cell / UNIT, self._cell / UNIT)
            draw(painter)
        pixmap.setDevicePixelRatio(1)
        return Sprite(pixmap, half)


class Line:
    """One row or column; ``position`` is its number.

    ``groups`` has the edges that show anything, by their looks, and is None after a change.
    ``spans`` has edges as rectangles, once they were drawn: as long as the edge, in cells, and
    1 broad.
    """

    def __init__(self, position: int, *, horizontal: bool) -> None:
        self.position = position
        self.horizontal = horizontal
        self.edges: list[int] | None = None
        """The edges on it, once they were drawn."""
        self.groups: list[LookGroup] | None = None
        self.spans: dict[int, QRectF] = {}


class LookGroup:
    """Edges of one line that look the same."""

    def __init__(self, puzzle: Puzzle, line: Line, look: BridgeLook, edges: list[int]) -> None:
        self.line = line
        self.look = look
        self.edges = edges
        self.is_rare = (
            look.preview is not None
            or look.ghost is not None
            or look.crossed
            or look.role in (Role.CONFLICT, Role.SECOND)
        )
        """Whether the edges are drawn one by one."""
        self._puzzle = puzzle

    @cached_property
    def spans(self) -> list[QRectF]:
        """The edges as rectangles, see :class:`Line`."""
        known = self.line.spans
        return [known.get(edge) or self._span(edge) for edge in self.edges]

    def _span(self, edge: int) -> QRectF:
        a, b = self._puzzle.ends(edge)
        if self.line.horizontal:
            span = QRectF(a.col, 0, b.col - a.col, 1)
        else:
            span = QRectF(0, a.row, 1, b.row - a.row)
        self.line.spans[edge] = span
        return span

    @cached_property
    def gaps(self) -> list[QRectF]:
        """The gaps in dashed bridges, in board units."""
        trial, ends = self.look.trial, map(self._puzzle.ends, self.edges)
        return [gap for a, b in ends for gap in gaps(centre(a), centre(b), trial)]


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

    def fill(self, group: LookGroup, brush: QBrush, offset: int, breadth: int) -> None:
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
