"""An integer linear program, whatever puzzle it stands for and whatever engine solves it."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Literal

Sense = Literal["<=", "==", ">="]


class Model:
    """Integer variables from 0 to an upper bound, linear rows over them, a sum to maximise.

    Column ``j`` is the variable ``names[j]``, from 0 to ``uppers[j]``, worth ``costs[j]`` in the
    objective. Row ``i`` is called ``row_names[i]`` and compares its expression by ``senses[i]``
    with ``rights[i]``; the expression is the slice from ``starts[i]`` to ``starts[i + 1]`` of
    ``columns`` and ``coefficients``.
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.uppers = array("i")
        self.costs = array("i")
        self.row_names: list[str] = []
        self.senses: list[Sense] = []
        self.rights = array("i")
        self.starts = array("i", [0])
        self.columns = array("i")
        self.coefficients = array("i")

    def variable(self, name: str, upper: int = 1, cost: int = 0) -> int:
        """Add a variable; returns its column."""
        self.names.append(name)
        self.uppers.append(upper)
        self.costs.append(cost)
        return len(self.names) - 1

    def row(self, name: str, terms: Iterable[tuple[int, int]], sense: Sense, right: int) -> None:
        """Add a row; its terms are pairs of a column, each once, and a coefficient."""
        for column, coefficient in terms:
            self.columns.append(column)
            self.coefficients.append(coefficient)
        self.starts.append(len(self.columns))
        self.row_names.append(name)
        self.senses.append(sense)
        self.rights.append(right)
