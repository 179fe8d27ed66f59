"""Every notation that puzzles are read from and written in; see :mod:`registry` for the list."""

from hashi_gui.formats.document import Document, PuzzleInfo, SavedGame
from hashi_gui.formats.drawing import draw
from hashi_gui.formats.errors import FormatError
from hashi_gui.formats.registry import read, read_path, write

__all__ = [
    "Document",
    "FormatError",
    "PuzzleInfo",
    "SavedGame",
    "draw",
    "read",
    "read_path",
    "write",
]
