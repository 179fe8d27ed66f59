"""How hard a puzzle is: the techniques that its easiest way needs, and its expected time.

The expected time is how long a practised player takes by a simple model, whose constants were
chosen by hand. The player goes the easiest way to the solution. For each step, the player looks at
one island after another until a step is found: the more steps are open at once, the sooner. Before
a harder step, what has changed since the last one is looked at in vain. A step takes the longer,
the more has to be kept in mind at once, and so do the cases of an island, and the steps that lead
from an assumption to a contradiction. Each bridge has to be drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.formats.document import PuzzleInfo
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import Refutation
from hashi_gui.logic.reasoning.techniques.blocking import Intersection
from hashi_gui.logic.reasoning.techniques.catalogue import DIRECT_TECHNIQUES, techniques_for
from hashi_gui.logic.reasoning.techniques.island_clues import OneInEveryDirection, OnesAndTwosApart
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, Technique
from hashi_gui.solving import CancelToken, Solver

MAX_GRADED_ISLANDS = 20_000
"""To grade a puzzle with more islands takes very long, longer than to generate it."""

LOOK_SECONDS = {
    Level.EASY: 0.2,
    Level.MEDIUM: 1.2,
    Level.HARD: 2.5,
    Level.EXPERT: 5.0,
    Level.EXTREME: 8.0,
}
"""How long an island is looked at in search of a step, by the level of its technique."""

IN_MIND = {
    Level.EASY: 1,
    Level.MEDIUM: 2,
    Level.HARD: 3,
    Level.EXPERT: 4,
    Level.EXTREME: 4,
}
"""How many things a step mostly takes to keep in mind: an island, a group or a case each is one.

An assumption is three, apart from the island that it is about.
"""

TWO_IN_MIND = (OneInEveryDirection, OnesAndTwosApart)
"""The easy techniques that take an island and a case, or two islands."""

WORK_SECONDS = 2.5
"""How long a step takes with one thing in mind; with twice as many, four times as long."""

NEARBY_ISLANDS = 15
"""The most islands that are looked at for a step: the player begins where something has changed."""

DRAW_SECONDS = 0.5
"""How long it takes to draw the bridges between two islands."""


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is.

    ``techniques`` maps the name of each technique that was needed to the number of its
    conclusions, the easiest technique first; ``hardest`` is the last name, empty if no technique
    was needed. ``seconds`` is the expected time. If there is not exactly one solution,
    ``solved_by_logic`` is False and the other fields describe the reasoning up to where it stalls.
    """

    level: Level
    techniques: Mapping[str, int]
    hardest: str
    solved_by_logic: bool
    seconds: float

    def noted_in(self, info: PuzzleInfo) -> PuzzleInfo:
        """The metadata of the puzzle with its level and its expected time."""
        return info._replace(level=self.level, expected_seconds=round(self.seconds))


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
    return _reason(solver.puzzle, techniques_for(solver, cancel), cancel)


def is_solvable_within(puzzle: Puzzle, level: Level, cancel: CancelToken | None = None) -> bool:
    """Whether techniques up to a level solve a puzzle, so that it is graded no higher.

    Faster than :func:`grade`, since no harder technique is tried. Raises Cancelled.
    """
    return reason_within(puzzle, level, cancel).solves


def reason_within(puzzle: Puzzle, level: Level, cancel: CancelToken | None = None) -> Reasoning:
    """The reasoning with techniques up to a level. Raises Cancelled.

    If that solves the puzzle, it is the easiest way to the solution.
    """
    techniques: Iterable[Technique] = DIRECT_TECHNIQUES
    if level.rank >= Level.EXPERT.rank:
        with Solver(puzzle) as solver:
            techniques = techniques_for(solver, cancel)
    within = tuple(each for each in techniques if each.level.rank <= level.rank)
    return _reason(puzzle, within, cancel)


def _reason(
    puzzle: Puzzle, techniques: tuple[Technique, ...], cancel: CancelToken | None
) -> Reasoning:
    position = Position(puzzle)
    conclusions = tuple(Reasoner(position, techniques, cancel=cancel).run())
    return Reasoning(techniques, conclusions, position)


