"""Connectivity as clauses: a tree of bridges from one island to all others.

For formulas that are exported to other solvers, where no cuts can be added while they solve.
"""

from __future__ import annotations

from collections.abc import Iterator

from hashi_gui.solving.encoding import Encoding, Literals


def tree_clauses(encoding: Encoding) -> Iterator[Literals]:
    """Yield clauses that only the connected solutions of an encoding satisfy.

    Each island except the first has a parent: a neighbour that it has a bridge to and that has a
    smaller number. The numbers are chosen by the solver and are binary, so that n islands need
    O(n log n) clauses. New variables follow those of the encoding.
    """
    puzzle, variables = encoding.puzzle, encoding.variables
    bits = (len(puzzle.islands) - 1).bit_length()
    numbers = []
    for _ in puzzle.islands:
        numbers.append(range(variables + 1, variables + bits + 1))
        variables += bits
    for child, incident in enumerate(puzzle.incident[1:], 1):
        parents = []
        for edge in incident:
            equal = range(variables + 1, variables + bits + 1)
            variables += bits
            parents.append(equal[0])
            yield [-equal[0], *encoding.any_drawn([edge])]
            yield from _is_less(numbers[puzzle.edges[edge].other(child)], numbers[child], equal)
        yield parents


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
