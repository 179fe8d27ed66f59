"""Preferences, theme and help."""
