"""PencilBox text, as saved by kanpen.net and pzpr: puzzle and bridges, but no marks or locks.

The number of rows, the number of columns, a grid of the clues (``.`` is water, ``9`` is "?"), and a
grid of the bridges over each water cell: the number of vertical ones + 4 x the number of horizontal
ones, and 0 for islands. The second grid is optional. Bridges between adjacent islands cannot be
represented.
"""

from __future__ import annotations

import re
from itertools import islice

from hashi_gui.core.board import Board
from hashi_gui.core.i18n import N_, _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import listed, pattern
from hashi_gui.formats.document import (
    Document,
    refuse_all_but_bridges_over_water,
    refuse_clue,
    refuse_other_rules,
)
from hashi_gui.formats.drawing import Spans, transpose, words_of
from hashi_gui.formats.errors import quote, unexpected_input
from hashi_gui.formats.reading import (
    CellContent,
    Row,
    Rows,
    Word,
    non_blank_lines,
    parse_columns,
    parse_grid,
    parse_number,
    parse_rows,
    the_clue,
    to_matrix,
)

NAME = "kanpen"
TITLE = N_("PencilBox text")
MAX_LENGTH = 32 * 2**20
SUFFIX = ".txt"
ONE_LINE = False

_START = pattern(
    r"\s*+[0-9]++[ \t]*+\n\s*+(?P<cols>[0-9]++)[ \t]*+\n\s*+[.1-9](?P<more>[ \t]++[.1-9])?+(?:\s|$)"
)
_ISLAND_STATE = pattern(r"^[ \t]*+0", re.MULTILINE)
_STATES = {str(down + 4 * across): (across, down) for across in range(3) for down in range(3)}


def recognises(text: str) -> bool:
    """Whether there are two numbers on separate lines, then a row of cells separated by spaces.

    With a single column a plain grid may begin like that, too, but contains no 0.
    """
    start = _START.match(text)
    if start is None or not text.isascii():
        return False
    return bool(start["more"]) or (start["cols"] == "1" and bool(_ISLAND_STATE.search(text)))


def read(text: str) -> Document:
    lines = non_blank_lines(text)
    puzzle = read_puzzle(lines)
    bridge_rows = list(islice(lines, puzzle.rows))
    if not bridge_rows:
        return Document.from_puzzle(puzzle, NAME)
    if len(bridge_rows) < puzzle.rows:
        found = ngettext(
            "the end after {n} row of bridges",
            "the end after {n} rows of bridges",
            len(bridge_rows),
        ).format(n=len(bridge_rows))
        raise unexpected_input(found, str(puzzle.rows), lines.end)
    extra = next(lines, None)
    if extra is not None:
        raise unexpected_input(quote(extra.text), _("the end after the rows of bridges"), extra.at)
    return Document(puzzle, _parse_board(puzzle, bridge_rows), NAME)


def read_puzzle(lines: Rows) -> Puzzle:
    """Parse the next lines: the size of a puzzle, then its clues."""
    height, width = (row.expect_words(1)[0] for row in lines.take(2))
    rows, cols = parse_rows(height), parse_columns(width)
    grid = (row.expect_cells(cols) for row in lines.take(rows))
    return Puzzle.from_clues(rows, cols, parse_grid(grid, _parse_clue))


def _parse_clue(word: Word) -> CellContent:
    if word.text == ".":
        return ()
    clue = parse_number(word, _("a clue, '9' for '?' or '.'"))
    if not 1 <= clue <= 9:
        raise unexpected_input(the_clue(clue), _("1 to 8, or 9 for '?'"), word.at)
    return (None if clue == 9 else clue,)


def _parse_board(puzzle: Puzzle, rows: list[Row]) -> Board:
    cache: dict[str, tuple[int, int]] = {}
    across, down = [], []
    for row in rows:
        states = row.expect_cells(puzzle.cols).parse(cache, _parse_state)
        across.append([state[0] for state in states])
        down.append([state[1] for state in states])
    return Spans(across, transpose(down)).to_board(puzzle, 1, words_of(rows))


def _parse_state(word: Word) -> tuple[int, int]:
    if word.text not in _STATES:
        expected = _("one of {names}").format(names=listed(sorted(_STATES, key=int)))
        raise unexpected_input(quote(word.text), expected, word.at)
    return _STATES[word.text]


def write(document: Document) -> str:
    puzzle = document.puzzle
    states = state_texts(puzzle, document.board, TITLE)
    lines = [str(puzzle.rows), str(puzzle.cols)]
    lines += [" ".join(row) for row in [*clue_texts(puzzle, TITLE), *states]]
    return "\n".join(lines) + "\n"


def state_texts(puzzle: Puzzle, board: Board, title: str) -> list[list[str]]:
    """Return the text of each cell of the grid of bridges.

    Raises FormatError if the notation called ``title`` cannot represent the board.
    """
    refuse_all_but_bridges_over_water(puzzle, board, title)
    spans = Spans.from_board(puzzle, board, 1)
    return [
        [str(down + 4 * across) for across, down in zip(*lines)]
        for lines in zip(spans.across, transpose(spans.down))
    ]


def clue_texts(puzzle: Puzzle, title: str) -> list[list[str]]:
    """Return the text of each cell of the clue grid.

    Raises FormatError if the notation called ``title`` cannot represent the puzzle.
    """
    refuse_other_rules(puzzle, title)
    refuse_clue(puzzle, 0, title)
    return to_matrix(puzzle, ".", lambda clue: "9" if clue is None else str(clue))
