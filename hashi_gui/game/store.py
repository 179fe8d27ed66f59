"""The saved games of all puzzles, and the puzzles that were solved."""

from __future__ import annotations

import dataclasses
import hashlib
from contextlib import suppress
from itertools import count
from pathlib import Path

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, read_path, write
from hashi_gui.game.ledger import Ledger
from hashi_gui.game.storage import atomic_write, save


class GameStore:
    """A folder with one saved game for each puzzle that was played.

    ``games`` holds a ``.hashi`` file for each puzzle, named by the key of the puzzle. The file
    ``last`` holds the key of the game played last, ``solved`` the keys of all puzzles ever solved,
    ``dailies`` the names of the daily puzzles among them. A game that cannot be read is renamed,
    never deleted.
    """

    def __init__(self, folder: Path) -> None:
        self._games = folder / "games"
        self._last = folder / "last"
        self._solved = Ledger(folder / "solved")
        self._dailies = Ledger(folder / "dailies")
        self._last_key = ""

    def save(self, document: Document) -> None:
        """Save a game, as the one played last. Raises StorageError.

        The file survives a crash of the program, but perhaps not of the machine: waiting for the
        disk would block the window.
        """
        key = _puzzle_key(document.puzzle)
        save(self._game_file(key), document, durable=False)
        if key != self._last_key:
            atomic_write(self._last, key, durable=False)
            self._last_key = key
        if document.game is not None and document.game.finished:
            self._solved.add(key)
            if document.info.daily:
                self._dailies.add(document.info.daily)

    def load_last(self) -> Document | None:
        """Return the game played last; None if there is none or it cannot be read."""
        try:
            key = self._last.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return None
        return self._load(self._game_file(key)) if key.isalnum() else None

    def resume(self, document: Document) -> Document:
        """Return what to show when a document is opened.

        If the document has no game and an empty board, that is the saved game of its puzzle with
        the metadata of the document, unless the game is finished. Otherwise it is the document
        itself; a saved game with another board is then renamed, so that it is not overwritten.
        """
        file = self._game_file(_puzzle_key(document.puzzle))
        saved = self._load(file)
        if saved is None or saved.game is None:
            return document
        is_new = document.game is None and document.board == Board.empty(document.puzzle)
        if is_new:
            if saved.game.finished:
                return document
            return dataclasses.replace(saved, info=saved.info.updated(document.info))
        if saved.board != document.board:
            with suppress(OSError):
                file.rename(_unused_path(file))
        return document

    def was_solved(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle was ever solved."""
        return _puzzle_key(puzzle) in self._solved.entries()

    def solved_dailies(self) -> frozenset[str]:
        """Return the names of all daily puzzles that were ever solved."""
        return self._dailies.entries()

    def is_in_progress(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle has a saved game with moves that is not finished."""
        saved = self._load(self._game_file(_puzzle_key(puzzle)))
        if saved is None or saved.game is None:
            return False
        return saved.game.position > 0 and not saved.game.finished

    def _game_file(self, key: str) -> Path:
        return self._games / f"{key}.hashi"

    def _load(self, file: Path) -> Document | None:
        if not file.exists():
            return None
        try:
            return read_path(file)
        except HashiError:
            with suppress(OSError):
                file.rename(_unused_path(file.with_stem(f"{file.stem}-damaged")))
            return None


def _puzzle_key(puzzle: Puzzle) -> str:
    """Return the key of a puzzle, which depends only on its size, clues and bridge limit."""
    clues = write(Document.from_puzzle(puzzle, "text"), "text")
    return hashlib.sha256(clues.encode()).hexdigest()[:20]


def _unused_path(file: Path) -> Path:
    """Return a path similar to ``file`` that does not exist."""
    paths = (file.with_stem(f"{file.stem}-{number}") for number in count(1))
    return next(path for path in paths if not path.exists())
