"""What a technique is, and what it concludes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Any, ClassVar, NamedTuple

from hashi_gui.core.i18n import translated
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import sentences
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.wording import bound_sentence

FORMER_NAMES = {
    "The general count": "What the rest can't take",
    "Closing a ring": "Closing a loop",
    "The last way without a ring": "The last way without a loop",
}
"""The names of techniques by those under which earlier versions have stored them."""


class Fault(StrEnum):
    """Which rule some bridges would break."""

    SHORTAGE = "shortage"
    """An island could not get the bridges that it needs."""
    CUT_OFF = "cut off"
    LOOP = "loop"


Range = tuple[int, int, int]
"""An edge with the least and the most bridges on it."""


class Case(NamedTuple):
    """Bridges that are impossible: as few of them as show it.

    ``islands`` are the one that could not get its bridges, those cut off, or the loop. The island
    would still ``need`` so many, with ``room`` for fewer, since edges are ``blocked`` or other
    islands could spare too little (``spent``).
    """

    bridges: tuple[Range, ...]
    fault: Fault
    islands: tuple[int, ...]
    need: int = 0
    room: int = 0
    blocked: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()


class Conclusion(NamedTuple):
    """A new lower or upper bound on the bridges of an edge, and the reason for it.

    With ``is_minimum`` the edge has at least ``bound`` bridges, otherwise at most. ``islands`` are
    those that it was found at; ``facts`` are what else the reason says, in a form that only the
    technique itself knows.
    """

    technique: Technique
    edge: int
    is_minimum: bool
    bound: int
    islands: tuple[int, ...]
    facts: Any = None

    def apply(self, position: Position) -> None:
        """Tighten the bound in the position."""
        if self.is_minimum:
            position.raise_low(self.edge, self.bound)
        else:
            position.lower_high(self.edge, self.bound)

    def is_new(self, position: Position) -> bool:
        """Whether the bound is tighter than what the position knows."""
        if self.is_minimum:
            return self.bound > position.low[self.edge]
        return self.bound < position.high[self.edge]

    def reason(self, puzzle: Puzzle) -> str:
        """Why the conclusion holds, in short sentences, which mention islands."""
        return self.technique.reason(puzzle, self)

    def says(self, puzzle: Puzzle, island: int | None = None) -> str:
        """The conclusion itself, as a sentence, perhaps seen from an island."""
        return bound_sentence(
            puzzle, self.edge, self.bound, is_minimum=self.is_minimum, island=island
        )

    def parts(self) -> Sequence[Sequence[int]]:
        """Two groups that the reason tells apart, if any, whether it speaks of both or not."""
        return self.technique.parts(self)

    def cases(self) -> Sequence[Case]:
        """What the reason shows to be impossible, one after the other."""
        return self.technique.cases(self)


def all_cases(conclusions: Iterable[Conclusion]) -> tuple[Case, ...]:
    """The cases of all conclusions, each once."""
    return tuple(dict.fromkeys(case for each in conclusions for case in each.cases()))


def joint_reason(puzzle: Puzzle, conclusions: Iterable[Conclusion]) -> str:
    """Why conclusions of one place hold, one after the other, with nothing said twice."""
    texts = [
        technique.joint_reason(puzzle, list(parts))
        for (technique, _facts), parts in groupby(conclusions, lambda c: (c.technique, c.facts))
    ]
    return sentences(*dict.fromkeys(texts))


class Technique(ABC):
    """A rule that people solve by, applied to one subject at a time: by default, an island."""

    name: ClassVar[str]
    """In English, for files, stories and other programs."""
    level: ClassVar[Level]
    obvious: ClassVar[bool] = False
    """Whether its conclusions are obvious on the board, and not explained to players."""
    at_open_islands = False
    """Whether its subjects are islands, and it concludes nothing at one that can get no bridge."""

    @property
    def label(self) -> str:
        """What players read for the name."""
        return translated(self.name)

    def subjects(self, position: Position, islands: Iterable[int]) -> Iterable[int]:
        """The subjects that some islands belong to."""
        return islands

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        """All subjects at which the rule may conclude something new after islands were touched.

        A rule that depends on more than the islands of its subject must override this.
        """
        return self.subjects(position, touched)

    @abstractmethod
    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        """The conclusions of the rule at one subject.

        The caller may apply each conclusion before it asks for the next one.
        """

    def find_new(self, position: Position, islands: Iterable[int]) -> Iterator[Conclusion]:
        """What the rule concludes at the subjects of some islands that is not known yet."""
        for subject in list(self.subjects(position, islands)):
            yield from (each for each in self.find(position, subject) if each.is_new(position))

    @abstractmethod
    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        """Why a conclusion of this technique holds, see :meth:`Conclusion.reason`."""

    def joint_reason(self, puzzle: Puzzle, conclusions: Sequence[Conclusion]) -> str:
        """Why several conclusions with the same facts hold."""
        return sentences(*dict.fromkeys(self.reason(puzzle, each) for each in conclusions))

    def parts(self, conclusion: Conclusion) -> Sequence[Sequence[int]]:
        """See :meth:`Conclusion.parts`."""
        return ()

    def cases(self, conclusion: Conclusion) -> Sequence[Case]:
        """See :meth:`Conclusion.cases`."""
        return ()

    def looked_at(self, puzzle: Puzzle, conclusion: Conclusion) -> set[int]:
        """The islands that a player has to look at to follow the reason for a conclusion."""
        return set(conclusion.islands)

    def says_all(self, conclusion: Conclusion) -> bool:
        """Whether the reason for a conclusion is that of all conclusions at its islands.

        Otherwise, as mostly for several islands, it is about its edge alone.
        """
        return len(conclusion.islands) == 1


class IslandTechnique(Technique):
    """A rule about what an island still needs; a subject is an island."""

    at_open_islands = True


class GroupTechnique(Technique):
    """A rule about groups; a subject is the number of a group."""

    def subjects(self, position: Position, islands: Iterable[int]) -> Iterable[int]:
        return dict.fromkeys(position.group[island] for island in islands)


class PuzzleTechnique(Technique):
    """A rule about the puzzle as a whole; the only subject is 0."""

    def subjects(self, position: Position, islands: Iterable[int]) -> Iterable[int]:
        return (0,)
