"""The moves of a game, with undo and redo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate
from typing import overload

from hashi_gui.core.board import Board, Move


class PastBoards(Sequence[Board]):
    """The boards before each of some moves, oldest first; computed when one is read.

    Reading costs time, so that it is left to whoever needs the boards, in a thread of theirs.
    """

    def __init__(self, start: Board, moves: tuple[Move, ...]) -> None:
        self._start = start
        self._moves = moves

    def __len__(self) -> int:
        return len(self._moves)

    @overload
    def __getitem__(self, index: int) -> Board: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Board]: ...
    def __getitem__(self, index: int | slice) -> Board | Sequence[Board]:
        return self._boards[index]

    @cached_property
    def _boards(self) -> Sequence[Board]:
        return list(accumulate(self._moves, Board.apply, initial=self._start))[:-1]


class History:
    """The moves from a starting board, how many of them are in effect, and the resulting board.

    ``position`` is the number of moves in effect; the moves after it were undone. Each move is
    stored with its inverse, and no boards but the first and the current one, so that unlimited
    undo needs little memory.
    """

    def __init__(self, start: Board, moves: Iterable[Move] = ()) -> None:
        self.start = start
        self._moves = list(moves)
        self._inverses = _inverses(start, self._moves)
        self.position = len(self._moves)
        self.board = start.after(self._moves)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves, including those that were undone, which come last."""
        return tuple(self._moves)

    @property
    def past_boards(self) -> PastBoards:
        """The boards before each move in effect."""
        return PastBoards(self.start, tuple(self._moves[: self.position]))

    def inverses(self, position: int, end: int) -> Iterable[Move]:
        """The moves that lead back to a position from a later one."""
        return reversed(self._inverses[position:end])

    @property
    def can_undo(self) -> bool:
        return self.position > 0

    @property
    def can_redo(self) -> bool:
        return self.position < len(self._moves)

    def push(self, move: Move) -> None:
        """Make a new move, and discard the moves that were undone."""
        self.clear_redo()
        self._moves.append(move)
        self._inverses.append(self.board.inverse(move))
        self.redo()

    def undo(self) -> Move:
        """Undo the last move and return its inverse; an empty move if there is none."""
        if not self.can_undo:
            return Move()
        self.position -= 1
        return self._apply(self._inverses[self.position])

    def redo(self) -> Move:
        """Redo the move that was undone last and return it; an empty move if there is none."""
        if not self.can_redo:
            return Move()
        self.position += 1
        return self._apply(self._moves[self.position - 1])

    def go_to(self, position: int) -> None:
        """Undo or redo until ``position`` moves are in effect."""
        position = min(max(position, 0), len(self._moves))
        if position < self.position:
            self.board = self.board.after(self.inverses(position, self.position))
        else:
            self.board = self.board.after(self._moves[self.position : position])
        self.position = position

    def clear_redo(self) -> None:
        """Discard the moves that were undone."""
        del self._moves[self.position :], self._inverses[self.position :]

    def _apply(self, move: Move) -> Move:
        self.board = self.board.apply(move)
        return move


def _inverses(start: Board, moves: Iterable[Move]) -> list[Move]:
    """The move that undoes each of some moves, see :meth:`Board.inverse`."""
    states: dict[int, int] = {}
    locks: dict[int, bool] = {}
    inverses = []
    for move in moves:
        inverses.append(
            Move(
                tuple((e, states[e] if e in states else start.state(e)) for e, _ in move.edges),
                tuple((i, locks.get(i, i in start.locks)) for i, _ in move.locks),
            )
        )
        states.update(move.edges)
        locks.update(move.locks)
    return inverses
