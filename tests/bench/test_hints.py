from __future__ import annotations

import pytest

from hashi_gui.bench.hints import ProofSearch, TooManyPositionsError, moments
from hashi_gui.core.board import Board
from hashi_gui.formats import read
from hashi_gui.logic.levels import Level
from hashi_gui.solving import Solver

WITH_PREMISE = read("1.1\n...\n2.2").puzzle


def search(puzzle, level, nodes=1000):
    board = Board.empty(puzzle)
    with Solver(puzzle) as solver:
        return ProofSearch(puzzle, board, solver.solution_bounds(board), level, nodes)


def test_a_bridge_takes_its_premises_and_its_reason():
    proved = [search(WITH_PREMISE, Level.EASY).proves(number) for number in range(3)]
    assert proved == [False, False, True]


def test_an_assumption_takes_the_steps_to_its_contradiction():
    puzzle = read("max-bridges 1\n.??\n.1?").puzzle
    assert not search(puzzle, Level.HARD).proves(3)
    assert [search(puzzle, Level.EXPERT).proves(number) for number in (1, 2)] == [False, True]


def test_a_search_can_be_given_up():
    with pytest.raises(TooManyPositionsError):
        search(WITH_PREMISE, Level.EASY, nodes=0).proves(2)


def test_moments_are_on_the_way_to_a_solution():
    found = list(moments(3, 1))
    for moment in found:
        with Solver(moment.puzzle) as solver:
            assert solver.is_solvable(moment.board)
    assert len({moment.name for moment in found}) == 3
