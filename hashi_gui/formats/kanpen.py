"""PencilBox text, as kanpen.net and pzpr save it: puzzle and bridges, not marks or locks.

The number of rows, of columns, then the clues (``.`` water, ``9`` "?"), then what runs over each
cell of water: the bridges from top to bottom + 4 x those from left to right; 0 at an island. The
second grid may be left out. It cannot say a bridge between islands that touch.
"""

from __future__ import annotations

import re
from itertools import islice

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import clues
from hashi_gui.formats.document import Document
from hashi_gui.formats.errors import quantity, quote, unexpected_input
from hashi_gui.formats.reading import Row, Rows, Word, filled_lines, number, side
from hashi_gui.formats.refusals import (
    refuse_bridges_without_water,
    refuse_clue,
    refuse_marks,
    refuse_other_limits,
)
from hashi_gui.formats.spans import Spans, transposed

NAME = "kanpen"
TITLE = "PencilBox text"
RANK = 1
MAX_LENGTH = 32 * 2**20
SUFFIX = ".txt"
ONE_LINE = False

_START = re.compile(
    r"\s*+[0-9]++[ \t]*+\n\s*+(?P<cols>[0-9]++)[ \t]*+\n\s*+[.1-9](?P<more>[ \t]++[.1-9])?+(?:\s|$)"
)
_ISLAND_STATE = re.compile(r"^[ \t]*+0", re.MULTILINE)
_STATES = {str(down + 4 * across): (across, down) for across in range(3) for down in range(3)}


def recognises(text: str) -> bool:
    """Whether two numbers stand on lines of their own, over a row of cells apart.

    Where the cells are in one column, a plain grid may begin like that, but holds no 0.
    """
    start = _START.match(text)
    if start is None or not text.isascii():
        return False
    return bool(start["more"]) or (start["cols"] == "1" and bool(_ISLAND_STATE.search(text)))


def read(text: str) -> Document:
    lines = filled_lines(text)
    puzzle = read_puzzle(lines)
    below = list(islice(lines, puzzle.rows))
    if not below:
        return Document.from_puzzle(puzzle, NAME)
    if len(below) < puzzle.rows:
        found = f"the end after {quantity(len(below), 'row')} of bridges"
        raise unexpected_input(found, str(puzzle.rows), lines.end)
    extra = next(lines, None)
    if extra is not None:
        raise unexpected_input(quote(extra.text), "the end after the rows of bridges", extra.at)
    return Document(puzzle, _board(puzzle, below), NAME)


def read_puzzle(lines: Rows) -> Puzzle:
    """The puzzle that the next lines hold: its size, then the clues."""
    height, width = (row.exactly(1, "number")[0] for row in lines.take(2, "line"))
    rows, cols = side(height, "rows"), side(width, "columns")
    grid = (row.cells(cols, "cell") for row in lines.take(rows, "row"))
    return Puzzle.from_clues(rows, cols, clues.islands(grid, _clue))


def _clue(word: Word) -> clues.Spelled:
    if word.text == ".":
        return ()
    clue = number(word, "a clue, '9' for any or '.'")
    if not 1 <= clue <= 9:
        raise unexpected_input(f"the clue {clue}", "1 to 8, or 9 for any", word.at)
    return (None if clue == 9 else clue,)


def _board(puzzle: Puzzle, rows: list[Row]) -> Board:
    known: dict[str, tuple[int, int]] = {}
    across, down = [], []
    for row in rows:
        states = row.cells(puzzle.cols, "cell").values(known, _state)
        across.append([state[0] for state in states])
        down.append([state[1] for state in states])

    def spelled(line: int, index: int, horizontal: bool) -> Word:
        return rows[line].word(index) if horizontal else rows[index].word(line)

    return Spans(across, transposed(down)).to_board(puzzle, 1, spelled)


def _state(word: Word) -> tuple[int, int]:
    if word.text not in _STATES:
        raise unexpected_input(
            quote(word.text), f"one of {', '.join(sorted(_STATES, key=int))}", word.at
        )
    return _STATES[word.text]


def write(document: Document) -> str:
    puzzle, board = document.puzzle, document.board
    refuse_marks(puzzle, board, TITLE)
    refuse_bridges_without_water(puzzle, board, TITLE)
    spans = Spans.of_board(puzzle, board, 1)
    states = [
        [str(down + 4 * across) for across, down in zip(*lines)]
        for lines in zip(spans.across, transposed(spans.down))
    ]
    lines = [str(puzzle.rows), str(puzzle.cols)]
    lines += [" ".join(row) for row in [*spelled_clues(puzzle, TITLE), *states]]
    return "\n".join(lines) + "\n"


def spelled_clues(puzzle: Puzzle, title: str) -> list[list[str]]:
    """The grid of clues. Raises FormatError for what ``title`` cannot say."""
    refuse_other_limits(puzzle, title)
    refuse_clue(puzzle, 0, title)
    return clues.matrix(puzzle, ".", lambda clue: "9" if clue is None else str(clue))
