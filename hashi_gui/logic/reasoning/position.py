"""Bounds for the bridges of each edge: what is known on the way to the solution, with rollback."""

from __future__ import annotations

from collections.abc import Mapping

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle

Checkpoint = tuple[int, int, int, tuple[int, ...] | None]
"""The lengths of the trail and of ``touched``, how many edges were closed when no cut edge was
left, and the conflict.
"""

Mark = tuple[int, tuple[int, int, int] | None]
"""The length of the trail, and the last change on it."""

UNLIMITED = 1 << 30
"""More bridges than any island can have: the need of a "?"."""


class Position:
    """Bounds on the bridges of every edge, and the numbers that techniques use, kept up to date.

    For edge e: ``low[e]`` is the number of bridges drawn or proved, ``high[e]`` the number still
    possible; the difference is the capacity of the edge. For island i: ``max_need[i]`` is the
    largest number of bridges that it still needs (UNLIMITED for a "?"), ``min_need[i]`` the
    smallest (the same unless the clue is "?"), and ``island_capacity[i]`` the sum of the
    capacities of its edges. Islands joined by bridges form groups: ``group[i]`` is the number of
    the group of island i, ``members[g]`` the islands of group g and ``group_need[g]`` the sum of
    their ``max_need``. When two groups are joined, one of the numbers is left without members.

    ``touched`` lists the islands at both ends of every changed edge, in order, and if loops are
    forbidden those of the smaller of two groups that were joined; techniques use it to see where to
    look. ``conflict`` is None until the position has become impossible, then the island, the two
    islands or the loop of islands that show it. :meth:`rollback` undoes changes.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        """Start with nothing drawn; no edge takes more bridges than the clues at its ends."""
        self.puzzle = puzzle
        clues = [UNLIMITED if island.clue is None else island.clue for island in puzzle.islands]
        self.low = [0] * len(puzzle.edges)
        self.high = [min(puzzle.rules.max_bridges, clues[e.a], clues[e.b]) for e in puzzle.edges]
        self.ends = [(edge.a, edge.b) for edge in puzzle.edges]
        self.max_need = clues
        self.min_need = [1 if clue == UNLIMITED else clue for clue in clues]
        self.island_capacity = [sum(self.high[e] for e in incident) for incident in puzzle.incident]
        self.group = list(range(len(clues)))
        self.members = [[island] for island in self.group]
        self.group_need = clues[:]
        self.touched = list(self.group)
        self.conflict: tuple[int, ...] | None = None
        self.fruitless = set[tuple[int, ...]]()
        """Situations of islands in which "Intersection" has found nothing."""
        self._closed = [edge for edge, high in enumerate(self.high) if not high]
        self._uncut = -1
        """How many edges were closed when :meth:`note_no_cut` was called; -1 if it never was."""
        self._trail: list[tuple[int, int, int]] = []
        for island, capacity in enumerate(self.island_capacity):
            if capacity < self.min_need[island]:
                self.conflict = (island,)

    @classmethod
    def from_board(cls, puzzle: Puzzle, board: Board, near: int = 0) -> Position:
        """The position that a board shows: bridges are lower bounds, a mark is an upper bound of 0.

        ``touched`` has all islands, so that techniques look at those near island ``near`` before
        those far from it.
        """
        position = cls(puzzle)
        here = puzzle.islands[near]
        position.touched.sort(
            key=lambda i: (
                abs(puzzle.islands[i].row - here.row) + abs(puzzle.islands[i].col - here.col)
            )
        )
        for edge in board.marks:
            position.lower_high(edge, 0)
        for edge, count in enumerate(board.counts):
            if count:
                position.raise_low(edge, count)
        del position.touched[len(puzzle.islands) :]
        return position

    @property
    def solved(self) -> bool:
        """Whether every edge is decided without a conflict."""
        return not any(self.island_capacity) and self.conflict is None

    def capacity(self, edge: int) -> int:
        """How many more bridges an edge can take."""
        return self.high[edge] - self.low[edge]

    def open_edges(self, island: int) -> list[int]:
        """The edges of an island that can take another bridge."""
        low, high = self.low, self.high
        return [e for e in self.puzzle.incident[island] if high[e] > low[e]]

    def loop(self, edge: int) -> tuple[int, ...]:
        """The islands of the loop that a bridge on an edge closes: those between its ends, which
        other bridges join, and its ends.
        """
        start, end = self.ends[edge]
        before = {start: start}
        reached = [start]
        for island in reached:
            for e in self.puzzle.incident[island]:
                there = self.puzzle.edges[e].other(island)
                if self.low[e] and e != edge and there not in before:
                    before[there] = island
                    reached.append(there)
            if end in before:
                break
        loop = [end]
        while loop[-1] != start:
            loop.append(before[loop[-1]])
        return tuple(loop)

    def may_have_cut(self) -> bool:
        """Whether an edge without bridges may be a cut edge, or the islands may be split.

        It is neither if that was noted before, and each edge closed since then still has two ways
        between its ends that share no edge but those with bridges: if another edge has become a
        cut edge, all ways between the ends of one of the closed edges go over it.
        """
        if self._uncut < 0 or not all(map(self._is_joined_twice, self._closed[self._uncut :])):
            return True
        self.note_no_cut()
        return False

    def note_no_cut(self) -> None:
        """Note that no edge without bridges is a cut edge, and the islands are not split."""
        self._uncut = len(self._closed)

    def _is_joined_twice(self, edge: int) -> bool:
        """Whether two ways join the ends of a closed edge, without a common edge without bridges.

        The two searches of the algorithm of Ford and Fulkerson for a flow of 2; they stay near the
        edge as long as the ways are short.
        """
        a, b = self.ends[edge]
        one, two = self.group[a], self.group[b]
        if one == two:
            return True
        if len(self.members[one]) > len(self.members[two]):
            a, two = b, one
        first = self._way(a, two, {})
        return first is not None and self._way(a, two, first) is not None

    def _way(self, start: int, group: int, used: Mapping[int, int]) -> dict[int, int] | None:
        """The shortest way from an island to a group: its edges without bridges, each with the
        island before it. Edges are not ``used`` again from the same island. None if there is none.
        """
        low, high, ends, incident = self.low, self.high, self.ends, self.puzzle.incident
        entry = {start: -1}
        order = [start]
        for island in order:
            for edge in incident[island]:
                if not high[edge] or used.get(edge) == island:
                    continue
                a, b = ends[edge]
                there = b if a == island else a
                if there in entry:
                    continue
                entry[there] = edge
                if self.group[there] != group:
                    order.append(there)
                    continue
                way = {}
                while there != start:
                    a, b = ends[edge := entry[there]]
                    there = b if a == there else a
                    if not low[edge]:
                        way[edge] = there
                return way
        return None

    def raise_low(self, edge: int, low: int) -> None:
        """Record that an edge has at least ``low`` bridges."""
        before = self.low[edge]
        gain = low - before
        if gain <= 0:
            return
        self._trail.append((_LOW, edge, before))
        self.low[edge] = low
        for island in self.ends[edge]:
            self._add_bridges(island, gain)
        if low > self.high[edge]:
            self.conflict = self.ends[edge]
        if not before:
            self._join_groups(edge)

    def lower_high(self, edge: int, high: int) -> None:
        """Record that an edge has at most ``high`` bridges."""
        before = self.high[edge]
        loss = before - high
        if loss <= 0:
            return
        self._trail.append((_HIGH, edge, before))
        self.high[edge] = high
        capacity, min_need = self.island_capacity, self.min_need
        if not high:
            self._closed.append(edge)
        for island in self.ends[edge]:
            capacity[island] -= loss
            if capacity[island] < min_need[island]:
                self.conflict = (island,)
            self.touched.append(island)
        if high < self.low[edge]:
            self.conflict = self.ends[edge]

    def checkpoint(self) -> Checkpoint:
        """The present state, to return to with :meth:`rollback`."""
        return len(self._trail), len(self.touched), self._uncut, self.conflict

    def mark(self) -> Mark:
        """The present state, to ask later what has changed with :meth:`changed_since`."""
        return len(self._trail), self._trail[-1] if self._trail else None

    def changed_since(self, mark: Mark) -> dict[int, None] | None:
        """The edges that changed since the mark, in order; None if it was rolled back."""
        changes, last = mark
        if changes > len(self._trail) or (changes and self._trail[changes - 1] is not last):
            return None
        return dict.fromkeys(edge for kind, edge, _ in self._trail[changes:] if kind >= 0)

    def rollback(self, checkpoint: Checkpoint) -> None:
        """Undo every change made since the checkpoint."""
        changes, touched, self._uncut, conflict = checkpoint
        while len(self._trail) > changes:
            kind, number, before = self._trail.pop()
            if kind == _LOW:
                gain = self.low[number] - before
                self.low[number] = before
                for island in self.ends[number]:
                    self._add_bridges(island, -gain)
            elif kind == _HIGH:
                loss = before - self.high[number]
                if not self.high[number]:
                    self._closed.pop()
                self.high[number] = before
                for island in self.ends[number]:
                    self.island_capacity[island] += loss
            else:
                self._split_group(-kind, number, before)
        del self.touched[touched:]
        self.conflict = conflict

    def _add_bridges(self, island: int, gain: int) -> None:
        """Update the numbers of an island that gains bridges; a negative gain removes them."""
        self.island_capacity[island] -= gain
        if self.max_need[island] == UNLIMITED:
            drawn = any(self.low[e] for e in self.puzzle.incident[island])
            self.min_need[island] = 0 if drawn else 1
        else:
            self.max_need[island] -= gain
            self.min_need[island] -= gain
            self.group_need[self.group[island]] -= gain
            if self.max_need[island] < 0:
                self.conflict = (island,)
        if self.island_capacity[island] < self.min_need[island]:
            self.conflict = (island,)
        self.touched.append(island)

    def _join_groups(self, edge: int) -> None:
        """Join the groups at both ends of an edge; the larger group keeps its number."""
        large, small = (self.group[island] for island in self.ends[edge])
        loops = self.puzzle.rules.loops
        if large == small:
            if not loops:
                self.conflict = self.loop(edge)
            return
        if len(self.members[large]) < len(self.members[small]):
            large, small = small, large
        joined = self.members[small]
        self._trail.append((-len(joined), large, small))
        for island in joined:
            self.group[island] = large
        self.members[large] += joined
        self.members[small] = []
        self.group_need[large] += self.group_need[small]
        if not loops:
            self.touched += joined

    def _split_group(self, size: int, large: int, small: int) -> None:
        """Undo a join: the last ``size`` members of ``large`` are group ``small`` again."""
        separated = self.members[large][-size:]
        del self.members[large][-size:]
        for island in separated:
            self.group[island] = small
        self.members[small] = separated
        self.group_need[large] -= self.group_need[small]


_LOW, _HIGH = range(2)
"""The kinds of changes on the trail; a negative kind is minus the size of a group that joined."""
