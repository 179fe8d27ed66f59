"""Measuring the solving methods on folders of published puzzles."""
