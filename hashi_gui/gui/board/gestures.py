"""What a click, a drag or a right click on the board means: hit testing and gestures, without Qt.

Positions are in cells, x to the right and y down; the centre of cell (row, col) is (col, row).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, dist, hypot

from hashi_gui.core.puzzle import Puzzle

ISLAND_REACH = 0.42
"""The radius within which an island is hit."""

TOUCHING_REACH = 0.32
"""The same towards an island on the next cell, so that the gap between the two can be hit."""

GAP_WIDTH = 0.28
"""How far beside its axis an edge is hit inside the cell of an island."""

DRAG_WIDTH = 0.5
"""How far beside its axis a drag may reach the other end of an edge."""

CLICK_REACH = 0.25
"""How far the pointer may move in a click on an island."""

DRAG_STEP = 0.25
"""How closely a drag is followed, so that a fast one misses no island."""


@dataclass(frozen=True, slots=True)
class Target:
    """What is under the pointer: an island, or an edge; a drag can have several edges, in order."""

    island: int | None = None
    edges: tuple[int, ...] = ()

    @property
    def edge(self) -> int | None:
        """The only edge or the last one."""
        return self.edges[-1] if self.edges else None


class HitMap:
    """Finds the island or edge at a position."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle

    @cached_property
    def _by_row(self) -> list[tuple[int, int, int]]:
        return [(row, col, island) for island, row, col, _ in self._puzzle.islands]

    @cached_property
    def _by_col(self) -> list[tuple[int, int, int]]:
        return sorted([(col, row, island) for island, row, col, _ in self._puzzle.islands])

    def at(self, x: float, y: float, counts: Sequence[int]) -> Target | None:
        """Return what is at a position, None for open water.

        Where two edges cross, each of the four triangles of the cell belongs to the edge that
        leaves through its side; but if one of the two has bridges, it gets the whole cell.
        """
        row, col = round(y), round(x)
        island = self._puzzle.island_at(row, col)
        if island is not None:
            return self._near_island(island.id, x - col, y - row)
        along = self._edge_over(self._by_row, row, col)
        across = self._edge_over(self._by_col, col, row)
        if along is None or across is None:
            edge = across if along is None else along
        elif counts[along] or counts[across]:
            edge = along if counts[along] else across
        else:
            edge = along if abs(x - col) > abs(y - row) else across
        return None if edge is None else Target(edges=(edge,))

    def towards(self, island: int, x: float, y: float) -> int | None:
        """Return the edge that a drag from an island to a position means; None near the island."""
        here = self._puzzle.islands[island]
        dx, dy = x - here.col, y - here.row
        if hypot(dx, dy) <= ISLAND_REACH:
            return None
        return self._edge_along(island, dx, dy)

    def other_end(self, edge: int, island: int) -> int:
        """Return the island at the other end of an edge."""
        return self._puzzle.edges[edge].other(island)

    def reached(self, island: int, x: float, y: float) -> int | None:
        """Return the edge from an island that ends at a position or before it."""
        edge = self.towards(island, x, y)
        if edge is None:
            return None
        here = self._puzzle.islands[island]
        there = self._puzzle.islands[self.other_end(edge, island)]
        length = abs(there.row - here.row) + abs(there.col - here.col)
        aside, ahead = sorted((abs(x - here.col), abs(y - here.row)))
        return edge if ahead >= length - ISLAND_REACH and aside <= DRAG_WIDTH else None

    def _edge_over(
        self, islands: list[tuple[int, int, int]], line: int, position: int
    ) -> int | None:
        """Return the edge of a row or column over a cell of water; ``islands`` are sorted so."""
        after = bisect_left(islands, (line, position, 0))
        if not 0 < after < len(islands):
            return None
        (line_before, _, before), (line_after, _, behind) = islands[after - 1 : after + 1]
        if not line_before == line_after == line:
            return None
        edge = self._puzzle.edge_between(before, behind)
        return None if edge is None else edge.id

    def _near_island(self, island: int, dx: float, dy: float) -> Target | None:
        edge = self._edge_along(island, dx, dy)
        ahead, aside = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
        if edge is not None and aside <= GAP_WIDTH:
            touching = not self._puzzle.water(edge)
            if ahead > (TOUCHING_REACH if touching else ISLAND_REACH):
                return Target(edges=(edge,))
        return Target(island=island) if hypot(dx, dy) <= ISLAND_REACH else None

    def _edge_along(self, island: int, dx: float, dy: float) -> int | None:
        """Return the edge of an island in the direction nearest to (dx, dy)."""
        if abs(dx) > abs(dy):
            edge = self._puzzle.edge_towards(island, 0, 1 if dx > 0 else -1)
        else:
            edge = self._puzzle.edge_towards(island, 1 if dy > 0 else -1, 0)
        return None if edge is None else edge.id


