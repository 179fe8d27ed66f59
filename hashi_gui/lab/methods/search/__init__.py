"""Search in plain Python, without a solver library: A*, DPLL and brute force."""

from hashi_gui.lab.methods.search.astar import ASTAR, ASTAR_PUBLISHED
from hashi_gui.lab.methods.search.backtracking import BACKTRACKING
from hashi_gui.lab.methods.search.brute_force import BRUTE_FORCE

METHODS = (ASTAR, ASTAR_PUBLISHED, BACKTRACKING, BRUTE_FORCE)

__all__ = ["ASTAR", "ASTAR_PUBLISHED", "BACKTRACKING", "BRUTE_FORCE", "METHODS"]
