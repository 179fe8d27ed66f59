"""Connected groups of islands, updated edge by edge."""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import compress

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components


class Groups:
    """The islands of a puzzle in groups that bridges connect, each with a number.

    ``counts`` holds the number of bridges on each edge, ``capacities`` how many more it can take.
    The caller changes both and calls a method after each relevant change. An edge with a capacity
    between two groups is an exit of both; a group without an exit is isolated.

    Merging and splitting take time in proportion to the smaller group; only removing a bridge that
    is part of a loop may take longer.
    """

    def __init__(self, puzzle: Puzzle, counts: Sequence[int], capacities: Sequence[int]) -> None:
        self._puzzle = puzzle
        self._counts = counts
        self._capacities = capacities
        self._members = {n: set(group) for n, group in enumerate(components(puzzle, counts))}
        self._next_number = len(self._members)
        self._numbers = [0] * len(puzzle.islands)
        for number, group in self._members.items():
            for island in group:
                self._numbers[island] = number
        numbers, exits = self._numbers, [0] * len(self._members)
        for _, a, b, _ in compress(puzzle.edges, capacities):
            one, two = numbers[a], numbers[b]
            if one != two:
                exits[one] += 1
                exits[two] += 1
        self._exits = dict(enumerate(exits))
        self._isolated = {number for number, exits in self._exits.items() if not exits}

    def of(self, island: int) -> Set[int]:
        """Return the islands of the group that an island belongs to."""
        return self._members[self._numbers[island]]

    @property
    def connected(self) -> bool:
        """Whether there is only one group."""
        return len(self._members) == 1

    @property
    def isolated(self) -> list[Set[int]]:
        """The groups without an exit; none while all islands are connected."""
        return [] if self.connected else [self._members[number] for number in self._isolated]

    def connect(self, edge: int) -> None:
        """Update the groups after the first bridge was added to an edge."""
        ends = self._puzzle.edges[edge]
        one, two = self._numbers[ends.a], self._numbers[ends.b]
        if one == two:
            return
        small, large = sorted((one, two), key=lambda number: len(self._members[number]))
        moved = self._members.pop(small)
        inside = sum(self._numbers[there] == large for there in self._open_neighbours(moved))
        self._exits[large] += self._exits.pop(small) - 2 * inside
        self._members[large] |= moved
        self._renumber(moved, large)
        self._isolated.discard(small)
        self._check_isolated(large)

    def disconnect(self, edge: int) -> None:
        """Update the groups after the last bridge was removed from an edge."""
        moved = self.smaller_part(edge)
        if not moved:
            return
        old, new = self._numbers[self._puzzle.edges[edge].a], self._next_number
        self._next_number += 1
        self._members[old] -= moved
        self._members[new] = moved
        self._renumber(moved, new)
        leading_out = [self._numbers[there] for there in self._open_neighbours(moved)]
        leading_out = [number for number in leading_out if number != new]
        inside = leading_out.count(old)
        self._exits[new] = len(leading_out)
        self._exits[old] += 2 * inside - len(leading_out)
        self._check_isolated(old)
        self._check_isolated(new)

    def set_open(self, edge: int, is_open: bool) -> None:
        """Update the exits after the capacity of an edge became 0 or ceased to be 0."""
        self._count_exit(edge, 1 if is_open else -1)
        ends = self._puzzle.edges[edge]
        self._check_isolated(self._numbers[ends.a])
        self._check_isolated(self._numbers[ends.b])

    def _count_exit(self, edge: int, change: int) -> None:
        ends = self._puzzle.edges[edge]
        one, two = self._numbers[ends.a], self._numbers[ends.b]
        if one != two:
            self._exits[one] += change
            self._exits[two] += change

    def _check_isolated(self, number: int) -> None:
        (self._isolated.discard if self._exits[number] else self._isolated.add)(number)

    def _renumber(self, islands: Set[int], number: int) -> None:
        for island in islands:
            self._numbers[island] = number

    def _open_neighbours(self, islands: Set[int]) -> list[int]:
        """Return the islands at the other ends of all edges of ``islands`` that have a capacity."""
        incident, edges, capacities = self._puzzle.incident, self._puzzle.edges, self._capacities
        return [edges[e].other(i) for i in islands for e in incident[i] if capacities[e]]

    def smaller_part(self, edge: int) -> set[int]:
        """Return the islands that are connected to one end of an edge but not to the other.

        Empty if there are none. Searches from both ends in turn, so that the search ends after the
        smaller part.
        """
        ends = self._puzzle.edges[edge]
        found = ({ends.a}, {ends.b})
        waiting = ([ends.a], [ends.b])
        while True:
            for side in (0, 1):
                if not waiting[side]:
                    return found[side]
                for there in self._neighbours(waiting[side].pop()):
                    if there in found[1 - side]:
                        return set()
                    if there not in found[side]:
                        found[side].add(there)
                        waiting[side].append(there)

    def _neighbours(self, island: int) -> list[int]:
        edges, counts = self._puzzle.edges, self._counts
        return [edges[e].other(island) for e in self._puzzle.incident[island] if counts[e]]
