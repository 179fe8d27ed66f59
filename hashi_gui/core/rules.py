"""The rules of the game: degrees, connected groups and solutions."""

from __future__ import annotations

from collections.abc import Sequence

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import cell_name, quantity

RULES = (
    "Connect the islands with bridges.",
    "A bridge runs straight along a row or a column, from one island to the next.",
    "At most two bridges connect the same two islands (some puzzles allow 1, 3 or 4).",
    "Bridges never cross each other or an island.",
    "The number on an island is the number of bridges that end there; “?” is any number from 1.",
    "All islands must be connected: you can walk from every island to every other one.",
)
"""The rules in one sentence each, for the help page and the title page of books."""


def degrees(puzzle: Puzzle, counts: Sequence[int]) -> list[int]:
    """Return the number of bridges that end at each island."""
    result = [0] * len(puzzle.islands)
    for edge, count in zip(puzzle.edges, counts):
        if count:
            result[edge.a] += count
            result[edge.b] += count
    return result


def components(puzzle: Puzzle, counts: Sequence[int]) -> list[list[int]]:
    """Return the connected groups of islands, each sorted, ordered by their smallest island."""
    seen = [False] * len(puzzle.islands)
    groups = []
    for start in range(len(puzzle.islands)):
        if seen[start]:
            continue
        seen[start] = True
        group = [start]
        for island in group:
            for e in puzzle.incident[island]:
                if counts[e]:
                    other = puzzle.edges[e].other(island)
                    if not seen[other]:
                        seen[other] = True
                        group.append(other)
        groups.append(sorted(group))
    return groups


def is_blocked(puzzle: Puzzle, counts: Sequence[int], edge: int) -> bool:
    """Whether an edge is crossed by a bridge, so that none can be built on it."""
    return any(counts[other] for other in puzzle.crossings[edge])


def solution_fault(puzzle: Puzzle, counts: Sequence[int]) -> str | None:
    """Return why ``counts`` is not a solution, as one sentence; None if it is a solution."""
    for edge in puzzle.edges:
        if not 0 <= counts[edge.id] <= puzzle.max_bridges:
            return (
                f"Edge {edge.id} has {counts[edge.id]} bridges; "
                f"at most {puzzle.max_bridges} are allowed."
            )
        if counts[edge.id] and is_blocked(puzzle, counts, edge.id):
            return f"Edge {edge.id} is crossed by another bridge."
    for island, degree in zip(puzzle.islands, degrees(puzzle, counts)):
        if degree != island.clue and (island.clue is not None or degree == 0):
            needed = "at least 1" if island.clue is None else island.clue
            return (
                f"The island at {cell_name(*island.cell)} has "
                f"{quantity(degree, 'bridge')} and needs {needed}."
            )
    groups = len(components(puzzle, counts))
    return None if groups == 1 else f"The islands form {groups} separate groups."


def is_solution(puzzle: Puzzle, counts: Sequence[int]) -> bool:
    """Whether ``counts`` follows every rule: clues, limits, no crossings, all islands connected."""
    return solution_fault(puzzle, counts) is None
