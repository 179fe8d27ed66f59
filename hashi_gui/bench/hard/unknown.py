"""Boards of "?" with few clues, on which groups of islands are closed or nearly so."""

from __future__ import annotations

from hashi_gui.bench.hard.circuits import STEPS
from hashi_gui.bench.hard.grids import all_cells
from hashi_gui.bench.hard.planted import Groups
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.generating.rng import Rng


def closed_groups(*, side: int, ones: float, seed: int) -> Puzzle:
    """A full square of "?", with a 1 in place of each with probability ``ones``; limit 1.

    Nothing passes through a 1, so a group of "?" with nothing but 1s around it is closed, and there
    is no solution if there are several groups.
    """
    return _Square(side, ones, Rng(seed)).puzzle()


def almost_closed_groups(*, side: int, ones: float, seed: int) -> Puzzle:
    """:func:`closed_groups` with just enough clues raised that there is a solution."""
    rng = Rng(seed)
    square = _Square(side, ones, rng)
    square.open(rng)
    return square.puzzle()


class _Square:
    def __init__(self, side: int, ones: float, rng: Rng) -> None:
        self._side = side
        self._clues: dict[Cell, int | None] = {
            cell: 1 if rng.chance(ones) else None for cell in all_cells(side, side)
        }
        self._groups = Groups(side * side)

    def puzzle(self) -> Puzzle:
        return Puzzle.from_clues(self._side, self._side, self._clues, Rules(1))

    def open(self, rng: Rng) -> None:
        """Raise clues between groups, and where that is not enough replace them by "?"."""
        for cell, clue in self._clues.items():
            # A 1 with only 1s beside it could not be connected.
            if clue is None or not self._groups_beside(cell):
                self._add_unknown(cell)
        for cell in rng.shuffled(self._cells_with(1)):
            beside = self._groups_beside(cell)
            self._clues[cell] = len(beside)
            self._join(beside)
        closed = rng.shuffled(self._cells_with(1))
        while len({self._group(cell) for cell in self._cells_with(None)}) > 1:
            self._add_unknown(closed.pop())

    def _add_unknown(self, cell: Cell) -> None:
        self._clues[cell] = None
        self._join({self._group(cell), *self._groups_beside(cell)})

    def _join(self, groups: set[int]) -> None:
        first, *others = sorted(groups)
        for other in others:
            self._groups.join(first, other)

    def _groups_beside(self, cell: Cell) -> set[int]:
        """The groups of the "?" beside a cell."""
        beside = [(cell[0] + drow, cell[1] + dcol) for drow, dcol in STEPS]
        return {self._group(each) for each in beside if self._clues.get(each, 0) is None}

    def _group(self, cell: Cell) -> int:
        return self._groups.find(cell[0] * self._side + cell[1])

    def _cells_with(self, clue: int | None) -> list[Cell]:
        return [cell for cell, each in self._clues.items() if each == clue]
