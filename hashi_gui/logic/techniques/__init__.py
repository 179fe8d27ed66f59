"""The techniques of human solvers, one module per family."""
