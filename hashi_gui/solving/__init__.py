"""Exact solving: every question about a puzzle that has one right answer."""

from hashi_gui.solving.cancel import CancelToken, Stopped
from hashi_gui.solving.methods import METHODS, Method, MethodError, solve
from hashi_gui.solving.results import (
    Bounds,
    Result,
    SolverBug,
    Stats,
    Status,
    Verdict,
    VerdictKind,
)
from hashi_gui.solving.sat import SatSolver

__all__ = [
    "METHODS",
    "Bounds",
    "CancelToken",
    "Method",
    "MethodError",
    "Result",
    "SatSolver",
    "SolverBug",
    "Stats",
    "Status",
    "Stopped",
    "Verdict",
    "VerdictKind",
    "solve",
]
