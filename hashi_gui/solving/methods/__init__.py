"""Ways to solve a puzzle from scratch, each a :class:`Method` with a name."""

from hashi_gui.solving.methods.astar import ASTAR, ASTAR_PUBLISHED
from hashi_gui.solving.methods.backtracking import BACKTRACKING
from hashi_gui.solving.methods.brute_force import BRUTE_FORCE
from hashi_gui.solving.methods.ilp import ILP_METHODS
from hashi_gui.solving.methods.method import SAT, Method, UnsupportedPuzzleError
from hashi_gui.solving.methods.sat_variants import SAT_VARIANTS

SOLVING_METHODS = (
    SAT,
    *SAT_VARIANTS,
    ASTAR,
    ASTAR_PUBLISHED,
    BACKTRACKING,
    BRUTE_FORCE,
    *ILP_METHODS,
)
"""Every method but ``deduction``, which needs the techniques of :mod:`hashi_gui.logic`."""

__all__ = [
    "ASTAR",
    "ASTAR_PUBLISHED",
    "BACKTRACKING",
    "BRUTE_FORCE",
    "SAT",
    "SOLVING_METHODS",
    "Method",
    "UnsupportedPuzzleError",
]
