"""The board status, updated move by move, compared with one computed from scratch."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components, is_solution


def everything(status: BoardStatus, puzzle: Puzzle) -> object:
    return (
        list(status.remaining),
        status.finished,
        status.solved,
        status.faults,
        list(status.capacities),
        [sorted(status.group(island.id)) for island in puzzle.islands],
    )


@given(st.data())
def test_updating_after_moves_matches_starting_from_scratch(puzzles, data):
    puzzle = data.draw(puzzles)
    board = Board.empty(puzzle)
    status = BoardStatus(puzzle, board)
    if not puzzle.edges:
        return
    edges = st.integers(0, len(puzzle.edges) - 1)
    states = st.integers(MARK, puzzle.max_bridges)
    few = st.lists(st.tuples(edges, states), max_size=2, unique_by=lambda pair: pair[0])
    all_at_once = st.tuples(*([states] * len(puzzle.edges))).map(lambda s: list(enumerate(s)))
    for changes in data.draw(st.lists(few | few | all_at_once, max_size=12)):
        move = Move(tuple(changes))
        board = board.apply(move)
        status.update(move)
        assert everything(status, puzzle) == everything(BoardStatus(puzzle, board), puzzle)
        assert status.solved == is_solution(puzzle, board.counts)
        groups = {island: group for group in components(puzzle, board.counts) for island in group}
        assert [sorted(status.group(i)) for i in range(len(puzzle.islands))] == [
            groups[i] for i in range(len(puzzle.islands))
        ]
