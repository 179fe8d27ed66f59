"""Puzzles, boards, moves and the rules of the game. Uses only the standard library."""
