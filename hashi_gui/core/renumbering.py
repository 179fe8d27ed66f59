"""Which islands and edges of a puzzle are those of another one, which differs in some islands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from hashi_gui.core.puzzle import Puzzle

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Renumbering:
    """The ids that islands and edges of one puzzle have in another one, for those that both have.

    Islands are the same if they are on the same cell, edges if both their ends are the same.
    """

    islands: Mapping[int, int]
    edges: Mapping[int, int]

    @classmethod
    def between(cls, before: Puzzle, after: Puzzle) -> Renumbering:
        """The ids of ``before`` in ``after``."""
        if before.has_places_of(after):
            return cls(_same(len(after.islands)), _same(len(after.edges)))
        islands = {
            island.id: there.id
            for island in before.islands
            if (there := after.island_at(*island.cell)) is not None
        }
        ids = {(edge.a, edge.b): edge.id for edge in after.edges}
        end = islands.get
        edges = {
            edge.id: number
            for edge in before.edges
            if (number := ids.get((end(edge.a, -1), end(edge.b, -1)))) is not None
        }
        return cls(islands, edges)

    def of_some_edges(self, values: Mapping[int, T]) -> dict[int, T]:
        """What belongs to some edges, by their ids in the other puzzle."""
        return {self.edges[edge]: value for edge, value in values.items() if edge in self.edges}


def _same(count: int) -> dict[int, int]:
    """``count`` ids that stay as they are."""
    return dict(zip(range(count), range(count)))
