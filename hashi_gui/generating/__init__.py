"""Generating puzzles with exactly one solution."""

from hashi_gui.generating.attempts import GeneratedPuzzle
from hashi_gui.generating.completion import PartialPuzzle, complete
from hashi_gui.generating.errors import GenerationError
from hashi_gui.generating.generator import SEED_LIMIT, Recipe, generate
from hashi_gui.generating.options import GeneratorOptions, default_island_count, max_island_count
from hashi_gui.generating.required_path import RequiredPath

__all__ = [
    "SEED_LIMIT",
    "GeneratedPuzzle",
    "GenerationError",
    "GeneratorOptions",
    "PartialPuzzle",
    "Recipe",
    "RequiredPath",
    "complete",
    "default_island_count",
    "generate",
    "max_island_count",
]
