"""The editor: setting puzzles on the board, with the solver beside the setter."""
