from __future__ import annotations

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.solving import Cancelled, CancelToken, Solver
from hashi_gui.solving.encoding import OrderEncoding
from hashi_gui.solving.engines.frontier import FrontierEngine
from hashi_gui.solving.results import GaveUp
from tests.measure.makers import planted, swapped_nearby, uniform
from tests.samples import sample, without_loops


def answer(puzzle: Puzzle) -> bytes | None:
    return FrontierEngine(OrderEncoding(puzzle)).solve(CancelToken())


def strip(seed: int, **options: float) -> Puzzle:
    return planted(rows=5, cols=30, density=0.8, limit=2, extra=0.2, seed=seed, **options)


@pytest.mark.parametrize("seed", range(20))
def test_the_rule_without_loops_is_kept(seed: int) -> None:
    puzzle = sample(seed, max_side=7)
    with Solver(puzzle) as solver:
        tree, _ = without_loops(puzzle, solver.solution())
    found = answer(tree)
    assert found is not None
    assert is_solution(tree, found)


@pytest.mark.parametrize("seed", range(6))
def test_strips_are_answered_as_by_the_other_engines(seed: int) -> None:
    options = {"rows": 5, "cols": 30, "density": 0.85, "limit": 1 + seed % 4, "extra": 0.2}
    puzzle = swapped_nearby(**options, swaps=seed % 3, seed=seed)
    with Solver(puzzle) as solver:
        expected = solver.solution()
    found = answer(puzzle)
    assert (found is None) is (expected is None)
    assert found is None or is_solution(puzzle, found)


def test_the_search_goes_on_in_the_next_turn() -> None:
    puzzle = strip(0)
    engine = FrontierEngine(OrderEncoding(puzzle))
    states = [0]
    while True:
        try:
            found = engine.solve(CancelToken(), max_conflicts=100)
        except GaveUp:
            states.append(engine.stats["states"])
            continue
        break
    assert found == answer(puzzle)
    assert len(states) > 3
    assert states == sorted(states)


def test_boards_that_are_not_narrow_are_given_up() -> None:
    engine = FrontierEngine(OrderEncoding(uniform(rows=30, cols=30, clue=2)))
    for _ in range(2):
        with pytest.raises(GaveUp):
            engine.solve(CancelToken())
    assert not engine.stats["states"]


def test_it_can_be_cancelled_and_asked_again(cancelled: CancelToken) -> None:
    puzzle = strip(2)
    engine = FrontierEngine(OrderEncoding(puzzle))
    with pytest.raises(GaveUp):
        engine.solve(CancelToken(), max_conflicts=500)
    with pytest.raises(Cancelled):
        engine.solve(cancelled)
    assert is_solution(puzzle, engine.solve(CancelToken()))
