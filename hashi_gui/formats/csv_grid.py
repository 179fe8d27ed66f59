"""The grids of the HCMUS report: rows of numbers separated by commas, 0 for water; its answers.

An answer has spaces in place of the commas, and in the water the bridges: ``-`` and ``=`` for one
and two from left to right, ``|`` and ``$`` for one and two from top to bottom. Where anything is
drawn, an answer is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from hashi_gui.core.puzzle import MAX_SIDE, Puzzle
from hashi_gui.formats import clues
from hashi_gui.formats.document import Document
from hashi_gui.formats.errors import FormatError, quantity, unexpected_input
from hashi_gui.formats.reading import Cells, Row, Word, filled_lines
from hashi_gui.formats.refusals import (
    refuse_all_but_numbers,
    refuse_bridges_without_water,
    refuse_crossings,
    refuse_marks,
)
from hashi_gui.formats.spans import Spans, transposed

NAME = "csv"
TITLE = "CSV grid"
RANK = 1
MAX_LENGTH = 32 * 2**20
SUFFIX = ".csv"
ONE_LINE = False

_ACROSS = {"-": 1, "=": 2}
_DOWN = {"|": 1, "$": 2}
_BRIDGES = frozenset({*_ACROSS, *_DOWN})
_START = re.compile(r"\s*+[0-9?.-]*+[ \t]*+,[^\n]*+(?:\s*+$|\n\s*+[^,#\n]*+,)")
_ANSWER_ROW = re.compile(r"\s*+(?:[0-9]++|[-=|$])(?:[ \t]++(?:[0-9]++|[-=|$]))*+[ \t]*+(?:\n|$)")
_JOINED = re.compile(
    r"(?:[1-9][0-9]*+(?:(?:[ \t]++-)++(?=[ \t]++[1-9]))?+|0[0-9]*+|\s++)*+", re.ASCII
)


def recognises(text: str) -> bool:
    """Whether the first line has a comma after one cell, and the second one, if any, a comma.

    The first line alone does not tell: ``7,7`` may be the size of a plain grid. An answer is told
    by its bridges.
    """
    return _START.match(text) is not None or _is_answer(text)


def _is_answer(text: str) -> bool:
    """Whether the first line is a row of an answer and there are bridges.

    With single bridges from left to right alone each must join two islands, for ``-`` is water in
    a plain grid.
    """
    if len(text) > MAX_LENGTH or not _ANSWER_ROW.match(text):
        return False
    if any(character in text for character in "=|$"):
        return True
    return "-" in text and _JOINED.fullmatch(text) is not None


def read(text: str) -> Document:
    rows = list(_rows(text, "," if _START.match(text) else None))
    puzzle = Puzzle.from_clues(len(rows), len(rows[0].texts), clues.islands(rows, _clue_of))
    if not any(character in text for character in _BRIDGES):
        return Document.from_puzzle(puzzle, NAME)
    across, down = ([_states(row, signs) for row in rows] for signs in (_ACROSS, _DOWN))

    def spelled(line: int, index: int, horizontal: bool) -> Word:
        return rows[line].word(index) if horizontal else rows[index].word(line)

    board = Spans(across, transposed(down)).to_board(puzzle, 1, spelled)
    return Document(puzzle, board, NAME)


def _rows(text: str, separator: str | None) -> Iterator[Cells]:
    width = 0
    for height, row in enumerate(filled_lines(text)):
        length = row.text.count(",") + 1 if separator else _words_in(row)
        width = width or length
        if length > MAX_SIDE:
            raise unexpected_input(f"a row of {length} cells", f"at most {MAX_SIDE}", row.at)
        if length != width:
            raise unexpected_input(f"a row of {quantity(length, 'cell')}", str(width), row.end)
        if height == MAX_SIDE:
            raise unexpected_input("one more row", f"at most {MAX_SIDE} rows", row.at)
        yield _cells(row) if separator else row.cells(width, "cell")


def _words_in(row: Row) -> int:
    return len(row.text.split(maxsplit=MAX_SIDE + 1))


def _cells(row: Row) -> Cells:
    cells = row.text.split(",")
    return Cells([cell.strip() for cell in cells], partial(_word, row, cells))


def _word(row: Row, cells: list[str], index: int) -> Word:
    stripped = cells[index].strip()
    before = sum(map(len, cells[:index])) + index
    return Word(stripped, row.place(before + cells[index].find(stripped)))


def _clue_of(word: Word) -> clues.Spelled:
    return () if word.text in _BRIDGES else clues.of_number(word)


def _states(row: Cells, signs: dict[str, int]) -> list[int]:
    return [signs.get(text, 0) for text in row.texts]


def write(document: Document) -> str:
    puzzle, board = document.puzzle, document.board
    if puzzle.cols == 1:
        raise FormatError(f"A {TITLE} of one column has no comma by which to know it.")
    refuse_all_but_numbers(puzzle, TITLE)
    refuse_marks(puzzle, board, TITLE)
    grid = clues.matrix(puzzle, "0", str)
    if not any(board.counts):
        return "\n".join(",".join(row) for row in grid) + "\n"
    refuse_bridges_without_water(puzzle, board, TITLE)
    refuse_crossings(puzzle, board, TITLE)
    spans = Spans.of_board(puzzle, board, 1)
    for lines, signs in ((spans.across, _ACROSS), (transposed(spans.down), _DOWN)):
        characters = {state: character for character, state in signs.items()}
        for row, states in zip(grid, lines):
            for c, state in enumerate(states):
                if state:
                    row[c] = characters[state]
    return "\n".join(" ".join(row) for row in grid) + "\n"
