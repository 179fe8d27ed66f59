"""Connectivity as rows added when an answer violates them: Cheng and Yang, equation (4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components

FindCuts = Callable[[Puzzle, bytes], list[list[int]]]
"""Finds cuts that an answer, given as the number of bridges on each edge, violates.

A cut is a list of edges of which every solution draws at least one. The result is empty if all
islands are connected.
"""


def no_cuts(_puzzle: Puzzle, _counts: bytes) -> list[list[int]]:
    """Return no cuts, even if the islands are not connected."""
    return []


def cut_every_component(puzzle: Puzzle, counts: bytes) -> list[list[int]]:
    """Return a cut around each component."""
    groups = components(puzzle, counts)
    return [_leaving_edges(puzzle, group) for group in groups] if len(groups) > 1 else []


def cut_random_component(puzzle: Puzzle, counts: bytes) -> list[list[int]]:
    """Return one cut, around the component of a random island.

    The same bridges always give the same cut.
    """
    groups = components(puzzle, counts)
    if len(groups) == 1:
        return []
    island = Random(counts).randrange(len(puzzle.islands))
    return [_leaving_edges(puzzle, group) for group in groups if island in group]


def _leaving_edges(puzzle: Puzzle, group: Sequence[int]) -> list[int]:
    inside = set(group)
    return [
        edge.id
        for island in group
        for edge, neighbour in puzzle.neighbours(island)
        if neighbour.id not in inside
    ]
