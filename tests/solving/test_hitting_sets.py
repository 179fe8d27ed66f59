from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.hitting_sets import Constraints, smallest_unsatisfiable_subset

demands = st.frozensets(st.integers(0, 40), min_size=1, max_size=6)


@given(conflicts=st.sets(demands, min_size=1, max_size=8), other=demands)
def test_it_is_the_smallest_of_all_conflicts(
    conflicts: set[Constraints], other: Constraints
) -> None:
    everything = other.union(*conflicts)

    def extend(chosen: Constraints) -> Constraints | None:
        """Greedily; some demands are met, others are not."""
        if any(conflict <= chosen for conflict in conflicts):
            return None
        for demand in everything:
            wider = chosen | {demand}
            if not any(conflict <= wider for conflict in conflicts):
                chosen = wider
        return chosen

    found = smallest_unsatisfiable_subset(everything, extend, CancelToken())
    assert found in conflicts
    assert len(found) == min(map(len, conflicts))


def test_nothing_is_the_conflict_where_not_even_nothing_can_be_met() -> None:
    assert (
        smallest_unsatisfiable_subset(frozenset({1, 2}), lambda _: None, CancelToken())
        == frozenset()
    )


def test_conflicts_that_overlap_everywhere() -> None:
    """Any four of twelve are a conflict."""
    everything = frozenset(range(12))

    def extend(chosen: Constraints) -> Constraints | None:
        rest = sorted(everything - chosen)
        return None if len(chosen) > 3 else chosen | frozenset(rest[: 3 - len(chosen)])

    found = smallest_unsatisfiable_subset(everything, extend, CancelToken())
    assert found in map(frozenset, combinations(range(12), 4))
