from __future__ import annotations

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.solving import Solver, SolverError
from hashi_gui.solving.encoding import OrderEncoding
from hashi_gui.solving.engines import lazy_sat
from hashi_gui.solving.engines.lazy_sat import LazySatEngine
from hashi_gui.solving.engines.sat_solver import SatSolver
from hashi_gui.solving.results import GaveUp
from tests.measure.makers import uniform
from tests.samples import sample


def answers(puzzle: Puzzle) -> list[object]:
    empty = Board.empty(puzzle)
    with Solver(puzzle) as solver:
        solution = solver.solution()
        assert solution is not None
        wrong = Board(bytes(count % puzzle.rules.max_bridges + 1 for count in solution))
        return [
            solver.verdict().kind,
            solver.backbone(empty),
            solver.is_solvable(wrong),
            len(solver.smallest_conflict(wrong)),
            solver.is_solvable(Board(solution)),
        ]


def test_the_solver_for_many_islands_gives_the_same_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzles = [sample(seed, max_side=10) for seed in range(30)]
    expected = [answers(puzzle) for puzzle in puzzles]
    monkeypatch.setattr(lazy_sat, "_MANY_ISLANDS", 0)
    assert [answers(puzzle) for puzzle in puzzles] == expected


def test_an_engine_that_gives_up_without_being_cancelled_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SatSolver, "solve", lambda *arguments: None)
    with (
        Solver(sample(1), create_engine=LazySatEngine) as solver,
        pytest.raises(SolverError, match="interrupted"),
    ):
        solver.solution()


def test_a_limit_holds_for_one_question_only() -> None:
    puzzle = uniform(rows=12, cols=12, clue=2)
    engine = LazySatEngine(OrderEncoding(puzzle))
    with engine.cancellable(None) as token:
        with pytest.raises(GaveUp):
            engine.solve(token, (), 1)
        assert is_solution(puzzle, engine.solve(token))
