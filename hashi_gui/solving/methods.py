"""The methods of this room: each solves a puzzle from scratch."""

from __future__ import annotations

from dataclasses import asdict
from time import perf_counter
from typing import Protocol

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.cancel import CancelToken, Stopped
from hashi_gui.solving.results import Result, Status
from hashi_gui.solving.sat import SatSolver


class Method(Protocol):
    """Solves a puzzle from scratch. Never raises Stopped: the status says it."""

    def __call__(self, puzzle: Puzzle, cancel: CancelToken) -> Result: ...


def solve_by_sat(puzzle: Puzzle, cancel: CancelToken) -> Result:
    """SAT with lazy connectivity cuts; the stats are those of SatSolver."""
    begin = perf_counter()
    with SatSolver(puzzle) as solver:
        try:
            counts = solver.solution(cancel)
            status = Status.NONE if counts is None else Status.SOLVED
        except Stopped:
            counts, status = None, Status.STOPPED
        return Result("sat", status, counts, perf_counter() - begin, asdict(solver.stats))
