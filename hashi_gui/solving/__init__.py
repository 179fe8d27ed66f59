"""Exact solving: questions about a puzzle that have exactly one correct answer."""

from typing import TYPE_CHECKING

from hashi_gui.solving.cancel import Cancelled, CancelToken
from hashi_gui.solving.results import (
    DEFAULT_METHOD,
    Backbone,
    Count,
    MethodResult,
    Shares,
    SolverError,
    Status,
    UnsupportedPuzzleError,
    Verdict,
    VerdictKind,
    verify_solution,
)

if TYPE_CHECKING:
    from hashi_gui.solving.solver import Solver, solve

__all__ = [
    "DEFAULT_METHOD",
    "Backbone",
    "CancelToken",
    "Cancelled",
    "Count",
    "MethodResult",
    "Shares",
    "Solver",
    "SolverError",
    "Status",
    "UnsupportedPuzzleError",
    "Verdict",
    "VerdictKind",
    "solve",
    "verify_solution",
]


def __getattr__(name: str) -> object:
    """Load the solver when it is first needed, which takes a while."""
    if name not in ("Solver", "solve"):
        raise AttributeError(name)
    from hashi_gui.solving import solver

    return getattr(solver, name)
