from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.solving import Backbone, Cancelled, CancelToken, Shares, Solver
from hashi_gui.solving.counting import estimate as module
from hashi_gui.solving.counting.counter import count_solutions
from hashi_gui.solving.counting.estimate import estimate_shares
from tests.measure.count import grid_of_twos, open_puzzle
from tests.samples import small_puzzle

TREES = dict.fromkeys(product(range(0, 7, 2), repeat=2))
"""Only "?": every spanning tree is a solution if loops are forbidden."""


def asked(puzzle: Puzzle) -> tuple[Backbone, bytes, Shares]:
    """The bounds of all solutions, one of them, and the exact shares."""
    with Solver(puzzle) as solver:
        solution = solver.solution()
        assert solution is not None
        shares = count_solutions(solver, CancelToken(), edges=True).shares
        assert shares is not None
        return solver.backbone(Board.empty(puzzle)), solution, shares


def errors(estimate: Shares, exact: Shares) -> np.ndarray:
    return np.abs(np.array(estimate.edges) - np.array(exact.edges)).max(axis=1)


@settings(max_examples=15)
@given(st.integers(0, 10**9), st.booleans())
def test_estimates_of_puzzles_within_one_window_are_exact(seed: int, loops: bool) -> None:
    puzzle = small_puzzle(seed)
    puzzle = puzzle._replace(rules=puzzle.rules._replace(loops=loops))
    with Solver(puzzle) as solver:
        assume(solver.solution() is not None)
    bounds, solution, exact = asked(puzzle)
    for estimate in estimate_shares(puzzle, bounds, solution, CancelToken()):
        assert not estimate.exact
        assert errors(estimate, exact).max(initial=0) < 1e-9


@pytest.mark.parametrize(
    ("puzzle", "window", "states"),
    [
        (grid_of_twos(6), 36, 20),
        (open_puzzle(9, 1), 8, 4096),
        (open_puzzle(13, 3), 20, 50),
        (Puzzle.from_clues(7, 7, TREES, Rules(1, loops=False)), 8, 4096),
    ],
)
def test_estimates_come_close(
    monkeypatch: pytest.MonkeyPatch, puzzle: Puzzle, window: int, states: int
) -> None:
    monkeypatch.setattr(module, "WINDOW", window)
    monkeypatch.setattr(module, "STATES", states)
    monkeypatch.setattr(module, "STATES_OF_ALL", 20)
    monkeypatch.setattr(module, "ROUNDS", (10,))
    bounds, solution, exact = asked(puzzle)
    (estimate,) = estimate_shares(puzzle, bounds, solution, CancelToken())
    assert errors(estimate, exact).mean() < 0.03


def test_what_is_drawn_next_to_the_known_solution_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    square = Puzzle.from_clues(3, 3, {(0, 0): 3, (0, 2): 3, (2, 0): 3, (2, 2): 3})
    bounds, known, _ = asked(square)
    other = bytes(3 - count for count in known)

    def draw(self: module._Estimate, *_: object) -> None:
        self._solution[:] = other

    monkeypatch.setattr(module._Estimate, "_draw", draw)
    estimate = next(estimate_shares(square, bounds, known, CancelToken()))
    assert [shares[count] for shares, count in zip(estimate.edges, other)] == [1] * 4


def test_shares_are_shares_within_the_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WINDOW", 10)
    puzzle = open_puzzle(13, 3)
    bounds, solution, _ = asked(puzzle)
    for estimate in estimate_shares(puzzle, bounds, solution, CancelToken()):
        for low, high, shares in zip(bounds.low, bounds.high, estimate.edges):
            assert sum(shares) == pytest.approx(1)
            assert all(share >= -1e-12 for share in shares)
            assert sum(shares[low : high + 1]) == pytest.approx(1)


def test_the_same_arguments_give_the_same_estimates() -> None:
    puzzle = open_puzzle(13, 3)
    bounds, solution, _ = asked(puzzle)
    once, again = (list(estimate_shares(puzzle, bounds, solution, CancelToken())) for _ in range(2))
    assert once == again


def test_it_can_be_cancelled() -> None:
    puzzle = open_puzzle(13, 3)
    bounds, solution, _ = asked(puzzle)
    token = CancelToken()
    estimates = estimate_shares(puzzle, bounds, solution, token)
    next(estimates)
    token.cancel()
    with pytest.raises(Cancelled):
        next(estimates)
