"""The saved games of all puzzles, with journals of their changes, and which puzzles were solved."""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from threading import RLock
from typing import Concatenate, ParamSpec, TypeVar

from hashi_gui.core.board import Board, LogEntry, Move, MoveError
from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.formats import Document, FormatError, read, write
from hashi_gui.formats.drawing import plain_grid
from hashi_gui.formats.fields import (
    Count,
    Seconds,
    parse_object,
    read_items,
    read_record,
    read_value,
)
from hashi_gui.formats.saved_game import GameCounts, SavedGame, counts_of
from hashi_gui.game.library import library_documents
from hashi_gui.game.result import GameId, GameResult
from hashi_gui.game.results import PracticeLog, Results
from hashi_gui.game.results_database import LockedDatabaseError
from hashi_gui.system.files import (
    KeySet,
    append_own,
    open_regular_file,
    read_regular_file,
    remove_partial_files,
    rename_damaged,
    storage_errors,
    unused_path,
    write_own,
)


@dataclass(frozen=True, slots=True)
class JournalEntry(GameCounts):
    """The state of a game after a change, and the move that was added to its history, if any.

    Saving a move as a line of a journal costs the same on every board. A journal continues a saved
    game. Its first line names that by a digest of its file; each further line is one JSON object,
    an entry with the fields of :class:`~hashi_gui.formats.saved_game.GameCounts`::

        {"length": 12, "position": 12, "trials": [], "seconds": 31.52, "hints": 0, ...,
         "move": "0,0-0,2=2", "log": ["31.5 move 0,0-0,2=2"]}

    ``length`` is the number of moves in the history, undone ones included. If there is a ``move``,
    it is the last of them, and all moves from its place on were discarded before; ``tags`` are its
    tags. ``log`` has what was added to the log of the game.
    """

    length: Count
    position: int
    trials: tuple[int, ...]
    seconds: Seconds
    move: Move | None = None
    log: tuple[LogEntry, ...] = ()
    trial_names: tuple[str, ...] = ()

    def to_line(self, puzzle: Puzzle) -> str:
        """Return the entry as a line of JSON."""
        values: dict[str, object] = {
            "length": self.length,
            "position": self.position,
            "trials": self.trials,
            "seconds": self.seconds,
            **counts_of(self),
        }
        if self.trial_names:
            values["trial_names"] = self.trial_names
        if self.move is not None:
            values["move"] = self.move.to_text(puzzle)
            if self.move.tags:
                values["tags"] = self.move.tags_to_text(puzzle)
        if self.log:
            values["log"] = [entry.to_text(puzzle) for entry in self.log]
        return json.dumps(values) + "\n"

    @classmethod
    def from_line(cls, puzzle: Puzzle, line: str) -> JournalEntry:
        """Return the entry on a line. Raises FormatError or MoveError."""
        values = parse_object(line)
        move = None
        if "move" in values:
            move = Move.from_text(puzzle, read_value(values, "move", str))
            if "tags" in values:
                move = move.with_tags(puzzle, read_value(values, "tags", str))
        log = read_items(values, "log", str) if "log" in values else ()
        return read_record(
            cls,
            values,
            move=move,
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
            trial_names=self.trial_names,
        )
        after.check()
        return after


def _start_journal(path: Path, saved: bytes) -> None:
    """Create or replace a journal that continues a saved game. Raises OSError.

    The disk has it then, and no change of a journal that was there before.
    """
    with open_regular_file(path, "wb") as file:
        file.write(f"{_first_line(saved)}\n".encode())
        file.flush()
        os.fsync(file.fileno())


def continues(content: bytes, journal: str) -> bool:
    """Whether a journal continues a file with this content."""
    return journal.split("\n")[0] == _first_line(content)


def is_empty_journal(journal: str) -> bool:
    """Whether a journal holds no change: at most its first line, and a part of the next one.

    A crash leaves a part of a line behind.
    """
    first, _, rest = journal.partition("\n")
    shape, whole_shape = (re.sub("[0-9a-f]", "0", line) for line in (first, _first_line(b"")))
    return "\n" not in rest and whole_shape.startswith(shape)


def continue_document(document: Document, content: bytes, journal: str) -> tuple[Document, bool]:
    """Return a document as its journal has left it, and whether all of the journal can be read.

    ``content`` is the file that the document was read from. A journal of another file is ignored,
    and so is an incomplete last line, which a crash leaves behind. Any other line that cannot be
    read ends the journal there.
    """
    if document.game is None or not continues(content, journal):
        return document, True
    game, is_whole = document.game, True
    for line in journal.split("\n")[1:-1]:
        try:
            game = JournalEntry.from_line(document.puzzle, line).apply(game)
        except (FormatError, MoveError):
            is_whole = False
            break
    return document._replace(board=game.board, game=game), is_whole


