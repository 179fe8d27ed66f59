"""The answers of the solvers: verdicts and their sentences, counts, bounds, results of methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import N_, _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import solution_fault
from hashi_gui.solving.cancel import Cancelled, CancelToken
from hashi_gui.system.machine import Stopwatch


class UnsupportedPuzzleError(HashiError):
    """A method cannot handle a puzzle, or needs a library; the message says why."""


class SolverError(Exception):
    """A solver failed or gave a wrong answer: a bug, never the fault of the user or the puzzle."""


class GaveUp(Exception):  # noqa: N818 - control flow, not an error
    """Raised by an engine that has reached its limit before it found an answer."""


class VerdictKind(StrEnum):
    """How many solutions a puzzle has."""

    UNIQUE = N_("unique")
    SEVERAL = N_("several")
    NONE = N_("none")
    STOPPED = N_("stopped")

    @property
    def sentence(self) -> str:
        """The verdict in one sentence, for the window and the command line."""
        match self:
            case VerdictKind.UNIQUE:
                return _("This puzzle has exactly one solution.")
            case VerdictKind.SEVERAL:
                return _("This puzzle has several solutions.")
            case VerdictKind.NONE:
                return _("This puzzle has no solution.")
            case VerdictKind.STOPPED:
                return str(Cancelled())


class Verdict(NamedTuple):
    """How many solutions a puzzle has, and the first two of them if they exist.

    A solution holds the number of bridges on each edge, indexed by edge id.
    """

    kind: VerdictKind
    solution: bytes | None = None
    second: bytes | None = None


class Count(NamedTuple):
    """The number of solutions of a puzzle; if it is not ``exact``, there are at least as many.

    ``edges[e][n]`` is the number of solutions with ``n`` bridges on edge ``e``; None if that was
    not asked for, or the number is not exact.
    """

    solutions: int
    exact: bool
    edges: tuple[tuple[int, ...], ...] | None = None

    @property
    def shares(self) -> Shares | None:
        """The share of the solutions for each edge, if their numbers are known and not all 0."""
        if not (self.edges and self.solutions):
            return None
        return Shares(
            tuple(tuple(number / self.solutions for number in edge) for edge in self.edges),
            exact=True,
        )

    def phrase(self, number_text: Callable[[int], str]) -> str:
        """The number without a sentence: ``1,072 solutions``, ``no solution``."""
        match self.solutions, self.exact:
            case 0, True:
                return _("no solution")
            case 1, True:
                return _("exactly one solution")
            case 0, False:
                return _("an unknown number of solutions")
            case 1, False:
                return _("at least one solution")
            case n, True:
                text = ngettext("{n} solution", "{n} solutions", n)
            case n, _bound:
                text = ngettext("at least {n} solution", "at least {n} solutions", n)
        return text.format(n=number_text(n))

    def sentence(self, number_text: Callable[[int], str]) -> str:
        """The number in a sentence, such as "This puzzle has 1,072 solutions"."""
        match self.solutions, self.exact:
            case 0, True:
                return VerdictKind.NONE.sentence
            case 1, True:
                return VerdictKind.UNIQUE.sentence
            case 0, False:
                return _("This puzzle has an unknown number of solutions.")
            case 1, False:
                return _("This puzzle has at least one solution.")
            case n, True:
                text = ngettext(
                    "This puzzle has {n} solution.", "This puzzle has {n} solutions.", n
                )
            case n, _bound:
                text = ngettext(
                    "This puzzle has at least {n} solution.",
                    "This puzzle has at least {n} solutions.",
                    n,
                )
        return text.format(n=number_text(n))


class Shares(NamedTuple):
    """``edges[e][n]`` is the share, from 0 to 1, of the solutions with ``n`` bridges on edge ``e``.

    If they are not ``exact``, they are estimated from a sample in which every solution has the same
    weight on average.
    """

    edges: tuple[tuple[float, ...], ...]
    exact: bool


class Backbone(NamedTuple):
    """What solutions share: for each edge, the smallest and the largest number of bridges."""

    low: bytes
    high: bytes


class Status(StrEnum):
    """How a solving method ended. WRONG: its answer breaks a rule that the method leaves out."""

    SOLVED = "solved"
    NONE = N_("none")
    STOPPED = N_("stopped")
    WRONG = "wrong"


class MethodResult(NamedTuple):
    """The result of running a solving method on a puzzle.

    ``counts`` is the number of bridges on each edge, or None if there is no answer. ``seconds`` is
    the time from the finished Puzzle object to the answer, ``cpu_seconds`` that of the processor.
    ``stats`` describes the work in values that can be written as JSON; its keys depend on the
    method.
    """

    method: str
    status: Status
    counts: bytes | None
    seconds: float
    cpu_seconds: float
    stats: Mapping[str, Any]


DEFAULT_METHOD = "auto"
"""The name of the solver among the methods."""

Search = Callable[[Puzzle, CancelToken, dict[str, Any]], bytes | None]
"""Solves a puzzle: returns the number of bridges on each edge, or None if there is no solution.

It writes its statistics into the dictionary while it runs, so that they describe the work done
even if it is cancelled. Raises Cancelled, and UnsupportedPuzzleError for a puzzle that it cannot
handle.
"""


def run_search(method: str, search: Search, puzzle: Puzzle, cancel: CancelToken) -> MethodResult:
    """Run a search and time it. A cancelled one gives the status STOPPED, not an exception."""
    stats: dict[str, Any] = {}
    watch = Stopwatch()
    try:
        counts = search(puzzle, cancel, stats)
        status = Status.NONE if counts is None else Status.SOLVED
    except Cancelled:
        counts, status = None, Status.STOPPED
    return MethodResult(method, status, counts, *watch.read(), stats)


def verify_solution(puzzle: Puzzle, counts: bytes) -> None:
    """Raise SolverError unless ``counts`` is a solution of the puzzle."""
    fault = solution_fault(puzzle, counts)
    if fault is not None:
        raise SolverError(f"This is a bug in the solver: its answer is not a solution. {fault}")
