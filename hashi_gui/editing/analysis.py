"""What a setter wants to know of a puzzle, one finding after the other.

Importing this module does not import NumPy, which takes longer than the window may be busy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TypeVar

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.grading import Grade, reason_easily
from hashi_gui.logic.no_solution import Reason, find_reasons
from hashi_gui.logic.solving_path import SolvingPath, build_solving_path
from hashi_gui.solving import (
    Cancelled,
    CancelToken,
    Count,
    Shares,
    SolutionBounds,
    Solver,
    Verdict,
    VerdictKind,
)
from hashi_gui.system.machine import available_cores

T = TypeVar("T")

Finding = Verdict | SolutionBounds | Reason | Shares | Count | Grade | SolvingPath
"""The verdict is the first finding. With solutions, the bounds over all of them follow.

With several solutions, the shares of them and their number follow; if that takes long, the shares
are first estimated, better and better. With one, its grade and the path to it follow; with none,
reasons for that, better and better.
"""

MAX_SECONDS = 20.0
"""How long is looked for the verdict, and then for each kind of finding."""

QUICK_COUNT_SECONDS = 1.5
"""How long solutions are counted before their shares are estimated."""

COUNT_MEMORY = 400_000_000
"""Bytes that may be used to count solutions."""


def analyse(puzzle: Puzzle, token: CancelToken) -> Iterator[Finding]:
    """Yield each finding as soon as it is known. Raises Cancelled."""
    for finding in _findings(puzzle, token):
        token.raise_if_cancelled()
        yield finding


def _findings(puzzle: Puzzle, token: CancelToken) -> Iterator[Finding]:
    with Solver(puzzle, threads=available_cores()) as solver:
        verdict = _within(MAX_SECONDS, token, solver.verdict) or Verdict(VerdictKind.STOPPED)
        yield verdict
        match verdict.kind:
            case VerdictKind.NONE:
                yield from _reasons(puzzle, token)
            case VerdictKind.UNIQUE:
                assert verdict.solution is not None
                yield SolutionBounds(verdict.solution, verdict.solution)
                yield from _way_to_solution(solver, token)
            case VerdictKind.SEVERAL:
                yield from _all_solutions(solver, token)


def _within(seconds: float, token: CancelToken, work: Callable[[CancelToken], T]) -> T | None:
    """The result of some work; None if it takes longer. Raises Cancelled."""
    with suppress(Cancelled), token.limited(seconds) as limited:
        return work(limited)
    token.raise_if_cancelled()
    return None


def _reasons(puzzle: Puzzle, token: CancelToken) -> Iterator[Reason]:
    with suppress(Cancelled), token.limited(MAX_SECONDS) as limited:
        yield from find_reasons(puzzle, limited)
    token.raise_if_cancelled()


def _way_to_solution(solver: Solver, token: CancelToken) -> Iterator[Grade | SolvingPath]:
    with suppress(Cancelled), token.limited(MAX_SECONDS) as limited:
        reasoning = reason_easily(solver, limited)
        yield reasoning.grade()
        yield build_solving_path(reasoning, limited)
    token.raise_if_cancelled()


def _all_solutions(solver: Solver, token: CancelToken) -> Iterator[Finding]:
    """What the solutions have in common, the shares of those that differ, and their number."""
    empty = Board.empty(solver.puzzle)
    bounds = _within(MAX_SECONDS, token, lambda limited: solver.solution_bounds(empty, limited))
    if bounds is None:
        return
    yield bounds
    count = _count(solver, QUICK_COUNT_SECONDS, token)
    if not count.exact:
        yield from _estimates(solver, bounds, token)
        count = _count(solver, MAX_SECONDS, token)
    if count.shares:
        yield count.shares
    yield Count(count.solutions, count.exact)


def _count(solver: Solver, seconds: float, token: CancelToken) -> Count:
    """The number of solutions, also for each edge if it is exact; a lower bound after some time."""
    from hashi_gui.solving.counting.counter import count_solutions

    with token.limited(seconds) as limited:
        count = count_solutions(solver, limited, edges=True, memory=COUNT_MEMORY)
    token.raise_if_cancelled()
    return count


def _estimates(solver: Solver, bounds: SolutionBounds, token: CancelToken) -> Iterator[Shares]:
    from hashi_gui.solving.counting.estimate import estimate_shares

    solution = solver.solution(token)
    assert solution is not None
    with suppress(Cancelled), token.limited(MAX_SECONDS) as limited:
        yield from estimate_shares(solver.puzzle, bounds, solution, limited)
    token.raise_if_cancelled()
