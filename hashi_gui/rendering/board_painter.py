"""Draws any part of a board on the screen, fast enough for thousands of islands.

What looks the same is drawn once: islands and marks are copied from :class:`Sprites`, and bridges
of one look are drawn for a whole row or column at once. What is rare is drawn one by one. All of it
looks as in the pictures of :mod:`hashi_gui.rendering.painting`, aligned with the pixels of the
device, so that all islands of one look are equally sharp.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, islice
from math import ceil, floor

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPixmap

from hashi_gui.core.board import MARK
from hashi_gui.core.highlight import Highlight
from hashi_gui.core.puzzle import IdMap, Puzzle
from hashi_gui.rendering.geometry import UNIT, CellArea, centre, mark_position
from hashi_gui.rendering.looks import NOTHING, BridgeLook, IslandLook, empty_look
from hashi_gui.rendering.painting import LABEL_REACH, Label, label_offset, labels, painting_on
from hashi_gui.rendering.pieces import (
    SHADING_WIDTH,
    bar_layout,
    bridge_colour,
    draw_bridge,
    draw_edge_highlight,
    shading_colour,
)
from hashi_gui.rendering.sprites import (
    BAND_REACH,
    ISLAND_REACH,
    LIGHT_REACH,
    Canvas,
    IslandPixmaps,
    Line,
    LookGroup,
    Sprite,
    Sprites,
)
from hashi_gui.rendering.theme import Theme

MAX_AREAS = 16
"""How many areas are repainted one by one."""

MANY_EDGES = 1_000
"""As many edges are taken to be all over the board."""

VisibleIsland = tuple[int, int, int]
"""The number of an island, and its middle in pixels: x and y."""


@dataclass(slots=True)
class Transition:
    """A change that fades in: some islands and edges, by id, with their looks before it.

    New bridges grow over an edge from one end: from ``b`` if it is one of those ``from_b``. The
    highlight fades in, too, if it is ``new_highlight``. ``share`` is how far it is, from 0 to 1.
    """

    islands: Mapping[int, IslandLook] = field(default_factory=dict)
    edges: Mapping[int, BridgeLook] = field(default_factory=dict)
    from_b: frozenset[int] = frozenset()
    new_highlight: bool = False
    share: float = 1.0


class BoardPainter:
    """A board as it looks at present, and the drawing of it.

    ``island_looks`` and ``bridge_looks`` are changed by :meth:`set_islands` and :meth:`set_bridges`
    only. Islands with all their bridges are dimmed as long as ``dims_satisfied`` is set.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        theme: Theme,
        dotted: CellArea | None = None,
        before: BoardPainter | None = None,
    ) -> None:
        """``dotted`` are the cells with dots, by default all.

        What ``before``, the painter of another board, has drawn already is not painted twice.
        """
        self.theme = theme
        self._dotted = dotted or CellArea(0, 0, puzzle.rows - 1, puzzle.cols - 1)
        self.island_looks = _empty_looks(puzzle)
        self.bridge_looks = [NOTHING] * len(puzzle.edges)
        self._dims_satisfied = True
        self._transition = Transition()
        self._labels: list[tuple[QPointF, Label]] = []
        self._sprites: Sprites = before._sprites if before else Sprites(theme, 0, 1)
        self._pixmaps: list[IslandPixmaps | None]
        self._forget_pixmaps()
        self._arrange(puzzle)

    def _arrange(self, puzzle: Puzzle) -> None:
        """Draw a puzzle from now on; the edges of a line are found when it is drawn."""
        self._puzzle = puzzle
        self._island_cells = [(row, col) for _, row, col, _ in puzzle.islands]
        self._rows = [Line(row, horizontal=True) for row in range(puzzle.rows)]
        self._cols = [Line(col, horizontal=False) for col in range(puzzle.cols)]
        self._first_on: dict[Line, int] = {}
        self._mark_places: dict[int, QPointF] = {}

    def _edges_on(self, line: Line) -> Iterator[int]:
        """The edges of a line, one after the other."""
        edges, incident = self._puzzle.edges, self._puzzle.incident
        if not self._first_on:
            for island, (row, col) in reversed([*enumerate(self._island_cells)]):
                self._first_on[self._rows[row]] = self._first_on[self._cols[col]] = island
        following = self._first_on.get(line)
        while following is not None:
            island, following = following, None
            for edge in incident[island]:
                _, a, b, horizontal = edges[edge]
                if a == island and horizontal is line.horizontal:
                    following = b
                    yield edge

    def change_puzzle(self, puzzle: Puzzle, id_map: IdMap | None) -> list[QRectF]:
        """Draw another puzzle of the same size.

        Islands and edges that were there before keep their looks; ``id_map`` is None if all do.
        Returns the areas of the islands and bridges that have come or gone, in board units.
        """
        if id_map is None:
            self._puzzle = puzzle
            return []
        islands, edges = id_map.islands, id_map.edges
        looks = dict(zip(map(id, self.bridge_looks), self.bridge_looks)).values()
        # Edges that cross those of marks may have come or gone.
        moves_marks = any(
            look.marked or look.tag or MARK in (look.preview, look.ghost) for look in looks
        )
        gone = range(len(self.bridge_looks)) if moves_marks else edges.gone
        areas = self._areas(islands.gone, gone)
        self.island_looks = islands.of_list(self.island_looks, empty_look(None))
        for island in islands.new:
            self.island_looks[island] = empty_look(puzzle.islands[island].clue)
        self._pixmaps = islands.of_list(self._pixmaps, None)
        self.bridge_looks = edges.of_list(self.bridge_looks, NOTHING)
        self._arrange(puzzle)
        return areas + self._areas(
            islands.new, range(len(self.bridge_looks)) if moves_marks else ()
        )

    def _areas(self, islands: Iterable[int], edges: Iterable[int]) -> list[QRectF]:
        """The areas of some islands, and of what is drawn on edges; too many are cut short."""
        areas = chain(
            map(self.painted_rect, islands),
            (self.edge_rect(edge) for edge in edges if self.bridge_looks[edge] != NOTHING),
        )
        return list(islice(areas, MAX_AREAS + 1))

    @property
    def dims_satisfied(self) -> bool:
        return self._dims_satisfied

    @dims_satisfied.setter
    def dims_satisfied(self, dims: bool) -> None:
        self._dims_satisfied = dims
        self._forget_pixmaps()

    @property
    def transition(self) -> Transition:
        """The change that fades in; nothing in it if there is none."""
        return self._transition

    @transition.setter
    def transition(self, transition: Transition) -> None:
        self._forget_groups(self._transition.edges.keys() | transition.edges)
        self._transition = transition

    def _forget_groups(self, edges: Collection[int]) -> None:
        lines = map(self._line_of, edges)
        for line in lines if len(edges) < MANY_EDGES else [*self._rows, *self._cols]:
            line.groups = None

    def _line_of(self, edge: int) -> Line:
        _, a, _, horizontal = self._puzzle.edges[edge]
        row, col = self._island_cells[a]
        return self._rows[row] if horizontal else self._cols[col]

    def set_islands(self, looks: Mapping[int, IslandLook]) -> None:
        shown, pixmaps = self.island_looks, self._pixmaps
        for island, look in looks.items():
            shown[island] = look
            pixmaps[island] = None

    def set_bridges(self, looks: Mapping[int, BridgeLook]) -> None:
        shown = self.bridge_looks
        for edge, look in looks.items():
            shown[edge] = look
        self._forget_groups(looks)

    def set_labels(self, highlight: Highlight) -> list[QRectF]:
        """Show the labels of a highlight above everything else, and no others.

        Returns the areas of those that have come or gone, in board units.
        """
        before, self._labels = self._labels, list(labels(self._puzzle, highlight))
        if before == self._labels:
            return []
        far = LABEL_REACH * UNIT * self._sprites.label_enlargement + UNIT / 2
        reach = QPointF(far, far)
        return [QRectF(at - reach, at + reach) for at, _ in before + self._labels]

    def island_rect(self, island: int) -> QRectF:
        """The area that an island may cover without its light, in board units."""
        reach = QPointF(ISLAND_REACH * UNIT, ISLAND_REACH * UNIT)
        at = centre(self._puzzle.islands[island])
        return QRectF(at - reach, at + reach)

    def painted_rect(self, island: int) -> QRectF:
        """The area that an island and its light may cover, in board units."""
        far = (LIGHT_REACH - ISLAND_REACH) * UNIT
        return self.island_rect(island).adjusted(-far, -far, far, far)

    def edge_rect(self, edge: int) -> QRectF:
        """The area that an edge may cover, in board units."""
        reach = BAND_REACH * UNIT
        return QRectF(*self._ends(edge)).adjusted(-reach, -reach, reach, reach)

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw what is in a rectangle, in board units, on a background of water."""
        canvas = Canvas(painter)
        self._prepare_sprites(canvas)
        rows = _visible(exposed.top(), exposed.bottom(), self._puzzle.rows)
        cols = _visible(exposed.left(), exposed.right(), self._puzzle.cols)
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        islands = self._visible_islands(canvas, rows, cols)
        lines = [*self._rows[rows.start : rows.stop], *self._cols[cols.start : cols.stop]]
        groups = [group for line in lines for group in self._groups(line)]
        self._draw_dots(canvas, rows, cols)
        self._cover_dots(canvas, groups)
        self._draw_under_islands(canvas, islands)
        self._draw_edges(canvas, groups)
        self._draw_islands(canvas, islands)
        self._draw_labels(canvas, exposed)
        painter.restore()

    def _prepare_sprites(self, canvas: Canvas) -> None:
        wanted = self.theme, canvas.cell, canvas.painter.device().devicePixelRatioF()
        if self._sprites.drawn_for != wanted:
            self._sprites = Sprites(*wanted)
            self._forget_pixmaps()

    def _draw_dots(self, canvas: Canvas, rows: range, cols: range) -> None:
        """Draw the dots of one row, and copy them to the others; islands will cover some."""
        area = self._dotted
        rows = range(max(rows.start, area.top), min(rows.stop, area.bottom + 1))
        cols = range(max(cols.start, area.left), min(cols.stop, area.right + 1))
        if not cols:
            return
        dot = self._sprites.dot()
        places = [canvas.x(col) for col in cols]
        dots = QPixmap(places[-1] - places[0] + 2 * dot.half, 2 * dot.half)
        dots.fill(Qt.GlobalColor.transparent)
        with painting_on(dots) as painter:
            for x in places:
                painter.drawPixmap(x - places[0], 0, dot.pixmap)
        canvas.use_pixels()
        for row in rows:
            canvas.painter.drawPixmap(places[0] - dot.half, canvas.y(row) - dot.half, dots)

    def _draw_edges(self, canvas: Canvas, groups: Iterable[LookGroup]) -> None:
        common = [group for group in groups if not group.is_rare]
        self._draw_bands(canvas, common)
        self._draw_one_by_one(canvas, (group for group in groups if group.is_rare))
        self._draw_growing(canvas)
        self._draw_possible(canvas, common)
        self._draw_solutions(canvas, common)
        self._draw_bars(canvas, common)
        self._draw_gaps(canvas, common)
        self._draw_marks(canvas, common)

    def _groups(self, line: Line) -> list[LookGroup]:
        if line.groups is None:
            # There are few looks, and each is one object for many edges.
            looks, growing = self.bridge_looks, self._transition.edges
            alike: defaultdict[int, list[int]] = defaultdict(list)
            if line.edges is None:
                line.edges = [*self._edges_on(line)]
            for edge in line.edges:
                if looks[edge] is not NOTHING and edge not in growing:
                    alike[id(looks[edge])].append(edge)
            line.groups = [
                LookGroup(self._puzzle, line, looks[edges[0]], edges) for edges in alike.values()
            ]
        return line.groups

    def _cover_dots(self, canvas: Canvas, groups: Iterable[LookGroup]) -> None:
        """Draw water between the bridges of an edge."""
        canvas.use_pixels()
        water = QBrush(QColor(self.theme.water))
        for group in groups:
            count = group.look.count or group.look.shared
            if count > 1:
                bars = bar_layout(count, canvas.cell)
                canvas.fill(group, water, bars.offsets[0], bars.breadth)

    def _draw_bands(self, canvas: Canvas, groups: Iterable[LookGroup]) -> None:
        canvas.use_pixels()
        canvas.painter.setOpacity(self._highlight_opacity)
        for group in groups:
            if group.look.role is not None:
                half, brush = self._sprites.band(group.look.role, horizontal=group.line.horizontal)
                canvas.fill(group, brush, -half, 2 * half)
        canvas.painter.setOpacity(1)

    @property
    def _highlight_opacity(self) -> float:
        return self._transition.share if self._transition.new_highlight else 1.0

    def _draw_one_by_one(self, canvas: Canvas, groups: Iterable[LookGroup]) -> None:
        canvas.use_board_units()
        canvas.painter.save()
        for edge in sorted(edge for group in groups for edge in group.edges):
            look = self.bridge_looks[edge]
            is_highlight = look.role is not None or look.ghost is not None
            canvas.painter.setOpacity(self._highlight_opacity if is_highlight else 1)
            self._draw_edge(canvas, edge, look)
        canvas.painter.restore()

    def _draw_edge(self, canvas: Canvas, edge: int, look: BridgeLook) -> None:
        ends = self._ends(edge)
        if look.role is not None:
            draw_edge_highlight(canvas.painter, *ends, look.role, self.theme)
        draw_bridge(canvas.painter, *ends, self._mark_at(edge), look, self.theme)

    def _draw_growing(self, canvas: Canvas) -> None:
        """Draw the bridges that grow over what was on their edges before."""
        canvas.use_board_units()
        for edge, before in self._transition.edges.items():
            for part, look in zip(self._parts(edge), (self.bridge_looks[edge], before)):
                canvas.painter.save()
                canvas.painter.setClipRect(part, Qt.ClipOperation.IntersectClip)
                self._draw_edge(canvas, edge, look)
                canvas.painter.restore()

    def _parts(self, edge: int) -> tuple[QRectF, QRectF]:
        """The part of an edge over which its new bridges have grown, and the rest."""
        area = self.edge_rect(edge)
        first, last = QRectF(area), QRectF(area)
        from_b = edge in self._transition.from_b
        share = 1 - self._transition.share if from_b else self._transition.share
        if self._puzzle.edges[edge].horizontal:
            first.setWidth(share * area.width())
            last.setLeft(first.right())
        else:
            first.setHeight(share * area.height())
            last.setTop(first.bottom())
        return (last, first) if from_b else (first, last)

    def _draw_possible(self, canvas: Canvas, groups: Iterable[LookGroup]) -> None:
        canvas.use_pixels()
        line, colour = bar_layout(0, canvas.cell), QBrush(QColor(self.theme.dot))
        for group in groups:
            if group.look.possible and not group.look.count:
                canvas.fill(group, colour, line.offsets[0], line.width)

    def _draw_solutions(self, canvas: Canvas, groups: Iterable[LookGroup]) -> None:
        """Draw the shading, and what all solutions share where nothing is drawn."""
        canvas.use_pixels()
        shading_width = round(SHADING_WIDTH * canvas.cell)
        shared_colour = QBrush(QColor(self.theme.dim_ink))
        for group in groups:
            look = group.look
            if look.shading:
                shading = QBrush(shading_colour(look.shading, self.theme))
                canvas.fill(group, shading, -shading_width // 2, shading_width)
            if look.shared and not look.count:
                bars = bar_layout(look.shared, canvas.cell)
                for offset in bars.offsets:
                    canvas.fill(group, shared_colour, offset, bars.width)

    def _draw_bars(self, canvas: Canvas, groups: Iterable[LookGroup]) -> None:
        canvas.use_pixels()
        for group in groups:
            if group.look.count:
                bars = bar_layout(group.look.count, canvas.cell)
                brush = _brush(bridge_colour(group.look, self.theme))
                for offset in bars.offsets:
                    canvas.fill(group, brush, offset, bars.width)

    def _draw_gaps(self, canvas: Canvas, groups: Iterable[LookGroup]) -> None:
        canvas.use_board_units()
        canvas.painter.setBrush(QColor(self.theme.water))
        for group in groups:
            if group.look.trial and group.look.count:
                canvas.painter.drawRects(group.gaps)

    def _draw_marks(self, canvas: Canvas, groups: Iterable[LookGroup]) -> None:
        canvas.use_pixels()
        for group in groups:
            if group.look.marked or group.look.tag:
                for edge in group.edges:
                    canvas.copy(self._sprites.mark(group.look), self._mark_at(edge))

    def _visible_islands(self, canvas: Canvas, rows: range, cols: range) -> list[VisibleIsland]:
        cells = self._island_cells
        columns = {col: canvas.x(col) for col in cols}
        visible = []
        for row in rows:
            y = canvas.y(row)
            first = bisect_left(cells, (row, cols.start))
            last = bisect_left(cells, (row, cols.stop), first)
            visible += [(i, columns[cells[i][1]], y) for i in range(first, last)]
        return visible

    def _draw_under_islands(self, canvas: Canvas, islands: Iterable[VisibleIsland]) -> None:
        canvas.use_pixels()
        draw, known = canvas.painter.drawPixmap, self._pixmaps
        for island, x, y in islands:
            sprite = (known[island] or self._pixmaps_of(island))[0]
            draw(x - sprite.half, y - sprite.half, sprite.pixmap)
        self._draw_before(canvas, islands, self._sprites.under_island)

    def _draw_islands(self, canvas: Canvas, islands: Iterable[VisibleIsland]) -> None:
        canvas.use_pixels()
        draw, known = canvas.painter.drawPixmap, self._pixmaps
        half = self._sprites.half(ISLAND_REACH)
        for island, x, y in islands:
            draw(x - half, y - half, (known[island] or self._pixmaps_of(island))[1])
        self._draw_before(canvas, islands, self._island_sprite)

    def _draw_before(
        self,
        canvas: Canvas,
        islands: Iterable[VisibleIsland],
        sprite_of: Callable[[IslandLook], Sprite],
    ) -> None:
        """Draw what changing islands looked like over what they look like now, less and less."""
        before = self._transition.islands
        if not before:
            return
        canvas.painter.setOpacity(1 - self._transition.share)
        for island, x, y in islands:
            if island in before:
                sprite = sprite_of(before[island])
                canvas.painter.drawPixmap(x - sprite.half, y - sprite.half, sprite.pixmap)
        canvas.painter.setOpacity(1)

    def _island_sprite(self, look: IslandLook) -> Sprite:
        return self._sprites.island(look if self._dims_satisfied else _undimmed(look))

    def _pixmaps_of(self, island: int) -> IslandPixmaps:
        look = self.island_looks[island]
        known = self._sprites.pixmaps_of_looks.get(id(look))
        if known is None:
            pixmaps = self._sprites.under_island(look), self._island_sprite(look).pixmap
            self._sprites.pixmaps_of_looks[id(look)] = known = look, pixmaps
        self._pixmaps[island] = known[1]
        return known[1]

    def _forget_pixmaps(self) -> None:
        self._pixmaps = [None] * len(self.island_looks)
        self._sprites.pixmaps_of_looks.clear()

    def _draw_labels(self, canvas: Canvas, exposed: QRectF) -> None:
        larger = self._sprites.label_enlargement
        reach = LABEL_REACH * UNIT * larger + UNIT / 2
        near = exposed.adjusted(-reach, -reach, reach, reach)
        canvas.use_pixels()
        for at, label in self._labels:
            if near.contains(at) and self._sprites.shows(label):
                canvas.copy(self._sprites.label(label), at + label_offset(label, larger))

    def _ends(self, edge: int) -> tuple[QPointF, QPointF]:
        a, b = self._puzzle.ends(edge)
        return centre(a), centre(b)

    def _mark_at(self, edge: int) -> QPointF:
        place = self._mark_places.get(edge)
        if place is None:
            place = mark_position(self._puzzle, self._puzzle.edges[edge])
            self._mark_places[edge] = place
        return place


def _empty_looks(puzzle: Puzzle) -> list[IslandLook]:
    """What islands look like without bridges."""
    clues = [clue for _, _, _, clue in puzzle.islands]
    looks = {clue: empty_look(clue) for clue in set(clues)}
    return [looks[clue] for clue in clues]


@lru_cache
def _brush(colour: str) -> QBrush:
    return QBrush(QColor(colour))


@lru_cache(maxsize=4096)
def _undimmed(look: IslandLook) -> IslandLook:
    return replace(look, satisfied=False)


def _visible(low: float, high: float, cells: int) -> range:
    """The rows or columns between two coordinates, of ``cells`` in all, and those beside them."""
    first = max(0, floor(low / UNIT))
    return range(first, max(first, min(cells, ceil(high / UNIT) + 1)))
