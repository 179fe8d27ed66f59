"""Methods to solve a puzzle from scratch, each a :class:`Method` with a name."""

from hashi_gui.solving.methods.exact import ASP, AUTO, SAT
from hashi_gui.solving.methods.method import Method

__all__ = ["ASP", "AUTO", "SAT", "Method"]
