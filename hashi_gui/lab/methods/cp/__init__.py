"""Constraint programming: one model with all rules, solved by CP-SAT of OR-Tools."""

from hashi_gui.lab.methods.cp.cp_sat import CP_SAT

METHODS = (CP_SAT,)

__all__ = ["CP_SAT", "METHODS"]
