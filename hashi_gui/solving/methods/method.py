"""A method: one way to solve a puzzle from scratch, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from time import perf_counter
from typing import Any

from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import solution_fault
from hashi_gui.solving.cancel import Cancelled, CancelToken
from hashi_gui.solving.results import Result, Status, checked
from hashi_gui.solving.sat import SatSolver

Search = Callable[[Puzzle, CancelToken, dict[str, Any]], bytes | None]
"""Returns the bridges on each edge, or None where there is no solution; raises Cancelled, or
UnsupportedPuzzleError for a puzzle that is beyond it. It fills the stats it is given as it goes,
so that they describe the work also where it was cancelled.
"""


class UnsupportedPuzzleError(HashiError):
    """A puzzle that a method refuses, and why."""


@dataclass(frozen=True, slots=True)
class Method:
    """One way to solve a puzzle: where it was published, and when it is a sensible choice.

    A method that is not ``complete`` leaves out a rule, so its answer may be wrong. ``library`` is
    the optional module that it cannot do without, if there is one.
    """

    name: str
    source: str
    advice: str
    search: Search
    complete: bool = True
    library: str = ""

    @property
    def installed(self) -> bool:
        """Whether everything is there that it needs."""
        return not self.library or find_spec(self.library) is not None

    def solve(self, puzzle: Puzzle, cancel: CancelToken) -> Result:
        """Solve a puzzle from scratch. Being stopped is a status; raises UnsupportedPuzzleError."""
        stats: dict[str, Any] = {}
        begin = perf_counter()
        try:
            counts = self.search(puzzle, cancel, stats)
            status = Status.NONE if counts is None else Status.SOLVED
        except Cancelled:
            counts, status = None, Status.STOPPED
        seconds = perf_counter() - begin
        if counts is not None:
            if self.complete:
                checked(puzzle, counts)
            elif solution_fault(puzzle, counts):
                status = Status.WRONG
        return Result(self.name, status, counts, seconds, stats)


def _search_by_sat(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
    with SatSolver(puzzle) as solver:
        try:
            return solver.solution(cancel)
        finally:
            stats |= asdict(solver.stats)


SAT = Method(
    "sat",
    "HCMUS report 5, section 6.1, with order encoding and lazy connectivity cuts",
    "always: the fastest here, and the default",
    _search_by_sat,
)
