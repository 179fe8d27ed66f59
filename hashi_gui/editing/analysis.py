"""What a setter wants to know of a puzzle, one finding after the other; found in another process.

So the window never waits for the interpreter. The process stays warm between edits. What was found
out about the last puzzles is remembered, so that undo and redo show it at once.

Importing this module does not import NumPy, which takes longer than the window may be busy.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from itertools import count, islice
from operator import ne
from typing import TypeVar

from hashi_gui.core.board import Board
from hashi_gui.core.i18n import N_
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.rating.grading import Grade, reason_easily
from hashi_gui.logic.rating.solving_path import SolvingPath, build_solving_path
from hashi_gui.logic.teaching.explanation import Explanation, ExplanationKind
from hashi_gui.logic.teaching.no_solution import find_contradiction, find_reasons
from hashi_gui.solving import (
    Backbone,
    Cancelled,
    CancelToken,
    Count,
    Shares,
    Solver,
    Verdict,
    VerdictKind,
)
from hashi_gui.system.machine import available_cores
from hashi_gui.system.processes import ServerProcess

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Solutions:
    """Solutions of a puzzle: all if they are ``complete``, otherwise there are more.

    The first is the one that the setter has drawn, if that is one; the others follow in the order
    of the number of edges on which they differ from it. Unless there are very many or time runs
    out, one of these differs from the first wherever any solution does.
    """

    solutions: tuple[bytes, ...]
    complete: bool


Finding = Verdict | Backbone | Explanation | Shares | Count | Solutions | Grade | SolvingPath
"""The verdict is the first finding. With solutions, the bounds over all of them follow.

