"""Bridges and marks along rows and columns, for notations that store them cell by cell.

A notation may store the state of an edge in each cell of water that it passes, or in each gap
between two neighbouring cells on its way; these are its segments here. ``first`` is 1 for cells
and 0 for gaps: the distance of the first segment of an edge from its upper or left island. Each
segment has the state of its edge: a number of bridges or MARK.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from hashi_gui.core.board import Board, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import quantity
from hashi_gui.formats.errors import quote, unexpected_input
from hashi_gui.formats.reading import Cells, Row, Word

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
                expected = f"{quantity(bridges, 'bridge')} from island to island"
                raise unexpected_input(quote(word.text), expected, word.at)

    def _refuse_remaining_bridges(self, find_word: FindWord) -> None:
        for horizontal, lines in ((True, self.across), (False, self.down)):
            for line, states in enumerate(lines):
                if any(states) and max(states) > 0:
                    index = next(index for index, state in enumerate(states) if state > 0)
                    word = find_word(line, index, horizontal)
                    expected = "no bridge, because none is possible here"
                    raise unexpected_input(quote(word.text), expected, word.at)


def transpose(lines: list[States]) -> list[States]:
    """Return the columns of a list of rows."""
    return [list(line) for line in zip(*lines)]
