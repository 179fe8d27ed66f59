"""The board status, updated move by move, compared with one computed from scratch."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.board_status import BoardStatus, Faults
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules, components, is_solution
from tests.strategies import ANY_PUZZLE


def test_edges_of_every_kind_break_a_rule():
    assert Faults(crossed=frozenset({0}), looped=frozenset({1})).edges == {0, 1}


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
def test_updating_after_moves_matches_starting_from_scratch(data):
    puzzle = data.draw(ANY_PUZZLE)
    board = Board.empty(puzzle)
    status = BoardStatus(puzzle, board)
    if not puzzle.edges:
        return
    edges = st.integers(0, len(puzzle.edges) - 1)
    states = st.integers(MARK, puzzle.rules.max_bridges)
    few = st.lists(st.tuples(edges, states), max_size=2, unique_by=lambda pair: pair[0])
    all_at_once = st.tuples(*([states] * len(puzzle.edges))).map(lambda s: list(enumerate(s)))
    for changes in data.draw(st.lists(few | few | all_at_once, max_size=12)):
        move = Move(tuple(changes))
        board = board.apply(move)
        status.update(move)
        assert everything(status, puzzle) == everything(BoardStatus(puzzle, board), puzzle)
        assert status.solved == is_solution(puzzle, board.counts)
        assert status.finished == list(status.remaining).count(0)
        groups = {island: group for group in components(puzzle, board.counts) for island in group}
        assert [sorted(status.group(i)) for i in range(len(puzzle.islands))] == [
            groups[i] for i in range(len(puzzle.islands))
        ]


@pytest.mark.parametrize("max_bridges", [1, 2, 3])
def test_undoing_large_and_small_moves_matches_starting_from_scratch(max_bridges):
    """In a larger puzzle, so that groups are merged and split all the time."""
    rng = random.Random(max_bridges)
    cells = rng.sample([(row, col) for row in range(9) for col in range(9)], 32)
    clues = {cell: rng.choice([None, *range(2 * max_bridges + 2)]) for cell in cells}
    puzzle = Puzzle.from_clues(9, 9, clues, Rules(max_bridges))
    edges = range(len(puzzle.edges))
    boards = [Board.empty(puzzle)]
    status = BoardStatus(puzzle, boards[0])
    for _ in range(300):
        board = boards[-1]
        if len(boards) > 1 and rng.random() < 0.5:
            boards.pop()
        else:
            changed = rng.sample(edges, rng.choice([1, 1, len(edges) // 2, len(edges)]))
            move = Move(tuple((edge, rng.randint(MARK, max_bridges)) for edge in changed))
            boards.append(board.apply(move))
        if rng.random() < 0.5:
            status.precompute(boards[rng.randrange(-2, 0) if len(boards) > 1 else -1])
        status.update(board.move_to(boards[-1]))
        assert everything(status, puzzle) == everything(BoardStatus(puzzle, boards[-1]), puzzle)


def test_faults_are_true_if_there_is_one():
    assert not Faults()
    for name, value in {
        "overfull": frozenset({1}),
        "unsatisfiable": frozenset({1}),
        "isolated": ((0, 1),),
        "crossed": frozenset({1}),
    }.items():
        assert Faults(**{name: value}), name