def expected_seconds(puzzle: Puzzle, conclusions: Sequence[Conclusion]) -> float:
    """The time for a puzzle, from all conclusions that solve it, in order.

    If it changes, so must ``TIME_FORMULA`` in ``formats/notations/hashi.py``.
    """
    steps = list(_steps(puzzle, conclusions))
    seconds = DRAW_SECONDS * len({each.edge for each in conclusions if each.is_minimum})
    level, new_steps = Level.EASY, len(puzzle.islands)
    for number, (step, open_steps) in enumerate(zip(steps, _open_steps(steps))):
        before, level = level, step.level
        left = len(puzzle.islands) * (1 - number / len(steps))
        looked_at = min(NEARBY_ISLANDS, (left + 1) / (open_steps + 1))
        seconds += WORK_SECONDS * step.work
        seconds += looked_at * LOOK_SECONDS[level]
        if level.rank > before.rank:
            in_vain = min(NEARBY_ISLANDS * new_steps, left)
            below = (each for each in Level if before.rank <= each.rank < level.rank)
            seconds += in_vain * sum(LOOK_SECONDS[each] for each in below)
            new_steps = 0
        new_steps += 1
    return seconds


@dataclass(frozen=True, slots=True)
class _Step:
    """Successive conclusions of one technique at the same islands.

    ``ready`` is the number of steps after which nothing changes any more at the islands that it is
    about, so that it is open from then on.
    """

    level: Level
    ready: int
    work: int


def _steps(puzzle: Puzzle, conclusions: Iterable[Conclusion]) -> Iterator[_Step]:
    """The steps to a solution; what is obvious on the board is part of the step before it."""
    count = 0
    reason = None
    changed_after = [0] * len(puzzle.islands)
    for each in conclusions:
        if not each.technique.obvious and reason != (each.technique.name, each.islands):
            reason = each.technique.name, each.islands
            ready = max(changed_after[island] for island in _islands(puzzle, each))
            yield _Step(each.technique.level, ready, _work(each))
            count += 1
        for island in puzzle.ends(each.edge):
            changed_after[island.id] = count


def _islands(puzzle: Puzzle, conclusion: Conclusion) -> set[int]:
    """The islands that a conclusion is about, and those of its chain if it is an assumption."""
    islands = {*conclusion.islands, *(island.id for island in puzzle.ends(conclusion.edge))}
    if isinstance(conclusion.facts, Refutation):
        islands.update(*(_islands(puzzle, each) for each in conclusion.facts.chain))
    return islands


def _work(conclusion: Conclusion) -> int:
    """How many times as long as with one thing in mind it takes to be sure of a step.

    Of what is in mind at once, each is compared with each; the rest comes one by one.
    """
    return _in_mind(conclusion.technique) ** 2 + _one_by_one(conclusion)


def _in_mind(technique: Technique) -> int:
    return 2 if isinstance(technique, TWO_IN_MIND) else IN_MIND[technique.level]


def _one_by_one(conclusion: Conclusion) -> int:
    """The cases of an island, or what the steps from an assumption to a contradiction take."""
    if isinstance(conclusion.technique, Intersection):
        return len(conclusion.facts.allowed) + len(conclusion.facts.forbidden)
    if isinstance(conclusion.facts, Refutation):
        steps = [step[-1] for step in conclusion.facts.steps()]
        return sum(_in_mind(step.technique) + _one_by_one(step) for step in steps)
    return 0


def _open_steps(steps: Sequence[_Step]) -> list[int]:
    """For each step, how many are open at that moment that are no harder, itself included."""
    counts = {}
    for level in Level:
        changes = [0] * (len(steps) + 1)
        for number, step in enumerate(steps):
            if step.level.rank <= level.rank:
                changes[step.ready] += 1
                changes[number + 1] -= 1
        counts[level] = list(accumulate(changes))
    return [counts[step.level][number] for number, step in enumerate(steps)]
