"""Integer linear programming: the published models, solved with HiGHS or Gurobi."""

from hashi_gui.lab.methods.ilp.strategies import METHODS

__all__ = ["METHODS"]
