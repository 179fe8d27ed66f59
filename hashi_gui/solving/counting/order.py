"""The order in which a frontier search decides the edges of a part.

The work of a search grows with the number of different states, which depends on the *frontier*: the
islands, and their groups, that have both decided and undecided edges. A beam search looks for an
order in which the frontier stays small.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from heapq import nsmallest
from math import log2
from operator import or_
from typing import NamedTuple

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.counting.parts import Part

_FREE_GROUP, _OTHER_GROUP = 1.4, 0.5
"""How many bits a group in the frontier adds to the state: if no island of it has a clue, and
otherwise. Fitted to the searches of 200 puzzles; with the bits of the islands, they predict how
many bits the number of states has, within a standard error of 1.5."""

_MAX_WORK = 40_000
"""Bounds the time of the search: larger parts get a narrower beam."""


def find_order(part: Part, width: int, token: CancelToken) -> list[int]:
    """Return the edges of a part in an order in which a search has few states.

    ``width`` is the number of partial orders that the search compares. Raises Cancelled.
    """
    return _Search(part).run(max(1, min(width, int(_MAX_WORK / len(part.needed) ** 1.5))), token)


class _Node(NamedTuple):
    """A partial order: one island after the other, all of its edges are decided.

    ``bits`` estimates the size of a state, ``work`` the number of states so far. ``decided`` is a
    bit mask of edges, and ``frontier`` has the islands with decided and undecided edges.
    """

    work: float
    bits: float
    decided: int
    frontier: frozenset[int]
    island: int
    before: _Node | None


class _Search:
    def __init__(self, part: Part) -> None:
        self._part = part
        self._of_island = [_mask(incident) for incident in part.incident]
        self._of_group = [0] * (max(part.groups) + 1)
        self._group_bits = [_FREE_GROUP] * len(self._of_group)
        for e in range(len(part.edges)):
            a, b = part.group_ends(e)
            if a != b:
                self._of_group[a] |= 1 << e
                self._of_group[b] |= 1 << e
        for group, needed in zip(part.groups, part.needed):
            if needed is not None:
                self._group_bits[group] = _OTHER_GROUP

    def run(self, width: int, token: CancelToken) -> list[int]:
        all_edges = _mask(range(len(self._part.edges)))
        nodes = [_Node(0.0, 0.0, 0, frozenset(), -1, None)]
        best: _Node | None = None
        while nodes:
            token.raise_if_cancelled()
            found: dict[int, _Node] = {}
            for node in nodes:
                for island in self._candidates(node):
                    after = self._decide(node, island)
                    known = found.get(after.decided)
                    if known is None or after.work < known.work:
                        found[after.decided] = after
            complete = found.pop(all_edges, None)
            if complete and (best is None or complete.work < best.work):
                best = complete
            open_nodes = [n for n in found.values() if best is None or n.work < best.work]
            nodes = nsmallest(width, open_nodes, key=lambda n: (n.work, n.bits))
        assert best is not None
        return self._edges(best)

    def _candidates(self, node: _Node) -> Iterator[int]:
        """The islands that can come next."""
        if node.frontier:
            yield from node.frontier
            return
        for island, edges in enumerate(self._of_island):
            if edges & ~node.decided:
                yield island

    def _decide(self, node: _Node, island: int) -> _Node:
        """The node after the remaining edges of an island are decided, too."""
        part, decided = self._part, node.decided
        edges = [e for e in part.incident[island] if not decided >> e & 1]
        after = decided | self._of_island[island]
        islands = {i for e in edges for i in part.ends[e]}
        bits = node.bits
        for i in islands:
            bits += self._island_bits(i, after) - self._island_bits(i, decided)
        for group in {part.groups[i] for i in islands}:
            bits += self._bits_of_group(group, after) - self._bits_of_group(group, decided)
        frontier = node.frontier | {i for i in islands if self._of_island[i] & ~after}
        work = node.work + 2**bits * len(edges)
        return _Node(work, bits, after, frontier - {island}, island, node)

    def _island_bits(self, island: int, decided: int) -> float:
        """The logarithm of how many different numbers of bridges the island can still need."""
        needed, edges = self._part.needed[island], self._of_island[island]
        if needed is None or not edges & decided or not edges & ~decided:
            return 0.0
        used = remaining = 0
        for e in self._part.incident[island]:
            if decided >> e & 1:
                used += self._part.capacities[e]
            else:
                remaining += self._part.capacities[e]
        values = min(needed, remaining) - max(0, needed - used) + 1
        return log2(values) if values > 1 else 0.0

    def _bits_of_group(self, group: int, decided: int) -> float:
        edges = self._of_group[group]
        return self._group_bits[group] if edges & decided and edges & ~decided else 0.0

    def _edges(self, node: _Node) -> list[int]:
        """The edges in the order of the islands; at an island, those to known islands first."""
        islands: list[int] = []
        last: _Node | None = node
        while last is not None and last.before is not None:
            islands.append(last.island)
            last = last.before
        order: dict[int, None] = {}
        known: set[int] = set()
        for island in reversed(islands):
            edges = [e for e in self._part.incident[island] if e not in order]
            edges.sort(key=lambda e: sum(i not in known for i in self._part.ends[e]))
            order.update(dict.fromkeys(edges))
            known.update(i for e in edges for i in self._part.ends[e])
        return list(order)


def _mask(edges: Iterator[int] | range | tuple[int, ...]) -> int:
    """The edges as bits of a number."""
    return reduce(or_, (1 << e for e in edges), 0)
