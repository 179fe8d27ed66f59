from __future__ import annotations

from collections.abc import Callable

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.solving import Cancelled, CancelToken
from hashi_gui.solving.encoding import OrderEncoding
from hashi_gui.solving.engines.engine import LimitedEngine
from hashi_gui.solving.engines.frontier import FrontierEngine
from hashi_gui.solving.engines.neighbourhood import NeighbourhoodEngine
from hashi_gui.solving.engines.regional import RegionalEngine
from hashi_gui.solving.results import GaveUp
from tests.measure.makers import planted


def loose(side: int, seed: int) -> Puzzle:
    return planted(rows=side, cols=side, density=0.3, limit=2, extra=0.3, doubles=0.3, seed=seed)


def full(side: int, seed: int) -> Puzzle:
    """A board that is connected only after many tries."""
    return planted(rows=side, cols=side, density=1.0, limit=2, doubles=0.1, seed=seed)


@pytest.mark.parametrize(
    ("create", "make", "side"),
    [
        (NeighbourhoodEngine, loose, 50),
        (NeighbourhoodEngine, full, 40),
        (RegionalEngine, loose, 50),
    ],
)
@pytest.mark.parametrize("seed", range(2))
def test_a_board_of_several_regions_is_solved(
    create: Callable[[OrderEncoding], LimitedEngine],
    make: Callable[[int, int], Puzzle],
    side: int,
    seed: int,
) -> None:
    puzzle = make(side, seed)
    assert is_solution(puzzle, create(OrderEncoding(puzzle)).solve(CancelToken()))


def test_bounds_of_edges_are_kept_in_regions() -> None:
    puzzle = loose(30, 0)
    engine = RegionalEngine(OrderEncoding(puzzle))
    first = engine.solve(CancelToken())
    for edge in [edge for edge, count in enumerate(first) if count][:20]:
        try:
            second = engine.solve(CancelToken(), [-edge - 1])
        except GaveUp:
            continue
        assert is_solution(puzzle, second)
        assert not second[edge]
        return
    pytest.fail("no edge may be empty")


def test_regions_can_be_cancelled(cancelled: CancelToken) -> None:
    with pytest.raises(Cancelled):
        RegionalEngine(OrderEncoding(loose(50, 0))).solve(cancelled)


@pytest.mark.parametrize("create", [FrontierEngine, NeighbourhoodEngine])
def test_engines_keep_clauses_and_assumptions(
    create: Callable[[OrderEncoding], LimitedEngine],
) -> None:
    puzzle = planted(rows=5, cols=30, density=0.6, limit=2, extra=0.3, doubles=0.3, seed=1)
    encoding = OrderEncoding(puzzle)
    engine = create(encoding)
    first = engine.solve(CancelToken())
    as_first = encoding.assumptions(Board(first)).values()
    selector = encoding.variables + 1
    engine.add([-selector, *encoding.outside(first, first)])
    # Without the selector, the clause has no effect.
    again = engine.solve(CancelToken(), as_first)
    assert again == first or create is NeighbourhoodEngine
    different = 0
    for edge, count in list(enumerate(first))[::8]:
        try:
            second = engine.solve(CancelToken(), [-edge - 1 if count else edge + 1, selector])
        except GaveUp:
            continue
        if second is not None:
            assert is_solution(puzzle, second)
            assert bool(second[edge]) is not bool(count)
            different += 1
    assert different
    if create is FrontierEngine:
        with pytest.raises(GaveUp):
            engine.solve(CancelToken(), [selector, *as_first])
    assert engine.solve(CancelToken(), [encoding.false_literal]) is None


def test_it_gives_up_after_so_much_work_and_can_be_cancelled(cancelled: CancelToken) -> None:
    engine = NeighbourhoodEngine(OrderEncoding(loose(50, 0)))
    with pytest.raises(GaveUp):
        engine.solve(CancelToken(), max_conflicts=10)
    with pytest.raises(Cancelled):
        engine.solve(cancelled)
