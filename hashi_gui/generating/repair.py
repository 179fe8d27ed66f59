"""Repairing a draft of the generator: changes until its clues have no other solution.

An oracle finds bounds on the bridges of each edge. Where an edge is not decided, the draft is
changed, and the clues with it. Any solution of the new clues, with the change undone, would fit the
old clues. So a change rules out every old solution that it would take below zero bridges, above the
limit, or across another bridge.

The exact oracle finds the bounds over all solutions. They do not depend on which solutions the SAT
solver happens to find, so the result is the same with every version of it. The human oracle, which
uses techniques up to a level, finds wider bounds, so that a puzzle it can decide is not only unique
but also no harder than that level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Island, Puzzle
from hashi_gui.core.rules import degrees, is_blocked
from hashi_gui.generating.options import LARGE
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import reason_within
from hashi_gui.solving import Backbone, CancelToken, Solver, VerdictKind
from hashi_gui.solving.regions import Regions

_MAX_ROUNDS = 100
"""The most times a draft is changed before the repair fails; a handful of times is usual."""

_ROUNDS_IN_ORDER = 10
"""After this many rounds, changes are tried at random: the best ones might go round in circles."""

_ROUNDS_WITH_UNKNOWN = 10
"""After this many rounds, each "?" at an undecided edge gets its number."""

_ROUNDS_IN_ORDER_IF_MANY = 3

_MOST_JOINT = 100
"""If the regions leave more edges undecided, their bounds do, which are wider: to look at so many
edges together would take long.
"""

Oracle = Callable[[Puzzle], Backbone | None]
"""Returns bounds on the bridges of each edge, or None if it can decide all edges."""

Change = tuple[int, int]
"""An edge, and its new number of bridges."""

Order = Callable[[bytes, Sequence[Change]], list[Change]]
"""Puts changes of a draft in the order in which they should be tried."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What repairs must not change: the clues of islands, and the least bridges on edges."""

    islands: AbstractSet[int] = frozenset()
    least: Mapping[int, int] = field(default_factory=dict)

    def allows(self, puzzle: Puzzle, edge: int, count: int) -> bool:
        """Whether an edge may have a number of bridges."""
        return self.least.get(edge, 0) <= count <= puzzle.rules.max_bridges


NOTHING_KEPT = Kept()


def exact_oracle(cancel: CancelToken) -> Oracle:
    """An oracle that decides all puzzles with exactly one solution. Raises Cancelled.

    Large ones only if their regions leave few edges undecided, see ``_MOST_JOINT``.
    If it is asked about large puzzles, their islands must be on the same cells.
    """
    regions: Regions | None = None

    def oracle(puzzle: Puzzle) -> Backbone | None:
        nonlocal regions
        if len(puzzle.islands) >= LARGE:
            regions = regions or Regions(puzzle)
            if bounds := regions.bounds(puzzle, cancel, most_joint=_MOST_JOINT):
                return bounds if bounds.low != bounds.high else None
        with Solver(puzzle) as solver:
            if solver.verdict(cancel).kind == VerdictKind.UNIQUE:
                return None
            return solver.backbone(Board.empty(puzzle), cancel)

    return oracle


def human_oracle(level: Level, cancel: CancelToken) -> Oracle:
    """An oracle that decides what techniques up to a level can decide. Raises Cancelled."""

    def oracle(puzzle: Puzzle) -> Backbone | None:
        position = reason_within(puzzle, level, cancel).position
        return None if position.solved else Backbone(bytes(position.low), bytes(position.high))

    return oracle


def make_unique(
    puzzle: Puzzle,
    draft: bytes,
    unknown: AbstractSet[int],
    oracle: Oracle,
    rng: Rng,
    *,
    loops: bool = True,
    kept: Kept = NOTHING_KEPT,
    order: Order | None = None,
) -> tuple[Puzzle, bytes] | None:
    """Give the islands clues that the oracle can decide; returns the puzzle and its solution.

    ``draft`` holds the number of bridges on each edge, connected and without crossings; the
    solution is similar to it. ``unknown`` are the islands to be "?", some of which may get a
    number. The clues of ``puzzle`` are ignored. Without ``loops`` the draft must be a tree, and so
    is the solution. The draft must meet what is ``kept``. Changes are tried in random order, or in
    ``order``. Returns None if the repair fails.
    """
    is_large = len(puzzle.islands) >= LARGE
    rounds_in_order = _ROUNDS_IN_ORDER_IF_MANY if is_large else _ROUNDS_IN_ORDER
    for number in range(_MAX_ROUNDS):
        clues = enumerate(degrees(puzzle, draft))
        with_clues = puzzle.with_other_clues({i: None if i in unknown else n for i, n in clues})
        bounds = oracle(with_clues)
        if bounds is None:
            return with_clues, draft
        changes = list(possible_changes(puzzle, draft, bounds))
        if order and number < rounds_in_order:
            changes = order(draft, changes)
        else:
            changes = rng.shuffled(changes)
        draft = _change(puzzle, draft, changes, rng, loops, kept)
        if number >= _ROUNDS_WITH_UNKNOWN:
            unknown -= undecided_islands(puzzle, bounds)
    return None


