"""What A*, backtracking and brute force have in common."""

from __future__ import annotations

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving import CancelToken, Status
from hashi_gui.solving.methods import Method, UnsupportedPuzzleError
from hashi_gui.solving.methods.search import (
    ASTAR,
    ASTAR_PUBLISHED,
    BACKTRACKING,
    BRUTE_FORCE,
    astar,
    formula,
)

ON_CLAUSES = (ASTAR, ASTAR_PUBLISHED, BACKTRACKING)


def grid(rows: int, cols: int, clue: int | None = 2) -> Puzzle:
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    return Puzzle.from_clues(rows, cols, dict.fromkeys(cells, clue))


class Impatient(CancelToken):
    """Cancelled the third time that a search looks at it."""

    looks = 0

    def raise_if_cancelled(self) -> None:
        self.looks += 1
        if self.looks == 3:
            self.cancel()
        super().raise_if_cancelled()


@pytest.mark.parametrize("method", [*ON_CLAUSES, BRUTE_FORCE], ids=lambda method: method.name)
def test_a_search_stops_on_its_way_and_tells_what_it_did(method: Method) -> None:
    token = Impatient()
    result = method.solve(grid(3, 4) if method is BRUTE_FORCE else grid(5, 5), token)
    assert (result.status, token.looks) == (Status.STOPPED, 3)
    assert any(result.stats.values())


@pytest.mark.parametrize("method", ON_CLAUSES, ids=lambda method: method.name)
def test_unknown_clues(method: Method) -> None:
    assert method.solve(grid(2, 3, None), CancelToken()).status is Status.SOLVED


@pytest.mark.parametrize("method", [ASTAR, BACKTRACKING], ids=lambda method: method.name)
def test_components_are_cut_off(method: Method) -> None:
    result = method.solve(grid(4, 6), CancelToken())
    assert result.status is Status.SOLVED
    assert result.stats["cuts"] > 0


@pytest.mark.parametrize("method", ON_CLAUSES, ids=lambda method: method.name)
def test_an_island_that_sees_no_other(method: Method) -> None:
    alone = Puzzle.from_clues(1, 1, {(0, 0): 1})
    assert method.solve(alone, CancelToken()).status is Status.NONE
    zero = Puzzle.from_clues(1, 1, {(0, 0): 0})
    assert method.solve(zero, CancelToken()).status is Status.SOLVED


def test_too_many_variables_are_refused_before_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formula, "MAX_VARIABLES", 10)
    for method in ON_CLAUSES:
        with pytest.raises(UnsupportedPuzzleError, match=r"needs \d+ variables; .* at most 10\."):
            method.solve(grid(3, 4), CancelToken())


def test_a_queue_beyond_the_memory_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(astar, "MAX_STATES", 5)
    with pytest.raises(
        UnsupportedPuzzleError, match="limit of 5 states, with 7 of 17 variables assigned"
    ):
        ASTAR_PUBLISHED.solve(grid(3, 4), CancelToken())
    monkeypatch.setattr(astar, "MAX_QUEUE_BYTES", 200)
    with pytest.raises(UnsupportedPuzzleError, match="reached its memory limit at 2 states"):
        ASTAR.solve(grid(3, 4), CancelToken())


def test_backtracking_makes_pure_literals_true() -> None:
    """A second bridge that no clue forbids is nowhere denied but by the first."""
    result = BACKTRACKING.solve(grid(2, 2, None), CancelToken())
    assert result.stats["pure_literals"] > 0


def test_that_an_edge_is_empty_is_no_pure_literal() -> None:
    """Nothing but each other speaks against the two edges that cross, and nothing for them but
    connectivity."""
    clues: dict[tuple[int, int], int | None] = dict.fromkeys([(2, 0), (2, 4), (0, 2), (4, 2)])
    clues |= {(0, 0): 2, (4, 4): 2, (3, 0): 1, (1, 4): 1, (0, 3): 1, (4, 1): 1}
    puzzle = Puzzle.from_clues(5, 5, clues, 1)
    assert BACKTRACKING.solve(puzzle, CancelToken()).status is Status.SOLVED
