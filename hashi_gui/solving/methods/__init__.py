"""Methods to solve a puzzle from scratch, each a :class:`Method` with a name."""

from hashi_gui.solving.methods.cp import CP_SAT
from hashi_gui.solving.methods.exact import ASP, AUTO, SAT
from hashi_gui.solving.methods.ilp import ILP_METHODS
from hashi_gui.solving.methods.method import Method
from hashi_gui.solving.methods.sat import SAT_VARIANTS
from hashi_gui.solving.methods.search import SEARCH_METHODS

SOLVING_METHODS = (AUTO, SAT, ASP, *SAT_VARIANTS, *SEARCH_METHODS, *ILP_METHODS, CP_SAT)
"""All methods except ``deduction``, which needs the techniques of :mod:`hashi_gui.logic`."""

__all__ = ["ASP", "AUTO", "SAT", "SOLVING_METHODS", "Method"]
