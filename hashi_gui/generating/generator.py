"""Generating puzzles from options."""

from __future__ import annotations

from collections.abc import Callable

from hashi_gui.generating.attempts import (
    GeneratedPuzzle,
    best_layout,
    draft,
    finish,
    kind_text,
    max_attempts,
)
from hashi_gui.generating.errors import GenerationError
from hashi_gui.generating.options import GeneratorOptions
from hashi_gui.generating.rng import Rng
from hashi_gui.generating.story_search import generate_story
from hashi_gui.solving import CancelToken


def generate(
    options: GeneratorOptions,
    seed: int,
    cancel: CancelToken | None = None,
    on_attempt: Callable[[int], None] | None = None,
) -> GeneratedPuzzle:
    """Generate a puzzle with exactly one solution and no orthogonally adjacent islands.

    With the same version of the program, the same options and seed give the same puzzle on every
    machine. Before each attempt, ``on_attempt`` is called with the number of failed attempts.
    Raises GenerationError if there is no room for the islands or no attempt meets the options, and
    Cancelled.
    """
    if options.story:
        return generate_story(options, seed, cancel, on_attempt)
    rng = Rng(seed)
    cancel = cancel or CancelToken()
    attempts = max_attempts(options)
    for failed in range(attempts):
        if on_attempt:
            on_attempt(failed)
        layout = best_layout(options, rng, cancel)
        generated = finish(*draft(layout, options, rng), options, rng, cancel)
        if generated:
            return generated
    raise GenerationError(
        f"No {kind_text(options)} with these options was found in {attempts} attempts."
    )
