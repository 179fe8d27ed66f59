"""How long a puzzle takes a practised player: its expected time.

The time is that of a simple model, whose constants were chosen by hand. The player goes the easiest
way to the solution. For each step, the player looks at one island after another until a step is
found: the more steps are open at once, the sooner. Before a harder step, what has changed since the
last one is looked at in vain. An assumption takes the longer, the longer the chain is that leads
from it to a contradiction. Each bridge has to be drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.techniques.assumptions import Refutation
from hashi_gui.logic.reasoning.techniques.technique import Conclusion

LOOK_SECONDS = {
    Level.EASY: 0.4,
    Level.MEDIUM: 0.8,
    Level.HARD: 1.5,
    Level.EXPERT: 2.0,
    Level.EXTREME: 3.0,
}
"""How long an island is looked at in search of a step, by the level of its technique."""

STEP_SECONDS = {
    Level.EASY: 2.5,
    Level.MEDIUM: 6.0,
    Level.HARD: 20.0,
    Level.EXPERT: 25.0,
    Level.EXTREME: 30.0,
}
"""How long it takes to be sure of a step that was found, apart from the chain of an assumption."""

NEARBY_ISLANDS = 15
"""The most islands that are looked at for a step: the player begins where something has changed."""

CHAIN_SECONDS = 3.0
"""How long it takes to follow one step of the chain from an assumption to a contradiction."""

DRAW_SECONDS = 1.0
"""How long it takes to draw the bridges between two islands."""


def expected_seconds(puzzle: Puzzle, conclusions: Sequence[Conclusion]) -> float:
    """The time for a puzzle, from all conclusions that solve it, in order."""
    steps = list(_steps(puzzle, conclusions))
    seconds = DRAW_SECONDS * len({each.edge for each in conclusions if each.is_minimum})
    level, new_steps = Level.EASY, len(puzzle.islands)
    for number, (step, open_steps) in enumerate(zip(steps, _open_steps(steps))):
        before, level = level, step.level
        left = len(puzzle.islands) * (1 - number / len(steps))
        looked_at = min(NEARBY_ISLANDS, (left + 1) / (open_steps + 1))
        seconds += STEP_SECONDS[level] + CHAIN_SECONDS * step.chain_length
        seconds += looked_at * LOOK_SECONDS[level]
        if level.rank > before.rank:
            in_vain = min(NEARBY_ISLANDS * new_steps, left)
            seconds += in_vain * _look_in_vain(before, level)
            new_steps = 0
        new_steps += 1
    return seconds


@dataclass(frozen=True, slots=True)
class _Step:
    """Successive conclusions of one technique at the same islands.

    ``ready`` is the number of steps after which nothing changes any more at the islands that it is
    about, so that it is open from then on. ``chain_length`` is 0 if nothing is assumed.
    """

    level: Level
    ready: int
    chain_length: int


def _steps(puzzle: Puzzle, conclusions: Iterable[Conclusion]) -> Iterator[_Step]:
    """The steps to a solution; what is obvious on the board is part of the step before it."""
    count = 0
    reason = None
    changed_after = [0] * len(puzzle.islands)
    for each in conclusions:
        if not each.technique.obvious and reason != (each.technique.name, each.islands):
            reason = each.technique.name, each.islands
            ready = max(changed_after[island] for island in _islands(puzzle, each))
            yield _Step(each.technique.level, ready, _chain_length(each))
            count += 1
        for island in puzzle.ends(each.edge):
            changed_after[island.id] = count


def _islands(puzzle: Puzzle, conclusion: Conclusion) -> set[int]:
    """The islands that a conclusion is about, and those of its chain if it is an assumption."""
    islands = {*conclusion.islands, *(island.id for island in puzzle.ends(conclusion.edge))}
    if isinstance(conclusion.facts, Refutation):
        islands.update(*(_islands(puzzle, each) for each in conclusion.facts.chain))
    return islands


def _chain_length(conclusion: Conclusion) -> int:
    """The number of steps from an assumption to a contradiction, those of nested ones included."""
    if not isinstance(conclusion.facts, Refutation):
        return 0
    return sum(1 + _chain_length(step[-1]) for step in conclusion.facts.steps()) + 1


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


def _look_in_vain(before: Level, level: Level) -> float:
    """How long an island is looked at for steps of the levels from one on, below another."""
    between = (each for each in Level if before.rank <= each.rank < level.rank)
    return sum(LOOK_SECONDS[each] for each in between)
