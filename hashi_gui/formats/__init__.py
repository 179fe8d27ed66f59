"""Reading and writing puzzles in every notation; :mod:`registry` lists them."""

from hashi_gui.formats.document import Document, PuzzleInfo
from hashi_gui.formats.drawing import draw
from hashi_gui.formats.errors import FormatError
from hashi_gui.formats.registry import read, read_path, write, write_link

__all__ = [
    "Document",
    "FormatError",
    "PuzzleInfo",
    "draw",
    "read",
    "read_path",
    "write",
    "write_link",
]
