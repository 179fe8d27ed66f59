"""What a technique of human solvers is, and what it concludes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, NamedTuple

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.position import Position


class Conclusion(NamedTuple):
    """A new lower bound of an edge, or a new upper one, and what it rests on.

    ``islands`` are those the reason speaks of; ``facts`` are the numbers it needs, as the
    technique that drew the conclusion wrote them down.
    """

    technique: Technique
    edge: int
    is_minimum: bool
    bound: int
    islands: tuple[int, ...]
    facts: Any = None

    def apply(self, position: Position) -> None:
        if self.is_minimum:
            position.raise_low(self.edge, self.bound)
        else:
            position.lower_high(self.edge, self.bound)

    def is_new(self, position: Position) -> bool:
        """Whether it says more than the position knows."""
        if self.is_minimum:
            return self.bound > position.low[self.edge]
        return self.bound < position.high[self.edge]

    def reason(self, puzzle: Puzzle) -> str:
        """Why, in one sentence with its numbers."""
        return self.technique.reason(puzzle, self)


class Technique(ABC):
    """A rule that people solve by, looked for at one island after another."""

    name: ClassVar[str]
    level: ClassVar[Level]

    def subjects(self, position: Position, islands: Iterable[int]) -> Iterable[int]:
        """What the rule looks at in the place of some islands."""
        return islands

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        """All subjects at which the rule may say something new after some islands were touched.

        A rule whose subjects do not depend on their own islands alone has to name the others.
        """
        return self.subjects(position, touched)

    @abstractmethod
    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        """What the rule concludes at one subject.

        Each conclusion may be applied before the next one is asked for.
        """

    @abstractmethod
    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        """Why a conclusion of this technique holds, in one sentence with its numbers."""


class GroupTechnique(Technique):
    """A rule about groups; a subject is the number of one."""

    def subjects(self, position: Position, islands: Iterable[int]) -> Iterable[int]:
        return dict.fromkeys(position.group[island] for island in islands)


class PuzzleTechnique(Technique):
    """A rule about the puzzle as a whole; there is one subject, 0."""

    def subjects(self, position: Position, islands: Iterable[int]) -> Iterable[int]:
        return (0,)
