"""Making puzzles with exactly one solution."""

from hashi_gui.generating.generator import Generated, generate
from hashi_gui.generating.options import GenerationError, Options

__all__ = ["Generated", "GenerationError", "Options", "generate"]
