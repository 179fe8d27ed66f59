"""Clues in files: the characters for them, their range, and grids of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, groupby

from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import MAX_ISLANDS, Cell, Puzzle
from hashi_gui.core.rules import STANDARD, Rules
from hashi_gui.formats.errors import FormatError, Location, unexpected_input
from hashi_gui.formats.reading import Cells, Word, parse_number

CHARACTERS: dict[str, int | None] = {
    character: clue for clue, character in enumerate("0123456789ABCDEFG")
} | {"?": None}
"""The clue that each character stands for: 0 to 9, A to G for 10 to 16, None for "?"."""

_CHARACTER_OF = {clue: character for character, clue in CHARACTERS.items()}

LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""The letters for 1 to 26 cells of water where digits are clues."""

CellContent = tuple[int | None, ...]
"""The content of a cell: a tuple of one clue, or the empty tuple for water."""


class ClueMap(dict[Cell, int | None]):
    """The clue on each island cell, filled while a grid is read."""

    def __setitem__(self, cell: Cell, clue: int | None) -> None:
        """Add a clue. Raises FormatError as soon as there are too many, to save memory."""
        if len(self) == MAX_ISLANDS:
            raise _too_many()
        super().__setitem__(cell, clue)

    def add_row(self, row: int, contents: Sequence[CellContent]) -> None:
        """Add the clues of a row of a grid. Raises FormatError if there are too many."""
        self.update({(row, col): content[0] for col, content in enumerate(contents) if content})
        if len(self) > MAX_ISLANDS:
            raise _too_many()


def _too_many() -> FormatError:
    return FormatError(f"The puzzle has more than {MAX_ISLANDS} islands, the maximum.")


def parse_grid(grid: Iterable[Cells], parse_cell: Callable[[Word], CellContent]) -> ClueMap:
    """Return the clues of a grid given row by row."""
    clues = ClueMap()
    cache: dict[str, CellContent] = {}
    for row, cells in enumerate(grid):
        clues.add_row(row, cells.parse(cache, parse_cell))
    return clues


def to_character(clue: int | None) -> str:
    """Return the character that stands for a clue."""
    return _CHARACTER_OF[clue]


def check_range(clue: int | None, at: Location, rules: Rules = STANDARD) -> int | None:
    """Return the clue. Raises FormatError if it is too large for the rules."""
    if clue is not None and clue > rules.max_clue:
        error = unexpected_input(
            f"the clue {clue}",
            f"at most {rules.max_clue}, with {rules.max_bridges} bridges per pair",
            at,
        )
        error.words = _(
            "That puzzle has an island with {clue}; at most {most} bridges can end at one."
        ).format(clue=clue, most=rules.max_clue)
        raise error
    return clue


def parse_number_cell(word: Word) -> CellContent:
    """Parse a cell that is a number, with 0 for water. Raises FormatError."""
    value = parse_number(word, "a clue, or 0 for water")
    return (check_range(value, word.at),) if value else ()


def to_matrix(
    puzzle: Puzzle, blank: str, format_clue: Callable[[int | None], str]
) -> list[list[str]]:
    """Return the cells row by row: the text of each clue, and ``blank`` for water."""
    rows = [[blank] * puzzle.cols for _ in range(puzzle.rows)]
    for island in puzzle.islands:
        rows[island.row][island.col] = format_clue(island.clue)
    return rows


def encode_runs(puzzle: Puzzle, format_clue: Callable[[int | None], str], letters: str) -> str:
    """Return the cells in reading order, with runs of water as letters.

    The n-th of the ``letters`` stands for n cells of water; longer runs begin with one or more of
    the last letter.
    """
    encoded = []
    cells = chain.from_iterable(to_matrix(puzzle, "", format_clue))
    for clue, run in groupby(cells):
        length = len(list(run))
        full, rest = divmod(length, len(letters))
        encoded.append(clue * length or letters[-1] * full + letters[rest - 1 : rest])
    return "".join(encoded)
