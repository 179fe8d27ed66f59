"""Engines, which find solutions: by SAT, answer set programming, linear programming, or all."""

from hashi_gui.system.libraries import load

load("pysat.solvers")  # Whatever solves loads this package first.
