"""Boards on their way out of the program: pictures, sheets of paper, books."""
