"""The ``.has`` files of the benchmark by Coelho, Laporte, Lindbeck and Vidal.

The first line is ``rows cols islands``; the grid follows as numbers separated by spaces, with 0 for
water. The files hold a puzzle without a board.
"""

from __future__ import annotations

from hashi_gui.core.i18n import N_, _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import pattern
from hashi_gui.formats.document import Document, refuse_board, refuse_other_than_numbers
from hashi_gui.formats.errors import quote, unexpected_input
from hashi_gui.formats.reading import (
    end_after_rows,
    non_blank_lines,
    parse_columns,
    parse_grid,
    parse_number,
    parse_number_cell,
    parse_rows,
    to_matrix,
)

NAME = "has"
TITLE = N_(".has file")
MAX_LENGTH = 32 * 2**20
SUFFIX = ".has"
ONE_LINE = False

_FIRST_LINES = pattern(
    r"\s*+(?P<header>[0-9]++[ \t]++[0-9]++[ \t]++[0-9]++)[ \t]*+(?:\n\s*+(?P<second>[^\n]*+)|$)"
)
_OTHER_CELLS = pattern(r"[.?-]")


def recognises(text: str) -> bool:
    """Whether the first line is three whole numbers.

    A drawing or a plain grid of three columns may begin like that, too. A drawing always contains
    characters other than ASCII; a grid contains other water than 0, or a 0 in its first row.
    """
    first = _FIRST_LINES.match(text)
    if first is None or not text.isascii() or _OTHER_CELLS.search(text):
        return False
    has_zero = "0" in first["header"].split()
    return not (has_zero and len((first["second"] or "").split(maxsplit=3)) in (0, 3))


def read(text: str) -> Document:
    lines = non_blank_lines(text)
    height, width, count = next(lines).expect_words(3)
    rows, cols = parse_rows(height), parse_columns(width)
    grid = (row.expect_cells(cols) for row in lines.take(rows))
    islands = parse_grid(grid, parse_number_cell)
    extra = next(lines, None)
    if extra is not None:
        raise unexpected_input(quote(extra.text), end_after_rows(rows), extra.at)
    if parse_number(count, _("a number of islands")) != len(islands):
        found = _("{n} as the number of islands").format(n=count.text)
        expected = _("{n} as in the grid").format(n=len(islands))
        raise unexpected_input(found, expected, count.at)
    return Document.from_puzzle(Puzzle.from_clues(rows, cols, islands), NAME)


def write(document: Document) -> str:
    puzzle = document.puzzle
    refuse_board(document.board, TITLE)
    refuse_other_than_numbers(puzzle, TITLE)
    lines = [f"{puzzle.rows} {puzzle.cols} {len(puzzle.islands)}"]
    lines += [" ".join(row) for row in to_matrix(puzzle, "0", str)]
    return "\n".join(lines) + "\n"
