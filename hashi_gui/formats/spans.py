"""Bridges spelled piece by piece along the rows and columns.

A notation has a piece for each cell (of water, where bridges run) or for each gap between two
neighbouring cells. ``first`` is where the pieces of an edge begin, counted from its upper or left
island: 1 for cells, 0 for gaps. A piece is a number of bridges, or MARK.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hashi_gui.core.board import Board, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats.errors import quantity, quote, unexpected_input
from hashi_gui.formats.reading import Word

Line = list[int]
Spelled = Callable[[int, int, bool], Word]
"""How the piece in this line with this index is spelled, along a row if the last is true."""


class Spans(NamedTuple):
    """The pieces along each row, ``across``, and along each column, ``down``."""

    across: list[Line]
    down: list[Line]

    @classmethod
    def of_board(cls, puzzle: Puzzle, board: Board, first: int) -> Spans:
        """All pieces: every edge's state all along it, 0 elsewhere."""
        spans = cls(
            [[0] * (puzzle.cols - 1 + first) for _ in range(puzzle.rows)],
            [[0] * (puzzle.rows - 1 + first) for _ in range(puzzle.cols)],
        )
        for edge in puzzle.edges:
            state = board.state(edge.id)
            if state:
                line, pieces = spans._of_edge(puzzle, edge.id, first)
                line[pieces] = [state] * (pieces.stop - pieces.start)
        return spans

    def to_board(self, puzzle: Puzzle, first: int, spelled: Spelled) -> Board:
        """The board; a mark on any piece counts for the whole edge. Uses the pieces up.

        Raises FormatError for bridges that end on the way, or are where none can be.
        """
        states = []
        for edge in puzzle.edges:
            line, pieces = self._of_edge(puzzle, edge.id, first)
            found = line[pieces]
            if any(found):
                states.append((edge.id, max(found) or min(found)))
                if max(found) > 0 and min(found) < max(found):
                    self._complain(puzzle, edge.id, first, spelled)
                line[pieces] = [0] * len(found)
        self._refuse_strays(spelled)
        return Board.empty(puzzle).apply(Move(tuple(states)))

    def _of_edge(self, puzzle: Puzzle, edge: int, first: int) -> tuple[Line, slice]:
        a, b = puzzle.ends(edge)
        if puzzle.edges[edge].horizontal:
            return self.across[a.row], slice(a.col + first, b.col)
        return self.down[a.col], slice(a.row + first, b.row)

    def _complain(self, puzzle: Puzzle, edge: int, first: int, spelled: Spelled) -> None:
        line, pieces = self._of_edge(puzzle, edge, first)
        bridges = max(line[pieces])
        horizontal = puzzle.edges[edge].horizontal
        a = puzzle.ends(edge)[0]
        for index in range(pieces.start, pieces.stop):
            if line[index] != bridges:
                word = spelled(a.row if horizontal else a.col, index, horizontal)
                raise unexpected_input(
                    quote(word.text), f"{quantity(bridges, 'bridge')} all along", word.at
                )

    def _refuse_strays(self, spelled: Spelled) -> None:
        """Complain about the first bridge that is left."""
        for horizontal, lines in ((True, self.across), (False, self.down)):
            for number, line in enumerate(lines):
                if any(line) and max(line) > 0:
                    index = next(index for index, state in enumerate(line) if state > 0)
                    word = spelled(number, index, horizontal)
                    raise unexpected_input(quote(word.text), "no bridge where none can be", word.at)


def transposed(lines: list[Line]) -> list[Line]:
    """Rows as columns, or the other way round."""
    return [list(line) for line in zip(*lines)]
