"""Why a puzzle has no solution."""

from __future__ import annotations

from collections.abc import Collection
from time import monotonic

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import quantity
from hashi_gui.logic.hint import Hint, HintKind
from hashi_gui.logic.position import Position
from hashi_gui.logic.wording import bridges_text, island_name
from hashi_gui.solving import CancelToken, SatSolver, VerdictKind

MAX_SECONDS = 5.0
"""How long a smallest set of contradicting clues is looked for."""


def explain_no_solution(
    puzzle: Puzzle, solver: SatSolver, cancel: CancelToken | None = None
) -> Hint:
    """Why a puzzle without a solution has none, as far as that is known. Raises Cancelled."""
    reason, islands = (
        _too_little_room(puzzle)
        or _odd_sum(puzzle)
        or _separate_part(puzzle)
        or _contradicting_clues(puzzle, solver, cancel)
    )
    reasons = (VerdictKind.NONE.sentence, reason)
    return Hint(HintKind.NONE, "No solution", reasons, tuple(sorted(islands)))


_Reason = tuple[str, Collection[int]]
"""A sentence, and the islands that it is about."""


def _too_little_room(puzzle: Puzzle) -> _Reason | None:
    position = Position(puzzle)
    for island, capacity in enumerate(position.island_capacity):
        if capacity < position.min_need[island]:
            room = f"room for only {bridges_text(capacity)}" if capacity else "no room for a bridge"
            return f"The {island_name(puzzle, island)} has {room}.", [island]
    return None


def _odd_sum(puzzle: Puzzle) -> _Reason | None:
    clues = [island.clue for island in puzzle.islands]
    if None in clues or sum(clue or 0 for clue in clues) % 2 == 0:
        return None
    total = sum(clue or 0 for clue in clues)
    return (
        f"All its numbers add up to {total}. Each bridge counts at both of its ends, so the sum "
        "would have to be even.",
        (),
    )


def _separate_part(puzzle: Puzzle) -> _Reason | None:
    """The islands that no bridges can ever join to the others: the smaller part of the two."""
    high = Position(puzzle).high
    reached, waiting = {0}, [0]
    while waiting:
        island = waiting.pop()
        for edge, there in puzzle.neighbours(island):
            if high[edge.id] and there.id not in reached:
                reached.add(there.id)
                waiting.append(there.id)
    others = set(range(len(puzzle.islands))) - reached
    if not others:
        return None
    part = sorted(reached if len(reached) < len(others) else others)
    name = f"The {island_name(puzzle, part[0])}" if len(part) == 1 else "A part of the islands"
    return f"{name} can never be connected to the others.", part


def _contradicting_clues(puzzle: Puzzle, solver: SatSolver, cancel: CancelToken | None) -> _Reason:
    """A set of clues that have no solution, whatever the others are, and of which each is needed.

    Removes as many clues at a time as it can, at first half of them. After MAX_SECONDS the set may
    be larger than necessary.
    """
    end = monotonic() + MAX_SECONDS
    needed = [island.id for island in puzzle.islands if island.clue is not None]
    size, minimal = len(needed), False
    while size > 1 or not minimal:
        size, minimal, start = max(1, size // 2), True, 0
        while start < len(needed) and monotonic() < end:
            without = needed[:start] + needed[start + size :]
            if _has_solution(puzzle, without, solver, cancel):
                start += size
            else:
                needed, minimal = without, False
        if monotonic() >= end:
            return f"These {quantity(len(needed), 'clue')} cannot all be right.", needed
    if not needed:
        return "No way to connect its islands without crossing bridges gives each one enough.", ()
    if len(needed) == 1:
        (island,) = needed
        return (
            f"The {island_name(puzzle, island)} cannot be right{_whatever(puzzle, needed)}.",
            needed,
        )
    return f"These {len(needed)} clues cannot all be right{_whatever(puzzle, needed)}.", needed


def _whatever(puzzle: Puzzle, needed: Collection[int]) -> str:
    """That the other clues do not matter, if there are any."""
    others = sum(island.clue is not None for island in puzzle.islands) - len(needed)
    return ", whatever the " + ("other one is" if others == 1 else "others are") if others else ""


def _has_solution(
    puzzle: Puzzle, clues: Collection[int], solver: SatSolver, cancel: CancelToken | None
) -> bool:
    """Whether the puzzle with "?" for all but some clues has a solution."""
    kept = set(clues)
    cells = {island.cell: island.clue if island.id in kept else None for island in puzzle.islands}
    relaxed = Puzzle.from_clues(puzzle.rows, puzzle.cols, cells, puzzle.max_bridges)
    with type(solver)(relaxed) as other:
        return other.solution(cancel) is not None
