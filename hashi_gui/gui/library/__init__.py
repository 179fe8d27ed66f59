"""Choosing a puzzle: the library, packs, daily and new puzzles."""
