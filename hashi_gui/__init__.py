"""Hashi: a desktop game and an exact solver for the bridge puzzle Hashiwokakero."""

__version__ = "0.1.0"
