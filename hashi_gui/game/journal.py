"""Appends the changes of a game to a file, so that saving a move costs the same on every board.

A journal continues a saved game. Its first line names the saved game by a digest of its file; each
further line is one JSON object, the state after a change, with the fields of
:class:`~hashi_gui.formats.document.GameCounts`::

    {"length": 12, "position": 12, "trials": [], "seconds": 31.52, "hints": 0, "finished": false,
     ..., "move": "0,0-0,2=2", "log": ["31.5 move 0,0-0,2=2"]}

``length`` is the number of moves in the history, undone ones included. If there is a ``move``, it
is the last of them, and all moves from its place on were discarded before. ``log`` has what was
added to the log of the game.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from hashi_gui.core.board import LogEntry, Move, MoveError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, FormatError, SavedGame
from hashi_gui.formats.document import GameCounts, counts_of
from hashi_gui.formats.fields import (
    Count,
    Seconds,
    parse_object,
    read_items,
    read_record,
    read_value,
)
from hashi_gui.system.files import open_regular_file


@dataclass(frozen=True, slots=True)
class JournalEntry(GameCounts):
    """The state of a game after a change, and the move that was added to its history, if any."""

    length: Count
    position: int
    trials: tuple[int, ...]
    seconds: Seconds
    move: Move | None = None
    log: tuple[LogEntry, ...] = ()

    def to_line(self, puzzle: Puzzle) -> str:
        """Return the entry as a line of JSON."""
        values: dict[str, object] = {
            "length": self.length,
            "position": self.position,
            "trials": self.trials,
            "seconds": self.seconds,
            **counts_of(self),
        }
        if self.move is not None:
            values["move"] = self.move.to_text(puzzle)
        if self.log:
            values["log"] = [entry.to_text(puzzle) for entry in self.log]
        return json.dumps(values) + "\n"

    @classmethod
    def from_line(cls, puzzle: Puzzle, line: str) -> JournalEntry:
        """Return the entry on a line. Raises FormatError or MoveError."""
        values = parse_object(line)
        move = read_value(values, "move", str) if "move" in values else None
        log = read_items(values, "log", str) if "log" in values else ()
        return read_record(
            cls,
            values,
            move=None if move is None else Move.from_text(puzzle, move),
            log=tuple(LogEntry.from_text(puzzle, text) for text in log),
        )

    def apply(self, game: SavedGame) -> SavedGame:
        """Return a saved game after the change. Raises FormatError if it does not fit."""
        added = () if self.move is None else (self.move,)
        kept = game.history[: max(0, self.length - len(added))]
        if len(kept) + len(added) != self.length:
            raise FormatError("the entry does not continue the history.")
        after = replace(
            game,
            history=kept + added,
            position=self.position,
            trials=self.trials,
            seconds=self.seconds,
            **counts_of(self),
            log=game.log + self.log,
        )
        after.check()
        return after


def start_journal(path: Path, saved: bytes) -> None:
    """Create or replace a journal that continues a saved game. Raises OSError.

    The disk has it then, and no change of a journal that was there before.
    """
    with open_regular_file(path, "wb") as file:
        file.write(f"{_first_line(saved)}\n".encode())
        file.flush()
        os.fsync(file.fileno())


def append(path: Path, line: str, *, durable: bool) -> None:
    """Append a line to a journal that exists; if ``durable``, wait until the disk has it.

    Raises OSError.
    """
    # A journal that is missing must not be created: without its first line it would be ignored.
    with open_regular_file(path, "r+b") as file:
        file.seek(0, os.SEEK_END)
        file.write(line.encode())
        file.flush()
        if durable:
            os.fsync(file.fileno())


def continues(content: bytes, journal: str) -> bool:
    """Whether a journal continues a file with this content."""
    return journal.split("\n")[0] == _first_line(content)


def is_empty(journal: str) -> bool:
    """Whether a journal holds no change: at most its first line, and a part of the next one.

    A crash leaves a part of a line behind.
    """
    first, _, rest = journal.partition("\n")
    shape, whole_shape = (re.sub("[0-9a-f]", "0", line) for line in (first, _first_line(b"")))
    return "\n" not in rest and whole_shape.startswith(shape)


def continue_document(
    document: Document, content: bytes, journal: str
) -> tuple[Document, str | None]:
    """Return a document as its journal has left it, and what is wrong with the journal, or None.

    ``content`` is the file that the document was read from. A journal of another file is ignored,
    and so is an incomplete last line, which a crash leaves behind. Any other line that cannot be
    read ends the journal there.
    """
    if document.game is None:
        return document, None
    game, problem = document.game, None
    for number, line in _lines(content, journal):
        try:
            game = JournalEntry.from_line(document.puzzle, line).apply(game)
        except (FormatError, MoveError) as error:
            problem = f"line {number} cannot be read ({error})"
            break
    board = game.start.after(game.history[: game.position])
    return replace(document, board=board, game=game), problem


def _lines(content: bytes, journal: str) -> Iterator[tuple[int, str]]:
    """Yield the complete lines of a journal of ``content`` after the first, with their numbers."""
    if continues(content, journal):
        yield from enumerate(journal.split("\n")[1:-1], start=2)


def _first_line(saved: bytes) -> str:
    return json.dumps({"continues": hashlib.sha256(saved).hexdigest()})
