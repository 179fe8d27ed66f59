"""What makes a puzzle: options and a seed. The same ones make the same puzzle again."""

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
"""Seeds that nobody chose are whole numbers below this one, short enough to be typed."""


class Recipe(NamedTuple):
    """With the same version of the program, this makes the same puzzle on every machine."""

    options: GeneratorOptions
    seed: int

    @classmethod
    def from_document(cls, document: Document) -> Recipe | None:
        """How a document says that it was made; None where it does not say."""
        options, seed = GeneratorOptions.from_dict(document.info.options), document.info.seed
        return cls(options, seed) if options and seed is not None else None

    def make(
        self,
        cancel: CancelToken | None = None,
        on_attempt: Callable[[int], None] | None = None,
    ) -> Document:
        """The puzzle, graded. Its ``info`` holds ``title``, ``source``, ``seed``, ``options`` and
        ``level``. Otherwise like :func:`generate`.
        """
        puzzle = generate(self.options, self.seed, cancel, on_attempt).puzzle
        level = self.options.level or grade(puzzle, cancel).level
        info = PuzzleInfo(
            title=f"{puzzle.cols} × {puzzle.rows}, {level}",
            source=f"Hashi {__version__}",
            seed=self.seed,
            options=asdict(self.options),
            level=level,
        )
        return Document(puzzle, Board.empty(puzzle), "hashi", info=info)
