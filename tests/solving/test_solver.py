from __future__ import annotations

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules, is_solution
from hashi_gui.solving import Solver, SolverError, VerdictKind
from hashi_gui.solving.encoding import OrderEncoding
from hashi_gui.solving.parity import obvious_bounds
from tests.measure.count import grid_of_twos
from tests.samples import square_and_corner


def row(*clues: int | None, most: int = 2) -> Puzzle:
    return Puzzle.from_clues(
        1, len(clues), {(0, i): clue for i, clue in enumerate(clues)}, Rules(most)
    )


@pytest.mark.parametrize(
    ("puzzle", "solution"),
    [
        (row(0), b""),
        (row(None), None),
        (row(1), None),
        (row(1, 1), b"\1"),
        (row(2, 2), b"\2"),
        (row(1, 2, 1), b"\1\1"),
        (row(1, 1, 0), None),
        (row(4, 4, most=4), b"\4"),
        (row(3, None), None),
        (row(3, None, most=3), b"\3"),
        (Puzzle.from_clues(3, 3, {(0, 0): 0, (2, 2): 0}), None),
        (grid_of_twos(2), b"\1\1\1\1"),
    ],
)
def test_solutions_of_small_puzzles(puzzle: Puzzle, solution: bytes | None) -> None:
    with Solver(puzzle) as solver:
        assert solver.solution() == solution


@pytest.mark.parametrize("side", [3, 9, 15])
def test_an_odd_grid_of_twos_is_refuted_in_one_round(side: int) -> None:
    with Solver(grid_of_twos(side)) as solver:
        assert solver.verdict().kind is VerdictKind.NONE
        assert solver.stats["rounds"] == 1


def test_a_large_grid_of_twos_has_several_solutions() -> None:
    puzzle = grid_of_twos(30)
    with Solver(puzzle) as solver:
        verdict = solver.verdict()
    assert verdict.kind is VerdictKind.SEVERAL
    assert verdict.solution != verdict.second
    for solution in (verdict.solution, verdict.second):
        assert solution is not None
        assert is_solution(puzzle, solution)


def test_cuts_are_reused_for_later_questions() -> None:
    puzzle = grid_of_twos(10)
    with Solver(puzzle) as solver:
        solver.solution()
        first = solver.stats
        assert solver.solution() is not None
        second = solver.stats
    assert first["rounds"] > 1
    assert first["cuts"] > 0
    assert (second["rounds"], second["cuts"]) == (first["rounds"] + 1, first["cuts"])


def test_stats_contain_the_size_of_the_formula() -> None:
    puzzle = grid_of_twos(10)
    encoding = OrderEncoding(puzzle, obvious_bounds(puzzle))
    with Solver(puzzle) as solver:
        assert solver.stats == {
            "rounds": 0,
            "cuts": 0,
            "clauses": len(encoding.clauses()),
            "variables": encoding.variables,
            "hard": False,
        }
        solver.solution()
        stats = solver.stats
    assert stats["clauses"] == len(encoding.clauses()) + stats["cuts"]
    assert stats["variables"] == encoding.variables


def test_the_smaller_of_two_conflicts_is_returned() -> None:
    puzzle, square, corner = square_and_corner()
    drawn = {edge for edge, count in enumerate(square.counts) if count}
    with Solver(puzzle) as solver:
        assert solver.smallest_conflict(square) == drawn
        assert solver.smallest_conflict(square.apply(corner)) == {edge for edge, _ in corner.edges}


def test_a_wrong_answer_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = row(1, 2, 1)
    with Solver(puzzle) as solver:
        monkeypatch.setattr(OrderEncoding, "counts", lambda self, model: b"\1\0")
        with pytest.raises(SolverError, match="bug"):
            solver.solution()
