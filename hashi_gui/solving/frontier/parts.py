"""A puzzle split into parts whose solutions can be counted one by one.

Bridges that all solutions share are taken as given: they join islands to groups, and leave fewer
bridges to be decided. What remains often falls apart into parts that have nothing in common but a
group, and the number of solutions is the product over the parts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import find_loops


class Part(NamedTuple):
    """Edges whose numbers of bridges depend on each other, with their islands and groups.

    All three are numbered from 0 within the part; ``edges`` maps the edges to ids of the puzzle.
    Edge ``e`` joins the islands ``ends[e]`` and takes 0 to ``capacities[e]`` bridges in addition to
    the given ones; of two edges that cross, only one. Island ``i`` needs exactly ``needed[i]`` of
    them, or any number if that is None, and is in group ``groups[i]``. In a solution all groups
    are connected, in only one way unless ``loops`` are allowed.
    """

    edges: tuple[int, ...]
    ends: tuple[tuple[int, int], ...]
    capacities: tuple[int, ...]
    crossings: tuple[tuple[int, ...], ...]
    needed: tuple[int | None, ...]
    groups: tuple[int, ...]
    incident: tuple[tuple[int, ...], ...]
    loops: bool

    def group_ends(self, edge: int) -> tuple[int, int]:
        """The groups at both ends of an edge."""
        a, b = self.ends[edge]
        return self.groups[a], self.groups[b]


def split(puzzle: Puzzle, low: bytes, high: bytes) -> list[Part] | None:
    """Return the parts of a puzzle; None if it obviously has no solution.

    All solutions must have at least ``low`` and at most ``high`` bridges on each edge. Their number
    is the product of those of the parts.
    """
    return _Split(puzzle, low, high).parts()


class _Sets:
    """Disjoint sets of the numbers from 0 to ``count - 1``."""

    def __init__(self, count: int) -> None:
        self._parents = list(range(count))

    def find(self, item: int) -> int:
        """The number that stands for the set of an item."""
        parents = self._parents
        while parents[item] != item:
            parents[item] = item = parents[parents[item]]
        return item

    def join(self, items: Iterable[int]) -> None:
        roots = [self.find(item) for item in items]
        for root in roots:
            self._parents[root] = roots[0]


class _Split:
    """What the given bridges leave to be decided, and how it hangs together."""

    def __init__(self, puzzle: Puzzle, low: bytes, high: bytes) -> None:
        self._puzzle = puzzle
        self._low = low
        self._needed = [
            None if island.clue is None else island.clue - sum(low[e] for e in incident)
            for island, incident in zip(puzzle.islands, puzzle.incident)
        ]
        groups = _Sets(len(puzzle.islands))
        for edge in puzzle.edges:
            if low[edge.id]:
                groups.join((edge.a, edge.b))
        self._groups = [groups.find(island.id) for island in puzzle.islands]
        self._capacities = [self._capacity(e, most) for e, most in enumerate(high)]
        self._undecided = [e for e, capacity in enumerate(self._capacities) if capacity]

    def _capacity(self, edge: int, most: int) -> int:
        """How many bridges an edge can take in addition to the given ones."""
        if any(self._low[other] for other in self._puzzle.crossings[edge]):
            return 0
        if not (self._puzzle.rules.loops or self._low[edge]) and self._is_within_group(edge):
            return 0
        needed = [self._needed[island.id] for island in self._puzzle.ends(edge)]
        return max(0, min([most - self._low[edge], *(n for n in needed if n is not None)]))

    def _is_within_group(self, edge: int) -> bool:
        a, b = self._puzzle.ends(edge)
        return self._groups[a.id] == self._groups[b.id]

    def parts(self) -> list[Part] | None:
        if not (self._can_satisfy_clues() and self._can_connect() and self._given_may_stand()):
            return None
        return [self._part(edges) for edges in self._independent_edges()]

    def _can_satisfy_clues(self) -> bool:
        islands = self._puzzle.islands
        if len(islands) == 1 and islands[0].clue is None:
            return False
        return all(
            needed is None or 0 <= needed <= sum(self._capacities[e] for e in incident)
            for needed, incident in zip(self._needed, self._puzzle.incident)
        )

    def _can_connect(self) -> bool:
        sets = _Sets(len(self._puzzle.islands))
        for edge in self._puzzle.edges:
            if self._capacities[edge.id] or self._low[edge.id]:
                sets.join((edge.a, edge.b))
        return len({sets.find(island.id) for island in self._puzzle.islands}) == 1

    def _given_may_stand(self) -> bool:
        """Whether the given bridges form no loop, or may: no part has the edges of such a loop."""
        return self._puzzle.rules.loops or not find_loops(self._puzzle, self._low)

    def _clusters(self) -> list[list[int]]:
        """The undecided edges, together if they share an island with a clue, or cross."""
        puzzle = self._puzzle
        sets = _Sets(len(puzzle.edges))
        for needed, incident in zip(self._needed, puzzle.incident):
            if needed is not None:
                sets.join(e for e in incident if self._capacities[e])
        for e in self._undecided:
            sets.join((e, *(other for other in puzzle.crossings[e] if self._capacities[other])))
        clusters = defaultdict(list)
        for e in self._undecided:
            clusters[sets.find(e)].append(e)
        return list(clusters.values())

    def _independent_edges(self) -> Iterator[list[int]]:
        """The edges of each part.

        A group that all paths between two clusters go through separates them: the whole is
        connected if both sides are. So the parts are what remains together at every such group.
        """
        clusters = self._clusters()
        neighbours: dict[int, list[int]] = defaultdict(list)
        # Clusters are numbered from 0, groups from -1 downwards.
        for number, edges in enumerate(clusters):
            ends = {~self._groups[island.id] for e in edges for island in self._puzzle.ends(e)}
            neighbours[number] = list(ends)
            for group in ends:
                neighbours[group].append(number)
        for part in _separated(neighbours, ~self._groups[0]):
            yield sorted(edge for number in part for edge in clusters[number])

    def _part(self, edges: Sequence[int]) -> Part:
        ends = [(self._puzzle.edges[e].a, self._puzzle.edges[e].b) for e in edges]
        numbers = {e: number for number, e in enumerate(edges)}
        islands = {i: number for number, i in enumerate(sorted({i for pair in ends for i in pair}))}
        groups: dict[int, int] = {}
        for i in islands:
            groups.setdefault(self._groups[i], len(groups))
        return Part(
            tuple(edges),
            tuple((islands[a], islands[b]) for a, b in ends),
            tuple(self._capacities[e] for e in edges),
            tuple(self._local(numbers, self._puzzle.crossings[e]) for e in edges),
            tuple(self._needed[i] for i in islands),
            tuple(groups[self._groups[i]] for i in islands),
            tuple(self._local(numbers, self._puzzle.incident[i]) for i in islands),
            self._puzzle.rules.loops,
        )

    @staticmethod
    def _local(numbers: dict[int, int], edges: Iterable[int]) -> tuple[int, ...]:
        return tuple(numbers[e] for e in edges if e in numbers)


def _separated(neighbours: dict[int, list[int]], root: int) -> Iterator[list[int]]:
    """The non-negative nodes of a connected graph, apart if a negative node separates them.

    Tarjan's search for biconnected components, without recursion.
    """
    order = {root: 0}
    lowest = {root: 0}
    found: list[int] = []
    path = [(root, iter(neighbours[root]))]
    while path:
        node, rest = path[-1]
        for other in rest:
            if other in order:
                lowest[node] = min(lowest[node], order[other])
                continue
            order[other] = lowest[other] = len(order)
            if other >= 0:
                found.append(other)
            path.append((other, iter(neighbours[other])))
            break
        else:
            path.pop()
            if not path:
                return
            parent = path[-1][0]
            lowest[parent] = min(lowest[parent], lowest[node])
            if parent < 0 and lowest[node] >= order[parent]:
                start = found.index(node)
                yield found[start:]
                del found[start:]
