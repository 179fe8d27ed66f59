"""Making puzzles with exactly one solution."""

from hashi_gui.generating.generator import Generated, generate
from hashi_gui.generating.options import GenerationError, Options, Symmetry, usual_islands
from hashi_gui.generating.recipe import SEEDS, Recipe

__all__ = [
    "SEEDS",
    "Generated",
    "GenerationError",
    "Options",
    "Recipe",
    "Symmetry",
    "generate",
    "usual_islands",
]
