"""The model counter Ganak, in a module of its own because another process imports it."""

from __future__ import annotations

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.methods.sat.dimacs import tree_clauses
from hashi_gui.solving.order_encoding import OrderEncoding


def count_by_ganak(puzzle: Puzzle) -> int:
    """The number of solutions, found by Ganak from clauses that include connectivity."""
    from pyganak import Counter

    encoding = OrderEncoding(puzzle)
    counter = Counter()
    counter.add_clauses([*map(list, encoding.clauses()), *map(list, tree_clauses(encoding))])
    counter.set_sampling_set([v for variables in encoding.edge_variables for v in variables])
    solutions: int = counter.count()
    return solutions
