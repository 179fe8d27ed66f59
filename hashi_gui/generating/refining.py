"""Refining a puzzle: small changes of its solution, until the path to it is as it should be."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import degrees
from hashi_gui.generating.repair import exact_oracle, fits
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import reason_within
from hashi_gui.logic.rating.solving_path import narrow_share, path_shape
from hashi_gui.solving import CancelToken

_TRIES = {Level.MEDIUM: 40_000, Level.HARD: 40_000, Level.EXPERT: 5_000}
"""The most changes tried for each level, divided by the number of islands; four in five are bad at
first sight. On small boards, which cannot meet all goals, they are no more than the square of that
number. Other levels are not refined."""

_LEAST_HARDEST, _LEAST_EXPERT, _EXPERT_ISLANDS = 4, 9, 54
"""How many steps of its level a puzzle should need at least, and of expert ones with so many
islands, in proportion to the islands of others."""

_LATEST_FIRST, _LEAST_NARROW = 0.6, 0.35
"""Where on the path the first of these steps should be at the latest, and how many of the steps
should be narrow."""

_PER_TECHNIQUE = 0.1
"""How much it is missed that these steps are of two techniques at least, in hard puzzles; the other
levels have no more than two."""

_TOO_EASY = 2.0
"""How much the goals are missed if no step needs the level; more than in any other way."""


def is_refined(level: Level | None) -> bool:
    """Whether puzzles of a level are refined."""
    return level in _TRIES


def refine(
    puzzle: Puzzle,
    solution: bytes,
    level: Level,
    suits: Callable[[bytes], bool],
    rng: Rng,
    cancel: CancelToken,
) -> tuple[Puzzle, bytes] | None:
    """A puzzle like this one, with its only solution, whose path misses fewer goals.

    ``suits`` says which solutions are enough like the first one. None if the result is easier or
    harder than the level. Raises Cancelled.
    """
    missed = missed_goals(puzzle, level, cancel)
    size = len(puzzle.islands)
    for _ in range(min(_TRIES[level] // size, size * size)):
        if not missed:
            break
        counts = _changed(puzzle, solution, rng)
        if counts == solution or not suits(counts):
            continue
        clues = degrees(puzzle, counts)
        changed = puzzle.with_other_clues(
            {island.id: clues[island.id] for island in puzzle.islands if island.clue is not None}
        )
        now_missed = missed_goals(changed, level, cancel, missed)
        if now_missed <= missed:
            puzzle, solution, missed = changed, counts, now_missed
    return (puzzle, solution) if missed < _TOO_EASY else None


def missed_goals(puzzle: Puzzle, level: Level, cancel: CancelToken, most: float = inf) -> float:
    """How much the path of a puzzle is not as it should be for a level; 0 if all goals are met.

    A puzzle should feel like its level early and often, a hard one with two techniques of it. It is
    infinite if the level is not enough to solve the puzzle, and not all of it if it is above
    ``most``. Raises Cancelled.
    """
    if level.rank >= Level.EXPERT.rank and exact_oracle(cancel)(puzzle):
        return inf  # Assumptions would take long to find nothing.
    reasoning = reason_within(puzzle, level, cancel)
    if not reasoning.solves:
        return inf
    missed = _TOO_EASY
    if reasoning.level is level:
        shape = path_shape(reasoning)
        least = float(_LEAST_HARDEST)
        if level.rank >= Level.EXPERT.rank:
            least = max(least, _LEAST_EXPERT * len(puzzle.islands) / _EXPERT_ISLANDS)
        missed = (
            max(0.0, 1 - shape.hardest / least)
            + max(0.0, shape.first - _LATEST_FIRST)
            + _PER_TECHNIQUE * (level is Level.HARD and shape.techniques < 2)
        )
    if missed > most:
        return missed
    return missed + max(0.0, _LEAST_NARROW - narrow_share(reasoning, cancel))


def _changed(puzzle: Puzzle, solution: bytes, rng: Rng) -> bytes:
    """The solution with another number of bridges on an edge, and perhaps on one beside it."""
    counts = bytearray(solution)
    edge = rng.index(len(counts))
    for _ in range(2):
        count = rng.index(puzzle.rules.max_bridges + 1)
        crossed = [across for across in puzzle.crossings[edge] if count and counts[across]]
        changes = {**dict.fromkeys(crossed, 0), edge: count}
        if fits(puzzle, counts, changes):
            for changed_edge, new_count in changes.items():
                counts[changed_edge] = new_count
        edge = rng.pick(puzzle.incident[rng.pick(puzzle.ends(edge)).id])
    return bytes(counts)
