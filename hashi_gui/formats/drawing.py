"""Boards drawn in characters, readable by people and by this program.

The canvas has twice the size of the grid: cell (r, c) is the character at (2r, 2c), so that there
is a character between adjacent islands. A bridge covers all characters between its islands, a mark
is a ``×`` next to the upper or left island, and other water cells are ``.``. Locks are not drawn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, zip_longest

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.patterns import pattern
from hashi_gui.core.puzzle import Cell, Edge, Island, Puzzle
from hashi_gui.core.rules import STANDARD, Rules
from hashi_gui.formats import clues
from hashi_gui.formats.errors import quote, unexpected_input
from hashi_gui.formats.reading import Row, check_size
from hashi_gui.formats.refusals import refuse_clue, refuse_crossings

WATER = ".-0 "
"""The characters for water; the first of them is the one that is written."""

_HORIZONTAL = dict(enumerate("─═┄┈", start=1)) | {MARK: "×"}
_VERTICAL = dict(enumerate("│║┆┊", start=1)) | {MARK: "×"}
_CHARACTERS = {True: _HORIZONTAL, False: _VERTICAL}
_NORMALISE_WATER = str.maketrans(dict.fromkeys(WATER, WATER[0]))
_STATES = {
    horizontal: {character: state for state, character in characters.items()}
    for horizontal, characters in _CHARACTERS.items()
}
BRIDGES_AND_MARKS = frozenset(chain(_HORIZONTAL.values(), _VERTICAL.values()))
"""The characters that occur only in drawings."""

_CLUE = pattern(f"[^{re.escape(WATER + ''.join(BRIDGES_AND_MARKS))}]")


def draw(puzzle: Puzzle, board: Board) -> str:
    """Return a board as text; as a plain grid if it has neither bridges nor marks.

    Raises FormatError for a clue of 0 and for bridges that cross.
    """
    refuse_clue(puzzle, 0, "text grid")
    refuse_crossings(puzzle, board, "drawing")
    if any(board.counts) or board.marks:
        return "\n".join([*_header(puzzle), *_canvas(puzzle, board)])
    return plain_grid(puzzle)


def plain_grid(puzzle: Puzzle) -> str:
    """The clues as text; 0, which a reader would take for water, is a clue."""
    rows = clues.to_matrix(puzzle, WATER[0], clues.to_character)
    return "\n".join([*_header(puzzle), *("".join(row) for row in rows)])


def _header(puzzle: Puzzle) -> list[str]:
    limit = puzzle.rules.max_bridges
    lines = [] if limit == STANDARD.max_bridges else [f"max-bridges {limit}"]
    return lines if puzzle.rules.loops else [*lines, "no-loops"]


def _canvas(puzzle: Puzzle, board: Board) -> list[str]:
    """Return the lines of a drawing without trailing spaces. Bridges must not cross."""
    lines = [[" "] * (2 * puzzle.cols - 1) for _ in range(2 * puzzle.rows - 1)]
    for r, row in enumerate(clues.to_matrix(puzzle, WATER[0], clues.to_character)):
        lines[2 * r][::2] = row
    for edge in puzzle.edges:
        state = board.state(edge.id)
        if state:
            a, b = puzzle.ends(edge.id)
            i, j = _canvas_start(a, edge)
            if state == MARK:
                lines[i][j] = _CHARACTERS[edge.horizontal][MARK]
            elif edge.horizontal:
                lines[i][j : 2 * b.col] = [_HORIZONTAL[state]] * (2 * b.col - j)
            else:
                for line in lines[i : 2 * b.row]:
                    line[j] = _VERTICAL[state]
    return ["".join(line).rstrip() for line in lines]


def parse_drawing(rows: Sequence[Row], rules: Rules) -> tuple[Puzzle, Board]:
    """Return the puzzle and the board of a drawing.

    The state of an edge is read next to its island ``a``. The resulting board is repainted;
    raises FormatError at the first difference.
    """
    puzzle = _parse_puzzle(rows, rules)
    states = []
    for edge in puzzle.edges:
        i, j = _canvas_start(puzzle.islands[edge.a], edge)
        state = _STATES[edge.horizontal].get(_character(rows[i], j), 0)
        if state > rules.max_bridges:
            raise unexpected_input(
                f"{state} bridges", f"at most {rules.max_bridges}", rows[i].location(j)
            )
        states.append((edge.id, state))
    board = Board.empty(puzzle).apply(Move(tuple(states)))
    _check_canvas(rows, _canvas(puzzle, board))
    return puzzle, board


def _canvas_start(a: Island, edge: Edge) -> Cell:
    """Return the row and column on the canvas next to island ``a`` of an edge."""
    return 2 * a.row + (not edge.horizontal), 2 * a.col + edge.horizontal


def _character(row: Row, index: int) -> str:
    return row.text[index] if index < len(row.text) else " "


def _parse_puzzle(rows: Sequence[Row], rules: Rules) -> Puzzle:
    height, width = (len(rows) + 1) // 2, (max(len(row.text) for row in rows) + 1) // 2
    check_size(height, width, rows[0].at)
    islands = clues.ClueMap()
    for r, row in enumerate(rows[::2]):
        for found in _CLUE.finditer(row.text[::2]):
            at = row.location(2 * found.start())
            if found[0] not in clues.CHARACTERS:
                raise unexpected_input(quote(found[0]), "a clue, water or a bridge", at)
            clue = clues.CHARACTERS[found[0]]
            islands[r, found.start()] = clues.check_range(clue, at, rules)
    return Puzzle.from_clues(height, width, islands, rules)


def _check_canvas(rows: Sequence[Row], expected: Sequence[str]) -> None:
    """Raise FormatError if the rows differ from the expected canvas, except for water."""
    width = max(map(len, expected))
    for i, row in enumerate(rows):
        drawn = row.text.ljust(width)
        if i % 2 == 0:
            cells = drawn[::2].translate(_NORMALISE_WATER)
            between = drawn[1::2].ljust(len(cells))
            drawn = "".join(chain.from_iterable(zip(cells, between)))
        correct = expected[i] if i < len(expected) else ""
        if drawn.rstrip() == correct.rstrip():
            continue
        for j, (found, wanted) in enumerate(zip_longest(drawn, correct, fillvalue=" ")):
            if found != wanted:
                raise unexpected_input(quote(found), quote(wanted), row.location(j))
