"""Techniques that need only the clue of one island and what its edges can take.

If an island still needs r bridges, edge i has capacity c_i, and S is the sum of all c_i, then edge
i gets at least r - (S - c_i) and at most r bridges. The techniques are the cases of this rule that
players tell apart.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.position import Position
from hashi_gui.logic.techniques.technique import Conclusion, Technique
from hashi_gui.logic.wording import (
    bound_text,
    bridges_text,
    direction,
    edge_name,
    island_name,
    join_words,
    outcome_text,
)


class FinishedIsland(Technique):
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


class _CapacityTechnique(Technique):
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
        amount = (
            "at least 1 bridge"
            if puzzle.islands[island].clue is None
            else f"{need} more {'bridge' if need == 1 else 'bridges'}"
        )
        spare = sum(capacity for _, capacity in capacities) - need
        gains = [(edge, capacity - spare) for edge, capacity in capacities if capacity > spare]
        outcome = self._outcome(
            need, _by_direction(puzzle, island, capacities), _by_direction(puzzle, island, gains)
        )
        return f"The {island_name(puzzle, island)} needs {amount}, {outcome}."

    def room(self, conclusion: Conclusion) -> Mapping[int, int]:
        _, capacities = conclusion.facts
        return dict(capacities)

    @abstractmethod
    def _outcome(self, need: int, capacities: Sequence[str], gains: Sequence[str]) -> str:
        """The end of the sentence: what the edges can take at most, and what follows."""


class OnlyWayOut(_CapacityTechnique):
    """Only one edge has a capacity: all r go there."""

    name = "Only one way out"
    level = Level.EASY

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        if position.min_need[subject] and len(position.open_edges(subject)) == 1:
            yield from self._conclude(position, subject)

    def _outcome(self, need: int, capacities: Sequence[str], gains: Sequence[str]) -> str:
        _, side = capacities[0].split(" ", 1)
        return f"and {'it' if need == 1 else 'they'} can only go {_DIRECTIONS[side]}"


class FullHouse(_CapacityTechnique):
    """S = r: fill all edges."""

    name = "Full house"
    level = Level.EASY

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        if (
            position.min_need[subject]
            and position.island_capacity[subject] == position.min_need[subject]
        ):
            yield from self._conclude(position, subject)

    def _outcome(self, need: int, capacities: Sequence[str], gains: Sequence[str]) -> str:
        return f"and there is room for exactly {need}: {join_words(capacities)}"


class OneInEveryDirection(_CapacityTechnique):
    """All edges can have c bridges, together c - 1 more than needed: each gets at least one.

    The test uses upper bounds, not capacities: a bridge that is drawn already may be the one of
    its direction.
    """

    name = "One in every direction"
    level = Level.EASY

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        spare = position.island_capacity[subject] - position.min_need[subject]
        if spare and position.min_need[subject]:
            highs = {position.high[edge] for edge in position.puzzle.incident[subject]}
            if highs - {0} == {spare + 1}:
                yield from self._conclude(position, subject)

    def _outcome(self, need: int, capacities: Sequence[str], gains: Sequence[str]) -> str:
        room = join_words(capacities)
        return f"and there is room for only {room}, so each direction has at least 1"


class RestCannotTake(_CapacityTechnique):
    """Edge i gets at least r - (S - c_i)."""

    name = "What the rest can't take"
    level = Level.MEDIUM

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        spare = position.island_capacity[subject] - position.min_need[subject]
        if spare < position.puzzle.rules.max_bridges and position.min_need[subject]:
            yield from self._conclude(position, subject)

    def _outcome(self, need: int, capacities: Sequence[str], gains: Sequence[str]) -> str:
        if len(gains) > 1 or len(capacities) == 1:
            room = join_words(capacities)
            return f"and there is room for only {room}, so it gets at least {join_words(gains)}"
        count, side = gains[0].split(" ", 1)
        sides = [capacity.split(" ", 1)[1] for capacity in capacities]
        others = join_words([other for other in sides if other != side])
        room = f"room for only {need - int(count)}"
        verb = "goes" if count == "1" else "go"
        return f"but {others} there is {room}, so at least {count} {verb} {_DIRECTIONS[side]}"


class TooManyAlready(Technique):
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


_SIDES = {"left": "to the left", "right": "to the right", "up": "above", "down": "below"}
_DIRECTIONS = {side: way for way, side in _SIDES.items()}


def _by_direction(puzzle: Puzzle, island: int, counts: Sequence[tuple[int, int]]) -> list[str]:
    """Numbers of bridges on edges, with their sides: ``2 above``, ``1 to the left``."""
    return [f"{count} {_SIDES[direction(puzzle, island, edge)]}" for edge, count in counts]
