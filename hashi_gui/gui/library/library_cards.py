"""The puzzles that the library offers: those that ship with the program, and those of packs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from hashi_gui.core.board import Board
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.core.wording import format_duration, printable, quantity
from hashi_gui.formats import Document, PuzzleInfo
from hashi_gui.game import GameStore
from hashi_gui.game.calibration import Calibration
from hashi_gui.game.library import library_document
from hashi_gui.game.store import puzzle_key
from hashi_gui.packs import PackedPuzzle, PuzzleState
from hashi_gui.packs.pack_store import PackProgress

MAX_TITLE = 48
"""The most characters of a title; they fit in two lines."""

STATES = {
    PuzzleState.SEVERAL: "several solutions",
    PuzzleState.NONE: "no solution",
    PuzzleState.HARD: "too hard to grade",
}
"""What is said of a puzzle in place of its level."""


class PictureCard(Protocol):
    """A puzzle with a picture, and what is said of it; ``key`` is another one for each card."""

    @property
    def key(self) -> str: ...

    @property
    def expected_seconds(self) -> int | None: ...

    def caption(self, calibration: Calibration) -> str: ...

    def corner(self, side: int) -> tuple[Puzzle, Board]:
        """At least so many rows and columns, as far as there are any, with what is drawn there.

        Raises HashiError.
        """


class ShippedCard:
    """A puzzle that ships with the program."""

    def __init__(self, document: Document, games: GameStore) -> None:
        self._document = document
        self._games = games

    @property
    def key(self) -> str:
        return puzzle_key(self._document.puzzle)

    @property
    def longer_side(self) -> int:
        return max(self._document.puzzle.rows, self._document.puzzle.cols)

    @property
    def expected_seconds(self) -> int | None:
        return self._document.info.expected_seconds

    def caption(self, calibration: Calibration) -> str:
        puzzle, info, games = self._document.puzzle, self._document.info, self._games
        best = games.best_seconds(puzzle)
        return _lines(
            info.shown_title,
            _facts(puzzle.size_text, len(puzzle.islands)),
            ", ".join(filter(None, [calibration.text(info), *puzzle.rules.extra])),
            _progress_text(games.was_solved(puzzle), best, games.is_in_progress(puzzle)),
        )

    def corner(self, _side: int) -> tuple[Puzzle, Board]:
        return _empty(self._document.puzzle)

    def document(self) -> Document:
        return self._document


class PackCard:
    """A puzzle of a pack, which is not read before it is needed.

    ``corner`` and ``document`` raise FormatError.
    """

    def __init__(self, pack_progress: PackProgress, index: int, games: GameStore) -> None:
        self._pack_progress = pack_progress
        self._index = index
        self._games = games

    @property
    def _puzzle(self) -> PackedPuzzle:
        return self._pack_progress.pack.puzzles[self._index]

    @property
    def key(self) -> str:
        return self._puzzle.key

    @property
    def longer_side(self) -> int:
        return max(self._puzzle.rows, self._puzzle.cols)

    @property
    def expected_seconds(self) -> int | None:
        return self._puzzle.expected_seconds

    def caption(self, calibration: Calibration) -> str:
        puzzle, pack_progress = self._puzzle, self._pack_progress
        info = PuzzleInfo(level=puzzle.level, expected_seconds=puzzle.expected_seconds)
        grade = [STATES.get(puzzle.state, puzzle.level), calibration.text(info)]
        grade += Rules(loops=puzzle.loops).extra
        best = self._games.results.best_seconds(puzzle.key)
        return _lines(
            printable(puzzle.title, MAX_TITLE) or _("No. {n}").format(n=self._index + 1),
            _facts(puzzle.size_text, puzzle.islands),
            ", ".join(filter(None, grade)),
            _progress_text(
                puzzle.key in pack_progress.solved, best, puzzle.key in pack_progress.begun
            ),
        )

    def corner(self, side: int) -> tuple[Puzzle, Board]:
        return _empty(self._puzzle.corner(side))

    def document(self) -> Document:
        return self._pack_progress.pack.document(self._index)


Card = ShippedCard | PackCard
"""A puzzle that can be chosen, and what is said of it."""


def shipped_cards(files: Sequence[Path], games: GameStore) -> Iterator[Card]:
    """The cards of a category, read one by one; files that cannot be read are left out."""
    for file in files:
        document = library_document(file)
        if document is not None:
            yield ShippedCard(document, games)


def pack_cards(pack_progress: PackProgress, games: GameStore) -> Iterator[Card]:
    return (
        PackCard(pack_progress, index, games) for index in range(len(pack_progress.pack.puzzles))
    )


def _empty(puzzle: Puzzle) -> tuple[Puzzle, Board]:
    return puzzle, Board.empty(puzzle)


def _lines(*lines: str) -> str:
    return "\n".join(filter(None, lines))


def _facts(size: str, islands: int) -> str:
    return f"{size}, {quantity(islands, 'island')}"


def _progress_text(solved: bool, best: float | None, begun: bool) -> str:
    """Whether a puzzle is solved, the best time, and whether it is begun."""
    parts = []
    if solved:
        text = _("✓ solved") if best is None else _("✓ solved in {time}")
        parts.append(text.format(time=format_duration(best or 0)))
    if begun:
        parts.append("… begun")
    return "   ".join(parts)
