"""Connectivity as clauses, for formulas that are solved without cuts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from hashi_gui.solving.encoding import Encoding, Literals


def tree_clauses(encoding: Encoding) -> Iterator[Literals]:
    """Yield clauses that only the connected solutions of an encoding satisfy, without any cuts.

    Each island except the first has a parent: a neighbour that it has a bridge to and that has a
    smaller number. The numbers are chosen by the solver and are binary, so that n islands need
    O(n log n) clauses. Without loops, each has only one parent, and all bridges lead to parents.
    New variables follow those of the encoding.
    """
    puzzle, variables = encoding.puzzle, encoding.variables
    bits = (len(puzzle.islands) - 1).bit_length()
    numbers = []
    for _ in puzzle.islands:
        numbers.append(range(variables + 1, variables + bits + 1))
        variables += bits
    links: list[list[int]] = [[] for _ in puzzle.edges]
    for child, incident in enumerate(puzzle.incident[1:], 1):
        parents = []
        for edge in incident:
            equal = range(variables + 1, variables + bits + 1)
            variables += bits
            parents.append(equal[0])
            links[edge].append(equal[0])
            yield [-equal[0], *encoding.any_drawn([edge])]
            yield from _is_less(numbers[puzzle.edges[edge].other(child)], numbers[child], equal)
        yield parents
        if not puzzle.rules.loops:
            yield from ([-one, -other] for one, other in combinations(parents, 2))
    if not puzzle.rules.loops:
        for edge, parents in enumerate(links):
            yield from ([-drawn, *parents] for drawn in encoding.any_drawn([edge]))


def _is_less(small: range, large: range, equal: range) -> Iterator[Literals]:
    """Yield the clauses "if ``equal[0]`` is true, ``small`` is less than ``large``".

    The numbers are binary, highest bit first. ``equal[i]`` must be true if all bits before bit
    ``i`` are equal.
    """
    for i, (a, b) in enumerate(zip(small, large)):
        next_equal = equal[i + 1 : i + 2]
        yield [-equal[i], -a, b]
        yield [-equal[i], -a, *next_equal]
        yield [-equal[i], b, *next_equal]
