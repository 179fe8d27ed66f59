from __future__ import annotations

from random import Random

import pytest

from hashi_gui.core.board import MARK, Board
from hashi_gui.core.rules import is_solution
from hashi_gui.logic.walkthrough import build_walkthrough
from hashi_gui.solving import SatSolver, VerdictKind


@pytest.mark.parametrize("seed", range(60))
def test_every_step_adds_something_true(seed, random_puzzle):
    puzzle, _ = random_puzzle(Random(seed))
    board = Board.empty(puzzle)
    with SatSolver(puzzle) as solver:
        forced = solver.solution_bounds(board)
        walkthrough = build_walkthrough(puzzle, solver)
        unique = solver.verdict().kind == VerdictKind.UNIQUE
    for step in walkthrough.steps:
        for edge, state in board.move_to(step.board).edges:
            assert edge in step.edges
            assert forced.high[edge] == 0 if state == MARK else state <= forced.low[edge]
        assert step.reason.endswith(".")
        assert step.region
        board = step.board
    assert walkthrough.finished == is_solution(puzzle, board.counts)
    assert walkthrough.finished or not unique
