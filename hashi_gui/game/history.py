"""The moves of a game, with a way back and forth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate

from hashi_gui.core.board import Board, Move


class History:
    """Every move from a start, how many of them stand, and the board they lead to.

    Keeps each move with its inverse and no board but the first and the present one, so that undo
    without limit stays cheap.
    """

    def __init__(self, start: Board, moves: Iterable[Move] = ()) -> None:
        self.start = start
        self.board = start
        self.position = 0
        self._moves: list[Move] = []
        self._inverses: list[Move] = []
        for move in moves:
            self.push(move)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves, the undone ones at the end included."""
        return tuple(self._moves)

    def boards(self) -> list[Board]:
        """The boards before each move that stands, the start first."""
        return list(self._boards(self.position))[:-1]

    def board_at(self, position: int) -> Board:
        """The board when ``position`` moves stood."""
        return list(self._boards(position))[-1]

    def _boards(self, position: int) -> Iterator[Board]:
        moves = self._moves[:position]
        return accumulate(moves, Board.apply, initial=self.start)

    @property
    def can_undo(self) -> bool:
        return self.position > 0

    @property
    def can_redo(self) -> bool:
        return self.position < len(self._moves)

    def push(self, move: Move) -> None:
        """Make a new move; moves that were undone are forgotten."""
        self.forget_undone()
        self._moves.append(move)
        self._inverses.append(self.board.inverse(move))
        self.redo()

    def undo(self) -> Move:
        """Take the last move back; returns its inverse, an empty move where there is none."""
        if not self.can_undo:
            return Move()
        self.position -= 1
        return self._apply(self._inverses[self.position])

    def redo(self) -> Move:
        """Make the last undone move again and return it; an empty move where there is none."""
        if not self.can_redo:
            return Move()
        self.position += 1
        return self._apply(self._moves[self.position - 1])

    def go_to(self, position: int) -> None:
        """Undo or redo until ``position`` moves stand."""
        while self.position > position and self.can_undo:
            self.undo()
        while self.position < position and self.can_redo:
            self.redo()

    def forget_undone(self) -> None:
        """Drop the moves that redo would make."""
        del self._moves[self.position :], self._inverses[self.position :]

    def _apply(self, move: Move) -> Move:
        self.board = self.board.apply(move)
        return move
