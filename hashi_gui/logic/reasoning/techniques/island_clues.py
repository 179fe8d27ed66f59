"""Techniques that need only the clue of one island and what its edges can take.

If an island still needs r bridges, edge i has capacity c_i, and S is the sum of all c_i, then edge
i gets at least r - (S - c_i) and at most r bridges. The techniques are the cases of this rule that
players tell apart.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from enum import Enum, auto

from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, IslandTechnique, Technique
from hashi_gui.logic.wording import (
    bound_text,
    bridges_text,
    direction,
    edge_name,
    island_name,
    join_words,
    outcome_text,
)

MOST_NAMED = 2
"""If more directions are closed than these, the reason does not say by what."""


class FinishedIsland(IslandTechnique):
    """r = 0: no other direction gets another bridge."""

    name = "Finished island"
    level = Level.EASY
    obvious = True

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        if position.max_need[subject] == 0 and position.island_capacity[subject]:
            for edge in position.open_edges(subject):
                yield Conclusion(self, edge, False, position.low[edge], (subject,))

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        (island,) = conclusion.islands
        where = direction(puzzle, island, conclusion.edge)
        return f"The {island_name(puzzle, island)} has all its bridges, so no more can go {where}."


Amounts = Sequence[tuple[str, int]]
"""Directions, and a number of bridges for each."""


class CapacityTechnique(IslandTechnique):
    """Compares what an island needs with the capacities of its edges."""

    def _conclude(self, position: Position, island: int) -> Iterator[Conclusion]:
        """Give each edge what the others cannot take."""
        capacities = [(edge, position.capacity(edge)) for edge in position.open_edges(island)]
        facts = position.min_need[island], capacities
        spare = position.island_capacity[island] - position.min_need[island]
        for edge, capacity in capacities:
            if capacity > spare:
                low = position.low[edge] + capacity - spare
                yield Conclusion(self, edge, True, low, (island,), facts)

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        (island,), (need, capacities) = conclusion.islands, conclusion.facts
        rooms = [(direction(puzzle, island, edge), capacity) for edge, capacity in capacities]
        spare = sum(room for _side, room in rooms) - need
        gains = [(side, room - spare) for side, room in rooms if room > spare]
        return self._sentence(need, rooms, gains).format(
            island=island_name(puzzle, island), amount=needed_text(puzzle, island, need)
        )

    @abstractmethod
    def _sentence(self, need: int, rooms: Amounts, gains: Amounts) -> str:
        """The reason, in which ``{island}`` and ``{amount}`` stand for what needs how much.

        ``rooms`` are what the directions can take at most, ``gains`` what they get at least.
        """


def needed_text(puzzle: Puzzle, island: int, need: int) -> str:
    """How many bridges an island needs, as part of a sentence: ``2 more bridges``."""
    if puzzle.islands[island].clue is None:
        return _("at least 1 bridge")
    return ngettext("{n} more bridge", "{n} more bridges", need).format(n=need)


class OnlyWayOut(CapacityTechnique):
    """Only one edge has a capacity: all r go there."""

    name = "Only one way out"
    level = Level.EASY

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        may_be_one_edge = position.island_capacity[subject] <= position.puzzle.rules.max_bridges
        if (
            position.min_need[subject]
            and may_be_one_edge
            and len(position.open_edges(subject)) == 1
        ):
            for conclusion in self._conclude(position, subject):
                yield conclusion._replace(facts=(conclusion.facts, _closed(position, subject)))

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        """What is needed, and what closes the other directions, if they are one or two."""
        (island,), (facts, closed) = conclusion.islands, conclusion.facts
        needed = super().reason(puzzle, conclusion._replace(facts=facts))
        if len(puzzle.incident[island]) == 1:
            return f"{needed} {_('It has no other neighbour.')}"
        if sum(map(len, closed.values())) > MOST_NAMED:
            return needed
        return " ".join([needed, *(_closure(puzzle, island, *each) for each in closed.items())])

    def _sentence(self, need: int, rooms: Amounts, gains: Amounts) -> str:
        ((side, _room),) = rooms
        return ngettext(
            "The {{island}} needs {{amount}}, and it can only go {side}.",
            "The {{island}} needs {{amount}}, and they can only go {side}.",
            need,
        ).format(side=side)


class _Closed(Enum):
    """Why no further bridge fits in a direction."""

    FINISHED = auto()
    """The neighbour there has all its bridges."""
    CROSSED = auto()
    RULED_OUT = auto()
    """By a mark, or by what was said or supposed before."""
    FULL = auto()
    """There are as many bridges as the pair takes."""


def _closed(position: Position, island: int) -> dict[_Closed, list[int]]:
    """The edges of an island without capacity, by what closes them."""
    closed: dict[_Closed, list[int]] = {}
    low, high = position.low, position.high
    for edge in position.puzzle.incident[island]:
        if high[edge] > low[edge]:
            continue
        if position.max_need[position.puzzle.edges[edge].other(island)] == 0:
            why = _Closed.FINISHED
        elif low[edge]:
            why = _Closed.FULL
        elif any(low[across] for across in position.puzzle.crossings[edge]):
            why = _Closed.CROSSED
        else:
            why = _Closed.RULED_OUT
        closed.setdefault(why, []).append(edge)
    return closed


def _closure(puzzle: Puzzle, island: int, why: _Closed, edges: Sequence[int]) -> str:
    """A sentence about one or two directions that the same closes."""
    ways = [direction(puzzle, island, edge) for edge in edges]
    match why:
        case _Closed.FINISHED:
            ways = [island_name(puzzle, puzzle.edges[edge].other(island)) for edge in edges]
            text = ngettext(
                "The {one} has all its bridges.",
                "The {one} and the {two} have all their bridges.",
                len(edges),
            )
        case _Closed.CROSSED:
            text = ngettext(
                "A bridge blocks the way {one}.",
                "Bridges block the ways {one} and {two}.",
                len(edges),
            )
        case _Closed.RULED_OUT:
            text = ngettext(
                "The way {one} is ruled out.",
                "The ways {one} and {two} are ruled out.",
                len(edges),
            )
        case _Closed.FULL:
            text = ngettext(
                "The way {one} is full.", "The ways {one} and {two} are full.", len(edges)
            )
    return text.format(one=ways[0], two=ways[-1])


class FullHouse(CapacityTechnique):
    """S = r: fill all edges."""

    name = "Full house"
    level = Level.EASY

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        if (
            position.min_need[subject]
            and position.island_capacity[subject] == position.min_need[subject]
        ):
            yield from self._conclude(position, subject)

    def _sentence(self, need: int, rooms: Amounts, gains: Amounts) -> str:
        return _(
            "The {{island}} needs {{amount}}, and there is room for exactly {need}: {rooms}."
        ).format(need=need, rooms=_list(rooms))


class OneInEveryDirection(CapacityTechnique):
    """All edges can have c bridges, together c - 1 more than needed: each gets at least one.

    The test uses upper bounds, not capacities: a bridge that is drawn already is the one of its
    direction.
    """

    name = "One in every direction"
    level = Level.EASY

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        spare = position.island_capacity[subject] - position.min_need[subject]
        if 0 < spare < position.puzzle.rules.max_bridges and position.min_need[subject]:
            highs = {position.high[edge] for edge in position.puzzle.incident[subject]}
            if highs - {0} == {spare + 1}:
                yield from self._conclude(position, subject)

    def _sentence(self, need: int, rooms: Amounts, gains: Amounts) -> str:
        (first, _gain), *others = gains
        goes = [
            _("one goes {side}").format(side=first),
            *(_("one {side}").format(side=side) for side, _gain in others),
        ]
        return _(
            "The {{island}} needs {{amount}}, and only {room} more fit: at least {goes}."
        ).format(room=sum(room for _side, room in rooms), goes=join_words(goes))


class RestCannotTake(CapacityTechnique):
    """Edge i gets at least r - (S - c_i)."""

    name = "What the rest can't take"
    level = Level.MEDIUM

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        spare = position.island_capacity[subject] - position.min_need[subject]
        if spare < position.puzzle.rules.max_bridges and position.min_need[subject]:
            yield from self._conclude(position, subject)

    def _sentence(self, need: int, rooms: Amounts, gains: Amounts) -> str:
        if len(gains) > 1 or len(rooms) == 1:
            return _(
                "The {{island}} needs {{amount}}, and there is room for only {rooms}, so it gets "
                "at least {gains}."
            ).format(rooms=_list(rooms), gains=_list(gains))
        ((side, gain),) = gains
        return ngettext(
            "The {{island}} needs {{amount}}, but {others} there is room for only {room}, so at "
            "least {gain} goes {side}.",
            "The {{island}} needs {{amount}}, but {others} there is room for only {room}, so at "
            "least {gain} go {side}.",
            gain,
        ).format(
            others=join_words([SIDES[other] for other, _room in rooms if other != side]),
            room=need - gain,
            gain=gain,
            side=side,
        )


class TooManyAlready(IslandTechnique):
    """An edge gets at most what the islands at its ends still need."""

    name = "Too many already"
    level = Level.EASY
    obvious = True

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        need = position.max_need[subject]
        if 0 < need < position.puzzle.rules.max_bridges:
            for edge in position.open_edges(subject):
                if position.capacity(edge) > need:
                    yield Conclusion(self, edge, False, position.low[edge] + need, (subject,), need)

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        (island,), need = conclusion.islands, conclusion.facts
        where = direction(puzzle, island, conclusion.edge)
        noun = "bridge" if need == 1 else "bridges"
        total = " in total" if conclusion.bound > need else ""
        return (
            f"The {island_name(puzzle, island)} needs only {need} more {noun}, so "
            f"{bound_text(conclusion.bound, is_minimum=False)}{total} can go {where}."
        )


class OnesAndTwosApart(Technique):
    """Two 1s are never joined, two 2s never by two bridges, unless they are the whole puzzle."""

    name = "Ones apart, twos apart"
    level = Level.EASY

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        islands = position.puzzle.islands
        clue = islands[subject].clue
        if clue is None or clue > position.puzzle.rules.max_bridges or len(islands) == 2:
            return
        for edge, there in position.puzzle.neighbours(subject):
            if there.clue == clue and position.high[edge.id] >= clue:
                yield Conclusion(self, edge.id, False, clue - 1, (subject, there.id))

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        return (
            f"With {bridges_text(conclusion.bound + 1)} {edge_name(puzzle, conclusion.edge)}, "
            "both would be finished and cut off from the rest, so "
            f"{outcome_text(conclusion.bound, 'there', is_minimum=False)}."
        )


SIDES = {"left": "to the left", "right": "to the right", "up": "above", "down": "below"}
"""What is in a direction, seen from an island."""


def _list(amounts: Amounts) -> str:
    """Numbers of bridges with their sides: ``2 above and 1 to the left``."""
    return join_words([f"{number} {SIDES[side]}" for side, number in amounts])
