"""Cheapest sets that have something in common with each of many sets."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import Generic, TypeVar

from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from hashi_gui.solving.cancel import CancelToken

T = TypeVar("T", bound=Hashable)


class HittingSets(Generic[T]):
    """Cheapest sets with an element of each of the sets that were added."""

    def __init__(self, weights: Mapping[T, int]) -> None:
        """``weights`` are the costs of elements; all others cost 1."""
        self._variables = {each: variable for variable, each in enumerate(weights, 1)}
        costs = WCNF()
        for each, variable in self._variables.items():
            costs.append([-variable], weight=weights[each])
        self._optimiser = RC2(costs)

    def close(self) -> None:
        """Free the memory."""
        self._optimiser.delete()

    def add(self, elements: Collection[T]) -> None:
        """From now on, sets have one of these."""
        for each in elements:
            if each not in self._variables:
                variable = self._variables[each] = len(self._variables) + 1
                self._optimiser.add_clause([-variable], weight=1)
        self._optimiser.add_clause([self._variables[each] for each in elements])

    def exclude(self, elements: Collection[T]) -> None:
        """From now on, sets do not have all of these, which were added before."""
        self._optimiser.add_clause([-self._variables[each] for each in elements])

    def cheapest(self, token: CancelToken) -> list[T] | None:
        """The elements of a set that costs the least; None if there is none. Raises Cancelled."""
        with token.on_cancel(self._optimiser.interrupt):
            model = self._optimiser.compute(expect_interrupt=True)
            token.raise_if_cancelled()
        return model and [each for each, v in self._variables.items() if model[v - 1] > 0]
