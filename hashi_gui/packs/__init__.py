"""Packs: puzzles that a player has imported into the library, together under a title."""

from hashi_gui.packs.pack import Pack, PackedPuzzle, PackStore, PuzzleState

__all__ = ["Pack", "PackStore", "PackedPuzzle", "PuzzleState"]
