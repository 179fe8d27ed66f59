"""Clues in files: their characters, their range, the grids that they make."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, groupby

from hashi_gui.core.puzzle import MAX_ISLANDS, Cell, Puzzle
from hashi_gui.formats.errors import FormatError, Place, unexpected_input
from hashi_gui.formats.reading import Cells, Word, number

CHARACTERS: dict[str, int | None] = {
    character: clue for clue, character in enumerate("0123456789ABCDEFG")
} | {"?": None}
"""One character for each clue: 0 to 9, A to G for 10 to 16, "?" for any number."""

_BY_CLUE = {clue: character for character, clue in CHARACTERS.items()}

Spelled = tuple[int | None, ...]
"""What is in a cell: one clue, or nothing for water."""


class Islands(dict[Cell, int | None]):
    """The clues by cell, as a reader comes upon them."""

    def __setitem__(self, cell: Cell, clue: int | None) -> None:
        """Raises FormatError at one island too many, before memory is taken for the others."""
        if len(self) == MAX_ISLANDS:
            raise FormatError(f"It has more than {MAX_ISLANDS} islands, the most that is read.")
        super().__setitem__(cell, clue)


def islands(grid: Iterable[Cells], clue_of: Callable[[Word], Spelled]) -> Islands:
    """The islands of a grid, given row by row; ``clue_of`` says what a cell holds."""
    found = Islands()
    known: dict[str, Spelled] = {}
    for r, cells in enumerate(grid):
        for c, spelled in enumerate(cells.values(known, clue_of)):
            if spelled:
                found[r, c] = spelled[0]
    return found


def character(clue: int | None) -> str:
    return _BY_CLUE[clue]


def check(clue: int | None, at: Place, max_bridges: int = 2) -> int | None:
    """The clue, if an island with ``max_bridges`` to each of four sides can have it."""
    if clue is not None and clue > 4 * max_bridges:
        raise unexpected_input(
            f"the clue {clue}",
            f"at most {4 * max_bridges}, with {max_bridges} bridges a pair",
            at,
        )
    return clue


def of_number(word: Word) -> Spelled:
    """The clue that a number stands for; 0 is water."""
    value = number(word, "a clue, or 0 for water")
    return (check(value, word.at),) if value else ()


def matrix(puzzle: Puzzle, blank: str, spell: Callable[[int | None], str]) -> list[list[str]]:
    """The grid row by row, each island's clue spelled, each water cell ``blank``."""
    rows = [[blank] * puzzle.cols for _ in range(puzzle.rows)]
    for island in puzzle.islands:
        rows[island.row][island.col] = spell(island.clue)
    return rows


def in_one_line(puzzle: Puzzle, spell: Callable[[int | None], str], runs: str) -> str:
    """The cells in reading order; the n-th letter of ``runs`` stands for n cells of water.

    The last letter is chained for longer runs.
    """
    written = []
    cells = chain.from_iterable(matrix(puzzle, "", spell))
    for clue, run in groupby(cells):
        length = len(list(run))
        full, rest = divmod(length, len(runs))
        written.append(clue * length or runs[-1] * full + runs[rest - 1 : rest])
    return "".join(written)
