"""Connectivity as rows that are added where an answer breaks them: Cheng and Yang, equation (4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components

Separate = Callable[[Puzzle, bytes], list[list[int]]]
"""Cuts that the bridges given break, each as edges of which a solution draws one at least.

None where everything is connected.
"""


def no_cuts(_puzzle: Puzzle, _counts: bytes) -> list[list[int]]:
    """Connectivity is not looked at."""
    return []


def every_component(puzzle: Puzzle, counts: bytes) -> list[list[int]]:
    """A cut around each component."""
    groups = components(puzzle, counts)
    return [_around(puzzle, group) for group in groups] if len(groups) > 1 else []


def random_component(puzzle: Puzzle, counts: bytes) -> list[list[int]]:
    """One cut, around the component of a random island; the same for the same bridges."""
    groups = components(puzzle, counts)
    if len(groups) == 1:
        return []
    island = Random(counts).randrange(len(puzzle.islands))
    return [_around(puzzle, group) for group in groups if island in group]


def _around(puzzle: Puzzle, group: Sequence[int]) -> list[int]:
    inside = set(group)
    return [
        edge.id
        for island in group
        for edge, there in puzzle.neighbours(island)
        if there.id not in inside
    ]
