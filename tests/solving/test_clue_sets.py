from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from itertools import combinations, pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import degrees, is_solution
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.solving import Cancelled, CancelToken
from hashi_gui.solving.clue_sets import (
    ClueSets,
    Constraints,
    HittingSets,
    find_clue_conflicts,
    smaller_subsets,
    smallest_unsatisfiable_subset,
)
from tests.samples import find_all, small_puzzle

GENERATED = generate(GeneratorOptions(8, 8, 18), 1)
PUZZLE, SOLUTION = GENERATED.puzzle, GENERATED.solution
EACH = [(island.id,) for island in PUZZLE.islands]
ALL = frozenset(range(len(EACH)))


def test_all_clues_of_a_unique_puzzle_are_enough() -> None:
    with closing(ClueSets(PUZZLE, EACH, SOLUTION)) as clues:
        assert clues.is_enough(ALL, CancelToken())
        assert not clues.is_enough((), CancelToken())
        assert clues.fitting(ALL, CancelToken()) is None


def test_none_can_be_left_out_of_an_irreducible_set() -> None:
    with closing(ClueSets(PUZZLE, EACH, SOLUTION)) as clues:
        shown = clues.irreducible(CancelToken())
        assert clues.is_enough(shown, CancelToken())
        for group in shown:
            assert not clues.is_enough(shown - {group}, CancelToken())


def test_a_fitting_solution_fits_exactly_the_clues_that_are_named() -> None:
    with closing(ClueSets(PUZZLE, EACH, SOLUTION)) as clues:
        found = clues.fitting(frozenset({0, 1, 2}), CancelToken())
        assert found is not None
        shown, other = found
        assert other != SOLUTION
        assert shown >= {0, 1, 2}
        ends = degrees(PUZZLE, other)
        assert shown == {i.id for i in PUZZLE.islands if ends[i.id] == i.clue}
        for group in ALL - shown:
            assert clues.is_enough(shown | {group}, CancelToken())


def test_clues_in_no_group_are_always_shown() -> None:
    with closing(ClueSets(PUZZLE, EACH[:4], SOLUTION)) as clues:
        found = clues.fitting(frozenset(), CancelToken())
        if found is not None:
            ends = degrees(PUZZLE, found[1])
            assert all(ends[i.id] == i.clue for i in PUZZLE.islands[4:])
        *_, fewest = clues.fewer(frozenset(range(4)), CancelToken())
        assert clues.is_enough(fewest.subset, CancelToken())


def test_without_a_solution_the_clues_of_a_contradiction_are_found() -> None:
    """The island between the others needs two bridges; its 1 alone cannot be right."""
    clues = {(0, 0): 2, (0, 2): 1, (2, 2): 1}
    puzzle = Puzzle.from_clues(3, 3, clues)
    assert not any(is_solution(puzzle, bytes([a, b])) for a in range(3) for b in range(3))
    with closing(ClueSets(puzzle, [(0,), (1,), (2,)])) as sets:
        assert sets.irreducible(CancelToken()) == {1}
        *_, smallest = sets.fewer(frozenset({0, 1, 2}), CancelToken())
        assert smallest.subset == {1}


def test_every_question_can_be_cancelled(cancelled: CancelToken) -> None:
    with closing(ClueSets(PUZZLE, EACH, SOLUTION)) as clues:
        with pytest.raises(Cancelled):
            clues.is_enough(ALL, cancelled)
        with pytest.raises(Cancelled):
            clues.irreducible(cancelled)
        with pytest.raises(Cancelled):
            list(clues.fewer(ALL, cancelled))


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


subsets = st.frozensets(st.integers(0, 40), min_size=1, max_size=6)


@given(
    conflicts=st.sets(subsets, min_size=1, max_size=8),
    weights=st.lists(st.integers(1, 4), min_size=41, max_size=41),
)
def test_the_cheapest_of_several_conflicts_is_found_and_the_bounds_get_better(
    conflicts: set[Constraints], weights: list[int]
) -> None:
    costs = dict(enumerate(weights))

    def extend(chosen: Constraints) -> Constraints | None:
        if any(conflict <= chosen for conflict in conflicts):
            return None
        for constraint in costs:
            wider = chosen | {constraint}
            if not any(conflict <= wider for conflict in conflicts):
                chosen = wider
        return chosen

    cheapest = min(sum(costs[each] for each in conflict) for conflict in conflicts)
    found = list(smaller_subsets(costs, frozenset(costs), extend, CancelToken()))
    assert found[0].subset == set(costs)
    for subset in found:
        assert subset.at_least <= cheapest <= subset.cost
        assert any(conflict <= subset.subset for conflict in conflicts)
    for before, after in pairwise(found):
        assert (after.cost, -after.at_least) < (before.cost, -before.at_least)
    assert found[-1].is_smallest
    assert [subset.is_smallest for subset in found[:-1]] == [False] * (len(found) - 1)
    smallest = smallest_unsatisfiable_subset(frozenset(costs), extend, CancelToken())
    assert smallest in conflicts
    assert len(smallest) == min(map(len, conflicts))


def test_the_conflict_is_empty_if_even_the_empty_set_is_unsatisfiable() -> None:
    found = smallest_unsatisfiable_subset(frozenset({1, 2}), lambda _: None, CancelToken())
    assert found == frozenset()


def test_a_smallest_set_is_found_after_sets_were_added_and_excluded() -> None:
    with closing(HittingSets[str]({})) as sets:
        found = []
        for elements in ("ab", "cb", "ad"):
            sets.add(elements)
            found.append(set(sets.cheapest(CancelToken()) or ()))
        assert (len(found[0]), found[1], len(found[2])) == (1, {"b"}, 2)
        sets.exclude("ab")
        assert set(sets.cheapest(CancelToken()) or ()) in ({"b", "d"}, {"a", "c"})
        sets.exclude("b")
        sets.exclude("a")
        assert sets.cheapest(CancelToken()) is None
