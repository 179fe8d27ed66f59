"""The games in play: every puzzle's own game is kept, and the last one comes back at the start."""

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
    """A folder with one ``.hashi`` file for each puzzle that was played.

    ``last`` holds the name of the game played last, ``solved`` the keys of all puzzles that were
    ever solved, ``dailies`` the names of the daily puzzles among them: what their documents say
    under ``daily``. What cannot be read is renamed, never deleted.
    """

    def __init__(self, folder: Path) -> None:
        self._games = folder / "games"
        self._last = folder / "last"
        self._solved = Ledger(folder / "solved")
        self._dailies = Ledger(folder / "dailies")
        self._last_key = ""

    def save(self, document: Document) -> None:
        """Save the game in play. Raises StorageError.

        Survives the end of the program at any moment; it does not wait for the disk, which would
        hold the window up.
        """
        key = _key(document.puzzle)
        save(self._game(key), document, durable=False)
        if key != self._last_key:
            atomic_write(self._last, key, durable=False)
            self._last_key = key
        if document.game is not None and document.game.finished:
            self._solved.add(key)
            if document.info.daily:
                self._dailies.add(document.info.daily)

    def load_last(self) -> Document | None:
        """The game played last; None at the first start, or where it cannot be read."""
        try:
            key = self._last.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return None
        return self._load(self._game(key)) if key.isalnum() else None

    def resume(self, document: Document) -> Document:
        """The game to lay on the table when a document is opened.

        A bare puzzle goes on where it was left, unless it was finished, under the name it comes
        with. A document that brings a board of its own is taken as it is; the game kept for that
        puzzle is then set aside.
        """
        file = self._game(_key(document.puzzle))
        kept = self._load(file)
        if kept is None or kept.game is None:
            return document
        bare = document.game is None and document.board == Board.empty(document.puzzle)
        if bare:
            if kept.game.finished:
                return document
            return dataclasses.replace(kept, info=kept.info.updated(document.info))
        if kept.board != document.board:
            with suppress(OSError):
                file.rename(_unused(file))
        return document

    def was_solved(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle was ever solved here."""
        return _key(puzzle) in self._solved.entries()

    def solved_dailies(self) -> frozenset[str]:
        """The names of all daily puzzles that were ever solved here."""
        return self._dailies.entries()

    def is_in_progress(self, puzzle: Puzzle) -> bool:
        """Whether a game on the puzzle was begun and not finished."""
        kept = self._load(self._game(_key(puzzle)))
        if kept is None or kept.game is None:
            return False
        return kept.game.position > 0 and not kept.game.finished

    def _game(self, key: str) -> Path:
        return self._games / f"{key}.hashi"

    def _load(self, file: Path) -> Document | None:
        if not file.exists():
            return None
        try:
            return read_path(file)
        except HashiError:
            with suppress(OSError):
                file.rename(_unused(file.with_stem(f"{file.stem}-damaged")))
            return None


def _key(puzzle: Puzzle) -> str:
    """A name for a puzzle: the same clues give the same one."""
    clues = write(Document.from_puzzle(puzzle, "text"), "text")
    return hashlib.sha256(clues.encode()).hexdigest()[:20]


def _unused(file: Path) -> Path:
    """A name like that of ``file`` that no file has."""
    names = (file.with_stem(f"{file.stem}-{number}") for number in count(1))
    return next(name for name in names if not name.exists())
