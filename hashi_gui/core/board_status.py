"""What can be seen on a board without solving it, such as groups and faults, move by move."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import chain, compress
from typing import Any

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components, degrees, find_loops


class ConnectedComponents:
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
        ends = self._puzzle.edges[edge]
        one, two = self._numbers[ends.a], self._numbers[ends.b]
        for number in (one, two) if one != two else ():
            self._exits[number] += 1 if is_open else -1
        self._check_isolated(one)
        self._check_isolated(two)

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


_REBUILD_SHARE = 0.125
"""After a move that changes a larger share of all edges, it is faster to start from scratch."""


@dataclass(frozen=True, slots=True)
class Faults:
    """Mistakes that can be seen on a board without solving the puzzle.

    ``overfull``: islands with more bridges than their clue.
    ``unsatisfiable``: islands that can no longer get as many bridges as their clue.
    ``isolated``: connected groups of two or more islands that no further bridge can leave, though
    there are islands outside.
    ``crossed``: edges with bridges that cross other bridges.
    ``looped``: edges with bridges that are part of a loop, if the rules allow none.
    """

    overfull: frozenset[int] = frozenset()
    unsatisfiable: frozenset[int] = frozenset()
    isolated: tuple[tuple[int, ...], ...] = ()
    crossed: frozenset[int] = frozenset()
    looped: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return self != Faults()

    @property
    def edges(self) -> frozenset[int]:
        """The edges with bridges that break a rule."""
        return self.crossed | self.looped

    @property
    def cut_off(self) -> frozenset[int]:
        """The islands of the isolated groups."""
        return frozenset(chain.from_iterable(self.isolated))


class BoardStatus:
    """The remaining bridges, capacities, groups and faults of a board.

    :meth:`update` costs the same on a small and on a large board, except where it merges or splits
    large groups (see :class:`ConnectedComponents`) or changes a large part of the board at once.
    """

    def __init__(self, puzzle: Puzzle, board: Board) -> None:
        self._puzzle = puzzle
        self._counts = bytearray(board.counts)
        self._marks = set(board.marks)
        self._known: dict[str, Any] | None = None
        """What is known of another board: the one before a large move, or after the next one."""
        self._rebuild()

    @property
    def remaining(self) -> Sequence[int | None]:
        """How many bridges each island still needs: negative if it has too many, None for "?"."""
        return self._remaining

    @property
    def capacities(self) -> Sequence[int]:
        """How many more bridges can be built on each edge.

        The bridge limit, the clues at both ends, marks and crossing bridges are taken into account.
        """
        return self._capacities

    @property
    def finished(self) -> int:
        """The number of islands with exactly as many bridges as their clue; "?" never counts."""
        return self._finished

    @property
    def full(self) -> bool:
        """Whether every island has the bridges of its clue, and "?" at least one."""
        return self._done == len(self._degrees)

    @property
    def connected(self) -> bool:
        """Whether bridges connect all islands."""
        return self._groups.connected

    @property
    def solved(self) -> bool:
        """Whether the board is a solution."""
        return self.full and self.connected and not (self._crossed or self._looped)

    @property
    def faults(self) -> Faults:
        """Everything that breaks a rule, or makes it impossible to follow one."""
        # A single island without an exit is unsatisfiable instead, unless its clue is 0.
        isolated = (tuple(sorted(group)) for group in self._groups.isolated if len(group) > 1)
        return Faults(
            frozenset(self._overfull),
            frozenset(self._unsatisfiable),
            tuple(sorted(isolated)),
            frozenset(self._crossed),
            self._looped,
        )

    @property
    def _looped(self) -> frozenset[int]:
        """The edges of loops that the rules do not allow."""
        if self._puzzle.rules.loops:
            return frozenset()
        return frozenset(chain.from_iterable(find_loops(self._puzzle, self._counts)))

    def group(self, island: int) -> Set[int]:
        """Return the islands that bridges connect to an island, including itself."""
        return self._groups.of(island)

    def update(self, move: Move) -> None:
        """Update the status after a move."""
        if len(move.edges) > _REBUILD_SHARE * len(self._counts):
            self._change_many(move)
        else:
            for edge, state in move.edges:
                self._change(edge, state)

    def precompute(self, board: Board) -> None:
        """Find out the status of a board, in another thread, before a large move leads to it."""
        self._known = vars(BoardStatus(self._puzzle, board))

    def _change_many(self, move: Move) -> None:
        """Make a large move; the status before it is kept, because it may be undone."""
        before, known = vars(self).copy(), self._known
        board = Board(bytes(self._counts), frozenset(self._marks)).apply(move)
        self._counts, self._marks = bytearray(board.counts), set(board.marks)
        if known and (known["_counts"], known["_marks"]) == (self._counts, self._marks):
            vars(self).update(known)
        else:
            self._rebuild()
        self._known = {**before, "_known": None}

    def _rebuild(self) -> None:
        """Find everything out again, in loops that are as fast as Python can make them."""
        puzzle, counts = self._puzzle, self._counts
        self._degrees = degrees(puzzle, counts)
        self._remaining: list[int | None] = [
            None if clue is None else clue - degree
            for (_, _, _, clue), degree in zip(puzzle.islands, self._degrees)
        ]
        self._crossings = crossings = [0] * len(counts)
        for edge in chain.from_iterable(compress(puzzle.crossings, counts) if any(counts) else ()):
            crossings[edge] += 1
        self._capacities = self._all_capacities()
        self._reach = degrees(puzzle, self._capacities)
        self._groups = ConnectedComponents(puzzle, counts, self._capacities)
        self._overfull: set[int] = set()
        self._unsatisfiable: set[int] = set()
        self._finished = self._done = self._remaining.count(0)
        for island, remaining in enumerate(self._remaining):
            if remaining is None or not 0 <= remaining <= self._reach[island]:
                self._count_island(island, 1)
        self._crossed = {e for e in compress(range(len(counts)), counts) if crossings[e]}

    def _change(self, edge: int, state: int) -> None:
        """Change the state of one edge and update everything that depends on it."""
        puzzle, before = self._puzzle, self._counts[edge]
        a, b = puzzle.edges[edge].a, puzzle.edges[edge].b
        affected = {edge, *puzzle.incident[a], *puzzle.incident[b]}
        if bool(before) != (state > 0):
            affected.update(puzzle.crossings[edge])
        islands = {i for e in affected for i in (puzzle.edges[e].a, puzzle.edges[e].b)}
        for island in islands:
            self._count_island(island, -1)
        self._counts[edge] = max(state, 0)
        (self._marks.add if state == MARK else self._marks.discard)(edge)
        for island in (a, b):
            self._add_bridges(island, self._counts[edge] - before)
        if bool(before) != (state > 0):
            self._draw_or_erase(edge)
        for other in affected:
            self._update_capacity(other)
        for island in islands:
            self._count_island(island, 1)

    def _add_bridges(self, island: int, number: int) -> None:
        self._degrees[island] += number
        remaining = self._remaining[island]
        if remaining is not None:
            self._remaining[island] = remaining - number

    def _draw_or_erase(self, edge: int) -> None:
        """Update groups and crossings after an edge got its first bridge or lost its last one."""
        drawn = bool(self._counts[edge])
        (self._groups.connect if drawn else self._groups.disconnect)(edge)
        for across in self._puzzle.crossings[edge]:
            self._crossings[across] += 1 if drawn else -1
        for e in (edge, *self._puzzle.crossings[edge]):
            crossed = self._counts[e] and self._crossings[e]
            (self._crossed.add if crossed else self._crossed.discard)(e)

    def _update_capacity(self, edge: int) -> None:
        before, after = self._capacities[edge], self._capacity(edge)
        if before == after:
            return
        self._capacities[edge] = after
        ends = self._puzzle.edges[edge]
        for island in (ends.a, ends.b):
            self._reach[island] += after - before
        if bool(before) != bool(after):
            self._groups.set_open(edge, bool(after))

    def _capacity(self, edge: int) -> int:
        if edge in self._marks or self._crossings[edge]:
            return 0
        ends = self._puzzle.edges[edge]
        capacity = self._puzzle.rules.max_bridges - self._counts[edge]
        for remaining in (self._remaining[ends.a], self._remaining[ends.b]):
            if remaining is not None:
                capacity = min(capacity, remaining)
        return max(capacity, 0)

    def _all_capacities(self) -> list[int]:
        """The capacities of all edges, see :meth:`_capacity`."""
        limit = self._puzzle.rules.max_bridges
        needs = [limit if remaining is None else max(remaining, 0) for remaining in self._remaining]
        capacities = [
            min(limit - count, needs[a], needs[b]) if needs[a] and needs[b] and not crossings else 0
            for (_, a, b, _), count, crossings in zip(
                self._puzzle.edges, self._counts, self._crossings
            )
        ]
        for edge in self._marks:
            capacities[edge] = 0
        return capacities

    def _count_island(self, island: int, change: int) -> None:
        """Add an island to the sets and numbers it belongs to, or remove it from them.

        ``change`` is 1 to add and -1 to remove it.
        """
        remaining, degree = self._remaining[island], self._degrees[island]
        done = degree > 0 if remaining is None else remaining == 0
        self._finished += change * (remaining == 0)
        self._done += change * done
        faulty = None
        if remaining is not None and remaining < 0:
            faulty = self._overfull
        elif not done and self._reach[island] < (1 if remaining is None else remaining):
            faulty = self._unsatisfiable
        if faulty is not None:
            (faulty.add if change > 0 else faulty.discard)(island)
