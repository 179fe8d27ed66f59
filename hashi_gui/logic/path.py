"""The solving path of a puzzle: which technique is used where, in which order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.position import Position
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.techniques.catalogue import (
    DIRECT_TECHNIQUES,
    OBVIOUS_TECHNIQUES,
    all_techniques,
)
from hashi_gui.logic.techniques.technique import Conclusion, Technique
from hashi_gui.solving import Bounds, CancelToken


@dataclass(frozen=True, slots=True)
class PathStep:
    """What one technique concludes at one place; ``islands`` are those that its reason mentions."""

    technique: Technique
    islands: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SolvingPath:
    """The easiest way to the only solution of a puzzle, without obvious steps.

    ``openings`` are all steps that the easiest technique gives on the empty board: the path can
    begin with any of them.
    """

    puzzle: Puzzle
    openings: tuple[PathStep, ...]
    steps: tuple[PathStep, ...]

    @property
    def level(self) -> Level:
        """The level of the hardest step, which is that of the puzzle."""
        levels = (step.technique.level for step in self.steps)
        return max(levels, key=lambda level: level.rank, default=Level.EASY)


def solving_path(puzzle: Puzzle, solution: bytes, cancel: CancelToken | None = None) -> SolvingPath:
    """The solving path of a puzzle with only this solution. Raises Cancelled."""
    techniques = all_techniques(Bounds(solution, solution), cancel)
    conclusions = Reasoner(Position(puzzle), techniques, cancel=cancel).run()
    return SolvingPath(puzzle, _openings(puzzle), _steps(conclusions))


def _openings(puzzle: Puzzle) -> tuple[PathStep, ...]:
    position = Position(puzzle)
    for _ in Reasoner(position, OBVIOUS_TECHNIQUES).run():
        pass
    for technique in DIRECT_TECHNIQUES:
        found = _steps(_all_conclusions(technique, position))
        if found:
            return found
    return ()


def _all_conclusions(technique: Technique, position: Position) -> Sequence[Conclusion]:
    subjects = technique.subjects(position, range(len(position.puzzle.islands)))
    found = [each for subject in list(subjects) for each in technique.find(position, subject)]
    return [each for each in found if each.is_new(position)]


def _steps(conclusions: Iterable[Conclusion]) -> tuple[PathStep, ...]:
    """Successive conclusions of one technique at the same islands are one step."""
    explained = [each for each in conclusions if not each.technique.obvious]
    groups = groupby(explained, key=lambda each: (each.technique.name, each.islands))
    firsts = [next(group) for _, group in groups]
    return tuple(PathStep(first.technique, first.islands) for first in firsts)
