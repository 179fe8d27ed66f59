"""Integer linear programming: the published models, solved with HiGHS or Gurobi."""

from hashi_gui.solving.methods.ilp.strategies import ILP_METHODS

__all__ = ["ILP_METHODS"]
