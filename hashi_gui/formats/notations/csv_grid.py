"""The grids of the HCMUS report: rows of numbers separated by commas, with 0 for water.

The report prints solutions, here called answers, with spaces instead of commas and with bridges in
the water cells: ``-`` and ``=`` are one and two horizontal bridges, ``|`` and ``$`` one and two
vertical ones. A board with bridges is written as an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from hashi_gui.core.i18n import N_, _
from hashi_gui.core.puzzle import MAX_SIDE, Puzzle
from hashi_gui.core.wording import pattern
from hashi_gui.formats.document import (
    Document,
    refuse_all_but_bridges_over_water,
    refuse_crossings,
    refuse_other_than_numbers,
)
from hashi_gui.formats.drawing import Spans, words_of
from hashi_gui.formats.errors import FormatError, at_most, unexpected_input
from hashi_gui.formats.reading import (
    CellContent,
    Cells,
    Row,
    Word,
    non_blank_lines,
    parse_grid,
    parse_number_cell,
    row_of_cells,
    to_matrix,
)

NAME = "csv"
TITLE = N_("CSV grid")
MAX_LENGTH = 32 * 2**20
SUFFIX = ".csv"
ONE_LINE = False

_ACROSS = {"-": 1, "=": 2}
_DOWN = {"|": 1, "$": 2}
_BRIDGES = frozenset({*_ACROSS, *_DOWN})
_FIRST_LINES = pattern(r"\s*+[0-9?.-]*+[ \t]*+,[^\n]*+(?:\s*+$|\n\s*+[^,#\n]*+,)")
_ANSWER_ROW = pattern(r"\s*+(?:[0-9]++|[-=|$])(?:[ \t]++(?:[0-9]++|[-=|$]))*+[ \t]*+(?:\n|$)")
_CONNECTED_RUNS = pattern(
    r"(?:[1-9][0-9]*+(?:(?:[ \t]++-)++(?=[ \t]++[1-9]))?+|0[0-9]*+|\s++)*+", re.ASCII
)


def recognises(text: str) -> bool:
    """Whether the first two lines contain commas, or the text is an answer with bridges.

    The first line alone is not enough: ``7,7`` may be the size of a plain grid.
    """
    return _FIRST_LINES.match(text) is not None or _is_answer(text)


def _is_answer(text: str) -> bool:
    """Whether the first line is a row of an answer and there are bridges.

    In a plain grid ``-`` is water. So if there are no other bridges than ``-``, each run of them
    must connect two islands.
    """
    if len(text) > MAX_LENGTH or not _ANSWER_ROW.match(text):
        return False
    if any(character in text for character in "=|$"):
        return True
    return "-" in text and _CONNECTED_RUNS.fullmatch(text) is not None


def read(text: str) -> Document:
    rows = list(_rows(text, "," if _FIRST_LINES.match(text) else None))
    puzzle = Puzzle.from_clues(len(rows), len(rows[0].texts), parse_grid(rows, _parse_cell))
    if not any(character in text for character in _BRIDGES):
        return Document.from_puzzle(puzzle, NAME)
    spans = Spans.from_signs(rows, _ACROSS, _DOWN)
    return Document(puzzle, spans.to_board(puzzle, 1, words_of(rows)), NAME)


def _rows(text: str, separator: str | None) -> Iterator[Cells]:
    width = 0
    for height, row in enumerate(non_blank_lines(text)):
        length = row.text.count(",") + 1 if separator else _count_words(row)
        width = width or length
        if length > MAX_SIDE:
            raise unexpected_input(row_of_cells(length), at_most(MAX_SIDE), row.at)
        if length != width:
            raise unexpected_input(row_of_cells(length), str(width), row.end)
        if height == MAX_SIDE:
            expected = _("at most {n} rows").format(n=MAX_SIDE)
            raise unexpected_input(_("another row"), expected, row.at)
        yield _split_at_commas(row) if separator else row.expect_cells(width)


def _count_words(row: Row) -> int:
    return len(row.text.split(maxsplit=MAX_SIDE + 1))


def _split_at_commas(row: Row) -> Cells:
    cells = row.text.split(",")
    return Cells([cell.strip() for cell in cells], partial(_cell_word, row, cells))


def _cell_word(row: Row, cells: list[str], index: int) -> Word:
    stripped = cells[index].strip()
    start = sum(map(len, cells[:index])) + index
    return Word(stripped, row.location(start + cells[index].find(stripped)))


def _parse_cell(word: Word) -> CellContent:
    return () if word.text in _BRIDGES else parse_number_cell(word)


def write(document: Document) -> str:
    puzzle, board = document.puzzle, document.board
    if puzzle.cols == 1:
        raise FormatError(
            _("A CSV grid needs at least two columns, because it is recognised by its commas.")
        )
    refuse_other_than_numbers(puzzle, TITLE)
    refuse_all_but_bridges_over_water(puzzle, board, TITLE)
    grid = to_matrix(puzzle, "0", str)
    if not any(board.counts):
        return "\n".join(",".join(row) for row in grid) + "\n"
    refuse_crossings(puzzle, board, TITLE)
    Spans.from_board(puzzle, board, 1).paint(grid, _ACROSS, _DOWN)
    return "\n".join(" ".join(row) for row in grid) + "\n"
