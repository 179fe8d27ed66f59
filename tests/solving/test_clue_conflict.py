"""Contradicting clues, compared with brute force on tiny puzzles."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hashi_gui.bench.count import find_all
from hashi_gui.bench.cross_check import small_puzzle
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving import Cancelled, CancelToken
from hashi_gui.solving.clue_conflict import find_clue_conflicts


def with_clues(puzzle: Puzzle, islands: Iterable[int]) -> Puzzle:
    """The puzzle with "?" on all other islands."""
    kept = frozenset(islands)
    cells = {i.cell: i.clue if i.id in kept else None for i in puzzle.islands}
    return puzzle.with_clues(cells)


def has_solution(puzzle: Puzzle) -> bool:
    solutions = find_all(puzzle)
    assume(solutions is not None)
    return bool(solutions)


@settings(max_examples=50)
@given(st.integers(0, 10**9))
def test_each_conflict_is_what_it_says(seed: int) -> None:
    puzzle = small_puzzle(seed)
    assume(not has_solution(puzzle))
    found = list(find_clue_conflicts(puzzle, CancelToken()))
    for number, conflict in enumerate(found):
        assert not has_solution(with_clues(puzzle, conflict.islands))
        if number == 1 and conflict.islands:
            for islands in combinations(conflict.islands, len(conflict.islands) - 1):
                assert has_solution(with_clues(puzzle, islands))
    assert [conflict.smallest for conflict in found] == [False] * (len(found) - 1) + [True]
    smallest = found[-1].islands
    clued = [island.id for island in puzzle.islands if island.clue is not None]
    for islands in combinations(clued, max(0, len(smallest) - 1)):
        assert not smallest or has_solution(with_clues(puzzle, islands))


def test_a_puzzle_with_a_solution_is_refused() -> None:
    puzzle = Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 1})
    with pytest.raises(ValueError, match="has a solution"):
        next(find_clue_conflicts(puzzle, CancelToken()))


def test_it_can_be_cancelled_between_two_conflicts() -> None:
    puzzle = Puzzle.from_clues(5, 5, {(r, c): 2 for r in (0, 2, 4) for c in (0, 2, 4)})
    token = CancelToken()
    conflicts = find_clue_conflicts(puzzle, token)
    next(conflicts)
    token.cancel()
    with pytest.raises(Cancelled):
        next(conflicts)
