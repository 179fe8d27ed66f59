"""The interface of encodings, which turn a puzzle into clauses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from hashi_gui.core.puzzle import Puzzle

Literals = Sequence[int]
"""Literals as in DIMACS: variables are numbered from 1, a negative number is a negated literal."""


class Encoding(Protocol):
    """A puzzle as clauses: all rules except connectivity.

    ``ends[e]`` holds the two islands of edge ``e``. The variable ``edge_variables[e][k - 1]`` is
    true if ``e`` has "at least" or "exactly" ``k`` bridges, depending on ``relation``; ``e`` never
    has more bridges than variables. ``variables`` is the number of variables in use; auxiliary
    ones included.
    """

    puzzle: Puzzle
    ends: list[tuple[int, int]]
    relation: str
    variables: int

    @property
    def edge_variables(self) -> Sequence[Sequence[int]]: ...

    def clauses(self) -> list[Literals]: ...

    def drawn_edges(self, model: Literals) -> Sequence[int]:
        """Return a number for each edge, positive if the edge has a bridge in the model.

        The sequence may be longer than the number of edges.
        """
        ...

    def counts(self, model: Literals) -> bytes:
        """Return the number of bridges on each edge in the model."""
        ...

    def any_drawn(self, edges: Iterable[int]) -> list[int]:
        """Return the clause "at least one of these edges has a bridge"."""
        ...

    def preferred_literals(self) -> Iterable[int]:
        """Return the literals that the engine should try first.

        They draw every edge, with a single bridge rather than more: this connects the most
        islands with the bridges that the clues allow, so that fewer cuts are needed.
        """
        ...


def spare_bridges(puzzle: Puzzle) -> int:
    """Return how many bridges there are beyond those that a tree of all islands needs.

    Without a clue for each island this is an upper bound. It is negative if there are too few.
    """
    most = puzzle.rules.max_clue
    total = sum(most if island.clue is None else island.clue for island in puzzle.islands)
    return total // 2 - (len(puzzle.islands) - 1)


def max_bridge_counts(puzzle: Puzzle) -> list[int]:
    """Return the most bridges that each edge can have according to its two clues.

    This is ``max_bridges`` or the smaller clue, or one bridge less if two equal clues would
    otherwise isolate their islands from the others. No edge has more bridges than are left once
    each of the other islands has one of its own.
    """
    limit = min(puzzle.rules.max_bridges, 1 + max(0, spare_bridges(puzzle)))
    clues = [limit + 1 if island.clue is None else island.clue for island in puzzle.islands]
    has_others = len(clues) > 2
    max_counts = []
    for edge in puzzle.edges:
        a, b = clues[edge.a], clues[edge.b]
        smaller = min(a, b)
        isolates = has_others and a == b and 0 < smaller <= limit
        max_counts.append(smaller - 1 if isolates else min(limit, smaller))
    return max_counts
