"""Boards that are hard for solvers, in families made from parameters and seeds."""