class Gesture:
    """A button press in progress: a click on an edge or an island, or a drag.

    A drag acts on the edge that it points at, or on all those between the islands that it has
    reached. ``marking`` is true for the button that marks "no bridge".
    """

    def __init__(self, origin: Target, place: tuple[float, float], *, marking: bool) -> None:
        self.origin = origin
        self.marking = marking
        self._begin = self._last_place = place
        self._dragged = False
        self._edges: list[int] = []
        self._last_island = origin.island

    def target(self, hits: HitMap, x: float, y: float, counts: Sequence[int]) -> Target | None:
        """Return what releasing the button at a position would act on; None for nothing.

        A drag back takes back its last edge. Back at its island it does nothing, and neither does
        one that is too short, or a click that slides off its target.
        """
        if self.origin.island is None:
            return self.origin if hits.at(x, y, counts) == self.origin else None
        self._follow(hits, x, y)
        self._dragged |= dist(self._begin, (x, y)) > CLICK_REACH
        edge = hits.towards(self.origin.island, x, y)
        edges = tuple(self._edges) or (() if edge is None else (edge,))
        if edges:
            self._dragged = True
            return Target(edges=edges)
        return None if self._dragged or hits.at(x, y, counts) != self.origin else self.origin

    def _follow(self, hits: HitMap, x: float, y: float) -> None:
        """Follow the pointer in a straight line from where it was."""
        from_x, from_y = self._last_place
        self._last_place = x, y
        steps = ceil(hypot(x - from_x, y - from_y) / DRAG_STEP) or 1
        for step in range(1, steps + 1):
            share = step / steps
            self._pass(hits, from_x + share * (x - from_x), from_y + share * (y - from_y))

    def _pass(self, hits: HitMap, x: float, y: float) -> None:
        """Add the edge whose other end is reached, or take it back if it was the last one."""
        assert self._last_island is not None
        edge = hits.reached(self._last_island, x, y)
        if edge is None or edge in self._edges[:-1]:
            return
        if self._edges[-1:] == [edge]:
            self._edges.pop()
        else:
            self._edges.append(edge)
        self._last_island = hits.other_end(edge, self._last_island)


def step_towards(puzzle: Puzzle, island: int, drow: int, dcol: int) -> int | None:
    """Return the island that an arrow key leads to from ``island``; None if there is none.

    This is the neighbour in that direction or else the nearest island within 45 degrees.
    """
    edge = puzzle.edge_towards(island, drow, dcol)
    if edge is not None:
        return edge.other(island)
    here = puzzle.islands[island]
    best: tuple[int, int] | None = None
    for there in puzzle.islands:
        ahead = (there.row - here.row) * drow + (there.col - here.col) * dcol
        aside = abs((there.row - here.row) * dcol) + abs((there.col - here.col) * drow)
        if ahead > 0 and aside <= ahead:
            best = min(best or (ahead + aside, there.id), (ahead + aside, there.id))
    return None if best is None else best[1]
