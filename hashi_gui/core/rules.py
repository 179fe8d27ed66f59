"""The rules of the game: degrees, connected groups, visible faults and solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle

RULES = (
    "Connect the islands with bridges.",
    "A bridge runs straight along a row or a column, from one island to the next.",
    "At most two bridges connect the same two islands (some puzzles allow 1, 3 or 4).",
    "Bridges never cross each other or an island.",
    "The number on an island is the number of bridges that end there; “?” is any number from 1.",
    "All islands must be connected: you can walk from every island to every other one.",
)
"""The rules in one sentence each, for the help page and the title page of books."""


@dataclass(frozen=True, slots=True)
class Faults:
    """Mistakes that can be seen on a board without solving the puzzle.

    ``overfull``: islands with more bridges than their clue.
    ``unsatisfiable``: islands that can no longer get as many bridges as their clue.
    ``isolated``: connected groups of islands that no further bridge can leave, though there are
    islands outside.
    ``crossed``: edges with bridges that cross other bridges.
    """

    overfull: frozenset[int] = frozenset()
    unsatisfiable: frozenset[int] = frozenset()
    isolated: tuple[tuple[int, ...], ...] = ()
    crossed: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.overfull or self.unsatisfiable or self.isolated or self.crossed)


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
                other = puzzle.edges[e].other(island)
                if counts[e] and not seen[other]:
                    seen[other] = True
                    group.append(other)
        groups.append(sorted(group))
    return groups


def is_blocked(puzzle: Puzzle, counts: Sequence[int], edge: int) -> bool:
    """Whether an edge is crossed by a bridge, so that none can be built on it."""
    return any(counts[other] for other in puzzle.crossings[edge])


def remaining_bridges(puzzle: Puzzle, counts: Sequence[int]) -> list[int | None]:
    """Return how many bridges each island still needs.

    Negative if it has too many, None if its clue is "?".
    """
    return [
        None if island.clue is None else island.clue - degree
        for island, degree in zip(puzzle.islands, degrees(puzzle, counts))
    ]


def capacities(puzzle: Puzzle, board: Board) -> list[int]:
    """Return how many more bridges can be built on each edge.

    The bridge limit, the clues at both ends, marks and crossing bridges are taken into account.
    """
    remaining = remaining_bridges(puzzle, board.counts)
    result = []
    for edge in puzzle.edges:
        if edge.id in board.marks or is_blocked(puzzle, board.counts, edge.id):
            result.append(0)
            continue
        limits = [puzzle.max_bridges - board.counts[edge.id]]
        limits += [n for n in (remaining[edge.a], remaining[edge.b]) if n is not None]
        result.append(max(0, min(limits)))
    return result


def find_faults(puzzle: Puzzle, board: Board) -> Faults:
    """Return everything on a board that breaks a rule, or makes it impossible to follow one."""
    edge_capacities = capacities(puzzle, board)
    overfull, unsatisfiable = set(), set()
    for island, remaining in enumerate(remaining_bridges(puzzle, board.counts)):
        available = sum(edge_capacities[e] for e in puzzle.incident[island])
        if remaining is None:
            has_bridge = any(board.counts[e] for e in puzzle.incident[island])
            if not has_bridge and not available:
                unsatisfiable.add(island)
        elif remaining < 0:
            overfull.add(island)
        elif available < remaining:
            unsatisfiable.add(island)
    return Faults(
        frozenset(overfull),
        frozenset(unsatisfiable),
        _isolated_groups(puzzle, board.counts, edge_capacities),
        frozenset(
            edge.id
            for edge in puzzle.edges
            if board.counts[edge.id] and is_blocked(puzzle, board.counts, edge.id)
        ),
    )


def _isolated_groups(
    puzzle: Puzzle, counts: Sequence[int], edge_capacities: Sequence[int]
) -> tuple[tuple[int, ...], ...]:
    """Return the groups of two or more islands that no further bridge can leave.

    A single island without a further bridge is unsatisfiable instead, unless its clue is 0.
    """
    groups = components(puzzle, counts)
    if len(groups) == 1:
        return ()
    group_of = {island: g for g, group in enumerate(groups) for island in group}
    open_groups = {
        group_of[island]
        for edge in puzzle.edges
        if edge_capacities[edge.id] and group_of[edge.a] != group_of[edge.b]
        for island in (edge.a, edge.b)
    }
    return tuple(
        tuple(group) for g, group in enumerate(groups) if len(group) > 1 and g not in open_groups
    )


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
                f"The island at row {island.row}, column {island.col} has {degree} bridges "
                f"and needs {needed}."
            )
    groups = len(components(puzzle, counts))
    return None if groups == 1 else f"The islands form {groups} separate groups."


def is_solution(puzzle: Puzzle, counts: Sequence[int]) -> bool:
    """Whether ``counts`` follows every rule: clues, limits, no crossings, all islands connected."""
    return solution_fault(puzzle, counts) is None
