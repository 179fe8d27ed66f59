"""Connectivity as clauses, once and for all: a tree of bridges from one island to all others.

For solvers outside, which get a formula and no chance to add cuts to it.
"""

from __future__ import annotations

from collections.abc import Iterator

from hashi_gui.solving.encoding import Encoding, Literals


def tree_clauses(encoding: Encoding) -> Iterator[Literals]:
    """The clauses that leave only the connected answers of an encoding.

    Each island but the first has a parent, which a bridge leads to, and a larger number than its
    parent. Numbers are binary, so that n islands need O(n log n) clauses. New variables follow
    those of the encoding.
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
            yield [-equal[0], *encoding.some_drawn([edge])]
            yield from _less(numbers[puzzle.edges[edge].other(child)], numbers[child], equal)
        yield parents


def _less(small: range, large: range, equal: range) -> Iterator[Literals]:
    """One number is less than the other, the highest bits being first; if ``equal[0]`` is true.

    ``equal[i]`` follows where all bits before bit ``i`` are equal.
    """
    for i, (a, b) in enumerate(zip(small, large)):
        further = equal[i + 1 : i + 2]
        yield [-equal[i], -a, b]
        yield [-equal[i], -a, *further]
        yield [-equal[i], b, *further]
