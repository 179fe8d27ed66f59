"""Techniques based on the rule that all islands must be connected.

A group is a set of islands that bridges join. Its lack is what its islands still need, all
together; a group that lacks nothing while islands remain outside is closed off, and wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.position import Position
from hashi_gui.logic.techniques.technique import (
    Conclusion,
    GroupTechnique,
    PuzzleTechnique,
    Technique,
)
from hashi_gui.logic.wording import (
    bound_text,
    bridges_text,
    direction,
    edge_name,
    group_name,
    island_name,
)

TRIO = 3


class ThreeClosedOff(Technique):
    """1-2-1, 1-3=2, 2=4=2 would be a finished group of three: the middle needs another way."""

    name = "Three closed off"
    level = Level.HARD

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        clue = position.puzzle.islands[subject].clue
        if clue is None or len(position.puzzle.islands) == TRIO:
            return
        full = {
            edge.id: there.clue
            for edge, there in position.puzzle.neighbours(subject)
            if there.clue and there.clue <= position.high[edge.id]
        }
        for one, two in combinations(full, 2):
            if full[one] + full[two] == clue:
                yield from self._another_way(position, subject, full, one, two)

    def _another_way(
        self, position: Position, middle: int, full: dict[int, int], one: int, two: int
    ) -> Iterator[Conclusion]:
        others = [e for e in position.puzzle.incident[middle] if e not in (one, two)]
        ways = [e for e in others if position.high[e]]
        islands = (middle, *(position.puzzle.edges[e].other(middle) for e in (one, two)))
        if len(ways) == 1 and not position.low[ways[0]]:
            yield Conclusion(self, ways[0], True, 1, islands)
        for filled, other in ((one, two), (two, one)):
            if position.low[filled] == full[filled] and position.high[other] == full[other]:
                yield Conclusion(self, other, False, full[other] - 1, islands)

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        middle, one, two = (island_name(puzzle, island) for island in conclusion.islands)
        where = direction(puzzle, conclusion.islands[0], conclusion.edge)
        outcome = (
            f"it needs a bridge {where}"
            if conclusion.is_minimum
            else f"{bound_text(conclusion.bound, is_minimum=False)} {where}"
        )
        return (
            f"The {middle}, filled up by the {one} and the {two}, would be finished with them and "
            f"cut off: {outcome}."
        )


class GroupClosedOff(GroupTechnique):
    """Joining two groups that then lack nothing while islands remain outside: one bridge fewer."""

    name = "Group closed off"
    level = Level.HARD

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        for edge in edges_of_group(position, subject):
            groups = {position.group[island] for island in position.ends[edge]}
            lack = sum(position.group_need[g] for g in groups) - 2 * position.capacity(edge)
            size = sum(len(position.members[g]) for g in groups)
            if lack == 0 and size < len(position.group):
                closed = tuple(island for g in groups for island in position.members[g])
                bound = position.high[edge] - 1
                yield Conclusion(self, edge, False, bound, closed, position.high[edge])

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        where = edge_name(puzzle, conclusion.edge)
        return (
            f"With {bridges_text(conclusion.facts)} {where}, "
            f"{group_name(conclusion.islands)} would be closed off from all others."
        )


class GroupWayOut(GroupTechnique):
    """If filling all exits but one would close a group, that one gets a bridge.

    A group with a single exit is the simplest case.
    """

    name = "A group needs a way out"
    level = Level.HARD

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        """Their groups, and those beside them that lack enough to fill them."""
        lack = position.group_need
        groups = dict.fromkeys(self.subjects(position, touched))
        return groups | dict.fromkeys(
            other
            for group in groups
            for edge in edges_of_group(position, group)
            for other in self.subjects(position, position.ends[edge])
            if lack[other] >= lack[group]
        )

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        if len(position.members[subject]) == len(position.group):
            return
        edges = edges_of_group(position, subject)
        exits = [e for e in edges if _leaves(position, e)]
        islands = tuple(position.members[subject])
        if len(exits) == 1:
            yield Conclusion(self, exits[0], True, 1, islands)
        elif len(exits) == len(edges):
            # All found before the first one is said: a bridge on it may join the group to another.
            needed = [e for e in exits if self._closes(position, subject, exits, e)]
            for way in needed:
                yield Conclusion(self, way, True, 1, islands, len(exits))

    def _closes(self, position: Position, group: int, exits: list[int], way: int) -> bool:
        """Whether a group has to fill its exits but one, and lacks nothing with all they join."""
        others = [edge for edge in exits if edge != way]
        filled = sum(position.capacity(edge) for edge in others)
        if filled != position.group_need[group]:
            return False
        joined = {position.group[island] for edge in others for island in position.ends[edge]}
        lack = sum(position.group_need[g] for g in joined) - 2 * filled
        size = sum(len(position.members[g]) for g in joined)
        return lack == 0 and size < len(position.group)

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        name = group_name(conclusion.islands)
        where = edge_name(puzzle, conclusion.edge)
        if conclusion.facts is None:
            return f"The only way out of {name} is {where}."
        return f"Without a bridge {where}, {name} would be closed off, its other ways filled."


class OnlyLink(PuzzleTechnique):
    """The one edge whose loss would split the puzzle gets a bridge at least."""

    name = "The only link"
    level = Level.HARD

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        for edge in cut_edges(position):
            if not position.low[edge]:
                yield Conclusion(self, edge, True, 1, position.ends[edge])

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        where = edge_name(puzzle, conclusion.edge)
        return f"Without a bridge {where} the puzzle would fall apart: there is no other link."


def isolated_group(position: Position) -> tuple[int, ...] | None:
    """The islands of a group that nothing can leave any more, though others remain."""
    for number in dict.fromkeys(position.group):
        members = position.members[number]
        if len(members) < len(position.group) and not any(
            _leaves(position, e) for e in edges_of_group(position, number)
        ):
            return tuple(members)
    return None


def cut_edges(position: Position) -> list[int]:
    """The possible edges without which the islands would not hang together.

    Tarjan's bridge finding (1974): an edge to a child is a cut edge if nothing below it leads
    further up than the child.
    """
    puzzle, high = position.puzzle, position.high
    order = [0] * len(puzzle.islands)
    lowest = order[:]
    found = []
    order[0] = lowest[0] = clock = 1
    stack = [(0, -1, iter(puzzle.incident[0]))]
    while stack:
        island, way_in, ways = stack[-1]
        for edge in ways:
            if not high[edge] or edge == way_in:
                continue
            there = puzzle.edges[edge].other(island)
            if order[there]:
                lowest[island] = min(lowest[island], order[there])
                continue
            clock += 1
            order[there] = lowest[there] = clock
            stack.append((there, edge, iter(puzzle.incident[there])))
            break
        else:
            stack.pop()
            if stack:
                above = stack[-1][0]
                lowest[above] = min(lowest[above], lowest[island])
                if lowest[island] == order[island]:
                    found.append(way_in)
    return found


def edges_of_group(position: Position, group: int) -> list[int]:
    """The open edges at the islands of a group."""
    unfinished = (island for island in position.members[group] if position.island_capacity[island])
    return list(dict.fromkeys(e for island in unfinished for e in position.open_edges(island)))


def _leaves(position: Position, edge: int) -> bool:
    a, b = position.ends[edge]
    return position.group[a] != position.group[b]
