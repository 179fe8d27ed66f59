"""Techniques about groups of islands: their ways out, the loops that may close, and their sums.

A group is a set of islands joined by bridges; its need is the sum of the needs of its islands. A
group that needs nothing more while there are other islands is isolated, which breaks the rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from hashi_gui.core.i18n import N_, _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import sentences
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import UNLIMITED, Position
from hashi_gui.logic.reasoning.techniques.island_clues import needs_sentence
from hashi_gui.logic.reasoning.techniques.technique import (
    Conclusion,
    GroupTechnique,
    IslandTechnique,
    PuzzleTechnique,
    Technique,
)
from hashi_gui.logic.wording import (
    MOST_PLACES,
    listed_bridges,
    listed_islands,
    listed_items,
    mention,
    pair,
)

TRIO = 3
"""The number of islands in question for "Three closed off"."""

MOST_ISLANDS = 12
"""Nobody adds up the needs of more islands, as "Odd and even" does."""


class ThreeClosedOff(Technique):
    """1-2-1, 1-3=2, 2=4=2 would be an isolated group of three: the middle needs another bridge."""

    name = N_("Three closed off")
    level = Level.HARD

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        clue = position.puzzle.islands[subject].clue
        if clue is None or len(position.puzzle.islands) == TRIO:
            return
        clues = {
            edge.id: there.clue
            for edge, there in position.puzzle.neighbours(subject)
            if there.clue and there.clue <= position.high[edge.id]
        }
        for one, two in combinations(clues, 2):
            if clues[one] + clues[two] == clue:
                yield from self._conclude(position, subject, clues, one, two)

    def _conclude(
        self, position: Position, middle: int, clues: dict[int, int], one: int, two: int
    ) -> Iterator[Conclusion]:
        """What follows for two edges whose islands, of these clues, could fill up the middle."""
        others = [e for e in position.puzzle.incident[middle] if e not in (one, two)]
        exits = [e for e in others if position.high[e]]
        islands = (middle, *(position.puzzle.edges[e].other(middle) for e in (one, two)))
        if len(exits) == 1 and not position.low[exits[0]]:
            yield Conclusion(self, exits[0], True, 1, islands)
        for filled, other in ((one, two), (two, one)):
            if position.low[filled] == clues[filled] and position.high[other] == clues[other]:
                yield Conclusion(self, other, False, clues[other] - 1, islands)

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        middle, one, two = map(mention, zip(conclusion.islands))
        closed = _(
            "If {middle} had bridges only to {one} and {two}, the three would be cut off."
        ).format(middle=middle, one=one, two=two)
        return sentences(closed, conclusion.says(puzzle, conclusion.islands[0]))


class GroupClosedOff(GroupTechnique):
    """An edge gets fewer bridges than would isolate the groups at its ends."""

    name = N_("Group closed off")
    level = Level.HARD

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        if position.group_need[subject] > 2 * position.puzzle.rules.max_bridges:
            return
        for edge in edges_of_group(position, subject):
            groups = {position.group[island] for island in position.ends[edge]}
            need = sum(position.group_need[g] for g in groups) - 2 * position.capacity(edge)
            size = sum(len(position.members[g]) for g in groups)
            if need == 0 and size < len(position.group):
                islands = tuple(island for g in groups for island in position.members[g])
                yield Conclusion(self, edge, False, position.high[edge] - 1, islands)

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        number = conclusion.bound + 1
        closed = ngettext(
            "With {n} bridge for {pair}, {group} would be cut off.",
            "With {n} bridges for {pair}, {group} would be cut off.",
            number,
        ).format(n=number, pair=pair(puzzle, conclusion.edge), group=mention(conclusion.islands))
        return sentences(closed, conclusion.says(puzzle))


class GroupWayOut(GroupTechnique):
    """If filling all exits of a group but one would isolate it, that one gets a bridge.

    A group with a single exit is the simplest case.
    """

    name = N_("A group needs a way out")
    level = Level.HARD

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        """The groups of the islands, and neighbouring groups that need at least as much."""
        need = position.group_need
        groups = dict.fromkeys(self.subjects(position, touched))
        return groups | dict.fromkeys(
            other
            for group in groups
            for edge in edges_of_group(position, group)
            for other in self.subjects(position, position.ends[edge])
            if need[other] >= need[group]
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
            # Find all before the first is applied: its bridge may join the group to another one.
            needed = [e for e in exits if self._is_isolated_without(position, subject, exits, e)]
            for edge in needed:
                others = [(e, position.high[e]) for e in exits if e != edge]
                joined = dict.fromkeys(
                    position.group[i] for e, _n in others for i in position.ends[e]
                )
                closed = tuple(i for group in joined for i in position.members[group])
                yield Conclusion(self, edge, True, 1, islands, (others, closed))

    def _is_isolated_without(
        self, position: Position, group: int, exits: list[int], spared: int
    ) -> bool:
        """Whether a group must fill all exits but one, and is isolated with all that they join."""
        others = [edge for edge in exits if edge != spared]
        filled = sum(position.capacity(edge) for edge in others)
        if filled != position.group_need[group]:
            return False
        joined = {position.group[island] for edge in others for island in position.ends[edge]}
        need = sum(position.group_need[g] for g in joined) - 2 * filled
        size = sum(len(position.members[g]) for g in joined)
        if need or size == len(position.group):
            return False
        gains = Counter[int]()
        for edge in others:
            gains.update(dict.fromkeys(position.ends[edge], position.capacity(edge)))
        return all(gain <= position.max_need[island] for island, gain in gains.items())

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        where, group = pair(puzzle, conclusion.edge), mention(conclusion.islands)
        if conclusion.facts is None:
            text = _("The only way out for {group} is {pair}, so a bridge must go there.")
            return text.format(group=group, pair=where)
        others, closed = conclusion.facts
        fills = _("Without {pair}, {group} needs all that fits elsewhere: {bridges}.").format(
            pair=where, group=group, bridges=listed_bridges(puzzle, others, conclusion.islands[0])
        )
        return sentences(fills, cut_off_sentence(closed), conclusion.says(puzzle))

    def parts(self, conclusion: Conclusion) -> Sequence[Sequence[int]]:
        if conclusion.facts is None:
            return ()
        _others, closed = conclusion.facts
        return conclusion.islands, [i for i in closed if i not in conclusion.islands]


class OnlyLink(PuzzleTechnique):
    """An edge whose loss would split the puzzle gets at least one bridge."""

    name = N_("The only link")
    level = Level.HARD

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        if position.may_have_cut():
            nothing, order = [0] * len(position.high), [-1] * len(position.group)
            component, cuts = component_and_cuts(position, nothing, 0, order)
            undrawn = [cut for cut in cuts if not position.low[cut[0]]]
            if not undrawn and len(component) == len(position.group):
                position.note_no_cut()
            for edge, beyond in undrawn:
                part = tuple(component[beyond.start : beyond.stop])
                rest = (*component[: beyond.start], *component[beyond.stop :])
                yield Conclusion(self, edge, True, 1, position.ends[edge], (part, rest))

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        smaller = min(self.parts(conclusion), key=len)
        return _("Only {pair} can join {group} to the others, so a bridge must go there.").format(
            pair=pair(puzzle, conclusion.edge), group=mention(smaller)
        )

    def parts(self, conclusion: Conclusion) -> Sequence[Sequence[int]]:
        parts: tuple[tuple[int, ...], tuple[int, ...]] = conclusion.facts
        return parts


def cut_off_sentence(islands: Iterable[int]) -> str:
    """That what was said before leaves a group no way out."""
    return _("That cuts off {group}.").format(group=mention(islands))


def isolated_group(
    position: Position, touched: Iterable[int] | None = None
) -> tuple[int, ...] | None:
    """The islands of a group that no further bridge can leave, if there are other islands.

    Of the groups of the ``touched`` islands, if only those can have changed.
    """
    group = position.group
    numbers = group if touched is None else [group[island] for island in touched]
    for number in dict.fromkeys(numbers):
        members = position.members[number]
        if len(members) < len(group) and not _has_exit(position, members):
            return tuple(members)
    return None


def component_and_cuts(
    position: Position, floor: Sequence[int], start: int, order: list[int]
) -> tuple[list[int], list[tuple[int, range]]]:
    """The islands that can be reached over edges that can have more bridges than ``floor`` says.

    Also the cut edges among these edges, each with the places in the list of the islands beyond it.
    The places are noted in ``order``, which is negative before.

    Tarjan's bridge-finding algorithm (1974): in a depth-first search, the edge to a child is a cut
    edge if no edge from below leads further up than the child.
    """
    high, ends, incident = position.high, position.ends, position.puzzle.incident
    order[start] = 0
    component, lowest = [start], [0]
    found = []
    stack = [(start, -1, iter(incident[start]))]
    while stack:
        island, entry, edges = stack[-1]
        place = order[island]
        for edge in edges:
            if high[edge] <= floor[edge] or edge == entry:
                continue
            a, b = ends[edge]
            there = b if a == island else a
            if order[there] >= 0:
                if order[there] < lowest[place]:
                    lowest[place] = order[there]
                continue
            order[there] = len(component)
            lowest.append(len(component))
            component.append(there)
            stack.append((there, edge, iter(incident[there])))
            break
        else:
            stack.pop()
            if stack:
                above = order[stack[-1][0]]
                if lowest[place] < lowest[above]:
                    lowest[above] = lowest[place]
                if lowest[place] == place:
                    found.append((entry, range(place, len(component))))
    return component, found


def edges_of_group(position: Position, group: int) -> list[int]:
    """The open edges at the islands of a group."""
    islands = (island for island in position.members[group] if position.island_capacity[island])
    return list(dict.fromkeys(e for island in islands for e in position.open_edges(island)))


def _has_exit(position: Position, members: Iterable[int]) -> bool:
    """Whether an open edge leads from the islands of a group to another one."""
    low, high, incident = position.low, position.high, position.puzzle.incident
    for island in members:
        if position.island_capacity[island]:
            for edge in incident[island]:
                if high[edge] > low[edge] and _leaves(position, edge):
                    return True
    return False


def _leaves(position: Position, edge: int) -> bool:
    """Whether an edge leads from one group to another."""
    a, b = position.ends[edge]
    return position.group[a] != position.group[b]


class OddAndEven(PuzzleTechnique):
    """The only way out of several islands takes an odd number of bridges if they need one.

    Otherwise it takes an even number, since a bridge between two of them counts twice.
    """

    name = N_("Odd and even")
    level = Level.EXPERT

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        for edge, islands in _only_ways_out(position):
            low, high = position.low[edge], position.high[edge]
            need = sum(position.max_need[island] for island in islands)
            possible = tuple(range(low + need % 2, high + 1, 2))
            facts = need, possible
            if low < possible[0]:
                yield Conclusion(self, edge, True, possible[0], islands, facts)
            if possible[-1] < high:
                yield Conclusion(self, edge, False, possible[-1], islands, facts)

    def says_all(self, conclusion: Conclusion) -> bool:
        return True

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        need, possible = conclusion.facts
        islands = conclusion.islands
        named = listed_islands(islands) if len(islands) <= MOST_PLACES else mention(islands)
        total = ngettext(
            "Together these need {n} more: {islands}.",
            "Together these need {n} more: {islands}.",
            need,
        )
        parity = (
            _(
                "Bridges among them count twice, so an odd number of further ones lead out at "
                "{pair}."
            )
            if need % 2
            else _(
                "Bridges among them count twice, so an even number of further ones lead out at "
                "{pair}."
            )
        )
        where = pair(puzzle, conclusion.edge)
        return sentences(
            total.format(islands=named, n=need), parity.format(pair=where), _numbers(possible)
        )


def _numbers(possible: Sequence[int]) -> str:
    """Of how many bridges one number must be right."""
    *others, most = possible
    if others:
        text = _("So the number of bridges is one of these: {numbers}.")
        return text.format(numbers=listed_items(map(str, possible)))
    if not most:
        return _("So no bridge goes there.")
    return ngettext(
        "So there is exactly {n} bridge in all.", "So there are exactly {n} bridges in all.", most
    ).format(n=most)


def _only_ways_out(position: Position) -> list[tuple[int, tuple[int, ...]]]:
    """The open edges that alone lead out of a few islands, which all have a clue; and these."""
    found, needs = [], position.max_need
    order = [-1] * len(position.group)
    for start, capacity in enumerate(position.island_capacity):
        if order[start] >= 0 or not capacity:
            continue
        component, cuts = component_and_cuts(position, position.low, start, order)
        for edge, beyond in cuts:
            inside = component[beyond.start : beyond.stop]
            outside = component[: beyond.start] + component[beyond.stop :]
            for side in sorted((inside, outside), key=len):
                if 1 < len(side) <= MOST_ISLANDS and all(needs[i] < UNLIMITED for i in side):
                    found.append((edge, tuple(sorted(side))))
                    break
    return found


class LoopTechnique(IslandTechnique):
    """A technique that concludes something only if the rules forbid loops."""

    level = Level.MEDIUM

    def subjects(self, position: Position, islands: Iterable[int]) -> Iterable[int]:
        return () if position.puzzle.rules.loops else islands

    def says_all(self, conclusion: Conclusion) -> bool:
        return False


class ClosingLoop(LoopTechnique):
    """Two islands that are joined over others get no bridge between them."""

    name = N_("Closing a loop")

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        for edge in position.open_edges(subject):
            a, b = position.ends[edge]
            if not position.low[edge] and position.group[a] == position.group[b]:
                yield Conclusion(self, edge, False, 0, position.loop(edge))

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        return _("Over {group}, a bridge {pair} would close a loop.").format(
            pair=pair(puzzle, conclusion.edge), group=mention(conclusion.islands)
        )


class LastWayWithoutLoop(LoopTechnique):
    """What all other ways of an island can take without closing a loop is too little.

    It can have no bridge to its own group, and to each other group only on one edge.
    """

    name = N_("The last way without a loop")

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        islands = dict.fromkeys(self.subjects(position, touched))
        return islands | dict.fromkeys(
            end
            for island in islands
            for edge in position.open_edges(island)
            for end in position.ends[edge]
        )

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        # Find all before the first is applied: its bridges take from what the others need.
        yield from list(self._all(position, subject))

    def _all(self, position: Position, subject: int) -> Iterator[Conclusion]:
        need = position.min_need[subject]
        edges = position.open_edges(subject)
        for edge in edges if need else ():
            others = [other for other in edges if other != edge]
            room = _room_without_loop(position, subject, others)
            if room < min(need, sum(map(position.capacity, others))):
                low = position.low[edge] + need - room
                yield Conclusion(self, edge, True, low, (subject,), (need, room, others))

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        (island,), (need, room, others) = conclusion.islands, conclusion.facts
        if room:
            text = ngettext(
                "Without a loop, only {n} of them can go elsewhere: to {neighbours}.",
                "Without a loop, only {n} of them can go elsewhere: to {neighbours}.",
                room,
            )
        else:
            text = _("Every other open way would close a loop: to {neighbours}.")
        neighbours = listed_islands(puzzle.edges[other].other(island) for other in others)
        return sentences(
            needs_sentence(puzzle, island, need),
            text.format(n=room, neighbours=neighbours),
            conclusion.says(puzzle, island),
        )


def _room_without_loop(position: Position, island: int, edges: Iterable[int]) -> int:
    """How many more bridges some edges of an island can take together."""
    known = 0
    rooms = {position.group[island]: 0}
    for edge in edges:
        a, b = position.ends[edge]
        there = position.group[b if a == island else a]
        if position.low[edge]:
            known += position.capacity(edge)
        elif there != position.group[island]:
            rooms[there] = max(rooms.get(there, 0), position.capacity(edge))
    return known + sum(rooms.values())
