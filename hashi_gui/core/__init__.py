"""The puzzle itself: islands, possible bridges, boards and the rules. Standard library only."""
