"""Integer linear programming: the published models, on HiGHS and on Gurobi."""

from hashi_gui.solving.methods.ilp.methods import ILP_METHODS

__all__ = ["ILP_METHODS"]
