"""Preferences, other settings, the theme and the help."""
