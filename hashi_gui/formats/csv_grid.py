"""The input grids of the HCMUS report: rows of numbers separated by commas, 0 for water.

They hold a puzzle without a board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hashi_gui.core.puzzle import MAX_SIDE, Cell, Puzzle
from hashi_gui.formats import clues
from hashi_gui.formats.document import Document
from hashi_gui.formats.errors import counted, unexpected
from hashi_gui.formats.reading import Row, Word, filled_lines

NAME = "csv"
TITLE = "CSV grid"

_START = re.compile(r"\s*+[0-9?.-]*+[ \t]*+,[^\n]*+(?:\s*+$|\n\s*+[^,#\n]*+,)")


def recognises(text: str) -> bool:
    """Whether the first line has a comma after one cell, and the second one, if any, a comma.

    The first line alone does not tell: ``7,7`` may be the size of a plain grid.
    """
    return _START.match(text) is not None


def read(text: str) -> Document:
    islands: dict[Cell, int | None] = {}
    height, width = 0, 0
    for row in filled_lines(text):
        length = row.text.count(",") + 1
        width = width or length
        if length > MAX_SIDE:
            raise unexpected(f"a row of {length} cells", f"at most {MAX_SIDE}", row.at)
        if length != width:
            raise unexpected(f"a row of {counted(length, 'cell')}", str(width), row.end)
        if height == MAX_SIDE:
            raise unexpected("one more row", f"at most {MAX_SIDE} rows", row.at)
        for c, word in enumerate(_cells(row)):
            clue = clues.of_number(word)
            if clue:
                islands[height, c] = clue
        height += 1
    return Document.untouched(Puzzle.from_clues(height, width, islands), NAME)


def _cells(row: Row) -> Iterator[Word]:
    index = 0
    for cell in row.text.split(","):
        stripped = cell.strip()
        yield Word(stripped, row.place(index + cell.find(stripped)))
        index += len(cell) + 1


def write(document: Document) -> str:
    return "\n".join(",".join(row) for row in clues.numbers(document.puzzle, TITLE)) + "\n"
