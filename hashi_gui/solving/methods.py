"""Every way to solve a puzzle, by the name that ``--method`` takes."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from types import MappingProxyType
from typing import Protocol

from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.cancel import CancelToken, Stopped
from hashi_gui.solving.results import Result, Status
from hashi_gui.solving.sat import SatSolver


class MethodError(HashiError):
    """There is no method of that name."""


class Method(Protocol):
    """Solves a puzzle from scratch. Never raises Stopped: the status says it."""

    def __call__(self, puzzle: Puzzle, cancel: CancelToken) -> Result: ...


def _sat(puzzle: Puzzle, cancel: CancelToken) -> Result:
    begin = perf_counter()
    with SatSolver(puzzle) as solver:
        try:
            counts = solver.solution(cancel)
            status = Status.NONE if counts is None else Status.SOLVED
        except Stopped:
            counts, status = None, Status.STOPPED
        return Result("sat", status, counts, perf_counter() - begin, solver.stats)


METHODS: Mapping[str, Method] = MappingProxyType({"sat": _sat})


def solve(puzzle: Puzzle, method: str = "sat", cancel: CancelToken | None = None) -> Result:
    """Solve a puzzle from scratch by the method of that name.

    Raises MethodError for a name that is not in METHODS.
    """
    if method not in METHODS:
        raise MethodError(f"There is no method {method!r}; known: {', '.join(METHODS)}.")
    return METHODS[method](puzzle, cancel or CancelToken())
