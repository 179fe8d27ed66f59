from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.hitting_sets import Constraints, smallest_unsatisfiable_subset

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
