"""Exact solving: every question about a puzzle that has one right answer."""

from hashi_gui.solving.cancel import CancelToken, Stopped
from hashi_gui.solving.method import SAT, CannotSolve, Method
from hashi_gui.solving.results import (
    Bounds,
    Result,
    SolverBug,
    Stats,
    Status,
    Verdict,
    VerdictKind,
    checked,
)
from hashi_gui.solving.sat import SatSolver

__all__ = [
    "SAT",
    "Bounds",
    "CancelToken",
    "CannotSolve",
    "Method",
    "Result",
    "SatSolver",
    "SolverBug",
    "Stats",
    "Status",
    "Stopped",
    "Verdict",
    "VerdictKind",
    "checked",
]
