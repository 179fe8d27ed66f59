"""Which colour each group of connected islands has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from itertools import count

from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.rendering.looks import GROUP_COLOURS


class GroupColours:
    """The number of a colour for each group of two or more islands.

    The colours change as little as possible: of two groups that are joined, the larger one keeps
    its colour, and so does the larger part of a group that is split. A new group gets a colour
    that no neighbour has, if there is one: that of its islands before, or else a rare one.
    """

    def __init__(self, puzzle: Puzzle, status: BoardStatus) -> None:
        """``status`` is that of the game, which is followed by :meth:`update`."""
        self._puzzle = puzzle
        self._status = status
        self._keys = [-1] * len(puzzle.islands)  # What stands for the group of each island.
        self._numbers = bytearray(len(puzzle.islands))
        self._new_keys = count()
        self._colours: dict[int, int] = {}  # By the key of the group.
        self._former: dict[int, int] = {}  # The colour that an island had in the group it left.
        self.update(range(len(puzzle.islands)))

    @property
    def numbers(self) -> bytes:
        """The colour of each island, counted from 1; 0 if it has no bridge."""
        return bytes(self._numbers)

    def of(self, island: int) -> int | None:
        """The colour of an island, None if it has no bridge."""
        return self._colours.get(self._keys[island])

    def update(self, ends: Iterable[int]) -> None:
        """Follow a move; ``ends`` are the islands at the edges that it has changed."""
        groups = sorted(self._groups_of(ends), key=len, reverse=True)
        old = {self._keys[island] for group in groups for island in group}
        claimed: set[int] = set()
        moved: set[int] = set()
        for group in groups:
            key = self._claim(group, claimed)
            moved |= self._give(key, group)
            moved |= self._colour(key, group)
        for key in old - claimed:
            self._colours.pop(key, None)
        for island in moved:
            colour = self.of(island)
            self._numbers[island] = 0 if colour is None else colour + 1

    def _groups_of(self, islands: Iterable[int]) -> Iterator[Set[int]]:
        seen: set[int] = set()
        for island in islands:
            if island not in seen:
                group = self._status.group(island)
                seen |= group
                yield group

    def _claim(self, group: Set[int], claimed: set[int]) -> int:
        """The key that most islands of a group had, or a new one if a larger group has it."""
        votes = Counter(self._keys[island] for island in group)
        keys = (key for key, _ in votes.most_common() if key >= 0 and key not in claimed)
        key = next(keys, None)
        key = next(self._new_keys) if key is None else key
        claimed.add(key)
        return key

    def _give(self, key: int, group: Set[int]) -> set[int]:
        """Give a key to all islands of a group; returns those that had another one."""
        moved = {island for island in group if self._keys[island] != key}
        for island in moved:
            colour = self.of(island)
            if colour is not None:
                self._former[island] = colour
            self._keys[island] = key
        return moved

    def _colour(self, key: int, group: Set[int]) -> Set[int]:
        """Give a colour to a group that needs one; returns the islands for which it is new."""
        if (len(group) > 1) == (key in self._colours):
            return set()
        if len(group) > 1:
            self._colours[key] = self._new_colour(group)
        else:
            del self._colours[key]
        return group

    def _new_colour(self, group: Set[int]) -> int:
        edges, incident = self._puzzle.edges, self._puzzle.incident
        near = {self.of(edges[e].other(island)) for island in group for e in incident[island]}
        former = self._former.get(min(group))
        uses = Counter(self._colours.values())
        return min(range(GROUP_COLOURS), key=lambda c: (c in near, c != former, uses[c], c))
