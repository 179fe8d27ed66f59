"""From a draft to a solution whose clues have no other.

A judge says how far the bridges on each edge vary, as far as it can tell. Where they do, the draft
is changed, and its clues with it. A solution of the new clues, with the change undone, would fit
the old ones: so a change rules out every old solution that it pushes below zero bridges, over the
limit or across another bridge.

The exact judge knows the bounds over all solutions. Those do not depend on which solutions the
engine happens to find: the outcome is the same with every version of it. The judge that reasons
as people do knows less, so what it can decide is not only unique but no harder than it may be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Island, Puzzle
from hashi_gui.core.rules import components, degrees, is_blocked
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.grading import deduce_within
from hashi_gui.logic.levels import Level
from hashi_gui.solving import Bounds, CancelToken, SatSolver, VerdictKind

_ROUNDS = 100
"""How often a draft is changed before it is given up; a handful of times is usual."""

_PATIENCE = 10
"""How often it is changed before each "?" that solutions still disagree about gets a number."""

Oracle = Callable[[Puzzle], Bounds | None]
"""Finds bounds on the bridges of each edge; None where it can decide them all."""


def exact_oracle(cancel: CancelToken) -> Oracle:
    """Decides what has one solution. Raises Stopped."""

    def oracle(puzzle: Puzzle) -> Bounds | None:
        with SatSolver(puzzle) as solver:
            if solver.verdict(cancel).kind == VerdictKind.UNIQUE:
                return None
            return solver.solution_bounds(Board.empty(puzzle), cancel)

    return oracle


def human_oracle(level: Level, cancel: CancelToken) -> Oracle:
    """Decides what techniques up to a level can. Raises Stopped."""

    def oracle(puzzle: Puzzle) -> Bounds | None:
        known = deduce_within(puzzle, level, cancel)
        return None if known.solved else Bounds(bytes(known.low), bytes(known.high))

    return oracle


def make_unique(
    puzzle: Puzzle,
    draft: bytes,
    unknown: AbstractSet[int],
    oracle: Oracle,
    rng: Rng,
    *,
    loops: bool = True,
) -> tuple[Puzzle, bytes] | None:
    """The islands with clues that the judge can decide, and their solution, much like the draft.

    ``draft`` holds the bridges on each edge, connected and without crossings; ``unknown`` the
    islands to be "?", some of which may get a number. The clues that ``puzzle`` has do not matter.
    Without ``loops`` the draft is a tree and stays one. Returns None where no repair is found.
    """
    for turn in range(_ROUNDS):
        clued = _with_clues(puzzle, draft, unknown)
        bounds = oracle(clued)
        if bounds is None:
            return clued, draft
        draft = _changed(puzzle, draft, bounds, rng, loops)
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


def _changed(puzzle: Puzzle, draft: bytes, bounds: Bounds, rng: Rng, loops: bool) -> bytes:
    """The draft with as many random changes as keep clear of each other: no two at one island or
    at islands that see each other.
    """
    counts = bytearray(draft)
    concerned: set[int] = set()
    for edge, count in rng.shuffled(list(_changes(puzzle, draft, bounds))):
        changed = {end.id for end in puzzle.ends(edge)}
        if concerned.isdisjoint(changed) and _fits(puzzle, counts, edge, count):
            if not (loops or counts[edge]):
                opened = rng.pick(_path(puzzle, counts, *puzzle.ends(edge)))
                counts[opened] = 0
                changed.update(end.id for end in puzzle.ends(opened))
            counts[edge] = count
            concerned |= changed
            concerned.update(there.id for i in changed for _, there in puzzle.neighbours(i))
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
        return not is_blocked(puzzle, counts, edge)
    without = counts.copy()
    without[edge] = 0
    return len(components(puzzle, without)) == 1


def _path(puzzle: Puzzle, counts: bytearray, start: Island, end: Island) -> list[int]:
    """The edges of the way over bridges from one island to another."""
    way_in = {start.id: -1}
    islands = [start.id]
    for island in islands:
        for edge, there in puzzle.neighbours(island):
            if counts[edge.id] and there.id not in way_in:
                way_in[there.id] = edge.id
                islands.append(there.id)
    path, island = [], end.id
    while (edge_id := way_in[island]) >= 0:
        path.append(edge_id)
        island = puzzle.edges[edge_id].other(island)
    return path


def _varying(puzzle: Puzzle, bounds: Bounds) -> set[int]:
    """The islands at edges on which solutions differ."""
    return {
        end.id
        for edge, (low, high) in enumerate(zip(bounds.low, bounds.high))
        if low != high
        for end in puzzle.ends(edge)
    }