With several solutions, the shares of them, their number and the solutions follow; if counting takes
long, the shares are first estimated, better and better. With one, its grade and the path to it
follow; with none, reasons for that, better and better, the last ones with their steps.
"""

MAX_SECONDS = 20.0
"""How long is looked for the verdict, and then for each kind of finding."""

QUICK_COUNT_SECONDS = 1.5
"""How long solutions are counted before their shares are estimated."""

MOST_SOLUTIONS = 100
"""How many solutions are listed."""

LISTING_SECONDS = 2.0
"""How long solutions are listed."""

COUNT_MEMORY = 400_000_000
"""Bytes that may be used to count solutions."""


def analyse(puzzle: Puzzle, token: CancelToken, drawn: bytes | None = None) -> Iterator[Finding]:
    """Yield each finding as soon as it is known. Raises Cancelled.

    ``drawn`` is the solution that the setter has drawn, None if it is not a whole one.
    """
    for finding in _findings(puzzle, token, drawn):
        token.raise_if_cancelled()
        yield finding


def _findings(puzzle: Puzzle, token: CancelToken, drawn: bytes | None) -> Iterator[Finding]:
    with Solver(puzzle, threads=available_cores()) as solver:
        verdict = _within(MAX_SECONDS, token, solver.verdict) or Verdict(VerdictKind.STOPPED)
        yield verdict
        match verdict.kind:
            case VerdictKind.NONE:
                yield from _reasons(puzzle, token)
            case VerdictKind.UNIQUE:
                assert verdict.solution is not None
                yield Backbone(verdict.solution, verdict.solution)
                yield from _way_to_solution(solver, token)
            case VerdictKind.SEVERAL:
                assert verdict.solution is not None
                yield from _all_solutions(solver, drawn or verdict.solution, token)


def _within(seconds: float, token: CancelToken, work: Callable[[CancelToken], T]) -> T | None:
    """The result of some work; None if it takes longer. Raises Cancelled."""
    with suppress(Cancelled), token.limited(seconds) as limited:
        return work(limited)
    token.raise_if_cancelled()
    return None


def _reasons(puzzle: Puzzle, token: CancelToken) -> Iterator[Explanation]:
    reason = None
    with suppress(Cancelled), token.limited(MAX_SECONDS) as limited:
        for reason in find_reasons(puzzle, limited):
            yield reason
    token.raise_if_cancelled()
    if reason is not None and reason.kind is ExplanationKind.CONTRADICTION:
        with suppress(Cancelled), token.limited(MAX_SECONDS) as limited:
            for steps in find_contradiction(puzzle, list(reason.highlight.islands), limited):
                yield replace(reason, steps=steps)
        token.raise_if_cancelled()


def _way_to_solution(solver: Solver, token: CancelToken) -> Iterator[Grade | SolvingPath]:
    with suppress(Cancelled), token.limited(MAX_SECONDS) as limited:
        reasoning = reason_easily(solver, limited)
        yield reasoning.grade()
        yield build_solving_path(reasoning, limited)
    token.raise_if_cancelled()


def _all_solutions(solver: Solver, base: bytes, token: CancelToken) -> Iterator[Finding]:
    """What the solutions have in common, the shares of those that differ, their number, and some
    of them; first ``base``.
    """
    empty = Board.empty(solver.puzzle)
    bounds = _within(MAX_SECONDS, token, lambda limited: solver.backbone(empty, limited))
    if bounds is None:
        return
    yield bounds
    count = _count(solver, QUICK_COUNT_SECONDS, token)
    if not count.exact:
        yield _solutions(solver, base, token)
        yield from _estimates(solver, bounds, token)
        yield from _counted(_count(solver, MAX_SECONDS, token))
    else:
        yield from _counted(count)
        yield _solutions(solver, base, token)


def _counted(count: Count) -> Iterator[Shares | Count]:
    if count.shares:
        yield count.shares
    yield Count(count.solutions, count.exact)


def _solutions(solver: Solver, base: bytes, token: CancelToken) -> Solutions:
    """As many solutions as are found in some time."""
    others: list[bytes] = []
    complete = False
    with (
        suppress(Cancelled),
        token.limited(LISTING_SECONDS) as limited,
        closing(solver.other_solutions(base, limited)) as found,
    ):
        others.extend(islice(found, MOST_SOLUTIONS))  # Also those before it is stopped.
        complete = len(others) < MOST_SOLUTIONS
    token.raise_if_cancelled()
    if not complete:
        del others[-1:]  # So that there are more than those listed.
    others.sort(key=lambda other: sum(map(ne, base, other)))
    return Solutions((base, *others), complete)


def _count(solver: Solver, seconds: float, token: CancelToken) -> Count:
    """The number of solutions, also for each edge if it is exact; a lower bound after some time."""
    from hashi_gui.solving.counting import count_solutions

    with token.limited(seconds) as limited:
        count = count_solutions(solver, limited, edges=True, memory=COUNT_MEMORY)
    token.raise_if_cancelled()
    return count


def _estimates(solver: Solver, bounds: Backbone, token: CancelToken) -> Iterator[Shares]:
    from hashi_gui.solving.counting.estimate import estimate_shares

    solution = solver.solution(token)
    assert solution is not None
    with suppress(Cancelled), token.limited(MAX_SECONDS) as limited:
        yield from estimate_shares(solver.puzzle, bounds, solution, limited)
    token.raise_if_cancelled()


_MODULE = "hashi_gui.editing.analysis_server"

MEMORY = 200
"""The number of puzzles whose findings are remembered."""


@dataclass(frozen=True, slots=True)
class AnalysisRequest:
    """The request for the next finding; with a puzzle, for the first.

    All requests about one puzzle have the same number, which is larger than those before. With a
    puzzle comes the solution that is ``drawn``, see :func:`analyse`.
    """

    number: int
    puzzle: Puzzle | None = None
    drawn: bytes | None = None


class AnalysisClient:
    """Analyses one puzzle after the other. Use it from one thread at a time."""

    _numbers = count(1)
    """One for each analysis, whichever client it is for."""

    def __init__(self) -> None:
        self._process: ServerProcess | None = None
        self._known: OrderedDict[Hashable, list[Finding]] = OrderedDict()

    @property
    def process_id(self) -> int | None:
        """The id of the process; None if it does not run."""
        return self._process.id if self._process else None

    def start(self) -> None:
        """Start the process, if it does not run, so that the first analysis need not wait."""
        if self._process is None:
            self._process = ServerProcess(_MODULE, N_("The process that analyses puzzles"))

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def analyse(
        self, puzzle: Puzzle, token: CancelToken, drawn: bytes | None = None
    ) -> Iterator[Finding]:
        """Yield what :func:`analyse` does, at once if that is remembered.

        Raises Cancelled, and WorkerLostError if the process ends too early; the next analysis then
        starts another one.
        """
        key = puzzle.rows, puzzle.cols, puzzle.rules, puzzle.islands, drawn
        if key in self._known:
            yield from self._known[key]
        else:
            found = []
            for finding in self._ask(puzzle, token, drawn):
                found.append(finding)
                yield finding
            self._known[key] = found
        self._known.move_to_end(key)
        if len(self._known) > MEMORY:
            self._known.popitem(last=False)

    def _ask(self, puzzle: Puzzle, token: CancelToken, drawn: bytes | None) -> Iterator[Finding]:
        self.start()
        process = self._process
        assert process is not None
        request = AnalysisRequest(next(self._numbers), puzzle, drawn)
        try:
            with process.stoppable(request.number) as stop, token.on_cancel(stop):
                while (finding := process.ask(request)) is not None:
                    token.raise_if_cancelled()
                    yield finding
                    request = AnalysisRequest(request.number)
        except Cancelled:
            raise
        except Exception:
            self.close()
            token.raise_if_cancelled()  # If so, the process may have been killed.
            raise
