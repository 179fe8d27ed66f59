"""What a place on the board means: hit testing and gestures, without Qt.

Places are in cells, x to the right and y down; the centre of cell (row, col) is (col, row).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from hashi_gui.core.puzzle import Cell, Puzzle

ISLAND_REACH = 0.42
"""How far from its centre an island is hit."""

TOUCHING_REACH = 0.32
"""The same towards an island on the next cell, so that the gap between them can be hit."""

GAP_WIDTH = 0.28
"""How far to the side of its axis an edge is hit inside the cell of an island."""


@dataclass(frozen=True, slots=True)
class Target:
    """What lies under the pointer: an island or an edge, exactly one of them."""

    island: int | None = None
    edge: int | None = None


class HitMap:
    """Which island or edge a place belongs to."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._along: dict[Cell, int] = {}
        self._across: dict[Cell, int] = {}
        for edge in puzzle.edges:
            cells = self._along if edge.horizontal else self._across
            cells.update(dict.fromkeys(puzzle.water(edge.id), edge.id))

    def at(self, x: float, y: float, counts: Sequence[int]) -> Target | None:
        """What is at a place, None for open water.

        Where two edges cross, the four triangles of the cell belong to the edge that leaves
        through their side, unless one of the two is built: then the cell is all its own.
        """
        row, col = round(y), round(x)
        island = self._puzzle.island_at(row, col)
        if island is not None:
            return self._near_island(island.id, x - col, y - row)
        along, across = self._along.get((row, col)), self._across.get((row, col))
        if along is None or across is None:
            edge = across if along is None else along
        elif counts[along] or counts[across]:
            edge = along if counts[along] else across
        else:
            edge = along if abs(x - col) > abs(y - row) else across
        return None if edge is None else Target(edge=edge)

    def towards(self, island: int, x: float, y: float) -> int | None:
        """The edge that a drag from an island to a place asks for; None close to the island."""
        here = self._puzzle.islands[island]
        dx, dy = x - here.col, y - here.row
        if hypot(dx, dy) <= ISLAND_REACH:
            return None
        return self._edge_along(island, dx, dy)

    def _near_island(self, island: int, dx: float, dy: float) -> Target | None:
        edge = self._edge_along(island, dx, dy)
        ahead, aside = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
        if edge is not None and aside <= GAP_WIDTH:
            touching = not self._puzzle.water(edge)
            if ahead > (TOUCHING_REACH if touching else ISLAND_REACH):
                return Target(edge=edge)
        return Target(island=island) if hypot(dx, dy) <= ISLAND_REACH else None

    def _edge_along(self, island: int, dx: float, dy: float) -> int | None:
        """The edge of an island on the axis that (dx, dy) is nearest to."""
        if abs(dx) > abs(dy):
            edge = self._puzzle.edge_towards(island, 0, 1 if dx > 0 else -1)
        else:
            edge = self._puzzle.edge_towards(island, 1 if dy > 0 else -1, 0)
        return None if edge is None else edge.id


class Gesture:
    """A press and what it means while it lasts: a click on an edge or island, or a drag.

    ``marking`` is true for the button that marks "no bridge".
    """

    def __init__(self, origin: Target, *, marking: bool) -> None:
        self.origin = origin
        self.marking = marking
        self._dragged = False

    def target(self, hits: HitMap, x: float, y: float, counts: Sequence[int]) -> Target | None:
        """What letting go at a place would act on; None where it would do nothing.

        A drag that returns to its island does nothing, and so does a click that slides off.
        """
        if self.origin.island is None:
            return self.origin if hits.at(x, y, counts) == self.origin else None
        edge = hits.towards(self.origin.island, x, y)
        if edge is not None:
            self._dragged = True
            return Target(edge=edge)
        click = not (self._dragged or self.marking) and hits.at(x, y, counts) == self.origin
        return self.origin if click else None


def step_towards(puzzle: Puzzle, island: int, drow: int, dcol: int) -> int | None:
    """The island that an arrow key leads to from ``island``.

    The neighbour in that direction; without one, the nearest island within 45 degrees.
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
