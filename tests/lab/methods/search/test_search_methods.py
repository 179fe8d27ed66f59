"""Behaviour that A*, backtracking and brute force share."""

from __future__ import annotations

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.lab.methods import Method
from hashi_gui.lab.methods.search import (
    ASTAR,
    ASTAR_PUBLISHED,
    BACKTRACKING,
    BRUTE_FORCE,
    astar,
    formula,
)
from hashi_gui.solving import CancelToken, Status, UnsupportedPuzzleError

FORMULA_METHODS = (ASTAR, ASTAR_PUBLISHED, BACKTRACKING)


def grid(rows: int, cols: int, clue: int | None = 2) -> Puzzle:
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    return Puzzle.from_clues(rows, cols, dict.fromkeys(cells, clue))


class CancelledAtThirdCheck(CancelToken):
    """A token that is cancelled when a search checks it for the third time."""

    checks = 0

    def raise_if_cancelled(self) -> None:
        self.checks += 1
        if self.checks == 3:
            self.cancel()
        super().raise_if_cancelled()


@pytest.mark.parametrize("method", [*FORMULA_METHODS, BRUTE_FORCE], ids=lambda method: method.name)
def test_a_cancelled_search_returns_the_stats_of_its_work(method: Method) -> None:
    token = CancelledAtThirdCheck()
    result = method.solve(grid(3, 4) if method is BRUTE_FORCE else grid(5, 5), token)
    assert (result.status, token.checks) == (Status.STOPPED, 3)
    assert any(result.stats.values())


def test_the_stats_of_a_search_with_one_decision() -> None:
    """A square of 3s: one bridge on each edge is forced, a second one is on either pair."""
    square = Puzzle.from_clues(3, 3, dict.fromkeys([(0, 0), (0, 2), (2, 0), (2, 2)], 3))
    dpll = BACKTRACKING.solve(square, CancelToken())
    assert dpll.stats == {
        "decisions": 1,
        "backtracks": 0,
        "propagations": 8,
        "pure_literals": 0,
        "cuts": 0,
    }
    improved = ASTAR.solve(square, CancelToken())
    assert improved.stats == {"expanded": 2, "generated": 2, "queue_peak": 2, "cuts": 0}


@pytest.mark.parametrize("method", FORMULA_METHODS, ids=lambda method: method.name)
def test_puzzles_without_known_clues_are_solved(method: Method) -> None:
    assert method.solve(grid(2, 3, None), CancelToken()).status is Status.SOLVED


@pytest.mark.parametrize("method", [ASTAR, BACKTRACKING], ids=lambda method: method.name)
def test_connectivity_cuts_are_added(method: Method) -> None:
    result = method.solve(grid(4, 6), CancelToken())
    assert result.status is Status.SOLVED
    assert result.stats["cuts"] > 0


@pytest.mark.parametrize("method", FORMULA_METHODS, ids=lambda method: method.name)
def test_a_single_island(method: Method) -> None:
    one = Puzzle.from_clues(1, 1, {(0, 0): 1})
    assert method.solve(one, CancelToken()).status is Status.NONE
    zero = Puzzle.from_clues(1, 1, {(0, 0): 0})
    assert method.solve(zero, CancelToken()).status is Status.SOLVED


def test_puzzles_with_too_many_variables_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formula, "MAX_VARIABLES", 10)
    for method in FORMULA_METHODS:
        with pytest.raises(UnsupportedPuzzleError, match=r"needs \d+ variables; .* at most 10\."):
            method.solve(grid(3, 4), CancelToken())


def test_the_size_of_the_queue_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(astar, "MAX_STATES", 5)
    with pytest.raises(
        UnsupportedPuzzleError, match="limit of 5 states, with 7 of 17 variables assigned"
    ):
        ASTAR_PUBLISHED.solve(grid(3, 4), CancelToken())
    monkeypatch.setattr(astar, "MAX_QUEUE_BYTES", 200)
    with pytest.raises(UnsupportedPuzzleError, match="reached its memory limit at 2 states"):
        ASTAR.solve(grid(3, 4), CancelToken())


def test_backtracking_makes_pure_literals_true() -> None:
    """The second bridge of an edge is pure here: no clue forbids it."""
    result = BACKTRACKING.solve(grid(2, 2, None), CancelToken())
    assert result.stats["pure_literals"] > 0


def test_an_undrawn_edge_is_not_a_pure_literal() -> None:
    """Two crossing edges: only each forbids the other, and only connectivity requires one."""
    clues: dict[tuple[int, int], int | None] = dict.fromkeys([(2, 0), (2, 4), (0, 2), (4, 2)])
    clues |= {(0, 0): 2, (4, 4): 2, (3, 0): 1, (1, 4): 1, (0, 3): 1, (4, 1): 1}
    puzzle = Puzzle.from_clues(5, 5, clues, Rules(1))
    assert BACKTRACKING.solve(puzzle, CancelToken()).status is Status.SOLVED