def _change(
    puzzle: Puzzle, draft: bytes, tried: Iterable[Change], rng: Rng, loops: bool, kept: Kept
) -> bytes:
    """The draft with those changes, in turn, that do not affect each other: no two at the same
    island or, unless there are many, at neighbours.
    """
    counts = bytearray(draft)
    affected: set[int] = set()
    for edge, count in tried:
        changes = _balanced_change(puzzle, counts, edge, count, rng, loops, kept)
        ends = puzzle.ends_of(changes)
        if changes and affected.isdisjoint(ends) and fits(puzzle, counts, changes):
            if not (loops or counts[edge]):
                removed = rng.pick(_path(puzzle, counts, *puzzle.ends(edge)))
                if not kept.islands.isdisjoint(puzzle.ends_of([removed])) or removed in kept.least:
                    continue
                changes[removed] = 0
            changed = puzzle.ends_of(changes)
            for changed_edge, new_count in changes.items():
                counts[changed_edge] = new_count
            affected |= changed
            if len(puzzle.islands) < LARGE:
                affected.update(there.id for i in changed for _, there in puzzle.neighbours(i))
    return bytes(counts)


def _balanced_change(
    puzzle: Puzzle,
    counts: bytearray,
    edge: int,
    count: int,
    rng: Rng,
    loops: bool,
    kept: Kept,
) -> dict[int, int]:
    """A change of one edge, with changes of other edges that preserve the clues to be kept.

    Returns the new numbers by edge; empty if there is no such change.
    """
    if not kept.allows(puzzle, edge, count):
        return {}
    changes = {edge: count}
    for end in puzzle.ends(edge):
        if end.id in kept.islands:
            balances = [
                (other.id, balance)
                for other, there in puzzle.neighbours(end.id)
                for balance in [counts[other.id] - count + counts[edge]]
                if other.id not in changes and there.id not in kept.islands
                if (loops or counts[other.id]) and kept.allows(puzzle, other.id, balance)
            ]
            if not balances:
                return {}
            changes.update([rng.pick(balances)])
    return changes


def possible_changes(puzzle: Puzzle, draft: bytes, bounds: Backbone) -> Iterator[Change]:
    """Edges with new numbers of bridges that rule out other solutions."""
    limit = puzzle.rules.max_bridges
    for edge, (low, count, high) in enumerate(zip(bounds.low, draft, bounds.high)):
        if low < count:
            yield edge, count - low - 1  # Solutions with `low` here would have -1.
        if high > count:
            crossed = [across for across in puzzle.crossings[edge] if draft[across]]
            if not crossed:
                yield edge, count + limit - high + 1  # Those with `high` would exceed the limit.
            for across in crossed:
                if draft[across] < limit:
                    yield across, draft[across] + 1  # Those with any here would cross it.


def fits(puzzle: Puzzle, counts: bytearray, changes: Mapping[int, int]) -> bool:
    """Whether new numbers of bridges cross nothing and leave all connected, as it is before."""
    changed = counts.copy()
    for edge, count in changes.items():
        changed[edge] = count
    if any(count and is_blocked(puzzle, changed, edge) for edge, count in changes.items()):
        return False
    return all(_joins_ends(puzzle, changed, edge) for edge, count in changes.items() if not count)


def _joins_ends(puzzle: Puzzle, counts: bytearray, edge: int) -> bool:
    """Whether bridges lead from one end of an edge to the other.

    Looks around both ends alike, so that it takes no longer than the smaller part is large.
    """
    edges = puzzle.edges
    one, two = (([end], {end}) for end in (edges[edge].a, edges[edge].b))
    for number in range(len(puzzle.islands)):
        for (islands, reached), (_, goal) in ((one, two), (two, one)):
            if number == len(islands):
                return False
            for leaving in puzzle.incident[islands[number]]:
                if counts[leaving]:
                    there = edges[leaving].other(islands[number])
                    if there in goal:
                        return True
                    if there not in reached:
                        reached.add(there)
                        islands.append(there)
    return False


def _path(puzzle: Puzzle, counts: bytearray, start: Island, end: Island) -> list[int]:
    """The edges on a shortest path over bridges from one island to another."""
    entry = {start.id: -1}
    islands = [start.id]
    for island in islands:
        for edge, there in puzzle.neighbours(island):
            if counts[edge.id] and there.id not in entry:
                entry[there.id] = edge.id
                islands.append(there.id)
    path, island = [], end.id
    while (edge_id := entry[island]) >= 0:
        path.append(edge_id)
        island = puzzle.edges[edge_id].other(island)
    return path


def undecided_islands(puzzle: Puzzle, bounds: Backbone) -> set[int]:
    """The islands at edges that the bounds leave undecided."""
    pairs = enumerate(zip(bounds.low, bounds.high))
    return puzzle.ends_of([edge for edge, (low, high) in pairs if low != high])
