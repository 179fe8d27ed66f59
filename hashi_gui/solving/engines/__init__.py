"""Engines, which find solutions: by SAT, answer set programming, linear programming, or all."""
