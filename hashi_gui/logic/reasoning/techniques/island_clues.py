"""Techniques that need only the clue of one island and what its edges can take.

If an island still needs r bridges, edge i has capacity c_i, and S is the sum of all c_i, then edge
i gets at least r - (S - c_i) and at most r bridges. The techniques are the cases of this rule that
players tell apart.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from hashi_gui.core.i18n import N_, _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import sentences
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, IslandTechnique, Technique
from hashi_gui.logic.wording import bound_sentence, listed_bridges, listed_islands, mention, pair

MOST_NAMED = 2
"""If more directions are closed than these, the reason does not say by what."""


class FinishedIsland(IslandTechnique):
    """r = 0: no other direction gets another bridge."""

    name = N_("Finished island")
    level = Level.EASY
    obvious = True

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        if position.max_need[subject] == 0 and position.island_capacity[subject]:
            for edge in position.open_edges(subject):
                yield Conclusion(self, edge, False, position.low[edge], (subject,))

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        (island,) = conclusion.islands
        finished = _("{island} has all its bridges.").format(island=mention([island]))
        return sentences(finished, conclusion.says(puzzle, island))


class Amount(NamedTuple):
    """An open edge, how many more bridges fit, how many it gets at least, and its most in all."""

    edge: int
    room: int
    gain: int
    most: int

    @property
    def least(self) -> int:
        """The number of bridges that it has at least, those drawn included."""
        return self.most - self.room + self.gain


Amounts = Sequence[Amount]


class CapacityTechnique(IslandTechnique):
    """Compares what an island needs with the capacities of its edges."""

    def _conclude(self, position: Position, island: int) -> Iterator[Conclusion]:
        """Give each edge what the others cannot take."""
        high = position.high
        spare = position.island_capacity[island] - position.min_need[island]
        capacities = [(e, position.capacity(e), high[e]) for e in position.open_edges(island)]
        facts = position.min_need[island], capacities
        for edge, capacity, most in capacities:
            if capacity > spare:
                yield Conclusion(self, edge, True, most - spare, (island,), facts)

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        (island,), (need, capacities) = conclusion.islands, conclusion.facts
        spare = sum(room for _edge, room, _most in capacities) - need
        amounts = [Amount(e, room, max(0, room - spare), most) for e, room, most in capacities]
        needs = needs_sentence(puzzle, island, need)
        return sentences(needs, *self._why(puzzle, island, need, amounts))

    @abstractmethod
    def _why(self, puzzle: Puzzle, island: int, need: int, amounts: Amounts) -> Iterator[str]:
        """What follows from what the island needs, sentence by sentence."""


def needs_sentence(puzzle: Puzzle, island: int, need: int) -> str:
    """How many more bridges an island needs."""
    if puzzle.islands[island].clue is None:
        text = _("{island} needs a bridge.") if need else _("{island} takes any number of bridges.")
        return text.format(island=mention([island]))
    return ngettext(
        "{island} needs {n} more bridge.", "{island} needs {n} more bridges.", need
    ).format(island=mention([island]), n=need)


class OnlyWayOut(CapacityTechnique):
    """Only one edge has a capacity: all r go there."""

    name = N_("Only one way out")
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
            alone = _("{island} has no other neighbour.").format(island=mention([island]))
            return sentences(needed, alone)
        if len(closed) > MOST_NAMED:
            return needed
        return sentences(needed, *(_closure(puzzle, island, *each) for each in closed))

    def _why(self, puzzle: Puzzle, island: int, need: int, amounts: Amounts) -> Iterator[str]:
        ((edge, *_numbers),) = amounts
        there = mention([puzzle.edges[edge].other(island)])
        yield _("The only open way leads to {neighbour}.").format(neighbour=there)


class _Closed(Enum):
    """Why no further bridge fits in a direction."""

    FINISHED = auto()
    """The neighbour there has all its bridges."""
    CROSSED = auto()
    RULED_OUT = auto()
    """By a mark, or by what was said or supposed before."""
    FULL = auto()
    """There are as many bridges as the pair takes."""


def _closed(position: Position, island: int) -> list[tuple[int, _Closed]]:
    """The edges of an island without capacity, and what closes each."""
    closed = []
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
        closed.append((edge, why))
    return closed


def _closure(puzzle: Puzzle, island: int, edge: int, why: _Closed) -> str:
    """A sentence about what closes a direction."""
    match why:
        case _Closed.FINISHED:
            text = _("{neighbour} has all its bridges.")
        case _Closed.CROSSED:
            text = _("A bridge blocks {pair}.")
        case _Closed.RULED_OUT:
            text = _("{pair} is ruled out.")
        case _Closed.FULL:
            text = _("{pair} is full.")
    there = mention([puzzle.edges[edge].other(island)])
    return text.format(neighbour=there, pair=pair(puzzle, edge, island))


class FullHouse(CapacityTechnique):
    """S = r: fill all edges."""

    name = N_("Full house")
    level = Level.EASY

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        if (
            position.min_need[subject]
            and position.island_capacity[subject] == position.min_need[subject]
        ):
            yield from self._conclude(position, subject)

    def _why(self, puzzle: Puzzle, island: int, need: int, amounts: Amounts) -> Iterator[str]:
        bridges = [(each.edge, each.most) for each in amounts]
        yield _("Exactly so many fit, so these become full: {bridges}.").format(
            bridges=listed_bridges(puzzle, bridges, island)
        )


class OneInEveryDirection(CapacityTechnique):
    """All edges can have c bridges, together c - 1 more than needed: each gets at least one.

    The test uses upper bounds, not capacities: a bridge that is drawn already is the one of its
    direction.
    """

    name = N_("One in every direction")
    level = Level.EASY

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        spare = position.island_capacity[subject] - position.min_need[subject]
        if 0 < spare < position.puzzle.rules.max_bridges and position.min_need[subject]:
            highs = {position.high[edge] for edge in position.puzzle.incident[subject]}
            if highs - {0} == {spare + 1}:
                yield from self._conclude(position, subject)

    def _why(self, puzzle: Puzzle, island: int, need: int, amounts: Amounts) -> Iterator[str]:
        gaining = [puzzle.edges[each.edge].other(island) for each in amounts if each.gain]
        yield ngettext(
            "Without {neighbours}, only {n} would fit, so at least one goes there.",
            "Without any one of {neighbours}, only {n} would fit, so at least one goes to each.",
            len(gaining),
        ).format(neighbours=listed_islands(gaining), n=need - 1)


class RestCannotTake(CapacityTechnique):
    """Edge i gets at least r - (S - c_i)."""

    name = N_("What the rest can't take")
    level = Level.MEDIUM

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        spare = position.island_capacity[subject] - position.min_need[subject]
        if spare < position.puzzle.rules.max_bridges and position.min_need[subject]:
            yield from self._conclude(position, subject)

    def _why(self, puzzle: Puzzle, island: int, need: int, amounts: Amounts) -> Iterator[str]:
        gaining = [each for each in amounts if each.gain]
        others = [puzzle.edges[each.edge].other(island) for each in amounts if not each.gain]
        if len(gaining) > 1 or not others:
            rooms = [(each.edge, each.most) for each in amounts]
            least = [(each.edge, each.least) for each in gaining]
            yield _("At most these fit in all: {bridges}.").format(
                bridges=listed_bridges(puzzle, rooms, island)
            )
            yield _("So at least these are certain: {bridges}.").format(
                bridges=listed_bridges(puzzle, least, island)
            )
            return
        (only,) = gaining
        yield ngettext(
            "Only {n} of them fits elsewhere: to {neighbours}.",
            "Only {n} of them fit elsewhere: to {neighbours}.",
            need - only.gain,
        ).format(n=need - only.gain, neighbours=listed_islands(others))
        yield bound_sentence(puzzle, only.edge, only.least, is_minimum=True, island=island)


class TooManyAlready(IslandTechnique):
    """An edge gets at most what the islands at its ends still need."""

    name = N_("Too many already")
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
        needs = needs_sentence(puzzle, island, need)
        return sentences(needs, conclusion.says(puzzle, island))


class OnesAndTwosApart(Technique):
    """Two 1s are never joined, two 2s never by two bridges, unless they are the whole puzzle."""

    name = N_("Ones apart, twos apart")
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
        number = conclusion.bound + 1
        one, two = map(mention, zip(conclusion.islands))
        closed = ngettext(
            "With {n} bridge between them, {one} and {two} would be finished and cut off.",
            "With {n} bridges between them, {one} and {two} would be finished and cut off.",
            number,
        ).format(n=number, one=one, two=two)
        return sentences(closed, conclusion.says(puzzle))
