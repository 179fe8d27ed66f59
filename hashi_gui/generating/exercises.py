"""Generates puzzles and looks in them for exercises."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from hashi_gui.generating.errors import GenerationError
from hashi_gui.generating.generator import generate
from hashi_gui.generating.options import GeneratorOptions
from hashi_gui.generating.recipe import SEED_LIMIT
from hashi_gui.logic.practice import Exercise, exercises
from hashi_gui.solving import CancelToken

_SMALL = GeneratorOptions(8, 8, 14)
_SINGLE_SMALL = GeneratorOptions(8, 8, 14, doubles=0.0)
_SINGLE = GeneratorOptions(10, 10, 22, doubles=0.0)
_UNKNOWN = GeneratorOptions(12, 12, 24, doubles=0.0, unknown=0.2)
_DENSE = GeneratorOptions(12, 12, 43, doubles=0.2)
_LARGE = GeneratorOptions(15, 15, 45, doubles=0.1)

_OPTIONS = {
    "Three closed off": _SINGLE_SMALL,
    "Group closed off": _SINGLE,
    "A group needs a way out": _UNKNOWN,
    "Starving a neighbour": _DENSE,
    "Intersection": _LARGE,
    "What if": _SINGLE,
}
"""The smallest puzzles in which there are exercises for a technique often enough. With hardly any
doubles in the first draft, puzzles are harder."""


def generate_exercises(
    technique: str, seed: int, cancel: CancelToken | None = None
) -> Iterator[Exercise]:
    """Exercises for a technique without end, no two of them alike; for a seed always the same.

    There are several in some puzzles, and none in others. Raises Cancelled.
    """
    options = _OPTIONS.get(technique, _SMALL)
    for number in count(seed):
        try:
            generated = generate(options, number % SEED_LIMIT, cancel)
        except GenerationError:
            continue
        yield from exercises(generated.puzzle, generated.solution, technique, cancel)
