"""What a puzzle as clauses has to offer, whatever its variables stand for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from hashi_gui.core.puzzle import Puzzle

Literals = Sequence[int]
"""Integers as in DIMACS, negated by their sign."""


class Encoding(Protocol):
    """A puzzle as clauses: all rules but connectivity.

    ``ends[e]`` are the islands of edge ``e``. The variable ``levels[e][k - 1]`` stands for ``e``
    having "at least" or "exactly", as ``relation`` says, ``k`` bridges; ``e`` never has more than
    it has variables. All variables count from 1 to ``variables``.
    """

    puzzle: Puzzle
    ends: list[tuple[int, int]]
    relation: str
    variables: int

    @property
    def levels(self) -> Sequence[Sequence[int]]: ...

    def clauses(self) -> list[Literals]: ...

    def drawn(self, model: Literals) -> Sequence[int]:
        """Positive for each edge that has a bridge in a model; may be longer than the edges."""
        ...

    def counts(self, model: Literals) -> bytes:
        """The bridges on each edge in a model."""
        ...

    def some_drawn(self, edges: Iterable[int]) -> list[int]:
        """The clause "some of these edges has a bridge"."""
        ...

    def preferred(self) -> Iterable[int]:
        """Literals to try first. They join the most islands with the bridges that the clues
        allow, every edge and a single bridge before more: answers are connected sooner.
        """
        ...


def capacities_of(puzzle: Puzzle) -> list[int]:
    """The most bridges that each edge can have as far as its two clues tell: the limit or the
    smaller clue; one fewer where two equal clues would be a closed pair.
    """
    limit = puzzle.max_bridges
    clues = [limit + 1 if island.clue is None else island.clue for island in puzzle.islands]
    others = len(clues) > 2
    capacities = []
    for edge in puzzle.edges:
        one, two = clues[edge.a], clues[edge.b]
        smaller = min(one, two)
        closed = others and one == two and 0 < smaller <= limit
        capacities.append(smaller - 1 if closed else min(limit, smaller))
    return capacities
