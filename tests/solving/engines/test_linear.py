from __future__ import annotations

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.solving import Cancelled, CancelToken, Solver
from hashi_gui.solving.encoding import OrderEncoding
from hashi_gui.solving.engines.linear import LinearEngine
from tests.measure.boards import FAMILIES, boards
from tests.measure.makers import almost_closed_groups, uniform
from tests.samples import sample


def test_the_relaxation_sees_that_two_colours_do_not_add_up() -> None:
    engine = LinearEngine(OrderEncoding(uniform(rows=11, cols=11, clue=2, holes=[(5, 4)])))
    assert engine.is_refuted(CancelToken())


def test_the_relaxation_never_refutes_a_puzzle_with_a_solution() -> None:
    for seed in range(40):
        puzzle = sample(seed, max_side=12)
        with Solver(puzzle) as solver:
            solution = solver.solution()
        assert solution is not None
        encoding = OrderEncoding(puzzle)
        engine = LinearEngine(encoding)
        assert not engine.is_refuted(CancelToken())
        board = Board(solution)
        assert not engine.is_refuted(CancelToken(), list(encoding.assumptions(board).values()))


def test_a_short_turn_solves_where_no_branching_is_needed() -> None:
    puzzle = almost_closed_groups(side=20, ones=0.4, seed=20)
    assert is_solution(puzzle, LinearEngine(OrderEncoding(puzzle)).solve(CancelToken(), (), 2_000))


def test_assumptions_hold_for_one_question_only() -> None:
    puzzle = Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 2, (0, 4): 1})
    engine = LinearEngine(OrderEncoding(puzzle))
    assert engine.is_refuted(CancelToken(), [-1])
    assert not engine.is_refuted(CancelToken())
    assert engine.is_refuted(CancelToken(), [1, -2])
    assert engine.solve(CancelToken()) == bytes([1, 1])


def test_a_literal_may_occur_several_times_in_a_clause() -> None:
    engine = LinearEngine(OrderEncoding(Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2})))
    engine.add([1, -1, 2])
    assert engine.solve(CancelToken()) == bytes([2])
    engine.add([-2, -2])
    assert engine.solve(CancelToken()) is None


def test_the_engine_can_be_used_after_it_was_cancelled(cancelled: CancelToken) -> None:
    engine = LinearEngine(OrderEncoding(uniform(rows=4, cols=4, clue=2)))
    with pytest.raises(Cancelled):
        engine.is_refuted(cancelled)
    with pytest.raises(Cancelled):
        engine.solve(cancelled)
    assert engine.solve(CancelToken()) is not None


@pytest.mark.parametrize("family", ["one-hole", "minority-holes"])
def test_whole_families_are_refuted_without_a_search(family: str) -> None:
    assert family in FAMILIES
    for board in boards(family):
        assert LinearEngine(OrderEncoding(board.puzzle())).is_refuted(CancelToken()), board.name
