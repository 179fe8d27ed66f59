"""An integer linear program, independent of puzzles and of the engine that solves it."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
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
