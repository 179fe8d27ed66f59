"""Exact solving: every question about a puzzle that has one right answer."""

from hashi_gui.solving.astar import ASTAR, ASTAR_PUBLISHED
from hashi_gui.solving.backtracking import BACKTRACKING
from hashi_gui.solving.brute_force import BRUTE_FORCE
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
    "ASTAR",
    "ASTAR_PUBLISHED",
    "BACKTRACKING",
    "BRUTE_FORCE",
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
