"""How hard a puzzle is: the hardest technique that its easiest way needs, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.formats.document import PuzzleInfo
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.expected_time import expected_seconds
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.catalogue import DIRECT_TECHNIQUES, techniques_for
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, Technique
from hashi_gui.solving import CancelToken, Solver

MAX_GRADED_ISLANDS = 20_000
"""To grade a puzzle with more islands takes very long, longer than to generate it."""


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is.

    ``techniques`` maps the name of each technique that was needed to the number of its
    conclusions, the easiest technique first; ``hardest`` is the last name, empty if no technique
    was needed. ``seconds`` is the expected time, see :mod:`expected_time`. If there is not exactly
    one solution, ``solved_by_logic`` is False and the other fields describe the reasoning up to
    where it stalls.
    """

    level: Level
    techniques: Mapping[str, int]
    hardest: str
    solved_by_logic: bool
    seconds: float

    def noted_in(self, info: PuzzleInfo) -> PuzzleInfo:
        """The metadata of the puzzle with its level and its expected time."""
        return replace(info, level=self.level, expected_seconds=round(self.seconds))


@dataclass(frozen=True, slots=True)
class Reasoning:
    """How far the easiest way to the solution of a puzzle leads.

    ``conclusions`` are in order, ``techniques`` were tried, and ``position`` is the last one.
    """

    techniques: tuple[Technique, ...]
    conclusions: tuple[Conclusion, ...]
    position: Position

    @property
    def level(self) -> Level:
        """The level of the hardest conclusion."""
        levels = {conclusion.technique.level for conclusion in self.conclusions}
        return max(levels, key=lambda level: level.rank, default=Level.EASY)

    @property
    def solves(self) -> bool:
        """Whether the position is the only solution."""
        return self.position.solved and is_solution(self.position.puzzle, self.position.low)

    def grade(self) -> Grade:
        """How hard the puzzle is."""
        used = Counter(conclusion.technique.name for conclusion in self.conclusions)
        needed = [technique for technique in self.techniques if used[technique.name]]
        return Grade(
            self.level,
            {technique.name: used[technique.name] for technique in needed},
            needed[-1].name if needed else "",
            self.solves,
            expected_seconds(self.position.puzzle, self.conclusions),
        )


def grade(puzzle: Puzzle, cancel: CancelToken | None = None) -> Grade:
    """Grade a puzzle by always drawing the easiest conclusion that there is. Raises Cancelled."""
    with Solver(puzzle) as solver:
        return reason_easily(solver, cancel).grade()


def reason_easily(solver: Solver, cancel: CancelToken | None = None) -> Reasoning:
    """Always draw the easiest conclusion that there is, from the empty board on.

    The exact solver saves trying assumptions that are true; it does not change which conclusions
    are drawn. Raises Cancelled.
    """
    techniques = techniques_for(solver, cancel)
    position = Position(solver.puzzle)
    conclusions = tuple(Reasoner(position, techniques, cancel=cancel).run())
    return Reasoning(techniques, conclusions, position)


def is_solvable_within(puzzle: Puzzle, level: Level, cancel: CancelToken | None = None) -> bool:
    """Whether techniques up to a level solve a puzzle, so that it is graded no higher.

    Faster than :func:`grade`, since no harder technique is tried. Raises Cancelled.
    """
    return reason_within(puzzle, level, cancel).solves


def deduce_within(puzzle: Puzzle, level: Level, cancel: CancelToken | None = None) -> Position:
    """The position that techniques up to a level lead to. Raises Cancelled."""
    return reason_within(puzzle, level, cancel).position


def reason_within(puzzle: Puzzle, level: Level, cancel: CancelToken | None = None) -> Reasoning:
    """The reasoning with techniques up to a level. Raises Cancelled.

    If that solves the puzzle, it is the easiest way to the solution.
    """
    techniques = _techniques_within(puzzle, level, cancel)
    position = Position(puzzle)
    conclusions = tuple(Reasoner(position, techniques, cancel=cancel).run())
    return Reasoning(techniques, conclusions, position)


def _techniques_within(
    puzzle: Puzzle, level: Level, cancel: CancelToken | None
) -> tuple[Technique, ...]:
    techniques: Iterable[Technique] = DIRECT_TECHNIQUES
    if level.rank >= Level.EXPERT.rank:
        with Solver(puzzle) as solver:
            techniques = techniques_for(solver, cancel)
    return tuple(each for each in techniques if each.level.rank <= level.rank)
