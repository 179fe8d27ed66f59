from __future__ import annotations

import pytest

from hashi_gui.core.board import Board
from hashi_gui.formats import read
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.assumptions import WhatIf
from hashi_gui.logic.reasoning.techniques.catalogue import draw_obvious
from hashi_gui.logic.reasoning.techniques.technique import Conclusion
from hashi_gui.logic.teaching.refutation import shortest_refutation
from hashi_gui.solving import Solver
from tests.measure import hints
from tests.measure.hints import (
    ProofSearch,
    TooManyPositionsError,
    fewest_sentences,
    mistakes,
    moments,
    still_refutes,
)

pytestmark = pytest.mark.measure

EXPERT = read("2.3.4.2\n.......\n..2.2..\n3.....2\n.1.4.2.\n.......\n3..3..1")
LONG_WAY = """\
2..3.3.3.2
..........
...1.1...3
.2.....5..
4.3.2.....
.........3
4...5..3..
..1......2
..........
2.2.3.3..2
"""
WITH_PREMISE = read("1.1\n...\n2.2").puzzle


def search(puzzle, level, nodes=1000):
    board = Board.empty(puzzle)
    with Solver(puzzle) as solver:
        position = Position(puzzle)
        draw_obvious(position)
        return ProofSearch(position, level, nodes, solver.solution_bounds(board))


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


def test_mistakes_take_steps_to_refute(monkeypatch):
    monkeypatch.setattr(hints, "generate", lambda *_: EXPERT)
    for mistake in mistakes(2, 1):
        assert shortest_refutation(mistake.position, mistake.assumption).steps()


def test_the_reason_for_a_mistake_is_compared_with_the_shortest():
    puzzle = read("1.?.1\n.....\n?...?").puzzle
    position = Position(puzzle)
    draw_obvious(position)
    edge = puzzle.edge_between(0, 3).id
    assumption = Conclusion(WhatIf(()), edge, False, 0, position.ends[edge])
    refutation = shortest_refutation(position, assumption)
    assert [len(step) for step in refutation.steps()] == [1, 1]
    for enough in (2, 3):
        assert fewest_sentences(position, assumption, enough, 1000) == (2, True)
    assert fewest_sentences(position, assumption, 2, 0) == (1, False)
    for step in refutation.steps():
        assert not still_refutes(position, assumption, refutation, step)
    assert still_refutes(position, assumption, refutation, [])


def test_a_long_reason_needs_every_step(monkeypatch):
    monkeypatch.setattr("hashi_gui.logic.teaching.refutation.MAX_ATTEMPTS", 0)
    puzzle = read(LONG_WAY).puzzle
    position = Position(puzzle)
    draw_obvious(position)
    edge = puzzle.edge_between(*(puzzle.island_at(9, col).id for col in (0, 2))).id
    assumption = Conclusion(WhatIf(()), edge, False, 0, position.ends[edge])
    refutation = shortest_refutation(position, assumption)
    steps = refutation.steps()
    assert len(steps) > 5
    assert not any(still_refutes(position, assumption, refutation, step) for step in steps)
