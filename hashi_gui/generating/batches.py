"""Many puzzles, none twice, by whatever runs the work: one process, several, or a cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from itertools import count

from hashi_gui.core.puzzle import Island
from hashi_gui.formats import Document
from hashi_gui.generating.options import GenerationError, GeneratorOptions
from hashi_gui.generating.recipe import Recipe

_BATCH_CELLS = 4000
"""About how many cells of grid are handed out at a time: work for some tenths of a second."""

_LARGEST_BATCH = 50

_REPEATS = 1000
"""How many puzzles in a row may be old ones before it is taken that there are no others."""


def generate_many(
    options: GeneratorOptions, seed: int, wanted: int, executor: Executor, ahead: int
) -> Iterator[Document]:
    """So many different puzzles, of the seeds from ``seed`` on, in the order of their seeds.

    A seed whose puzzle is there already is left out. ``ahead`` batches of seeds are handed to the
    executor before their puzzles are asked for: some more than it has workers keep all busy.
    Raises GenerationError at the first seed that gives no puzzle; what has come before stands.
    In the end there is still work in the executor, for its owner to call off.
    """
    known: set[tuple[Island, ...]] = set()
    repeats = 0
    for document in _in_order(options, seed, wanted, executor, ahead):
        repeats = repeats + 1 if document.puzzle.islands in known else 0
        if repeats > _REPEATS:
            raise GenerationError(
                f"There seem to be only {len(known)} different puzzles like that."
            )
        if not repeats:
            known.add(document.puzzle.islands)
            yield document
        if len(known) == wanted:
            return


def _in_order(
    options: GeneratorOptions, seed: int, wanted: int, executor: Executor, ahead: int
) -> Iterator[Document]:
    """The puzzles of all seeds, as long as anybody asks for more."""
    cells = options.rows * options.cols
    size = max(1, min(_LARGEST_BATCH, _BATCH_CELLS // cells, wanted // ahead))
    batches = (range(first, first + size) for first in count(seed, size))
    pending: deque[Future[list[Document | GenerationError]]] = deque()
    while True:
        while len(pending) < ahead:
            pending.append(executor.submit(_batch, options, next(batches)))
        for made in pending.popleft().result():
            if isinstance(made, GenerationError):
                raise made
            yield made


def _batch(options: GeneratorOptions, seeds: range) -> list[Document | GenerationError]:
    """The puzzles of these seeds, up to the first that gives none; then why."""
    made: list[Document | GenerationError] = []
    for seed in seeds:
        try:
            made.append(Recipe(options, seed).make())
        except GenerationError as error:
            made.append(error)
            break
    return made
