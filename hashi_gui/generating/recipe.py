"""Options and a seed, from which a puzzle can be made again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import NamedTuple

from hashi_gui import __version__
from hashi_gui.core.board import Board
from hashi_gui.formats import Document, PuzzleInfo
from hashi_gui.generating.generator import generate
from hashi_gui.generating.options import GeneratorOptions
from hashi_gui.logic.grading import grade
from hashi_gui.solving import CancelToken

SEED_LIMIT = 1_000_000_000
"""Random seeds are whole numbers below this, short enough to type."""


class Recipe(NamedTuple):
    """Makes the same puzzle on every machine with the same version of the program."""

    options: GeneratorOptions
    seed: int

    @classmethod
    def from_document(cls, document: Document) -> Recipe | None:
        """The recipe of a document, from its info; None if that is not complete."""
        options, seed = GeneratorOptions.from_dict(document.info.options or {}), document.info.seed
        return cls(options, seed) if options and seed is not None else None

    def make(
        self,
        cancel: CancelToken | None = None,
        on_attempt: Callable[[int], None] | None = None,
    ) -> Document:
        """Generate the puzzle and grade it.

        The ``info`` of the document holds the title, source, seed, options, level and expected
        time. The arguments and the errors are those of :func:`generate`.
        """
        puzzle = generate(self.options, self.seed, cancel, on_attempt).puzzle
        graded = grade(puzzle, cancel)
        info = PuzzleInfo(
            title=f"{puzzle.size_text}, {graded.level}",
            source=f"Hashi {__version__}",
            seed=self.seed,
            options=asdict(self.options),
        )
        return Document(puzzle, Board.empty(puzzle), "hashi", info=graded.noted_in(info))
