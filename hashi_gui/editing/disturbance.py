"""How much of what a setter wants to keep of a solution is lost in another one."""

from __future__ import annotations

from collections.abc import Sequence

from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.solving import Bounds

Lines = dict[tuple[Cell, bool], int]
"""The number of bridges from a cell to the next one in its row (True) or in its column (False)."""


class Disturbance:
    """Compares solutions with bounds of the bridges that are wanted on each edge of a puzzle.

    The puzzles of these solutions may have islands on other cells, so bridges are compared from
    cell to cell.
    """

    def __init__(self, puzzle: Puzzle, wanted: Bounds) -> None:
        self._low = _lines(puzzle, wanted.low)
        self._high = _lines(puzzle, wanted.high)

    def of(self, puzzle: Puzzle, solution: bytes) -> int:
        """The number of steps from a cell to the next one with fewer or more bridges than wanted,
        each counted once for each bridge.
        """
        lines = _lines(puzzle, solution)
        return sum(
            max(0, self._low.get(place, 0) - count, count - self._high.get(place, 0))
            for place in self._low.keys() | lines.keys()
            for count in [lines.get(place, 0)]
        )


def _lines(puzzle: Puzzle, counts: Sequence[int]) -> Lines:
    lines: Lines = {}
    for edge, count in zip(puzzle.edges, counts):
        if count:
            start = puzzle.islands[edge.a].cell
            for cell in [start, *puzzle.water(edge.id)]:
                lines[cell, edge.horizontal] = count
    return lines
