"""A smallest unsatisfiable subset of constraints, found with implicit hitting sets.

After A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, "Smallest MUS extraction with
minimal hitting set dualization", CP 2015.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass

from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from hashi_gui.solving.cancel import CancelToken

Constraints = frozenset[int]

Extend = Callable[[Constraints], Constraints | None]
"""Takes a subset of the constraints and returns a satisfiable superset of it, the larger the
better, or None if the subset is unsatisfiable."""


@dataclass(frozen=True, slots=True)
class SmallSubset:
    """The smallest unsatisfiable subset found so far; all such subsets cost at least ``at_least``.

    ``cost`` is the number of constraints in ``subset``, or the sum of their weights.
    """

    subset: Constraints
    cost: int
    at_least: int

    @property
    def is_smallest(self) -> bool:
        """Whether this is proved to be a smallest unsatisfiable subset."""
        return self.cost <= self.at_least


def smallest_unsatisfiable_subset(
    constraints: Constraints, extend: Extend, token: CancelToken
) -> Constraints:
    """Return a smallest subset of ``constraints`` that cannot be satisfied.

    All constraints together must be unsatisfiable. Raises Cancelled.
    """
    weights = dict.fromkeys(constraints, 1)
    *_, smallest = smaller_subsets(weights, constraints, extend, token)
    return smallest.subset


def smaller_subsets(
    weights: Mapping[int, int], known: Constraints, extend: Extend, token: CancelToken
) -> Iterator[SmallSubset]:
    """Yield ``known``, then smaller subsets or better bounds as they are found; the last is a
    smallest one.

    ``weights`` holds what each constraint costs, at least 1; ``known`` is an unsatisfiable subset.

    Every unsatisfiable subset contains a constraint that a satisfiable subset lacks. A cheapest set
    that contains one lacking constraint of each satisfiable subset found so far, a hitting set,
    therefore costs no more than any unsatisfiable subset. Such a set is completed with constraints
    that its satisfiable supersets lack until it is unsatisfiable. If nothing had to be added, it is
    a smallest one. Raises Cancelled.
    """
    best = SmallSubset(known, _cost(known, weights), 0)
    yield best
    lacked: Counter[int] = Counter()
    with closing(_HittingSets(weights)) as hitting_sets:
        while not best.is_smallest:
            subset = hitting_sets.cheapest(token)
            at_least = _cost(subset, weights)
            while (satisfiable := extend(subset)) is not None:
                lacking = sorted(weights.keys() - satisfiable)
                hitting_sets.add(lacking)
                lacked.update(lacking)
                subset |= {max(lacking, key=lambda each: lacked[each])}
            better = min(best.subset, subset, key=lambda each: _cost(each, weights))
            found = SmallSubset(better, _cost(better, weights), at_least)
            if found != best:
                best = found
                yield best


def _cost(subset: Constraints, weights: Mapping[int, int]) -> int:
    return sum(weights[each] for each in subset)


class _HittingSets:
    """Cheapest sets with an element of each of the sets that were added."""

    def __init__(self, weights: Mapping[int, int]) -> None:
        self._variables = {each: variable for variable, each in enumerate(sorted(weights), 1)}
        costs = WCNF()
        for each, variable in self._variables.items():
            costs.append([-variable], weight=weights[each])
        self._optimiser = RC2(costs)

    def close(self) -> None:
        self._optimiser.delete()

    def add(self, elements: list[int]) -> None:
        self._optimiser.add_clause([self._variables[each] for each in elements])

    def cheapest(self, token: CancelToken) -> Constraints:
        with token.on_cancel(self._optimiser.interrupt):
            model = self._optimiser.compute(expect_interrupt=True)
            token.raise_if_cancelled()
        return frozenset(each for each, v in self._variables.items() if model[v - 1] > 0)
