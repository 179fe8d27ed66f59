"""What a file holds: a puzzle, what is drawn on it and, in our own files, how it came about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game as it is saved.

    ``history`` holds the moves made from ``start`` in their text form, undone ones included: the
    first ``position`` of them lead to the board of the document. ``trials`` are the positions at
    which the trial layers still open were begun, oldest first.
    """

    start: Board
    history: tuple[str, ...] = ()
    position: int = 0
    trials: tuple[int, ...] = ()
    seconds: float = 0.0
    hints: int = 0
    finished: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """What was read, or is to be written.

    ``format`` names the notation it was read from. ``meta`` is what a ``.hashi`` file says beside
    puzzle, board and game: ``title`` and ``source`` (text), ``level``, ``seed``, and every key
    this version does not know; all of it is written back.
    """

    puzzle: Puzzle
    board: Board
    format: str
    game: SavedGame | None = None
    meta: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def from_puzzle(cls, puzzle: Puzzle, notation: str) -> Document:
        """A puzzle with nothing drawn on it."""
        return cls(puzzle, Board.empty(puzzle), notation)

    @property
    def title(self) -> str:
        """The puzzle's title; empty where it has none."""
        return str(self.meta.get("title", ""))
