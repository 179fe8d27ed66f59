from __future__ import annotations

from random import Random

import pytest

from hashi_gui.core.board import MARK, Board
from hashi_gui.core.rules import is_solution
from hashi_gui.formats import read
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


def test_an_edge_without_bridges_is_marked_on_the_board_of_its_step():
    puzzle = read("1.1\n...\n2.2").puzzle
    with SatSolver(puzzle) as solver:
        walkthrough = build_walkthrough(puzzle, solver)
    first, last = walkthrough.steps[0], walkthrough.steps[-1]
    assert (first.technique, first.edges) == ("Ones apart, twos apart", (0,))
    assert first.board == Board(bytes(4), frozenset([0]))
    assert last.board == walkthrough.final_board
    assert walkthrough.final_board.marks == {0}
