"""Sums of equations and inequalities that cannot all hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """Variables times ``terms`` add up to at least ``least``, or if ``equal`` to exactly that.

    A variable that is true counts as 1, one that is false as 0.
    """

    terms: Mapping[int, int]
    least: int
    equal: bool = False

    @classmethod
    def of_clause(cls, clause: Iterable[int]) -> Row:
        """The row that says the same as a clause."""
        terms: defaultdict[int, int] = defaultdict(int)
        literals = set(clause)
        for literal in literals:
            terms[abs(literal)] += 1 if literal > 0 else -1
        return cls(terms, 1 - sum(literal < 0 for literal in literals))


Rows = Sequence[tuple[int, Row]]
"""Rows, each with its factor."""


def is_contradiction(rows: Rows, value: Callable[[int], int]) -> bool:
    """Whether the rows, each times its factor, add up to something impossible.

    ``value`` tells of a variable whether it is known to be true (1), false (-1), or not known (0).
    """
    most = sum(
        factor for variable, factor in total(rows).items() if value(variable) >= (factor < 0)
    )
    least = sum(factor * row.least for factor, row in rows)
    return most < least and all(factor > 0 or row.equal for factor, row in rows)


def total(rows: Rows) -> Mapping[int, int]:
    """What the variables are multiplied with in the sum of rows."""
    terms: defaultdict[int, int] = defaultdict(int)
    for factor, row in rows:
        for variable, coefficient in row.terms.items():
            terms[variable] += factor * coefficient
    return terms