def _first_line(saved: bytes) -> str:
    return json.dumps({"continues": hashlib.sha256(saved).hexdigest()})


_Parameters = ParamSpec("_Parameters")
_T = TypeVar("_T")

_KEY = re.compile(r"[0-9a-f]{20}")
"""What the key of a puzzle looks like."""

_DELETED = ".deleted"

DELETED_SECONDS = 30 * 24 * 3600.0
"""How long a deleted game can be brought back."""


def _one_at_a_time(
    method: Callable[Concatenate[GameStore, _Parameters], _T],
) -> Callable[Concatenate[GameStore, _Parameters], _T]:
    """Let only one thread at a time use the files of a store."""

    @wraps(method)
    def locked(store: GameStore, /, *args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _T:
        with store._lock:
            return method(store, *args, **kwargs)

    return locked


class GameStore:
    """A folder with one saved game for each puzzle that was played.

    In the folder ``games`` the files of a puzzle are named by its key: ``.hashi`` with a saved
    game and ``.journal`` with the changes since (see :class:`JournalEntry`), ``.previous`` and
    ``.previous-journal``, which were these two before. The file ``last`` holds the key of the game
    played last, ``solved`` the keys of all puzzles ever solved, ``dailies`` the names of the daily
    puzzles among them, ``begun-dailies`` those that were ever begun, ``results.sqlite`` how each
    game has ended, and what was practised.

    An empty file ``.deleted`` beside those of a puzzle says that its game is deleted. So that is
    one step, and so is bringing it back: by the player, or by the next change of the game, as
    another program may have it in play. What was deleted a month ago is erased.

    The folder ``unrecorded`` has games that have ended while another program used that file.

    A file that cannot be read is renamed, never deleted; ``quarantined`` lists the new names.

    Several threads may use a store: what one of them is about to replace, another does not read.
    """

    MARKS = "solved", "dailies", "begun-dailies"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.quarantined: list[Path] = []
        self._games = folder / "games"
        self._unrecorded = folder / "unrecorded"
        self._last = folder / "last"
        self.marks = {name: KeySet(folder / name) for name in self.MARKS}
        """What was solved and begun, by the names of the files."""
        self._solved, self._dailies, self._begun_dailies = self.marks.values()
        self._latest_begun = ""
        self.results = Results(folder / "results.sqlite", self._results_of_saved_games)
        self.practice = PracticeLog(self.results.database)
        self._latest_key: tuple[Puzzle, str] | None = None
        self._absent: set[Path] = set()
        self._lock = RLock()

    @_one_at_a_time
    def remove_partial_files(self) -> None:
        """Remove incomplete files that a crash has left. No other program may be saving here."""
        remove_partial_files(self.folder)
        remove_partial_files(self._games)

    @_one_at_a_time
    def erase_deleted(self) -> None:
        """Erase the games that were deleted long ago. No other program may be saving here."""
        for key in self.deleted_games():
            mark = self._games / f"{key}{_DELETED}"
            if time.time() - _changed(mark) > DELETED_SECONDS:
                with suppress(OSError):
                    for file in set(self._games.glob(f"{key}.*")) - {mark}:
                        file.unlink()
                    mark.unlink()  # Last, so that a crash leaves no part of the game.

    def saved_games(self) -> dict[str, float]:
        """The keys of all games that are not deleted, with the times of their last changes.

        Those of puzzles that were never solved come first, of these the ones changed last.
        """
        solved = self._solved.entries()
        files = ((file, file.with_suffix(".journal")) for file in self._newest_first())
        changed = {file.stem: _changed(file, journal) for file, journal in files}
        order = sorted(changed, key=lambda key: (key in solved, -changed[key]))
        return {key: changed[key] for key in order}

    def deleted_games(self) -> list[str]:
        """The keys of the games that can be brought back, the one that was deleted last first."""
        try:
            marks = sorted(self._games.glob(f"*{_DELETED}"), key=_changed, reverse=True)
        except OSError:
            return []
        return [mark.stem for mark in marks if _KEY.fullmatch(mark.stem)]

    @_one_at_a_time
    def saved_game(self, key: str) -> Document | None:
        """The saved game of the puzzle with a key; None if there is none, or none can be read."""
        return self._load(self._games / f"{key}.hashi")

    @_one_at_a_time
    def delete(self, key: str) -> None:
        """Delete a saved game, until :meth:`restore`. Its result stays. Raises StorageError."""
        write_own(self._games / f"{key}{_DELETED}", b"")

    @_one_at_a_time
    def restore(self, key: str) -> None:
        """Bring back a saved game that was deleted. Raises StorageError."""
        self._restore(self._games / f"{key}.hashi")

    @_one_at_a_time
    def add_missing(self, document: Document) -> None:
        """Save a game unless its puzzle has one; a deleted one is brought back instead.

        Raises StorageError.
        """
        file = self._game_file(document.puzzle)
        self._restore(file)
        if self._load(file) is None:
            write_own(file, write(document, "hashi"))

    @_one_at_a_time
    def save(self, document: Document) -> None:
        """Save a whole game, as the one played last. Raises StorageError.

        A saved game that was not there when the puzzle was opened, because its folder was away,
        moves to another file.
        """
        file = self._game_file(document.puzzle)
        if file in self._absent:
            saved = self._load(file)
            if saved is not None:
                write_own(unused_path(file), write(saved, "hashi"))
            self._absent.discard(file)
        self._restore(file)
        content = write(document, "hashi").encode()
        changes, older = file.with_suffix(".journal"), file.with_suffix(".previous-journal")
        with storage_errors(changes):
            # A journal that continues this content, too, must not come back: the same puzzle was
            # begun again.
            if continues(content, self._read_journal(older)):
                older.unlink()
            write_own(file, content, previous=file.with_suffix(".previous"))
            if changes.is_file() and not continues(content, self._read_journal(changes)):
                changes.replace(older)
            _start_journal(changes, content)
        self.save_as_last(document.puzzle)
        self.save_result(document)

    @_one_at_a_time
    def save_change(self, document: Document, entry: JournalEntry, *, durable: bool) -> None:
        """Save a change of a game that was saved as a whole before. Raises StorageError.

        ``document`` is the game after the change. If ``durable``, waits until the disk has it.
        """
        file = self._game_file(document.puzzle).with_suffix(".journal")
        self._restore(file)
        # A journal that is missing is not created: without its first line it would be ignored.
        append_own(file, entry.to_line(document.puzzle), durable=durable)
        self.save_result(document)

    @_one_at_a_time
    def save_as_last(self, puzzle: Puzzle) -> None:
        """Remember which game was played last. Raises StorageError."""
        key = self._key(puzzle)
        if self._last_key() != key:
            write_own(self._last, key)

    @_one_at_a_time
    def has_saved(self, document: Document) -> bool:
        """Whether a game is saved as it is, apart from its metadata and the time played."""
        saved = self._load(self._game_file(document.puzzle))
        if saved is None or saved.game is None or document.game is None:
            return False
        return replace(saved.game, seconds=document.game.seconds) == document.game

    @_one_at_a_time
    def load_last(self) -> Document | None:
        """Return the game played last; if it cannot be read, the newest one that can, or None."""
        key = self._last_key()
        newest_first = self._newest_first()
        if _KEY.fullmatch(key):
            newest_first.insert(0, self._games / f"{key}.hashi")
        return next(filter(None, map(self._load, newest_first)), None)

    @_one_at_a_time
    def resume(self, document: Document) -> Document:
        """Return what to show when a document is opened.

        If the document has no game, no race and an empty board, that is the saved game of its
        puzzle with the metadata of the document, unless the game is finished. Otherwise it is the
        document itself; a saved game with another board then moves to another file, so that it is
        not overwritten. Raises StorageError if that is impossible. A solution that a puzzle comes
        with, without a game, is left out.
        """
        if document.game is None and is_solution(document.puzzle, document.board.counts):
            document = document._replace(board=Board.empty(document.puzzle))
        file = self._game_file(document.puzzle)
        saved = self._load(file)
        if saved is None or saved.game is None:
            self._absent.add(file)
            return document
        is_new = document.game is None and document.board == Board.empty(document.puzzle)
        if is_new and saved.game.finished:
            self.save_result(saved)  # A crash may have come before that.
            return document
        if is_new and document.race is None:
            return saved._replace(info=saved.info.updated(document.info))
        if saved.board != document.board:
            write_own(unused_path(file), write(saved, "hashi"))
        return document

    def was_solved(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle was ever solved."""
        return self._key(puzzle) in self._solved.entries()

    def solved_puzzles(self) -> frozenset[str]:
        """Return the keys of all puzzles that were ever solved."""
        return self._solved.entries()

    def solved_dailies(self) -> frozenset[str]:
        """Return the names of all daily puzzles that were ever solved."""
        return self._dailies.entries()

    def begun_dailies(self) -> frozenset[str]:
        """Return the names of all daily puzzles in which a move was ever made."""
        return self._begun_dailies.entries()

    def is_in_progress(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle has a saved game with moves that is not finished."""
        return self._is_begun(self._key(puzzle))

    def begun_puzzles(self, keys: Iterable[str]) -> frozenset[str]:
        """Return the keys of those puzzles that have a saved game with moves, not finished.

        Other threads can use the store meanwhile.
        """
        try:
            saved = {file.stem for file in self._games.iterdir()}
        except OSError:
            saved = set()
        return frozenset(key for key in keys if key in saved and self._is_begun(key))

    def best_seconds(self, puzzle: Puzzle) -> float | None:
        """The shortest time in which the puzzle was solved without help; None if there is none."""
        return self.results.best_seconds(self._key(puzzle))

    @_one_at_a_time
    def past_game(self, result: GameResult) -> Document | None:
        """The game with a result, as it has ended; None if it is lost. Raises StorageError.

        If the results could not store it, it may still be the saved game.
        """
        stored = self.results.document(result)
        if stored is not None:
            return stored
        saved = self._load(self._games / f"{result.puzzle}.hashi")
        found = None if saved is None else GameResult.of(saved, result.puzzle)
        return saved if found is not None and found.game == result.game else None

    def reviewable_games(self) -> frozenset[GameId]:
        """The games that :meth:`past_game` finds, and perhaps some whose saved game is another."""
        saved = {file.stem for file in self._newest_first()}
        latest = (self.results.latest(puzzle) for puzzle in saved)
        return self.results.stored_games() | {each.game for each in latest if each is not None}

    @_one_at_a_time
    def puzzle_of(self, result: GameResult) -> Document | None:
        """The puzzle of a game that has ended; None if it is lost. Raises StorageError."""
        known = (
            self.past_game(result)
            or self._load(self._games / f"{result.puzzle}.hashi")
            or _library_document(result.puzzle)
        )
        if known is None:
            return None
        return Document(known.puzzle, Board.empty(known.puzzle), "hashi", info=known.info)

    def load_records(self) -> None:
        """Read the results and what was practised, and record what is still to be recorded.

        Raises StorageError.
        """
        self.results.load()
        self.practice.load()
        self.practice.write()
        for file in sorted(self._unrecorded.glob("*.hashi")):
            try:
                document = read(read_regular_file(file), file.name)
            except (OSError, HashiError):
                self._quarantine(file)
                continue
            result = GameResult.of(document, self._key(document.puzzle))
            try:
                if result is not None:
                    self.results.add(result, document)
            except LockedDatabaseError:
                return  # Until the next start.
            with suppress(OSError):
                file.unlink()

    def delete_records(self) -> None:
        """Delete all results, and everything that was practised. Raises StorageError."""
        self.results.delete_all()
        self.practice.forget()
        for file in self._unrecorded.glob("*.hashi"):
            with suppress(OSError):
                file.unlink()

    @_one_at_a_time
    def save_result(self, document: Document) -> None:
        """Record how a game has ended, if it has, and that it was begun. Raises StorageError."""
        daily = document.info.daily
        if daily and daily != self._latest_begun and document.game and document.game.position:
            self._begun_dailies.add(daily)
            self._latest_begun = daily
        result = GameResult.of(document, self._key(document.puzzle))
        if result is not None:
            try:
                self.results.add(result, document)
            except LockedDatabaseError:
                begun = re.sub(r"\W", "_", result.game[1])
                write_own(
                    self._unrecorded / f"{result.puzzle}-{begun}.hashi", write(document, "hashi")
                )
        if document.game is not None and document.game.finished:
            self._solved.add(self._key(document.puzzle))
            if daily:
                self._dailies.add(daily)

    def _results_of_saved_games(self) -> Iterator[GameResult]:
        """What a new database begins with if another one was lost or damaged."""
        for key in sorted(self._solved.entries()):
            document = self._load(self._games / f"{key}.hashi")
            result = None if document is None else GameResult.of(document, key)
            if result is not None:
                yield result

    @_one_at_a_time
    def _is_begun(self, key: str) -> bool:
        saved = self._load(self._games / f"{key}.hashi")
        game = saved and saved.game
        return bool(game and game.position > 0 and not game.finished)

    def _key(self, puzzle: Puzzle) -> str:
        """The key of a puzzle; of the latest one it is remembered, because it takes time."""
        latest = self._latest_key
        if latest is None or latest[0] is not puzzle:
            latest = self._latest_key = puzzle, puzzle_key(puzzle)
        return latest[1]

    def _last_key(self) -> str:
        """What the file ``last`` holds; empty if it cannot be read."""
        try:
            return read_regular_file(self._last).decode().strip()
        except (OSError, UnicodeDecodeError):
            return ""

    def _game_file(self, puzzle: Puzzle) -> Path:
        return self._games / f"{self._key(puzzle)}.hashi"

    def _newest_first(self) -> list[Path]:
        """The files of all saved games that were neither deleted nor set aside."""
        try:
            deleted = set(self.deleted_games())
            games = (file for file in self._games.glob("*.hashi") if file.stem not in deleted)
            files = [file for file in games if _KEY.fullmatch(file.stem) and _is_file(file)]
            return sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)
        except OSError:
            return []

    def _load(self, file: Path) -> Document | None:
        """Return the saved game in a file, or else its previous version, with its journal.

        None if there is none, none can be read, or it is deleted.
        """
        if os.path.lexists(file.with_suffix(_DELETED)):
            return None
        for version in (file, file.with_suffix(".previous")):
            if os.path.lexists(version) and (document := self._load_version(version)) is not None:
                return document
        for changes in _journals(file):
            if not is_empty_journal(self._read_journal(changes)):
                self._quarantine(changes)  # What it continues is lost.
        return None

    def _load_version(self, file: Path) -> Document | None:
        try:
            content = read_regular_file(file)
            document = read(content, str(file))
        except (OSError, HashiError):
            self._quarantine(file)
            return None
        if puzzle_key(document.puzzle) != file.stem:
            self._quarantine(file)
            return None
        for changes in _journals(file):
            continued = self._continue(document, content, changes)
            if continued is not None:
                return continued  # Not with both: the previous version can have the same content.
        return document

    def _continue(self, document: Document, content: bytes, changes: Path) -> Document | None:
        """Return a document as a journal has left it; None if the journal is of another one."""
        text = self._read_journal(changes)
        if not continues(content, text):
            if not is_empty_journal(text) and not self._is_outdated(changes, text):
                self._quarantine(changes)
            return None
        document, is_whole = continue_document(document, content, text)
        if not is_whole:
            self._quarantine(changes)
        return document

    def _read_journal(self, changes: Path) -> str:
        """Return the text of a journal, empty if there is none.

        If the power fails, zeros can take the place of lines that were not flushed to the disk.
        """
        if not os.path.lexists(changes):
            return ""
        try:
            return read_regular_file(changes).rstrip(b"\0").decode(errors="replace")
        except OSError:
            self._quarantine(changes)
            return ""

    def _is_outdated(self, changes: Path, text: str) -> bool:
        """Whether a journal is one of the previous version, so that the file has its changes.

        A crash between the two leaves it like that.
        """
        if changes.suffix == ".previous-journal":
            return True
        try:
            previous = read_regular_file(changes.with_suffix(".previous"))
        except OSError:
            return False
        return continues(previous, text)

    def _restore(self, file: Path) -> None:
        """Bring back the game of a file, if it is deleted."""
        mark = file.with_suffix(_DELETED)
        with storage_errors(mark):
            mark.unlink(missing_ok=True)

    def _quarantine(self, file: Path) -> None:
        """Rename a damaged file, so that it is neither read again nor overwritten."""
        with suppress(OSError):
            self.quarantined.append(rename_damaged(file))


def _journals(file: Path) -> tuple[Path, Path]:
    """The files that may hold the journal of a saved game."""
    return file.with_suffix(".journal"), file.with_suffix(".previous-journal")


def _changed(*files: Path) -> float:
    """When one of these files was changed last, in seconds since 1970; 0 if they are gone."""
    times = [0.0]
    for file in files:
        with suppress(OSError):
            times.append(file.stat().st_mtime)
    return max(times)


def puzzle_key(puzzle: Puzzle) -> str:
    """Return the key of a puzzle, which depends only on its size, clues and bridge limit."""
    return hashlib.sha256(f"{plain_grid(puzzle)}\n".encode()).hexdigest()[:20]


def _library_document(key: str) -> Document | None:
    """The puzzle of the library with a key; None if there is none."""
    return next((each for each in library_documents() if puzzle_key(each.puzzle) == key), None)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False
