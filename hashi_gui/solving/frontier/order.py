"""The order in which a frontier search decides the edges of a part.

The work of a search grows with the number of different states, which depends on the *frontier*: the
islands, and their groups, that have both decided and undecided edges, and the undecided edges that
decided ones cross. A beam search looks for an order in which there is little of all this. If a long
search remains, each few islands are put into the best order among them, and beam searches with
other first islands may find something better.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, reduce
from heapq import nsmallest
from math import log2
from operator import or_
from typing import NamedTuple

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.frontier.parts import Part

_CLUE, _FREE_GROUP, _OTHER_GROUP, _CROSSED = 0.8, 1.2, 0.7, 0.4
"""How many bits are added to the state by a bit of what an island needs, a group in the frontier if
no island of it has a clue, any other group, and a crossed edge. Fitted to searches."""

_WIDTH, _MORE = 10, 4
"""The number of partial orders that the beam search compares, and how many times as many of them
if a very long search remains."""

_FULL_WIDTH = 250
"""Islands of a part; larger ones get a narrower beam, so that its time grows slowly."""

_LONG_SEARCH, _VERY_LONG_SEARCH = 1 << 18, 1 << 21
"""States of a search for which it is worth while to improve an order, and to look for others."""

_WINDOW = 8
"""Islands that are put into the best order among them at a time."""


def find_order(part: Part, starts: int, token: CancelToken) -> list[int]:
    """Return the edges of a part in an order in which a search has few states.

    If a very long search remains, begin at ``starts`` places for a better one. Raises Cancelled.
    """
    return _Search(part, token).run(starts)


def narrow_order(part: Part, most: float, token: CancelToken) -> list[int] | None:
    """Return the edges of a part in an order that keeps states small, found quickly.

    None if a state would need more than about ``most`` bits. Raises Cancelled.
    """
    return _Search(part, token).walk(most)


class _Node(NamedTuple):
    """A partial order: one island after the other, all of its edges are decided, and then those
    between "?" that make the frontier no larger.

    ``bits`` estimates the size of a state, apart from crossed edges, ``work`` the number of states
    so far, and ``peak`` the largest size. ``decided`` is a bit mask of edges, and ``crossed`` of
    those that cross them.
    """

    work: float
    peak: float
    bits: float
    decided: int
    crossed: int
    island: int
    before: _Node | None

    @property
    def size(self) -> float:
        """The size of a state, in bits."""
        return self.bits + _CROSSED * (self.crossed & ~self.decided).bit_count()

    @property
    def cost(self) -> float:
        """Low if there are few states so far, and few now."""
        return log2(self.work) + self.size


_START = _Node(0.0, 0.0, 0.0, 0, 0, -1, None)


class _Search:
    def __init__(self, part: Part, token: CancelToken) -> None:
        self._part = part
        self._token = token
        self._of_island = [_mask(incident) for incident in part.incident]
        self._crossings = [
            _mask(other for e in incident for other in part.crossings[e])
            for incident in part.incident
        ]
        self._near = [{i for e in incident for i in part.ends[e]} for incident in part.incident]
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
        self._groups_near = [{part.groups[i] for i in near} for near in self._near]
        self._free_near = [self._free_edges(i) for i in range(len(self._near))]
        self._clues_near = [[i for i in near if part.needed[i] is not None] for near in self._near]
        self._island_bits = cache(self._bits_of_island)

    def run(self, starts: int) -> list[int]:
        count = len(self._part.needed)
        # The time is the width times the islands squared: so it grows with the root of the islands.
        width = max(1, int(_WIDTH * min(1, (_FULL_WIDTH / count) ** 1.5)))
        found = [self._improved(self._best(_START, range(count), width))]
        if found[0].work > _LONG_SEARCH:  # Row by row is hard to beat where there are no gaps.
            found.append(reduce(self._decide, range(count), _START))
        for number in range(starts if starts > 1 else 0):
            if min(n.work for n in found) < _VERY_LONG_SEARCH:
                break
            start = self._decide(_START, number * count // starts) if number else _START
            node = self._best(start, range(count), _MORE * width)
            found.append(self._improved(node))
        best = min(found, key=lambda n: log2(n.work) + 1.5 * n.peak)
        return self._edges(best)

    def walk(self, most: float) -> list[int] | None:
        """The edges in an order that makes states as small as possible after each island.

        None if they become larger than ``most`` bits.
        """
        node, goal = _START, _mask(range(len(self._part.edges)))
        islands = iter(range(len(self._of_island)))
        met: dict[int, int] = {}
        """The islands in the frontier, and after how many islands each was met."""
        growth: dict[int, float] = {}
        """By how much the state would grow, as far as this has not changed."""
        number = 0
        while node.decided != goal:
            self._token.raise_if_cancelled()
            for island in met.keys() - growth.keys():
                growth[island] = self._decide(node, island).size - node.size
            if met:
                island = min(met, key=lambda i: (growth[i], met[i]))
            else:
                island = next(i for i in islands if self._of_island[i] & ~node.decided)
            node = self._decide(node, island)
            if node.size > most:
                return None
            number += 1
            for near in self._near[island]:
                if self._of_island[near] & ~node.decided:
                    met.setdefault(near, number)
                else:
                    met.pop(near, None)
                for other in self._near[near]:
                    growth.pop(other, None)
        return self._edges(node)

    def _best(self, start: _Node, islands: Sequence[int], width: int | None = None) -> _Node:
        """The best node found that follows a node and decides all edges of some islands.

        With a width, at most so many nodes are followed, each to islands in the frontier.
        """
        goal = reduce(or_, (self._of_island[i] for i in islands), start.decided)
        best: _Node | None = None
        found = {start.decided.bit_count(): {start.decided: start}}
        while found:
            self._token.raise_if_cancelled()
            nodes = [
                n for n in found.pop(min(found)).values() if best is None or n.work < best.work
            ]
            if width and len(nodes) > width:
                nodes = nsmallest(width, nodes, key=lambda n: n.cost)
            for node in nodes:
                frontier = self._frontier(node.decided) if width else []
                for island in frontier or islands:
                    if self._of_island[island] & ~node.decided:
                        after = self._decide(node, island)
                        if goal & ~after.decided:
                            same = found.setdefault(after.decided.bit_count(), {})
                            known = same.get(after.decided)
                            if known is None or after.work < known.work:
                                same[after.decided] = after
                        elif best is None or after.work < best.work:
                            best = after
        return best or start

    def _frontier(self, decided: int) -> list[int]:
        """The islands with decided and undecided edges."""
        return [
            i for i, edges in enumerate(self._of_island) if edges & decided and edges & ~decided
        ]

    def _decide(self, node: _Node, island: int) -> _Node:
        """The node after the remaining edges of an island are decided, too."""
        decided = node.decided
        after = decided | self._of_island[island]
        groups = self._groups_near[island]
        for bit, crossings, ends in self._free_near[island]:
            a, b = ends
            if not (bit & after or crossings & ~after) and (
                self._of_group[a] & after and self._of_group[b] & after
            ):
                after |= bit
                groups = groups.union(ends)
        new = after & ~decided
        bits = node.bits
        for i in self._clues_near[island]:
            edges = self._of_island[i]
            if edges & new:
                bits += self._island_bits(i, edges & after) - self._island_bits(i, edges & decided)
        between, last = node.size, 0.0
        for group in groups:
            edges = self._of_group[group]
            if edges & new:
                if not edges & decided:
                    bits += self._group_bits[group]
                    # Before the last of the edges, whose end enters when others may leave.
                    between += last
                    last = self._group_bits[group]
                if not edges & ~after:
                    bits -= self._group_bits[group]
        crossed = node.crossed | self._crossings[island]
        size = bits + _CROSSED * (crossed & ~after).bit_count()
        work = node.work + 2**size * new.bit_count()
        return _Node(work, max(node.peak, size, between), bits, after, crossed, island, node)

    def _bits_of_island(self, island: int, decided: int) -> float:
        """The logarithm of how many different numbers of bridges the island can still need.

        ``decided`` are those of its edges.
        """
        needed = self._part.needed[island]
        assert needed is not None
        if decided in (0, self._of_island[island]):
            return 0.0
        used = remaining = 0
        for e in self._part.incident[island]:
            if decided >> e & 1:
                used += self._part.capacities[e]
            else:
                remaining += self._part.capacities[e]
        values = min(needed, remaining) - max(0, needed - used) + 1
        return _CLUE * log2(values) if values > 1 else 0.0

    def _free_edges(self, island: int) -> list[tuple[int, int, tuple[int, int]]]:
        """Edges between "?" that may be decided once those of the island are, so that fewer are
        crossed: their bits, what crosses them, and their groups. None if no edges cross.
        """
        part = self._part
        near = {e for i in self._near[island] for e in part.incident[i]}
        near |= {other for e in part.incident[island] for other in part.crossings[e]}
        return [
            (1 << e, _mask(part.crossings[e]), part.group_ends(e))
            for e in near.difference(part.incident[island])
            if any(part.crossings) and all(part.needed[i] is None for i in part.ends[e])
        ]

    def _improved(self, node: _Node) -> _Node:
        """The last node of a better order, if a long search remains."""
        while node.work > _LONG_SEARCH:
            better = self._rearranged(_islands(node))
            if better.work > 0.99 * node.work:  # What follows would gain even less.
                break
            node = better
        return node

    def _rearranged(self, islands: list[int]) -> _Node:
        """The last node after each few islands were put into the best order among them."""
        node = _START
        while islands:
            last = self._best(node, islands[:_WINDOW])
            rest = islands[_WINDOW:]
            window = _islands(last, node)
            # The second half is looked at again together with the islands that follow it.
            kept = len(window) // 2 if rest else len(window)
            for island in window[:kept]:
                node = self._decide(node, island)
            islands = window[kept:] + rest
        return node

    def _edges(self, last: _Node) -> list[int]:
        """The edges in the order of the islands; at an island, those to known islands first."""
        order: dict[int, None] = {}
        known: set[int] = set()
        node = _START
        for island in _islands(last):
            node = self._decide(node, island)
            edges = [e for e in self._part.incident[island] if e not in order]
            edges.sort(key=lambda e: sum(i not in known for i in self._part.ends[e]))
            order.update(dict.fromkeys(edges))
            known.update(i for e in edges for i in self._part.ends[e])
            free = (bit.bit_length() - 1 for bit, *_ in self._free_near[island])
            order.update(dict.fromkeys(e for e in free if node.decided >> e & 1))
        return list(order)


def _islands(node: _Node, start: _Node = _START) -> list[int]:
    """The islands that lead from one node to another."""
    islands = []
    while node.before and node.decided != start.decided:
        islands.append(node.island)
        node = node.before
    return islands[::-1]


def _mask(edges: Iterable[int]) -> int:
    """The edges as bits of a number."""
    return reduce(or_, (1 << e for e in edges), 0)
