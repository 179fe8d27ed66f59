"""An engine that counts: integer linear programming with HiGHS, and cuts for connectivity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import Literals, OrderEncoding, find_cuts, violated_clauses
from hashi_gui.solving.engines.engine import LimitedEngine
from hashi_gui.solving.linear import (
    DualRay,
    HighsEngine,
    Model,
    is_contradiction,
)
from hashi_gui.solving.results import GaveUp, verify_solution

LIBRARY = "highspy"
"""The optional library that the engine needs."""

_CONFLICTS_PER_NODE = 10
"""For each island, a node of the search takes about as long as so many conflicts of clingo."""

_LONG = 4
"""A board is long if one side is as many times as long as the other."""

_MIN_SEARCH = 8_000
"""On a long board, other engines answer most questions while a search makes a start. So it has none
with fewer conflicts than this."""

_CONFLICTS_PER_STEP = 4
"""A step of the simplex method within the search takes about as long as so many conflicts."""

_ISLANDS_PER_STEP = 50
"""For so many islands, a round of cuts takes about as long as a step."""

_MAX_ROUNDS = 10
"""Rounds of cuts added to a relaxation. Later rounds hardly ever refute it."""

_DRAWN_THRESHOLDS = (0.01, 0.3, 0.6)
"""Edges above one of these values join components of a solution with fractions."""

_TOLERANCE = 1e-6


ColumnBounds = tuple[int, int]
"""The least and the largest value of a column."""


class LinearEngine(LimitedEngine):
    """An engine of integer linear programming.

    Each variable of the order encoding is a column. Where clauses need exponentially many steps to
    notice that numbers do not add up, the relaxation, in which columns may have fractions, notices
    it at once. Raises UnsupportedPuzzleError if highspy is not installed.
    """

    def __init__(self, encoding: OrderEncoding, seed: int | None = None) -> None:
        self._encoding = encoding
        self._model = _create_model(encoding)
        self._bounds = [(0, upper_bound) for upper_bound in self._model.upper_bounds]
        self._seed = seed
        self._highs = HighsEngine(self._model, seed)

    @property
    def stats(self) -> Mapping[str, Any]:
        """The ``nodes`` of all searches so far."""
        return {"nodes": self._highs.nodes}

    def close(self) -> None:
        del self._highs

    def add(self, clause: Literals) -> None:
        variables = max(map(abs, clause), default=0)
        while len(self._bounds) < variables:
            self._model.add_variable(f"x{len(self._bounds) + 1}")
            self._bounds.append((0, 1))
            self._highs.add_column()
        literals = dict.fromkeys(clause)  # A row may have each column only once.
        if any(-literal in literals for literal in literals):
            return  # It always holds.
        columns = [abs(literal) - 1 for literal in literals]
        signs = [1 if literal > 0 else -1 for literal in literals]
        least = 1 - signs.count(-1)
        self._model.add_row("", zip(columns, signs), ">=", least)
        self._highs.add_row(columns, signs, least)

    def solve(
        self, token: CancelToken, assumptions: Literals = (), max_conflicts: int | None = None
    ) -> bytes | None:
        """Try :meth:`is_refuted`, then solve, add the cuts that the answer violates, and repeat.

        Cheng and Yang, Algorithm 1. See :meth:`hashi_gui.solving.engines.engine.Engine.solve`.
        """
        if self.is_refuted(token, assumptions, max_conflicts):
            return None
        puzzle = self._encoding.puzzle
        shorter, longer = sorted((puzzle.rows, puzzle.cols))
        if (max_conflicts or _MIN_SEARCH) < _MIN_SEARCH and longer >= _LONG * shorter:
            raise GaveUp
        islands = len(puzzle.islands)
        left, before = max_conflicts, self._highs.iterations
        self._highs.limit_iterations(None)
        with self._assumed(token, assumptions):
            while left is None or left > 0:
                self._highs.limit_nodes(left and max(1, left // (_CONFLICTS_PER_NODE * islands)))
                values = self._highs.solve(token)
                if values is None:
                    return None
                model = [round(value) for value in values]
                cuts = violated_clauses(self._encoding, model)
                if not cuts:
                    counts = self._encoding.counts(model)
                    verify_solution(puzzle, counts)
                    return counts
                for cut in cuts:
                    self.add(cut)
                if left is not None:
                    steps = self._highs.iterations - before + islands // _ISLANDS_PER_STEP
                    left -= _CONFLICTS_PER_STEP * steps
                    before = self._highs.iterations
        raise GaveUp

    def is_refuted(
        self, token: CancelToken, assumptions: Literals = (), max_conflicts: int | None = None
    ) -> bool:
        """Return whether the relaxation shows that there is no solution under the assumptions.

        The proof is verified exactly. If False is returned, there may still be no solution. Raises
        Cancelled, and GaveUp if this takes more steps than ``max_conflicts``.
        """
        self._highs.limit_iterations(max_conflicts)
        with self._assumed(token, assumptions) as bounds:
            for _ in range(_MAX_ROUNDS):
                answer = self._highs.solve_relaxation(token)
                if isinstance(answer, DualRay):
                    return is_contradiction(self._model, bounds, answer.multipliers)
                cuts = self._violated_cuts(answer)
                if not cuts:
                    return False
                for cut in cuts:
                    self.add(self._encoding.any_drawn(cut))
        return False

    @contextmanager
    def _assumed(self, token: CancelToken, assumptions: Literals) -> Iterator[list[ColumnBounds]]:
        """Set the bounds of the columns to the assumptions, and yield those of all columns."""
        bounds = list(self._bounds)
        for literal in assumptions:
            column, value = abs(literal) - 1, int(literal > 0)
            bounds[column] = (max(bounds[column][0], value), min(bounds[column][1], value))
            self._highs.set_bounds(column, *bounds[column])
        try:
            yield bounds
        finally:
            if token.cancelled:
                # HiGHS may still be at work, and is left to itself.
                self._highs = HighsEngine(self._model, self._seed)
            else:
                for literal in assumptions:
                    column = abs(literal) - 1
                    self._highs.set_bounds(column, *self._bounds[column])

    def _violated_cuts(self, values: Sequence[float]) -> list[list[int]]:
        """Return sets of edges whose sum is less than 1, but of which every solution draws one."""
        encoding = self._encoding
        cuts = {
            tuple(cut)
            for threshold in _DRAWN_THRESHOLDS
            for cut in find_cuts(
                len(encoding.puzzle.islands),
                encoding.ends,
                [int(value > threshold) for value in values],
            )
        }
        return [list(cut) for cut in sorted(cuts) if sum(values[e] for e in cut) < 1 - _TOLERANCE]


def _create_model(encoding: OrderEncoding) -> Model:
    """Return the clues, the crossings, and how many edges are drawn, as rows."""
    model, puzzle = Model(), encoding.puzzle
    usable = [variables[0] for variables in encoding.edge_variables if variables]
    drawn = set(usable)
    for variable in range(1, encoding.variables + 1):
        possible = variable > len(encoding.ends) or variable in drawn
        possible = possible and variable != encoding.false_literal
        model.add_variable(f"x{variable}", int(possible), int(variable in drawn))
    for variables in encoding.edge_variables:
        for lower, higher in pairwise(variables):
            model.add_row("", [(lower - 1, 1), (higher - 1, -1)], ">=", 0)
    for island, incident in zip(puzzle.islands, puzzle.incident):
        columns = [v - 1 for edge in incident for v in encoding.edge_variables[edge]]
        terms = [(column, 1) for column in columns]
        if island.clue is None:
            model.add_row("", terms, ">=", 1)
        else:
            model.add_row("", terms, "==", island.clue)
    for edge, crossings in enumerate(puzzle.crossings):
        for across in crossings:
            if across > edge and {edge + 1, across + 1} <= drawn:
                model.add_row("", [(edge, 1), (across, 1)], "<=", 1)
    least, most = puzzle.rules.pairs_joined(len(puzzle.islands))
    joined = [(v - 1, 1) for v in usable]
    model.add_row("", joined, ">=", least)
    if most is not None:
        model.add_row("", joined, "<=", most)
    return model
