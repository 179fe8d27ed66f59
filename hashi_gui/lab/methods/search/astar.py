"""The methods ``astar`` and ``astar-published``: A* over partial assignments of the clauses.

The cost g of a partial assignment is the number of variables it assigns; h estimates the cost that
remains. All complete assignments cost the same, so A* only decides the order in which incomplete
ones are examined, and that order depends on h alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.lab.methods.method import Method
from hashi_gui.lab.methods.search.formula import Assignment, Formula
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.results import UnsupportedPuzzleError

MAX_QUEUE_BYTES = 1 << 30
"""The memory limit for all assignments in the queue of ``astar``."""

MAX_STATES = 3_000_000
"""The limit for the states in the queue of ``astar-published``: about 0.5 GB."""


def _search_by_astar(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
    formula = Formula(puzzle)
    stats |= dict.fromkeys(("expanded", "generated", "queue_peak", "cuts"), 0)
    start = Assignment(formula)
    latest_first = count(0, -1)
    queue = [(0.0, next(latest_first), start)] if start.extend() else []
    while queue:
        cancel.raise_if_cancelled()
        _, _, assignment = heappop(queue)
        if not assignment.extend():
            continue  # it violates a cut that was added since
        stats["expanded"] += 1
        solution = formula.connected_counts(assignment.model())
        stats["cuts"] = formula.cuts
        if solution is None:
            continue
        literal = assignment.branching_literal()
        if literal is None:
            return solution
        for value in (literal, -literal):
            child = assignment.copy()
            if child.extend([value]):
                stats["generated"] += 1
                cost = child.assigned + _estimate_remaining(child)
                heappush(queue, (cost, next(latest_first), child))
        stats["queue_peak"] = max(stats["queue_peak"], len(queue))
        if len(queue) * assignment.size_in_bytes > MAX_QUEUE_BYTES:
            raise UnsupportedPuzzleError(
                f"astar: the queue reached its memory limit at {len(queue)} states."
            )
    return None


def _estimate_remaining(assignment: Assignment) -> float:
    """Return h: the number of free variables, plus the clauses that random values would violate.

    A clause with n open literals is violated with probability 1 / 2^n. For a complete assignment
    the second term is the number of violated clauses, as in the published h.
    """
    lengths = Counter(assignment.open_literals)
    del lengths[0]
    violated = sum(clauses * 0.5**literals for literals, clauses in lengths.items())
    return assignment.formula.variables - assignment.assigned + violated


ASTAR = Method(
    "astar",
    "HCMUS report 5, section 6.2, with unit propagation, lazy cuts and a better heuristic",
    "to see A* at work; usually takes seconds for up to 200 islands",
    _search_by_astar,
)
"""A* in plain Python, improved.

Stats: states ``expanded`` and ``generated``, the ``queue_peak``, connectivity ``cuts``.
"""


def _search_as_published(
    puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]
) -> bytes | None:
    """Assign the variables in order. A state is the number assigned, and their values as bits."""
    formula = Formula(puzzle)
    order = _variables_by_edge(formula)
    due = _clauses_by_last_variable(formula, order)
    stats |= dict.fromkeys(("expanded", "generated", "queue_peak"), 0)
    earliest_first = count()
    queue = [] if due[0] else [(0, next(earliest_first), 0, 0)]
    while queue:
        cancel.raise_if_cancelled()
        _, _, assigned, values = heappop(queue)
        stats["expanded"] += 1
        if assigned == len(order):
            counts = formula.connected_counts([v if values >> v & 1 else -v for v in sorted(order)])
            if counts is not None:
                return counts
            continue
        for child in (values, values | 1 << order[assigned]):
            violated = sum(
                not (child & positive or ~child & negative)
                for positive, negative in due[assigned + 1]
            )
            if not violated:
                stats["generated"] += 1
                # h is the number of violated clauses, and states that violate one are pruned. So
                # the cost is g alone, and the search goes breadth first.
                cost = assigned + 1 + violated
                heappush(queue, (cost, next(earliest_first), assigned + 1, child))
        stats["queue_peak"] = max(stats["queue_peak"], len(queue))
        if len(queue) > MAX_STATES:
            raise UnsupportedPuzzleError(
                f"astar-published: the queue reached its limit of {MAX_STATES} states, with "
                f"{assigned} of {len(order)} variables assigned."
            )
    return None


def _variables_by_edge(formula: Formula) -> list[int]:
    """Return the variables in the order of the report: all of one edge, then all of the next."""
    edge_variables = formula.encoding.edge_variables
    return [
        variable
        for edge, variables in enumerate(edge_variables)
        for variable in variables or [edge + 1]
    ]


def _clauses_by_last_variable(
    formula: Formula, order: Sequence[int]
) -> list[list[tuple[int, int]]]:
    """Return, for each n, the clauses that become fully assigned by the n-th variable in order.

    A clause is a pair of bit masks: its positive variables and its negated ones.
    """
    positions = {variable: position for position, variable in enumerate(order, 1)}
    due: list[list[tuple[int, int]]] = [[] for _ in range(len(order) + 1)]
    for clause in formula.clauses:
        positive = sum(1 << literal for literal in clause if literal > 0)
        negative = sum(1 << -literal for literal in clause if literal < 0)
        last = max((positions[abs(literal)] for literal in clause), default=0)
        due[last].append((positive, negative))
    return due


ASTAR_PUBLISHED = Method(
    "astar-published",
    "HCMUS report 5, section 6.2",
    "to compare A* with its published form; up to about 60 islands",
    _search_as_published,
)
"""A* as published: variables in a fixed order, h the number of violated clauses, no propagation.

Stats: states ``expanded`` and ``generated``, and the ``queue_peak``.
"""
