"""The dialogs: new puzzle, daily puzzles, library and help."""
