"""Hashi: a desktop game and an exact solver for the bridge puzzle Hashiwokakero."""

__version__ = "1.0.0"

APPLICATION_ID = "io.github.hashi_gui.Hashi"
"""What desktops know the program by: the name of its entry in the menu, and of its icons."""
