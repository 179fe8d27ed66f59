"""Making puzzles with exactly one solution."""

from hashi_gui.generating.generator import Generated, generate
from hashi_gui.generating.options import GenerationError, Options, Symmetry, usual_islands

__all__ = ["Generated", "GenerationError", "Options", "Symmetry", "generate", "usual_islands"]
