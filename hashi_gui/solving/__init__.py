"""Exact solving: questions about a puzzle that have exactly one correct answer."""

from hashi_gui.solving.cancel import Cancelled, CancelToken
from hashi_gui.solving.results import (
    Count,
    MethodResult,
    Shares,
    SolutionBounds,
    SolverError,
    Status,
    UnsupportedPuzzleError,
    Verdict,
    VerdictKind,
    verify_solution,
)
from hashi_gui.solving.solver import Solver

__all__ = [
    "CancelToken",
    "Cancelled",
    "Count",
    "MethodResult",
    "Shares",
    "SolutionBounds",
    "Solver",
    "SolverError",
    "Status",
    "UnsupportedPuzzleError",
    "Verdict",
    "VerdictKind",
    "verify_solution",
]
