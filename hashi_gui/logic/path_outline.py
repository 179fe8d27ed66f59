"""The outline of a solving path: which technique is used where, in which order.

Much faster than the whole path with its texts and boards, see :mod:`solving_path`.
"""

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
class OutlineStep:
    """What one technique concludes at one place; ``islands`` are those that its reason mentions."""

    technique: Technique
    islands: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PathOutline:
    """The easiest way to the only solution of a puzzle, without obvious steps.

    ``openings`` are all steps that draw a bridge on the empty board, with techniques of the easiest
    level that gives any: a player can begin with each of them.
    """

    puzzle: Puzzle
    openings: tuple[OutlineStep, ...]
    steps: tuple[OutlineStep, ...]

    @property
    def level(self) -> Level:
        """The level of the hardest step, which is that of the puzzle."""
        levels = (step.technique.level for step in self.steps)
        return max(levels, key=lambda level: level.rank, default=Level.EASY)


def path_outline(puzzle: Puzzle, solution: bytes, cancel: CancelToken | None = None) -> PathOutline:
    """The outline for a puzzle with only this solution. Raises Cancelled."""
    techniques = all_techniques(Bounds(solution, solution), cancel)
    conclusions = Reasoner(Position(puzzle), techniques, cancel=cancel).run()
    return PathOutline(puzzle, _openings(puzzle), _steps(conclusions))


def _openings(puzzle: Puzzle) -> tuple[OutlineStep, ...]:
    position = Position(puzzle)
    for _ in Reasoner(position, OBVIOUS_TECHNIQUES).run():
        pass
    for _, techniques in groupby(DIRECT_TECHNIQUES, key=lambda technique: technique.level):
        found = [each for technique in techniques for each in _all_bridges(technique, position)]
        if found:
            return _steps(found)
    return ()


def _all_bridges(technique: Technique, position: Position) -> Sequence[Conclusion]:
    """All bridges that a technique gives in a position."""
    subjects = technique.subjects(position, range(len(position.puzzle.islands)))
    found = [each for subject in list(subjects) for each in technique.find(position, subject)]
    return [each for each in found if each.is_minimum and each.is_new(position)]


def _steps(conclusions: Iterable[Conclusion]) -> tuple[OutlineStep, ...]:
    """Successive conclusions of one technique at the same islands are one step."""
    explained = [each for each in conclusions if not each.technique.obvious]
    groups = groupby(explained, key=lambda each: (each.technique.name, each.islands))
    firsts = [next(group) for _, group in groups]
    return tuple(OutlineStep(first.technique, first.islands) for first in firsts)
