"""Generating puzzles: one from options and a seed, many of them, or exercises."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from functools import partial
from itertools import count
from typing import NamedTuple

from hashi_gui import __version__
from hashi_gui.core.board import Board
from hashi_gui.core.i18n import _, translated
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.formats import Document, PuzzleInfo
from hashi_gui.formats.fields import MAX_NAME
from hashi_gui.generating.attempts import (
    GeneratedPuzzle,
    generate_once,
    max_attempts,
)
from hashi_gui.generating.errors import GenerationError
from hashi_gui.generating.options import MANY_ISLANDS, PLAIN, GeneratorOptions, Style, draw_style
from hashi_gui.generating.path_search import generate_with_path
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.rating.grading import MAX_GRADED_ISLANDS, grade
from hashi_gui.logic.teaching.practice import Exercise, exercises
from hashi_gui.solving import CancelToken
from hashi_gui.system.parallel import Mapper


def generate(
    options: GeneratorOptions,
    seed: int,
    cancel: CancelToken | None = None,
    on_attempt: Callable[[int], None] | None = None,
) -> GeneratedPuzzle:
    """Generate a puzzle with exactly one solution and no orthogonally adjacent islands.

    With the same version of the program, the same options and seed give the same puzzle on every
    machine. Before each attempt, ``on_attempt`` is called with the number of failed attempts.
    Raises GenerationError if there is no room for the islands, if no puzzle is known to have the
    level, or if no attempt meets the options, and Cancelled.
    """
    options.refuse_level()
    if options.story:
        return generate_with_path(options, seed, cancel, on_attempt)
    rng = Rng(seed)
    cancel = cancel or CancelToken()
    attempts = max_attempts(options)
    for failed in range(attempts):
        if on_attempt:
            on_attempt(failed)
        options = _with_doubles_after(failed, options)
        if failed % _ATTEMPTS_PER_STYLE == 0:
            style = _style(options, rng)
        generated = generate_once(options, style, rng, cancel)
        if generated is not None:
            return generated
    text = (
        _("Found no {level} puzzle in {n} tries. Choose other options.")
        if options.level
        else _("Found no puzzle with exactly one solution in {n} tries. Choose other options.")
    )
    raise GenerationError(text.format(level=translated(options.level or ""), n=attempts))


def _with_doubles_after(failed: int, options: GeneratorOptions) -> GeneratorOptions:
    """The options for the next attempt, with fewer doubles if many have failed."""
    if failed <= _FEWER_DOUBLES_AFTER or options.doubles is None:
        return options
    return replace(options, doubles=options.doubles * _FEWER_DOUBLES)


def _style(options: GeneratorOptions, rng: Rng) -> Style | None:
    """A style for options; None for a plain one, as if only a share of doubles is wanted."""
    is_plain = not options.style and (options.doubles is not None or options.islands < _FEW_ISLANDS)
    if is_plain or options.islands > MANY_ISLANDS:
        return None
    rows, cols, islands = options.rows, options.cols, options.islands
    style = draw_style(options.style, rows, cols, islands, rng, options.level)
    is_dense = islands > _MOST_WITH_STYLE * rows * cols
    if style is not None and (is_dense or islands < _FEW_ISLANDS):
        style = replace(style, images=0.0, symmetry=Symmetry.NONE, corners=4, sought=False)
    if style is not None and options.doubles is not None:
        style = replace(style, doubles=options.doubles)
    return style


_FEW_ISLANDS, _MOST_WITH_STYLE = 12, 0.36
"""Puzzles with fewer islands are plain unless a style is asked for. They, or puzzles with more for
each cell, have no symmetry unless they should have it exactly, and islands in any corner."""

_FEWER_DOUBLES_AFTER, _FEWER_DOUBLES = 60, 0.995
"""After so many attempts, the share of doubles that was asked for is taken to be too large for the
level, and is this times that of the attempt before."""

_ATTEMPTS_PER_STYLE = 8
"""How often a style is tried, which may not suit the level, before another one is drawn."""

SEED_LIMIT = 1_000_000_000
"""Random seeds are whole numbers below this, short enough to type."""

_SEED_NUMBER = re.compile(r"-?[0-9]{1,100}", re.ASCII)


def seed_of_name(name: str) -> int:
    """A seed that looks random but is the same for the same name on every machine."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest(), "big") % SEED_LIMIT


