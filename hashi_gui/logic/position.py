"""What is known about a puzzle on the way to its solution."""

from __future__ import annotations

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle

Mark = tuple[int, int, tuple[int, ...] | None]
"""How many changes there were, how many islands were touched, and the conflict."""

MANY = 1 << 30
"""More bridges than any island can have: what a "?" may still take."""


class Position:
    """Bounds on every edge, and the numbers that people count with, always up to date.

    For edge e: ``low[e]`` bridges are drawn or proved, ``high[e]`` is what can still be; their
    difference is the edge's cap. For island i: ``need[i]`` bridges are missing at most (MANY for
    "?"), ``least[i]`` at least (the same, but for "?"), and ``reach[i]`` is the sum of the caps of
    its edges. Islands that bridges join form groups: ``group[i]`` is the number of a group,
    ``members[g]`` its islands and ``lack[g]`` the sum of their needs.

    A group that has joined another one keeps its number and has no members.

    ``touched`` lists the islands at every changed edge, in order, as work for the techniques.
    ``conflict`` is None until something cannot be any more; then it holds the island, or the
    islands, that show it. Every change can be taken back with :meth:`undo`.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        """Nothing is known but that no edge has more bridges than a clue at its end."""
        self.puzzle = puzzle
        clues = [MANY if island.clue is None else island.clue for island in puzzle.islands]
        self.low = [0] * len(puzzle.edges)
        self.high = [min(puzzle.max_bridges, clues[e.a], clues[e.b]) for e in puzzle.edges]
        self.ends = [(edge.a, edge.b) for edge in puzzle.edges]
        self.need = clues
        self.least = [1 if clue == MANY else clue for clue in clues]
        self.reach = [sum(self.high[e] for e in incident) for incident in puzzle.incident]
        self.group = list(range(len(clues)))
        self.members = [[island] for island in self.group]
        self.lack = clues[:]
        self.touched = list(self.group)
        self.conflict: tuple[int, ...] | None = None
        self._trail: list[tuple[int, int, int]] = []
        for island, reach in enumerate(self.reach):
            if reach < self.least[island]:
                self.conflict = (island,)

    @classmethod
    def on(cls, puzzle: Puzzle, board: Board, near: int = 0) -> Position:
        """What a board shows: its bridges as lower bounds, its marks as zeros.

        The techniques will look at the islands in the order of their distance to island ``near``.
        """
        position = cls(puzzle)
        here = puzzle.islands[near]
        position.touched.sort(
            key=lambda i: (
                abs(puzzle.islands[i].row - here.row) + abs(puzzle.islands[i].col - here.col)
            )
        )
        for edge in board.marks:
            position.lower(edge, 0)
        for edge, count in enumerate(board.counts):
            if count:
                position.raise_(edge, count)
        del position.touched[len(puzzle.islands) :]
        return position

    @property
    def solved(self) -> bool:
        """Whether every edge is decided."""
        return not any(self.reach) and self.conflict is None

    def cap(self, edge: int) -> int:
        return self.high[edge] - self.low[edge]

    def open_edges(self, island: int) -> list[int]:
        """The edges of an island that can still take a bridge."""
        low, high = self.low, self.high
        return [e for e in self.puzzle.incident[island] if high[e] > low[e]]

    def raise_(self, edge: int, low: int) -> None:
        """At least ``low`` bridges are on an edge."""
        before = self.low[edge]
        gain = low - before
        if gain <= 0:
            return
        self._trail.append((_LOW, edge, before))
        self.low[edge] = low
        for island in self.ends[edge]:
            self._take(island, gain)
        if low > self.high[edge]:
            self.conflict = self.ends[edge]
        if not before:
            self._join(*self.ends[edge])

    def lower(self, edge: int, high: int) -> None:
        """At most ``high`` bridges are on an edge."""
        before = self.high[edge]
        loss = before - high
        if loss <= 0:
            return
        self._trail.append((_HIGH, edge, before))
        self.high[edge] = high
        reach, least = self.reach, self.least
        for island in self.ends[edge]:
            reach[island] -= loss
            if reach[island] < least[island]:
                self.conflict = (island,)
            self.touched.append(island)
        if high < self.low[edge]:
            self.conflict = self.ends[edge]

    def mark(self) -> Mark:
        """A place to come back to with :meth:`undo`."""
        return len(self._trail), len(self.touched), self.conflict

    def undo(self, mark: Mark) -> None:
        """Take back all that was changed since ``mark``."""
        changes, touched, conflict = mark
        while len(self._trail) > changes:
            kind, number, before = self._trail.pop()
            if kind == _LOW:
                gain = self.low[number] - before
                self.low[number] = before
                for island in self.ends[number]:
                    self._take(island, -gain)
            elif kind == _HIGH:
                loss = before - self.high[number]
                self.high[number] = before
                for island in self.ends[number]:
                    self.reach[island] += loss
            else:
                self._part(-kind, number, before)
        del self.touched[touched:]
        self.conflict = conflict

    def _take(self, island: int, gain: int) -> None:
        """Count bridges that an island has got; a negative number gives them back."""
        self.reach[island] -= gain
        if self.need[island] == MANY:
            drawn = any(self.low[e] for e in self.puzzle.incident[island])
            self.least[island] = 0 if drawn else 1
        else:
            self.need[island] -= gain
            self.least[island] -= gain
            self.lack[self.group[island]] -= gain
            if self.need[island] < 0:
                self.conflict = (island,)
        if self.reach[island] < self.least[island]:
            self.conflict = (island,)
        self.touched.append(island)

    def _join(self, a: int, b: int) -> None:
        big, small = self.group[a], self.group[b]
        if big == small:
            return
        if len(self.members[big]) < len(self.members[small]):
            big, small = small, big
        joined = self.members[small]
        self._trail.append((-len(joined), big, small))
        for island in joined:
            self.group[island] = big
        self.members[big] += joined
        self.members[small] = []
        self.lack[big] += self.lack[small]

    def _part(self, size: int, big: int, small: int) -> None:
        parted = self.members[big][-size:]
        del self.members[big][-size:]
        for island in parted:
            self.group[island] = small
        self.members[small] = parted
        self.lack[small] = sum(self.need[island] for island in parted)
        self.lack[big] -= self.lack[small]


_LOW, _HIGH = range(2)
