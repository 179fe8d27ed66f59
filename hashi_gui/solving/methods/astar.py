"""The methods ``astar`` and ``astar-published``: A* over partial assignments of the clauses.

The cost g of a partial assignment is the number of variables it assigns, and h estimates what is
still to come. All complete assignments cost the same, so what A* is good for here is the order in
which it looks at the incomplete ones, and that is all in h.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.methods.clauses import Assignment, Formula
from hashi_gui.solving.methods.method import Method, UnsupportedPuzzleError

MEMORY = 1 << 30
"""How many bytes all assignments in the queue may take together."""

MOST_STATES = 3_000_000
"""How many states the queue of the published form may hold: about 0.5 GB."""


def _search_by_astar(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
    formula = Formula(puzzle)
    stats |= dict.fromkeys(("expanded", "generated", "queue_peak", "cuts"), 0)
    start = Assignment(formula)
    latest_first = count(0, -1)
    queue = [(0.0, next(latest_first), start)] if start.extend() else []
    while queue:
        cancel.check()
        _, _, assignment = heappop(queue)
        if not assignment.extend():
            continue  # it violates a cut that was found since
        stats["expanded"] += 1
        solution = formula.connected(assignment.model())
        stats["cuts"] = formula.cuts
        if solution is None:
            continue
        literal = assignment.branch()
        if literal is None:
            return solution
        for value in (literal, -literal):
            child = assignment.copy()
            if child.extend([value]):
                stats["generated"] += 1
                cost = child.assigned + _still_to_come(child)
                heappush(queue, (cost, next(latest_first), child))
        stats["queue_peak"] = max(stats["queue_peak"], len(queue))
        if len(queue) * assignment.size > MEMORY:
            raise UnsupportedPuzzleError(
                f"astar: the queue outgrew the memory it may take, at {len(queue)} states."
            )
    return None


def _still_to_come(assignment: Assignment) -> float:
    """h: the variables still to assign, and how many clauses doing so at random would violate.

    A clause with n literals left fails once in 2^n times. Of a complete assignment that is the
    number of clauses it violates, as in the published h.
    """
    lengths = Counter(assignment.open)
    del lengths[0]
    violated = sum(number * 0.5**left for left, number in lengths.items())
    return assignment.formula.variables - assignment.assigned + violated


ASTAR = Method(
    "astar",
    "HCMUS report 5, section 6.2; with unit propagation, lazy cuts and a heuristic that informs",
    "to see A* at work, mostly in seconds up to 200 islands",
    _search_by_astar,
)
"""A* in plain Python, improved.

Stats: states ``expanded`` and ``generated``, the ``queue_peak``, connectivity ``cuts``.
"""


def _search_as_published(
    puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]
) -> bytes | None:
    """Assigns the variables in order. A state is how many, and their values as bits."""
    formula = Formula(puzzle)
    order = _edge_by_edge(formula)
    due = _clauses_by_last_variable(formula, order)
    stats |= dict.fromkeys(("expanded", "generated", "queue_peak"), 0)
    earliest_first = count()
    queue = [] if due[0] else [(0, next(earliest_first), 0, 0)]
    while queue:
        cancel.check()
        _, _, assigned, values = heappop(queue)
        stats["expanded"] += 1
        if assigned == len(order):
            counts = formula.connected([v if values >> v & 1 else -v for v in sorted(order)])
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
                # h counts the violated clauses, and what violates one is pruned: f is g alone,
                # and the search goes breadth first.
                cost = assigned + 1 + violated
                heappush(queue, (cost, next(earliest_first), assigned + 1, child))
        stats["queue_peak"] = max(stats["queue_peak"], len(queue))
        if len(queue) > MOST_STATES:
            raise UnsupportedPuzzleError(
                f"astar-published: the queue outgrew {MOST_STATES} states, with {assigned} of "
                f"{len(order)} variables assigned."
            )
    return None


def _edge_by_edge(formula: Formula) -> list[int]:
    """The variables in the order of the report: all of an edge, then all of the next."""
    levels = formula.encoding.levels
    return [variable for edge, own in enumerate(levels) for variable in own or [edge + 1]]


def _clauses_by_last_variable(
    formula: Formula, order: Sequence[int]
) -> list[list[tuple[int, int]]]:
    """For each number of variables the clauses that are fully assigned with so many and not
    earlier, as the bits of their positive and of their negated variables.
    """
    place = {variable: number for number, variable in enumerate(order, 1)}
    due: list[list[tuple[int, int]]] = [[] for _ in range(len(order) + 1)]
    for clause in formula.clauses:
        positive = sum(1 << literal for literal in clause if literal > 0)
        negative = sum(1 << -literal for literal in clause if literal < 0)
        last = max((place[abs(literal)] for literal in clause), default=0)
        due[last].append((positive, negative))
    return due


ASTAR_PUBLISHED = Method(
    "astar-published",
    "HCMUS report 5, section 6.2",
    "to compare A* with its published form, up to some 60 islands",
    _search_as_published,
)
"""A* as published: variables in a fixed order, h the violated clauses, no propagation.

Stats: states ``expanded`` and ``generated``, and the ``queue_peak``.
"""
