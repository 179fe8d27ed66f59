"""Boards whose clues are those of a random solution."""

from __future__ import annotations

from typing import Any

from hashi_gui.bench.hard.grids import all_cells, colour
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules, components, degrees
from hashi_gui.generating.rng import Rng


class Groups:
    """Disjoint groups of numbered items, which can be joined."""

    def __init__(self, size: int) -> None:
        self._parent = list(range(size))

    def find(self, item: int) -> int:
        """The item that stands for the group of ``item``."""
        parent = self._parent
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    def join(self, one: int, two: int) -> bool:
        """Make one group of the groups of two items; False if they are in one already."""
        one, two = self.find(one), self.find(two)
        self._parent[one] = two
        return one != two


def planted(
    *,
    rows: int,
    cols: int,
    density: float,
    limit: int,
    seed: int,
    extra: float = 0.0,
    doubles: float = 0.0,
) -> Puzzle:
    """The clues of a random spanning tree of islands on the share ``density`` of the cells.

    ``extra`` is the probability of an edge that would close a loop, ``doubles`` that of each
    further bridge on an edge. Islands that the tree does not reach are left out.
    """
    rng = Rng(seed)
    cells = rng.shuffled(all_cells(rows, cols))[: round(density * rows * cols)]
    layout = Puzzle.from_clues(rows, cols, dict.fromkeys(cells), Rules(limit))
    groups = Groups(len(cells))
    counts = [0] * len(layout.edges)
    for edge in rng.shuffled(layout.edges):
        if any(counts[other] for other in layout.crossings[edge.id]):
            continue
        if groups.join(edge.a, edge.b) or rng.chance(extra):
            counts[edge.id] = 1 + sum(rng.chance(doubles) for _ in range(limit - 1))
    totals = degrees(layout, counts)
    reached = max(components(layout, counts), key=len)
    clues = {layout.islands[island].cell: totals[island] for island in reached}
    return Puzzle.from_clues(rows, cols, clues, layout.rules)


def swapped_clues(*, swaps: int, seed: int, **options: Any) -> Puzzle:
    """A :func:`planted` board after ``swaps`` swaps of the clues of two islands of one colour.

    The sum of the clues of each colour stays the same.
    """
    puzzle = planted(seed=seed, **options)
    rng = Rng(seed)
    clues = {island.cell: island.clue for island in puzzle.islands}
    cells = list(clues)
    for _ in range(swaps):
        one = rng.pick(cells)
        two = rng.pick([cell for cell in cells if colour(cell) == colour(one)])
        clues[one], clues[two] = clues[two], clues[one]
    return puzzle.with_clues(clues)
