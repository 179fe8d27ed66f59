"""From a draft to a solution whose clues have no other.

The exact solver says how far the bridges on each edge vary over all solutions. Where they do, the
draft is changed, and its clues with it. A solution of the new clues, with the change undone, would
fit the old ones: so a change rules out every old solution that it pushes below zero bridges, over
the limit or across another bridge.

Bounds over all solutions do not depend on which of them the engine happens to find, as a second
solution would: the outcome is the same with every version of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import blocked, components, degrees
from hashi_gui.generating.dice import Dice
from hashi_gui.solving import Bounds, CancelToken, SatSolver, VerdictKind

_ROUNDS = 100
"""How often a draft is changed before it is given up; a handful of times is usual."""

_PATIENCE = 10
"""How often it is changed before each "?" that solutions still disagree about gets a number."""


def make_unique(
    puzzle: Puzzle, draft: bytes, unknown: AbstractSet[int], dice: Dice, cancel: CancelToken
) -> tuple[Puzzle, bytes] | None:
    """The islands with clues that have one solution, and that solution, much like the draft.

    ``draft`` holds the bridges on each edge, connected and without crossings; ``unknown`` the
    islands to be "?", some of which may get a number. The clues that ``puzzle`` has do not matter.
    Returns None where no repair is found. Raises Stopped.
    """
    for turn in range(_ROUNDS):
        clued = _with_clues(puzzle, draft, unknown)
        with SatSolver(clued) as solver:
            if solver.verdict(cancel).kind == VerdictKind.UNIQUE:
                return clued, draft
            bounds = solver.forced(Board.empty(clued), cancel)
        draft = _changed(puzzle, draft, bounds, dice)
        if turn >= _PATIENCE:
            unknown -= _varying(puzzle, bounds)
    return None


def _with_clues(puzzle: Puzzle, solution: bytes, unknown: AbstractSet[int]) -> Puzzle:
    clues = degrees(puzzle, solution)
    islands = tuple(
        replace(island, clue=None if island.id in unknown else clues[island.id])
        for island in puzzle.islands
    )
    return replace(puzzle, islands=islands)


def _changed(puzzle: Puzzle, draft: bytes, bounds: Bounds, dice: Dice) -> bytes:
    """The draft with as many random changes as keep clear of each other: no two at one island or
    at islands that see each other.
    """
    counts = bytearray(draft)
    concerned: set[int] = set()
    for edge, count in dice.shuffled(list(_changes(puzzle, draft, bounds))):
        ends = {end.id for end in puzzle.ends(edge)}
        if concerned.isdisjoint(ends) and _fits(puzzle, counts, edge, count):
            counts[edge] = count
            concerned |= ends
            concerned.update(seen.id for end in ends for _, seen in puzzle.neighbours(end))
    return bytes(counts)


def _changes(puzzle: Puzzle, draft: bytes, bounds: Bounds) -> Iterator[tuple[int, int]]:
    """Edges and new counts for them that rule other solutions out."""
    limit = puzzle.max_bridges
    for edge, (low, count, high) in enumerate(zip(bounds.low, draft, bounds.high)):
        if low < count:
            yield edge, count - low - 1  # solutions with `low` here are pushed below zero
        if high > count:
            crossed = [across for across in puzzle.crossings[edge] if draft[across]]
            if not crossed:
                yield edge, count + limit - high + 1  # those with `high` here, over the limit
            for across in crossed:
                if draft[across] < limit:
                    yield across, draft[across] + 1  # those with any here, across a bridge


def _fits(puzzle: Puzzle, counts: bytearray, edge: int, count: int) -> bool:
    """Whether no bridges cross and all islands stay connected with a new count on an edge."""
    if count:
        return not blocked(puzzle, counts, edge)
    without = counts.copy()
    without[edge] = 0
    return len(components(puzzle, without)) == 1


def _varying(puzzle: Puzzle, bounds: Bounds) -> set[int]:
    """The islands at edges on which solutions differ."""
    return {
        end.id
        for edge, (low, high) in enumerate(zip(bounds.low, bounds.high))
        if low != high
        for end in puzzle.ends(edge)
    }
