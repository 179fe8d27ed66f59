"""What a file holds: a puzzle, a board and, in ``.hashi`` files, a saved game and metadata."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from hashi_gui.core.board import Board, Move
from hashi_gui.core.move_log import LogEntry
from hashi_gui.core.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class SavedGame:
    """The state of a game, as saved.

    ``history`` lists the moves from ``start``, including undone ones; the first ``position`` of
    them lead to the board of the document. ``trials`` lists the position at which each open trial
    began, outermost first. ``seconds`` is the time played, ``hints`` the number of hints taken,
    ``checks`` that of checks; ``solution_shown`` says whether the program has drawn or explained
    the solution before the player found it, ``finished`` whether the player has ever solved the
    puzzle in this game. ``log`` has every change of the board from ``start`` on, undone ones
    included; it is empty if that is not known.
    """

    start: Board
    history: tuple[Move, ...] = ()
    position: int = 0
    trials: tuple[int, ...] = ()
    seconds: float = 0.0
    hints: int = 0
    finished: bool = False
    checks: int = 0
    solution_shown: bool = False
    log: tuple[LogEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class PuzzleInfo:
    """Metadata of a puzzle; a value that is not known is None or empty.

    ``source`` names the program or publication that the puzzle comes from, ``level`` its
    difficulty. ``lesson`` is the text that a puzzle of the tutorial teaches. ``seed`` and
    ``options`` are what the generator was given, the options as a JSON object. ``daily`` names a
    daily puzzle, such as ``2026-11-21/hard``. ``extra`` holds all other keys of a ``.hashi`` file
    with their JSON values, which are written back unchanged.
    """

    title: str = ""
    author: str = ""
    lesson: str = ""
    source: str = ""
    seed: int | None = None
    options: Mapping[str, object] | None = None
    level: str = ""
    daily: str = ""
    extra: Mapping[str, object] = field(default_factory=dict)

    def known(self) -> dict[str, Any]:
        """Return the values that are known by the name of their field, without ``extra``."""
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "extra"}
        return {name: value for name, value in values.items() if value not in ("", None)}

    def updated(self, other: PuzzleInfo) -> PuzzleInfo:
        """Return a copy in which everything that ``other`` knows replaces the value of this one."""
        return replace(self, **other.known(), extra={**self.extra, **other.extra})


@dataclass(frozen=True, slots=True)
class Document:
    """What was read from a file, or is to be written to one.

    ``notation`` is the name of the notation that it was read from.
    """

    puzzle: Puzzle
    board: Board
    notation: str
    game: SavedGame | None = None
    info: PuzzleInfo = field(default_factory=PuzzleInfo)

    @classmethod
    def from_puzzle(cls, puzzle: Puzzle, notation: str) -> Document:
        """Return a document of a puzzle with an empty board."""
        return cls(puzzle, Board.empty(puzzle), notation)
