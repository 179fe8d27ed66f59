"""A board drawn in characters, for people and for reading it back.

The canvas has twice the size of the grid: cell (r, c) is the character at (2r, 2c), so that there
is a place between islands that touch. A bridge fills every place strictly between its islands,
a mark is a ``×`` next to the upper or left island, water not covered is ``.`` in its cell. Locks
are not drawn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, zip_longest

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.puzzle import Cell, Edge, Island, Puzzle
from hashi_gui.formats import clues
from hashi_gui.formats.errors import quote, unexpected_input
from hashi_gui.formats.reading import Row, check_size
from hashi_gui.formats.refusals import refuse_clue, refuse_crossings

WATER = ".-0 "
"""What stands for water where text is read; the first of these is written."""

_HORIZONTAL = dict(enumerate("─═┄┈", start=1)) | {MARK: "×"}
_VERTICAL = dict(enumerate("│║┆┊", start=1)) | {MARK: "×"}
_SIGNS = {True: _HORIZONTAL, False: _VERTICAL}
_AS_WRITTEN = str.maketrans(dict.fromkeys(WATER, WATER[0]))
_STATES = {
    horizontal: {character: state for state, character in characters.items()}
    for horizontal, characters in _SIGNS.items()
}
BRIDGES = frozenset(chain(_HORIZONTAL.values(), _VERTICAL.values()))
"""The characters that only a drawing has."""

_CLUE = re.compile(f"[^{re.escape(WATER + ''.join(BRIDGES))}]")


def draw(puzzle: Puzzle, board: Board) -> str:
    """The board in text; a plain grid where there is neither bridge nor mark.

    Raises FormatError for a clue of 0 and for bridges that cross.
    """
    refuse_clue(puzzle, 0, "text grid")
    refuse_crossings(puzzle, board, "drawing")
    lines = [] if puzzle.max_bridges == 2 else [f"max-bridges {puzzle.max_bridges}"]
    if any(board.counts) or board.marks:
        lines += _canvas(puzzle, board)
    else:
        lines += ["".join(row) for row in clues.matrix(puzzle, WATER[0], clues.character)]
    return "\n".join(lines)


def _canvas(puzzle: Puzzle, board: Board) -> list[str]:
    """The lines of the drawing, without spaces at their ends. Bridges must not cross."""
    lines = [[" "] * (2 * puzzle.cols - 1) for _ in range(2 * puzzle.rows - 1)]
    for r, row in enumerate(clues.matrix(puzzle, WATER[0], clues.character)):
        lines[2 * r][::2] = row
    for edge in puzzle.edges:
        state = board.state(edge.id)
        if state:
            a, b = puzzle.ends(edge.id)
            i, j = _beside(a, edge)
            if state == MARK:
                lines[i][j] = _SIGNS[edge.horizontal][MARK]
            elif edge.horizontal:
                lines[i][j : 2 * b.col] = [_HORIZONTAL[state]] * (2 * b.col - j)
            else:
                for line in lines[i : 2 * b.row]:
                    line[j] = _VERTICAL[state]
    return ["".join(line).rstrip() for line in lines]


def undraw(rows: Sequence[Row], max_bridges: int) -> tuple[Puzzle, Board]:
    """The puzzle and the board that a canvas shows.

    Of every edge the place next to island ``a`` says what is on it. Drawing that again must give
    the same canvas, else the first difference is the complaint.
    """
    puzzle = _islands(rows, max_bridges)
    states = []
    for edge in puzzle.edges:
        i, j = _beside(puzzle.islands[edge.a], edge)
        state = _STATES[edge.horizontal].get(_character(rows[i], j), 0)
        if state > max_bridges:
            raise unexpected_input(f"{state} bridges", f"at most {max_bridges}", rows[i].place(j))
        states.append((edge.id, state))
    board = Board.empty(puzzle).apply(Move(tuple(states)))
    _compare(rows, _canvas(puzzle, board))
    return puzzle, board


def _beside(a: Island, edge: Edge) -> Cell:
    """The place on the canvas next to island ``a`` of an edge."""
    return 2 * a.row + (not edge.horizontal), 2 * a.col + edge.horizontal


def _character(row: Row, index: int) -> str:
    return row.text[index] if index < len(row.text) else " "


def _islands(rows: Sequence[Row], max_bridges: int) -> Puzzle:
    height, width = (len(rows) + 1) // 2, (max(len(row.text) for row in rows) + 1) // 2
    check_size(height, width, rows[0].at)
    islands = clues.Islands()
    for r, row in enumerate(rows[::2]):
        for found in _CLUE.finditer(row.text[::2]):
            at = row.place(2 * found.start())
            if found[0] not in clues.CHARACTERS:
                raise unexpected_input(quote(found[0]), "a clue, water or a bridge", at)
            clue = clues.CHARACTERS[found[0]]
            islands[r, found.start()] = clues.check(clue, at, max_bridges)
    return Puzzle.from_clues(height, width, islands, max_bridges)


def _compare(rows: Sequence[Row], expected: Sequence[str]) -> None:
    """Complain where the rows differ from the canvas expected, whatever they have for water."""
    width = max(map(len, expected))
    for i, row in enumerate(rows):
        drawn = row.text.ljust(width)
        if i % 2 == 0:
            cells = drawn[::2].translate(_AS_WRITTEN)
            between = drawn[1::2].ljust(len(cells))
            drawn = "".join(chain.from_iterable(zip(cells, between)))
        wanted = expected[i] if i < len(expected) else ""
        if drawn.rstrip() == wanted.rstrip():
            continue
        for j, (found, right) in enumerate(zip_longest(drawn, wanted, fillvalue=" ")):
            if found != right:
                raise unexpected_input(quote(found), quote(right), row.place(j))
