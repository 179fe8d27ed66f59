"""How hard a puzzle is: the hardest technique that its easiest way needs, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.logic.levels import Level
from hashi_gui.logic.position import Position
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.techniques.catalogue import DIRECT_TECHNIQUES, techniques_for
from hashi_gui.logic.techniques.technique import Technique
from hashi_gui.solving import CancelToken, SatSolver


@dataclass(frozen=True, slots=True)
class Grade:
    """``techniques`` counts the conclusions of each technique that was needed, the easiest first.

    ``hardest`` names the hardest of them, empty for a puzzle that needs none. Where reasoning
    does not come to the end, because there are several solutions or none, ``solved_by_logic`` is
    false and the rest speaks of how far it came.
    """

    level: Level
    techniques: Mapping[str, int]
    hardest: str
    solved_by_logic: bool


def grade(puzzle: Puzzle, cancel: CancelToken | None = None) -> Grade:
    """The grade of a puzzle, by the easiest conclusion that there is at each point.

    The exact solver spares the assumptions that are true; which conclusions are drawn does not
    depend on it. Raises Stopped.
    """
    with SatSolver(puzzle) as solver:
        techniques = techniques_for(solver, cancel)
    position = Position(puzzle)
    used = Counter(c.technique.name for c in Reasoner(position, techniques, cancel=cancel).run())
    needed = [technique for technique in techniques if used[technique.name]]
    return Grade(
        max(
            (technique.level for technique in needed),
            key=lambda level: level.rank,
            default=Level.EASY,
        ),
        {technique.name: used[technique.name] for technique in needed},
        needed[-1].name if needed else "",
        _finished(position),
    )


def is_solvable_within(puzzle: Puzzle, level: Level, cancel: CancelToken | None = None) -> bool:
    """Whether techniques up to a level finish a puzzle: then its grade is that or a lower one.

    Sooner known than the grade: no harder technique is tried. Raises Stopped.
    """
    return _finished(deduce_within(puzzle, level, cancel))


def deduce_within(puzzle: Puzzle, level: Level, cancel: CancelToken | None = None) -> Position:
    """All that techniques up to a level find out about a puzzle. Raises Stopped."""
    position = Position(puzzle)
    for _ in Reasoner(position, _techniques_within(puzzle, level, cancel), cancel=cancel).run():
        pass
    return position


def _techniques_within(
    puzzle: Puzzle, level: Level, cancel: CancelToken | None
) -> tuple[Technique, ...]:
    techniques: Iterable[Technique] = DIRECT_TECHNIQUES
    if level.rank >= Level.EXPERT.rank:
        with SatSolver(puzzle) as solver:
            techniques = techniques_for(solver, cancel)
    return tuple(each for each in techniques if each.level.rank <= level.rank)


def _finished(position: Position) -> bool:
    return position.solved and is_solution(position.puzzle, position.low)
