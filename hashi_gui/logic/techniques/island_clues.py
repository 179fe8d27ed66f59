"""Techniques that need only the clue of one island and what its edges can take.

An island that still needs r bridges, with room for cap_i on edge i and S = sum(cap_i), gives edge
i at least r - (S - cap_i) and at most r. The techniques are the cases that players tell apart.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.position import Position
from hashi_gui.logic.techniques.technique import Conclusion, Technique
from hashi_gui.logic.wording import bridges_text, direction, island_name, join_words


class FinishedIsland(Technique):
    """r = 0: every other direction closes."""

    name = "Finished island"
    level = Level.EASY

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        if position.max_need[subject] == 0 and position.island_capacity[subject]:
            for edge in position.open_edges(subject):
                yield Conclusion(self, edge, False, position.low[edge], (subject,))

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        (island,) = conclusion.islands
        where = direction(puzzle, island, conclusion.edge)
        return f"The {island_name(puzzle, island)} has all its bridges: nothing more goes {where}."


class _Count(Technique):
    """A count of what an island needs against what its edges can take."""

    def _fill(self, position: Position, island: int) -> Iterator[Conclusion]:
        """Each edge gets what the others cannot take."""
        caps = [(edge, position.capacity(edge)) for edge in position.open_edges(island)]
        facts = position.min_need[island], caps
        spare = position.island_capacity[island] - position.min_need[island]
        for edge, cap in caps:
            if cap > spare:
                low = position.low[edge] + cap - spare
                yield Conclusion(self, edge, True, low, (island,), facts)

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        (island,), (need, caps) = conclusion.islands, conclusion.facts
        lack = "has no bridge yet" if puzzle.islands[island].clue is None else f"needs {need} more"
        spare = sum(cap for _, cap in caps) - need
        gains = [(edge, cap - spare) for edge, cap in caps if cap > spare]
        outcome = self._outcome(_spelled(puzzle, island, caps), _spelled(puzzle, island, gains))
        return f"The {island_name(puzzle, island)} {lack}{outcome}."

    @abstractmethod
    def _outcome(self, most: Sequence[str], gains: Sequence[str]) -> str:
        """The end of the sentence: what the edges can take at most, and what follows."""


class OnlyWayOut(_Count):
    """One edge with cap > 0: all r go there."""

    name = "Only one way out"
    level = Level.EASY

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        if position.min_need[subject] and len(position.open_edges(subject)) == 1:
            yield from self._fill(position, subject)

    def _outcome(self, most: Sequence[str], gains: Sequence[str]) -> str:
        return f", and the only way out is {most[0].split()[-1]}"


class FullHouse(_Count):
    """S = r: fill all."""

    name = "Full house"
    level = Level.EASY

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        if (
            position.min_need[subject]
            and position.island_capacity[subject] == position.min_need[subject]
        ):
            yield from self._fill(position, subject)

    def _outcome(self, most: Sequence[str], gains: Sequence[str]) -> str:
        return f"; just that is possible: {join_words(most)}"


class OneInEveryDirection(_Count):
    """N edges that can have c each, all together c - 1 too many: one at least each.

    A bridge that is there already may be the one of its direction, so caps do not tell.
    """

    name = "One in every direction"
    level = Level.EASY

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        spare = position.island_capacity[subject] - position.min_need[subject]
        if spare and position.min_need[subject]:
            highs = {position.high[edge] for edge in position.puzzle.incident[subject]}
            if highs - {0} == {spare + 1}:
                yield from self._fill(position, subject)

    def _outcome(self, most: Sequence[str], gains: Sequence[str]) -> str:
        return f"; possible are at most {join_words(most)}, so each direction gets at least 1"


class GeneralCount(_Count):
    """Edge i gets at least r - (S - cap_i)."""

    name = "The general count"
    level = Level.MEDIUM

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        spare = position.island_capacity[subject] - position.min_need[subject]
        if spare < position.puzzle.max_bridges and position.min_need[subject]:
            yield from self._fill(position, subject)

    def _outcome(self, most: Sequence[str], gains: Sequence[str]) -> str:
        return f"; possible are at most {join_words(most)}, so at least {join_words(gains)}"


class TooManyAlready(Technique):
    """An edge gets at most what the islands at its ends still need."""

    name = "Too many already"
    level = Level.EASY

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        need = position.max_need[subject]
        if 0 < need < position.puzzle.max_bridges:
            for edge in position.open_edges(subject):
                if position.capacity(edge) > need:
                    yield Conclusion(self, edge, False, position.low[edge] + need, (subject,), need)

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        (island,), need = conclusion.islands, conclusion.facts
        where = direction(puzzle, island, conclusion.edge)
        return (
            f"The {island_name(puzzle, island)} needs only {need} more: "
            f"at most {bridges_text(conclusion.bound)} {where}."
        )


class OnesAndTwosApart(Technique):
    """1-1 is never joined and 2=2 never doubly, unless they are the whole puzzle."""

    name = "Ones apart, twos apart"
    level = Level.EASY

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        islands = position.puzzle.islands
        clue = islands[subject].clue
        if clue is None or clue > position.puzzle.max_bridges or len(islands) == 2:
            return
        for edge, there in position.puzzle.neighbours(subject):
            if there.clue == clue and position.high[edge.id] >= clue:
                yield Conclusion(self, edge.id, False, clue - 1, (subject, there.id))

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        one, two = conclusion.islands
        clue = puzzle.islands[one].clue
        joined = f"joined by {bridges_text(clue or 0)}"
        return (
            f"The {island_name(puzzle, one)} and the {island_name(puzzle, two)}, {joined}, "
            "would be finished and cut off from all others."
        )


def _spelled(puzzle: Puzzle, island: int, counts: Sequence[tuple[int, int]]) -> list[str]:
    """Numbers of bridges with their directions: ``2 up``, ``1 left``."""
    return [f"{count} {direction(puzzle, island, edge)}" for edge, count in counts]
