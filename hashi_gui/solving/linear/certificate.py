"""Exact verification of a proof, computed with floating point, that a model has no solution."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from hashi_gui.solving.linear.model import Model

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
