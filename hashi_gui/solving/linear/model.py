"""An integer linear program, independent of puzzles and of the engine that solves it.

A proof of the engine that it has no solution is verified exactly.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal

Sense = Literal["<=", "==", ">="]


class Model:
    """Integer variables with upper bounds, linear constraints (rows), and a sum to maximise.

    Column ``j`` is the variable ``names[j]``. It ranges from 0 to ``upper_bounds[j]`` and has the
    coefficient ``objective[j]`` in the objective. Row ``i`` is named ``row_names[i]``; it compares
    a linear expression by ``senses[i]`` with the constant ``right_sides[i]``. The terms of the
    expression are the items from ``row_starts[i]`` up to ``row_starts[i + 1]`` of ``columns`` and
    ``coefficients``.
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.upper_bounds = array("i")
        self.objective = array("i")
        self.row_names: list[str] = []
        self.senses: list[Sense] = []
        self.right_sides = array("i")
        self.row_starts = array("i", [0])
        self.columns = array("i")
        self.coefficients = array("i")

    def add_variable(self, name: str, upper_bound: int = 1, objective: int = 0) -> int:
        """Add a variable and return its column."""
        self.names.append(name)
        self.upper_bounds.append(upper_bound)
        self.objective.append(objective)
        return len(self.names) - 1

    def add_row(
        self, name: str, terms: Iterable[tuple[int, int]], sense: Sense, right_side: int
    ) -> None:
        """Add a row. Its terms are pairs of a column and a coefficient, each column once."""
        for column, coefficient in terms:
            self.columns.append(column)
            self.coefficients.append(coefficient)
        self.row_starts.append(len(self.columns))
        self.row_names.append(name)
        self.senses.append(sense)
        self.right_sides.append(right_side)


_SCALE = 2**24
"""Multipliers are rounded to integers after the largest of them is scaled to this."""


def is_contradiction(
    model: Model, bounds: Sequence[tuple[int, int]], multipliers: Sequence[float]
) -> bool:
    """Return whether a combination of the rows cannot be satisfied within the bounds.

    ``bounds`` holds the bounds of each column, ``multipliers`` a number for each row (a dual ray,
    as in Farkas' lemma). Everything is computed with integers, so that a positive answer is a
    proof; multipliers that floating point has spoiled give a negative one.
    """
    largest = max(map(abs, multipliers), default=0.0)
    if not largest:
        return False
    rounded = [round(multiplier / largest * _SCALE) for multiplier in multipliers]
    return any(
        _exceeds(model, bounds, [sign * multiplier for multiplier in rounded]) for sign in (1, -1)
    )


def _exceeds(model: Model, bounds: Sequence[tuple[int, int]], multipliers: list[int]) -> bool:
    """Return whether the combination is always more than its rows allow."""
    allowed = 0
    combination: defaultdict[int, int] = defaultdict(int)
    rows = zip(multipliers, pairwise(model.row_starts), model.senses, model.right_sides)
    for multiplier, (start, end), sense, right_side in rows:
        # The sum of a row times a positive number has an upper bound only if the row has one.
        if not multiplier or sense == (">=" if multiplier > 0 else "<="):
            continue
        allowed += multiplier * right_side
        for at in range(start, end):
            combination[model.columns[at]] += multiplier * model.coefficients[at]
    least = sum(
        coefficient * bounds[column][coefficient < 0] for column, coefficient in combination.items()
    )
    return least > allowed
