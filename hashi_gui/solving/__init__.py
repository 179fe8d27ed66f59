"""Exact solving: every question about a puzzle that has one right answer."""

from hashi_gui.solving.cancel import Cancelled, CancelToken
from hashi_gui.solving.results import (
    Bounds,
    Result,
    SolverError,
    Stats,
    Status,
    Verdict,
    VerdictKind,
    checked,
)
from hashi_gui.solving.sat import SatSolver

__all__ = [
    "Bounds",
    "CancelToken",
    "Cancelled",
    "Result",
    "SatSolver",
    "SolverError",
    "Stats",
    "Status",
    "Verdict",
    "VerdictKind",
    "checked",
]
