"""The techniques that people solve by, one module for each family."""
