"""The ``.has`` files of the benchmark by Coelho, Laporte, Lindbeck and Vidal.

``rows cols islands``, then the grid as numbers separated by spaces, 0 for water. They hold a
puzzle without a board.
"""

from __future__ import annotations

import re

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import clues
from hashi_gui.formats.document import Document
from hashi_gui.formats.errors import quantity, quote, unexpected_input
from hashi_gui.formats.reading import filled_lines, number, side
from hashi_gui.formats.refusals import refuse_all_but_numbers, refuse_board

NAME = "has"
TITLE = ".has file"
RANK = 1
MAX_LENGTH = 32 * 2**20
SUFFIX = ".has"
ONE_LINE = False

_HEADER = re.compile(r"\s*+[0-9]++[ \t]++[0-9]++[ \t]++[0-9]++[ \t]*+(?:\n|$)")


def recognises(text: str) -> bool:
    """Whether the first line is three whole numbers.

    The drawing of a board may begin like that, but is never in ASCII alone.
    """
    return _HEADER.match(text) is not None and text.isascii()


def read(text: str) -> Document:
    lines = filled_lines(text)
    height, width, count = next(lines).exactly(3, "number")
    rows, cols = side(height, "rows"), side(width, "columns")
    grid = (row.cells(cols, "cell") for row in lines.take(rows, "row"))
    islands = clues.islands(grid, clues.of_number)
    extra = next(lines, None)
    if extra is not None:
        raise unexpected_input(
            quote(extra.text), f"the end after {quantity(rows, 'row')}", extra.at
        )
    if number(count, "the number of islands") != len(islands):
        raise unexpected_input(
            f"{count.text} as the number of islands", f"{len(islands)}, as in the grid", count.at
        )
    return Document.from_puzzle(Puzzle.from_clues(rows, cols, islands), NAME)


def write(document: Document) -> str:
    puzzle = document.puzzle
    refuse_board(document.board, TITLE)
    refuse_all_but_numbers(puzzle, TITLE)
    lines = [f"{puzzle.rows} {puzzle.cols} {len(puzzle.islands)}"]
    lines += [" ".join(row) for row in clues.matrix(puzzle, "0", str)]
    return "\n".join(lines) + "\n"