class Recipe(NamedTuple):
    """Makes the same puzzle on every machine with the same version of the program.

    ``title`` is what the puzzle is called; empty for its size and level. If its expected time is
    not near ``seconds``, the puzzle of the next seed is made too, and the nearer one taken; 0 is
    for any time.
    """

    options: GeneratorOptions
    seed: int
    title: str = ""
    seconds: int = 0

    @classmethod
    def of_text(cls, options: GeneratorOptions, seed: str) -> Recipe:
        """The recipe with the seed that a text stands for.

        A number is itself. Words give a seed by their letters, whatever their case and the spaces
        around them, and become the title.
        """
        words = " ".join(seed.split())
        if _SEED_NUMBER.fullmatch(words):
            return cls(options, int(words))
        name = f"hashi seed {unicodedata.normalize('NFKC', words.casefold())}"
        return cls(options, seed_of_name(name), words[:MAX_NAME])

    @classmethod
    def from_document(cls, document: Document) -> Recipe | None:
        """The recipe of a document, from its info; None if that is not complete.

        Puzzles from before there were styles are plain.
        """
        info = document.info
        options = GeneratorOptions.from_dict({"style": PLAIN, **(info.options or {})})
        seed = info.seed
        return cls(options, seed) if options and seed is not None else None

    def make(
        self,
        cancel: CancelToken | None = None,
        on_attempt: Callable[[int], None] | None = None,
    ) -> Document:
        """Generate the puzzle and grade it.

        The ``info`` of the document holds the title, source, seed, options, level and expected
        time; a very large puzzle is not graded, unless a level was asked for. The arguments and the
        errors are those of :func:`generate`.
        """
        if self.seconds:
            return self._make_near(cancel, on_attempt)
        puzzle = generate(self.options, self.seed, cancel, on_attempt).puzzle
        info = PuzzleInfo(
            title=self.title or puzzle.size_text,
            source=f"Hashi {__version__}",
            seed=self.seed,
            options=asdict(self.options),
        )
        if self.options.level or len(puzzle.islands) <= MAX_GRADED_ISLANDS:
            graded = grade(puzzle, cancel)
            title = self.title or f"{puzzle.size_text}, {graded.level}"
            info = graded.noted_in(info._replace(title=title))
        return Document(puzzle, Board.empty(puzzle), "hashi", info=info)

    def _make_near(
        self, cancel: CancelToken | None, on_attempt: Callable[[int], None] | None
    ) -> Document:
        def off(document: Document) -> int:
            return abs((document.info.expected_seconds or 0) - self.seconds)

        first = self._replace(seconds=0).make(cancel, on_attempt)
        if _NEAR * off(first) <= self.seconds:
            return first
        second = self._replace(seed=self.seed + 1, seconds=0).make(cancel, on_attempt)
        return min(first, second, key=off)


_NEAR = 10
"""An expected time is near enough if it is no more than this part of the wanted one off."""


_MAX_REPEATS = 1000
"""After more known puzzles in a row than this, there are taken to be no others."""


def generate_many(
    options: GeneratorOptions, seed: int, wanted: int, mapper: Mapper
) -> Iterator[Document]:
    """The first ``wanted`` different puzzles of the seeds from ``seed`` on, in order of the seeds.

    A seed that gives a known puzzle is skipped. Raises GenerationError at the first seed that gives
    no puzzle; the puzzles before it remain valid.
    """
    known: set[int] = set()  # Hashes, because a million puzzles would take gigabytes.
    repeats = 0
    for document in mapper.map(partial(_make, options), count(seed)):
        key = hash(document.puzzle.islands)
        repeats = repeats + 1 if key in known else 0
        if repeats > _MAX_REPEATS:
            raise GenerationError(
                _("There seem to be only {n} different puzzles with these options.").format(
                    n=len(known)
                )
            )
        if not repeats:
            known.add(key)
            yield document
        if len(known) == wanted:
            return


def _make(options: GeneratorOptions, seed: int) -> Document:
    return Recipe(options, seed).make()


_SMALL = GeneratorOptions(8, 8, 14, style=PLAIN)
_SINGLE_SMALL = GeneratorOptions(8, 8, 14, doubles=0.0, style=PLAIN)
_SINGLE = GeneratorOptions(10, 10, 22, doubles=0.0, style=PLAIN)
_UNKNOWN = GeneratorOptions(12, 12, 24, doubles=0.0, unknown=0.2, style=PLAIN)
_DENSE = GeneratorOptions(12, 12, 43, doubles=0.2, style=PLAIN)
_LARGE = GeneratorOptions(15, 15, 45, doubles=0.1, style=PLAIN)

_WITHOUT_LOOPS = GeneratorOptions(10, 10, 30, style=PLAIN, forbid_loops=True)

_EXERCISE_OPTIONS = {
    "Closing a loop": _WITHOUT_LOOPS,
    "The last way without a loop": _WITHOUT_LOOPS,
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
    options = _EXERCISE_OPTIONS.get(technique, _SMALL)
    for number in count(seed):
        try:
            generated = generate(options, number % SEED_LIMIT, cancel)
        except GenerationError:
            continue
        yield from exercises(generated.puzzle, generated.solution, technique, cancel)
