"""Methods to solve a puzzle from scratch, each a :class:`Method` with a name."""

from hashi_gui.solving.methods.exact import ASP, AUTO, SAT
from hashi_gui.solving.methods.method import NO_LOOPS, Method

__all__ = ["ASP", "AUTO", "NO_LOOPS", "SAT", "Method"]
