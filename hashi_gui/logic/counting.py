"""What the count of one island proves: the general count and its special cases.

For an island that still needs r bridges, with room for cap_i on edge i and S = sum(cap_i), edge i
gets at least r - (S - cap_i). A finished neighbour, a neighbour's clue, a crossing bridge or a mark
lowers the cap; so does a group that an edge filled to its cap would close off from the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components, needs, room
from hashi_gui.logic.wording import bridges, direction, island_name, listed

ONLY_WAY_OUT = "Only one way out"
FULL_HOUSE = "Full house"
EVERY_DIRECTION = "One in every direction"
GENERAL_COUNT = "The general count"
GROUP_CLOSED_OFF = "Group closed off"

_EASIEST_FIRST = (ONLY_WAY_OUT, FULL_HOUSE, EVERY_DIRECTION, GENERAL_COUNT)


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What the count of ``island`` forces: ``gains`` holds, per edge, the bridges to add."""

    technique: str
    island: int
    gains: Mapping[int, int]
    reason: str


def conclusions(puzzle: Puzzle, board: Board) -> Iterator[Conclusion]:
    """All that counting proves on a board that can be finished, the easiest technique first."""
    caps = room(puzzle, board)
    counts = _forcing_counts(puzzle, board, caps)
    for count in sorted(counts, key=lambda count: _EASIEST_FIRST.index(count.technique)):
        yield Conclusion(count.technique, count.island, count.gains, f"{count.sentence}.")
    open_caps = _caps_that_close_no_group(puzzle, board, caps)
    for count in _forcing_counts(puzzle, board, open_caps):
        closing = [e for e in puzzle.incident[count.island] if open_caps[e] < caps[e]]
        if closing:
            filled = [f"{bridges(caps[e])} {count.direction(e)}" for e in closing]
            reason = f"{count.sentence}; {listed(filled, 'or')} would close off a group."
            yield Conclusion(GROUP_CLOSED_OFF, count.island, count.gains, reason)


@dataclass(frozen=True, slots=True)
class _Count:
    """How many bridges an island still needs, and the room on each edge that has some."""

    puzzle: Puzzle
    island: int
    need: int
    caps: Mapping[int, int]

    @property
    def gains(self) -> dict[int, int]:
        spare = sum(self.caps.values()) - self.need
        return {edge: cap - spare for edge, cap in self.caps.items() if cap > spare}

    @property
    def technique(self) -> str:
        if len(self.caps) == 1:
            return ONLY_WAY_OUT
        if self.gains == self.caps:
            return FULL_HOUSE
        if self.gains == dict.fromkeys(self.caps, 1):
            return EVERY_DIRECTION
        return GENERAL_COUNT

    @property
    def sentence(self) -> str:
        """The numbers and what follows from them, without the full stop."""
        unknown = self.puzzle.islands[self.island].clue is None
        lack = "has no bridge yet" if unknown else f"still needs {self.need}"
        start = f"The {island_name(self.puzzle, self.island)} {lack}"
        if self.technique == ONLY_WAY_OUT:
            return f"{start}, and the only way out is {self.direction(*self.caps)}"
        most = listed([f"{cap} {self.direction(edge)}" for edge, cap in self.caps.items()])
        return f"{start}: at most {most}, so {self._outcome}"

    @property
    def _outcome(self) -> str:
        if self.technique == FULL_HOUSE:
            return "every direction is full"
        if self.technique == EVERY_DIRECTION:
            return "each direction gets at least 1"
        return listed([f"{self.direction(e)} gets at least {n}" for e, n in self.gains.items()])

    def direction(self, edge: int) -> str:
        return direction(self.puzzle, self.island, edge)


def _forcing_counts(puzzle: Puzzle, board: Board, caps: Sequence[int]) -> Iterator[_Count]:
    """The count of each island where it forces a bridge."""
    for island, lack in enumerate(needs(puzzle, board.counts)):
        incident = puzzle.incident[island]
        if lack is None:
            # A "?" is sure of one bridge; what it may take beyond that forces nothing.
            lack = 0 if any(board.counts[e] for e in incident) else 1
        count = _Count(puzzle, island, lack, {e: caps[e] for e in incident if caps[e]})
        if count.gains:
            yield count


def _caps_that_close_no_group(puzzle: Puzzle, board: Board, caps: Sequence[int]) -> list[int]:
    """The caps, one lower where an edge filled to its cap would leave its group without a bridge
    to give though islands remain outside.
    """
    groups = components(puzzle, board.counts)
    home = {island: g for g, group in enumerate(groups) for island in group}
    lacking = [inf if lack is None else lack for lack in needs(puzzle, board.counts)]
    missing = [sum(lacking[island] for island in group) for group in groups]
    lowered = list(caps)
    for edge in puzzle.edges:
        joined = {home[edge.a], home[edge.b]}
        outside = len(puzzle.islands) - sum(len(groups[g]) for g in joined)
        complete = sum(missing[g] for g in joined) == 2 * caps[edge.id]
        if caps[edge.id] and complete and outside:
            lowered[edge.id] -= 1
    return lowered
