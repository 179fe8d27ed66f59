"""Boards drawn in characters, and bridges along rows and columns that are stored by the cell.

The canvas has twice the size of the grid: cell (r, c) is the character at (2r, 2c), so that there
is a character between adjacent islands. A bridge covers all characters between its islands, a mark
is a ``×`` next to the upper or left island, and other water cells are ``.``. Locks are not drawn.

A notation may store the state of an edge in each cell of water that it passes, or in each gap
between two neighbouring cells on its way; these are its segments here. ``first`` is 1 for cells
and 0 for gaps: the distance of the first segment of an edge from its upper or left island. Each
segment has the state of its edge: a number of bridges or MARK.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, zip_longest
from typing import NamedTuple

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.i18n import N_, _, ngettext
from hashi_gui.core.puzzle import Cell, Edge, Island, Puzzle
from hashi_gui.core.rules import STANDARD, Rules
from hashi_gui.core.wording import pattern
from hashi_gui.formats.document import refuse_clue, refuse_crossings
from hashi_gui.formats.errors import at_most, bridges_text, quote, unexpected_input
from hashi_gui.formats.reading import (
    CLUE_CHARACTERS,
    Cells,
    ClueMap,
    Row,
    Word,
    check_range,
    check_size,
    to_character,
    to_matrix,
)

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
    refuse_clue(puzzle, 0, N_("text grid"))
    refuse_crossings(puzzle, board, N_("drawing"))
    if any(board.counts) or board.marks:
        return "\n".join([*_header(puzzle), *_canvas(puzzle, board)])
    return plain_grid(puzzle)


def plain_grid(puzzle: Puzzle) -> str:
    """The clues as text; 0, which a reader would take for water, is a clue."""
    rows = to_matrix(puzzle, WATER[0], to_character)
    return "\n".join([*_header(puzzle), *("".join(row) for row in rows)])


def _header(puzzle: Puzzle) -> list[str]:
    limit = puzzle.rules.max_bridges
    lines = [] if limit == STANDARD.max_bridges else [f"max-bridges {limit}"]
    return lines if puzzle.rules.loops else [*lines, "no-loops"]


def _canvas(puzzle: Puzzle, board: Board) -> list[str]:
    """Return the lines of a drawing without trailing spaces. Bridges must not cross."""
    lines = [[" "] * (2 * puzzle.cols - 1) for _ in range(2 * puzzle.rows - 1)]
    for r, row in enumerate(to_matrix(puzzle, WATER[0], to_character)):
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
        state = _STATES[edge.horizontal].get(rows[i].text[j : j + 1], 0)
        if state > rules.max_bridges:
            at = rows[i].location(j)
            raise unexpected_input(bridges_text(state), at_most(rules.max_bridges), at)
        states.append((edge.id, state))
    board = Board.empty(puzzle).apply(Move(tuple(states)))
    _check_canvas(rows, _canvas(puzzle, board))
    return puzzle, board


def _canvas_start(a: Island, edge: Edge) -> Cell:
    """Return the row and column on the canvas next to island ``a`` of an edge."""
    return 2 * a.row + (not edge.horizontal), 2 * a.col + edge.horizontal


def _parse_puzzle(rows: Sequence[Row], rules: Rules) -> Puzzle:
    height, width = (len(rows) + 1) // 2, (max(len(row.text) for row in rows) + 1) // 2
    check_size(height, width, rows[0].at)
    islands = ClueMap()
    for r, row in enumerate(rows[::2]):
        for found in _CLUE.finditer(row.text[::2]):
            at = row.location(2 * found.start())
            if found[0] not in CLUE_CHARACTERS:
                raise unexpected_input(quote(found[0]), _("a clue, water or a bridge"), at)
            clue = CLUE_CHARACTERS[found[0]]
            islands[r, found.start()] = check_range(clue, at, rules)
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


States = list[int]
"""The states of the segments along a row or column."""

Signs = Mapping[str, int]
"""The states of segments by the characters for them, in one direction."""

FindWord = Callable[[int, int, bool], Word]
"""Finds a segment in the input by its row or column, its index there, and whether it is a row."""


def words_of(rows: Sequence[Row | Cells]) -> FindWord:
    """Find the segments of a grid that has one in each cell."""
    return lambda line, index, horizontal: (
        rows[line].word(index) if horizontal else rows[index].word(line)
    )


class Spans(NamedTuple):
    """The segments along each row (``across``) and each column (``down``)."""

    across: list[States]
    down: list[States]

    @classmethod
    def empty(cls, puzzle: Puzzle, first: int) -> Spans:
        """Return the segments of an empty board."""
        return cls(
            [[0] * (puzzle.cols - 1 + first) for _ in range(puzzle.rows)],
            [[0] * (puzzle.rows - 1 + first) for _ in range(puzzle.cols)],
        )

    @classmethod
    def from_signs(cls, rows: list[Cells], across: Signs, down: Signs) -> Spans:
        """Return the segments in the cells of a grid that have signs for bridges."""
        found = (
            [[signs.get(text, 0) for text in row.texts] for row in rows] for signs in (across, down)
        )
        return cls(next(found), transpose(next(found)))

    @classmethod
    def from_board(cls, puzzle: Puzzle, board: Board, first: int) -> Spans:
        """Return the segments of a board; those that are not on an edge are 0."""
        spans = cls.empty(puzzle, first)
        for edge in puzzle.edges:
            state = board.state(edge.id)
            if state:
                states, segments = spans._segments_of(puzzle, edge.id, first)
                states[segments] = [state] * (segments.stop - segments.start)
        return spans

    def paint(self, grid: list[list[str]], across: Signs, down: Signs) -> None:
        """Write signs for the segments into the cells of a grid; bridges must not cross."""
        for lines, signs in ((self.across, across), (transpose(self.down), down)):
            characters = {state: character for character, state in signs.items()}
            for row, states in zip(grid, lines):
                for c, state in enumerate(states):
                    if state:
                        row[c] = characters[state]

    def to_board(self, puzzle: Puzzle, first: int, find_word: FindWord) -> Board:
        """Return the board. A mark on any segment marks the whole edge.

        Sets all segments with bridges to 0. Raises FormatError for bridges that end before they
        reach an island, and for those that are not on an edge.
        """
        edge_states = []
        for edge in puzzle.edges:
            states, segments = self._segments_of(puzzle, edge.id, first)
            found = states[segments]
            if any(found):
                edge_states.append((edge.id, max(found) or min(found)))
                if max(found) > 0 and min(found) < max(found):
                    self._refuse_uneven_edge(puzzle, edge.id, first, find_word)
                states[segments] = [0] * len(found)
        self._refuse_remaining_bridges(find_word)
        return Board.empty(puzzle).apply(Move(tuple(edge_states)))

    def drawn_board(self, puzzle: Puzzle, first: int) -> Board:
        """Return the board of what was drawn freely, without all that leads to no island."""
        states = []
        for edge in puzzle.edges:
            line, segments = self._segments_of(puzzle, edge.id, first)
            states.append((edge.id, min(line[segments])))
        return Board.empty(puzzle).apply(Move(tuple(states)))

    def _segments_of(self, puzzle: Puzzle, edge: int, first: int) -> tuple[States, slice]:
        a, b = puzzle.ends(edge)
        if puzzle.edges[edge].horizontal:
            return self.across[a.row], slice(a.col + first, b.col)
        return self.down[a.col], slice(a.row + first, b.row)

    def _refuse_uneven_edge(
        self, puzzle: Puzzle, edge: int, first: int, find_word: FindWord
    ) -> None:
        states, segments = self._segments_of(puzzle, edge, first)
        bridges = max(states[segments])
        horizontal = puzzle.edges[edge].horizontal
        a = puzzle.ends(edge)[0]
        for index in range(segments.start, segments.stop):
            if states[index] != bridges:
                word = find_word(a.row if horizontal else a.col, index, horizontal)
                expected = ngettext(
                    "{n} bridge from island to island", "{n} bridges from island to island", bridges
                ).format(n=bridges)
                raise unexpected_input(quote(word.text), expected, word.at)

    def _refuse_remaining_bridges(self, find_word: FindWord) -> None:
        for horizontal, lines in ((True, self.across), (False, self.down)):
            for line, states in enumerate(lines):
                if any(states) and max(states) > 0:
                    index = next(index for index, state in enumerate(states) if state > 0)
                    word = find_word(line, index, horizontal)
                    expected = _("no bridge, because none is possible here")
                    raise unexpected_input(quote(word.text), expected, word.at)


def transpose(lines: list[States]) -> list[States]:
    """Return the columns of a list of rows."""
    return [list(line) for line in zip(*lines)]
