"""Exact solving: questions about a puzzle that have exactly one correct answer."""

from hashi_gui.solving.cancel import Cancelled, CancelToken
from hashi_gui.solving.results import (
    Bounds,
    Count,
    Result,
    Shares,
    SolverError,
    Status,
    UnsupportedPuzzleError,
    Verdict,
    VerdictKind,
    verify_solution,
)
from hashi_gui.solving.sat_solver import SatSolver

__all__ = [
    "Bounds",
    "CancelToken",
    "Cancelled",
    "Count",
    "Result",
    "SatSolver",
    "Shares",
    "SolverError",
    "Status",
    "UnsupportedPuzzleError",
    "Verdict",
    "VerdictKind",
    "verify_solution",
]
