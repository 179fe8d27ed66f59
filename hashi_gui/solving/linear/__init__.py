"""Integer linear programs, independent of puzzles, and the engine HiGHS that solves them."""
