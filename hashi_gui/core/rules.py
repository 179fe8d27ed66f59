"""What is wrong on a board, what is finished, what is connected."""

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
    "The number on an island is how many bridges end there; “?” stands for any number from 1.",
    "In the end everything is connected: from every island you can walk to every other.",
)
"""The rules of the game, a sentence each: for the help page, the title page of books, lessons."""


@dataclass(frozen=True, slots=True)
class Faults:
    """What a player can see to be wrong, without solving anything.

    ``crowded``: islands with more bridges than their clue. ``starved``: islands that can no
    longer get as many as their clue. ``closed``: groups of joined islands that nothing can
    lead out of, though others remain. ``crossed``: edges drawn across each other.
    """

    overfull: frozenset[int] = frozenset()
    unsatisfiable: frozenset[int] = frozenset()
    closed: tuple[tuple[int, ...], ...] = ()
    crossed: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.overfull or self.unsatisfiable or self.closed or self.crossed)


def degrees(puzzle: Puzzle, counts: Sequence[int]) -> list[int]:
    """How many bridges end at each island."""
    found = [0] * len(puzzle.islands)
    for edge, count in zip(puzzle.edges, counts):
        if count:
            found[edge.a] += count
            found[edge.b] += count
    return found


def components(puzzle: Puzzle, counts: Sequence[int]) -> list[list[int]]:
    """The islands in groups that bridges join, each sorted, by their smallest island."""
    seen = [False] * len(puzzle.islands)
    groups = []
    for start in range(len(puzzle.islands)):
        if seen[start]:
            continue
        seen[start] = True
        group = [start]
        for island in group:
            for e in puzzle.incident[island]:
                there = puzzle.edges[e].other(island)
                if counts[e] and not seen[there]:
                    seen[there] = True
                    group.append(there)
        groups.append(sorted(group))
    return groups


def blocked(puzzle: Puzzle, counts: Sequence[int], edge: int) -> bool:
    """Whether a drawn bridge lies across an edge."""
    return any(counts[across] for across in puzzle.crossings[edge])


def needs(puzzle: Puzzle, counts: Sequence[int]) -> list[int | None]:
    """How many bridges each island still lacks; negative where it has too many, None for "?"."""
    return [
        None if island.clue is None else island.clue - degree
        for island, degree in zip(puzzle.islands, degrees(puzzle, counts))
    ]


def room(puzzle: Puzzle, board: Board) -> list[int]:
    """How many more bridges each edge could take: the limit, the clues at both ends, marks and
    crossing bridges considered.
    """
    lacking = needs(puzzle, board.counts)
    left = []
    for edge in puzzle.edges:
        if edge.id in board.marks or blocked(puzzle, board.counts, edge.id):
            left.append(0)
            continue
        limits = [puzzle.max_bridges - board.counts[edge.id]]
        limits += [need for need in (lacking[edge.a], lacking[edge.b]) if need is not None]
        left.append(max(0, min(limits)))
    return left


def faults(puzzle: Puzzle, board: Board) -> Faults:
    """Everything on a board that breaks a rule already, or leaves no way to keep one."""
    lacking = needs(puzzle, board.counts)
    left = room(puzzle, board)
    overfull, unsatisfiable = set(), set()
    for island, need in enumerate(lacking):
        reach = sum(left[e] for e in puzzle.incident[island])
        if need is None:
            drawn = any(board.counts[e] for e in puzzle.incident[island])
            if not drawn and not reach:
                unsatisfiable.add(island)
        elif need < 0:
            overfull.add(island)
        elif reach < need:
            unsatisfiable.add(island)
    return Faults(
        frozenset(overfull),
        frozenset(unsatisfiable),
        _closed(puzzle, board.counts, left),
        frozenset(
            edge.id
            for edge in puzzle.edges
            if board.counts[edge.id] and blocked(puzzle, board.counts, edge.id)
        ),
    )


def _closed(
    puzzle: Puzzle, counts: Sequence[int], left: Sequence[int]
) -> tuple[tuple[int, ...], ...]:
    """Groups of two islands or more without a way out. A single island without one is starved,
    unless its clue is 0.
    """
    groups = components(puzzle, counts)
    if len(groups) == 1:
        return ()
    home = {island: g for g, group in enumerate(groups) for island in group}
    open_groups = {
        home[island]
        for edge in puzzle.edges
        if left[edge.id] and home[edge.a] != home[edge.b]
        for island in (edge.a, edge.b)
    }
    return tuple(
        tuple(group) for g, group in enumerate(groups) if len(group) > 1 and g not in open_groups
    )


def solution_fault(puzzle: Puzzle, counts: Sequence[int]) -> str | None:
    """Why ``counts`` is not a solution, in one sentence; None where it is one."""
    for edge in puzzle.edges:
        if not 0 <= counts[edge.id] <= puzzle.max_bridges:
            return f"Edge {edge.id} has {counts[edge.id]} bridges of at most {puzzle.max_bridges}."
        if counts[edge.id] and blocked(puzzle, counts, edge.id):
            return f"Edge {edge.id} is crossed by another bridge."
    for island, degree in zip(puzzle.islands, degrees(puzzle, counts)):
        if degree != island.clue and (island.clue is not None or degree == 0):
            wanted = "at least 1" if island.clue is None else island.clue
            return (
                f"The island at row {island.row}, column {island.col} has {degree} bridges "
                f"and needs {wanted}."
            )
    groups = len(components(puzzle, counts))
    return None if groups == 1 else f"The islands fall into {groups} groups."


def is_solution(puzzle: Puzzle, counts: Sequence[int]) -> bool:
    """Whether ``counts`` keeps every rule: clues, limits, no crossing, one connected whole."""
    return solution_fault(puzzle, counts) is None
