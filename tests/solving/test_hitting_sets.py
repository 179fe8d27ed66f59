from __future__ import annotations

from contextlib import closing
from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.clue_sets import (
    Constraints,
    HittingSets,
    smaller_subsets,
    smallest_unsatisfiable_subset,
)

subsets = st.frozensets(st.integers(0, 40), min_size=1, max_size=6)


@given(conflicts=st.sets(subsets, min_size=1, max_size=8), other=subsets)
def test_the_smallest_of_several_conflicts_is_found(
    conflicts: set[Constraints], other: Constraints
) -> None:
    everything = other.union(*conflicts)

    def extend(chosen: Constraints) -> Constraints | None:
        """Extend greedily."""
        if any(conflict <= chosen for conflict in conflicts):
            return None
        for constraint in everything:
            wider = chosen | {constraint}
            if not any(conflict <= wider for conflict in conflicts):
                chosen = wider
        return chosen

    found = smallest_unsatisfiable_subset(everything, extend, CancelToken())
    assert found in conflicts
    assert len(found) == min(map(len, conflicts))


def test_the_conflict_is_empty_if_even_the_empty_set_is_unsatisfiable() -> None:
    assert (
        smallest_unsatisfiable_subset(frozenset({1, 2}), lambda _: None, CancelToken())
        == frozenset()
    )


def test_one_of_many_overlapping_conflicts_is_found() -> None:
    """Any four of the twelve constraints are a conflict."""
    everything = frozenset(range(12))

    def extend(chosen: Constraints) -> Constraints | None:
        rest = sorted(everything - chosen)
        return None if len(chosen) > 3 else chosen | frozenset(rest[: 3 - len(chosen)])

    found = smallest_unsatisfiable_subset(everything, extend, CancelToken())
    assert found in map(frozenset, combinations(range(12), 4))


@given(
    conflicts=st.sets(subsets, min_size=1, max_size=8),
    weights=st.lists(st.integers(1, 4), min_size=41, max_size=41),
)
def test_with_weights_the_cheapest_conflict_is_found_and_the_bounds_get_better(
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
