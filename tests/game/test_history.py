from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.game import History

SQUARE = Puzzle.from_clues(3, 3, {(0, 0): 2, (0, 2): 2, (2, 0): 2, (2, 2): 2})

MOVES = st.builds(
    lambda edges, locks: Move(tuple(edges.items()), tuple(locks.items())),
    st.dictionaries(st.integers(0, 3), st.integers(MARK, 2)),
    st.dictionaries(st.integers(0, 3), st.booleans()),
)


class CompareWithListOfBoards(RuleBasedStateMachine):
    """Compares a history with a list of all boards."""

    def __init__(self) -> None:
        super().__init__()
        self.history = History(Board.empty(SQUARE))
        self.boards = [Board.empty(SQUARE)]
        self.moves: list[Move] = []
        self.position = 0

    @rule(move=MOVES)
    def push(self, move: Move) -> None:
        self.history.push(move)
        self.boards = [*self.boards[: self.position + 1], self.history.board]
        self.moves = [*self.moves[: self.position], move]
        self.position += 1
        assert self.boards[-1] == self.boards[-2].apply(move)

    @rule()
    def undo(self) -> None:
        before, move = self.history.board, self.history.undo()
        self.position = max(self.position - 1, 0)
        assert before.apply(move) == self.history.board

    @rule()
    def redo(self) -> None:
        before, move = self.history.board, self.history.redo()
        self.position = min(self.position + 1, len(self.moves))
        assert before.apply(move) == self.history.board

    @rule(position=st.integers(-1, 9))
    def go_to(self, position: int) -> None:
        self.history.go_to(position)
        self.position = min(max(position, 0), len(self.moves))

    @rule()
    def clear_redo(self) -> None:
        self.history.clear_redo()
        del self.moves[self.position :], self.boards[self.position + 1 :]

    @invariant()
    def agrees(self) -> None:
        assert self.history.board == self.boards[self.position]
        assert self.history.start == self.boards[0]
        assert self.history.moves == tuple(self.moves)
        assert self.history.position == self.position
        assert list(self.history.past_boards) == self.boards[: self.position]
        assert self.history.can_undo == (self.position > 0)
        assert self.history.can_redo == (self.position < len(self.moves))


TestHistory = CompareWithListOfBoards.TestCase


def test_undo_and_redo_do_nothing_at_the_ends():
    history = History(Board.empty(SQUARE), [Move(((0, 1),))])
    assert not history.redo()
    assert history.undo() == Move(((0, 0),))
    assert not history.undo()
    assert history.board == Board.empty(SQUARE)
