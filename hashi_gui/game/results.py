"""The results of all games and everything that was practised, in memory and in a database."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from threading import Lock

from hashi_gui.formats import Document, FormatError
from hashi_gui.formats.document import utc_now
from hashi_gui.formats.fields import parse_object, read_items, read_record
from hashi_gui.game.calibration import UNCALIBRATED, calibrate, games_that_count
from hashi_gui.game.mastery import Attempt, Mastery, mastery_of
from hashi_gui.game.result import GameId, GameResult, Help, PuzzleKind
from hashi_gui.game.results_database import (
    LockedDatabaseError,
    ResultsDatabase,
    compress_game,
    expand_game,
)
from hashi_gui.system.files import StorageError, read_regular_file, rename_damaged, write_own


class Results:
    """One result for each game that has ended, in memory and in a database.

    The first use reads the database, so :meth:`load` should be called in another thread before.
    Afterwards no method waits for the disk but :meth:`add`, :meth:`delete_all` and those that read
    the games themselves, which are not in memory. All methods can be called by any thread.

    A database that is damaged, or was made by another version, is renamed, and one in which some
    results cannot be read is copied and goes on without them; ``quarantined`` lists the new names.
    """

    def __init__(self, file: Path, first_results: Callable[[], Iterable[GameResult]]) -> None:
        """``first_results`` returns what a new database begins with, beside what is in memory."""
        self.database = ResultsDatabase(file, lambda: [*first_results(), *self._by_game.values()])
        self._loading, self._writing = Lock(), Lock()
        self.unread = False
        """Whether the database could not be read, so that its results are not in memory."""
        self.complete = True
        """Whether no results were ever deleted."""
        self._deleted: set[tuple[GameId, str]] = set()
        """What was deleted since the start, whatever the clock said: games, and when they ended."""
        self.loaded = False
        """Whether the database was read, so that no question waits for it."""
        self.quarantined = self.database.quarantined
        self._deleted_until = self._loaded_at = ""
        self._not_written: dict[GameId, tuple[GameResult, Document | None]] = {}
        self._forget_all()

    def load(self) -> None:
        """Read the database, unless this was done. If it is impossible, there are no results."""
        with self._loading:
            if not self.loaded:
                try:
                    self.database.or_anew(self.read)
                except StorageError:
                    logging.exception("the results cannot be read")
                    self.unread = True
                self.loaded = True

    def read(self) -> None:
        """Read the database. Raises StorageError, also if it is damaged as a whole."""
        found, self._deleted_until = self.database.read()
        self._loaded_at = utc_now()
        self.complete = not self._deleted_until
        self._forget_all()
        found += [result for result, _ in self._not_written.values()]
        results = {result.game: result for result in found}.values()
        for result in sorted(results, key=lambda each: each.ended):
            self._remember(result)
        self._calibrate(results)
        self.loaded, self.unread = True, False

    def add(self, result: GameResult, document: Document | None = None) -> None:
        """Add the result of a game, or replace one that was not final. Raises StorageError.

        ``document`` is the game as it has ended, to be reviewed later.

        The result of a game that the player has solved is final.
        """
        self.load()
        known = self._by_game.get(result.game)
        if known is not None:  # What it has been told of itself is no help before it.
            result = replace(result, helped_before=known.helped_before)
        # The clock may have been wrong when results were deleted before this start.
        deleted_until = min(self._deleted_until, self._loaded_at)
        before = bool(deleted_until) and result.ended <= deleted_until
        deleted = before or (result.game, result.ended) in self._deleted
        if not (deleted or known == result or (known is not None and known.finished)):
            # A puzzle that is new cannot have had another first game.
            played = result.puzzle in self._latest
            self._remember(result)
            self._calibrate(list(self._by_game.values()) if played else [*self._counting, result])
            self._not_written[result.game] = result, document
        self._write()

    def merge(self, played: Iterable[tuple[GameResult, bytes | None]]) -> None:
        """Add the results that are missing, also deleted ones, with their compressed games; none
        replaces a final one. All are added or none. Raises StorageError.
        """
        self.load()
        with self._writing:
            stored, played = self.database.games(), list(played)
            final = {game for game, known in self._by_game.items() if known.finished}
            new = {
                each.game: each
                for each, _ in played
                if each.game not in (final if each.finished else self._by_game)
            }
            games = {
                each.game: content
                for each, content in played
                if content is not None and (each.game in new or each.game not in stored)
            }
            self.database.or_anew(partial(self.database.put, new.values(), games))
            self.read()

    def delete_all(self) -> None:
        """Forget all results, the games that have ended so far, and in the database everything
        that was practised. Raises StorageError.
        """
        self.load()
        with self._writing:
            self._not_written.clear()
            self._deleted |= {(game, each.ended) for game, each in self._by_game.items()}
            self.complete = False
            self._forget_all()
            self.database.delete_all(utc_now())

    def all(self) -> list[GameResult]:
        """All results in the order in which the games have ended, those of unknown date first."""
        self.load()
        return sorted(self._by_game.values(), key=lambda result: result.ended)

    def times(self, kind: PuzzleKind) -> list[float]:
        """The times in seconds in which puzzles of a kind were solved without help."""
        self.load()
        return list(self._times.get(kind, ()))

    def best_seconds(self, puzzle: str) -> float | None:
        """The shortest time without help for the puzzle with a key; None if there is none."""
        self.load()
        return self._best.get(puzzle)

    def help_with_daily(self, name: str) -> Help | None:
        """The least help with which a daily puzzle was solved; None if it was not."""
        self.load()
        return self._help.get(name)

    def latest(self, puzzle: str) -> GameResult | None:
        """The result of the game that ended last on a puzzle: its key, or the name of a daily
        puzzle. None if there is none.
        """
        self.load()
        return self._latest.get(puzzle)

    def document(self, result: GameResult) -> Document | None:
        """The game with a result, as it has ended; None if it was not stored or is damaged.

        Raises StorageError.
        """
        content = self.database.read_game(result.game)
        return None if content is None else expand_game(content)

    def stored_games(self) -> frozenset[GameId]:
        """The games for which :meth:`document` has an answer; none if that cannot be read."""
        try:
            return self.database.games()
        except StorageError:
            logging.exception("the games cannot be read")
            return frozenset()

    def _write(self) -> None:
        with self._writing:
            if not self._not_written:
                return
            written = dict(self._not_written)
            results = [result for result, _ in written.values()]
            games = {
                game: content
                for game, (_, document) in written.items()
                if document is not None and (content := compress_game(document)) is not None
            }
            self.database.or_anew(partial(self.database.put, results, games))
            for game, ended in written.items():
                if self._not_written.get(game) is ended:
                    del self._not_written[game]

    def _forget_all(self) -> None:
        self.calibration, self._counting = UNCALIBRATED, list[GameResult]()
        """What the results say of expected times, without waiting for the disk."""
        self._by_game: dict[GameId, GameResult] = {}
        self._latest: dict[str, GameResult] = {}
        self._times: dict[PuzzleKind, list[float]] = {}
        self._best: dict[str, float] = {}
        self._help: dict[str, Help] = {}
        self._helped: dict[str, Help] = {}

    def _calibrate(self, results: Iterable[GameResult]) -> None:
        self._counting = games_that_count(results)
        self.calibration = calibrate(self._counting)

    def _remember(self, result: GameResult) -> None:
        """Remember a result that has no later one on its puzzle."""
        if result.game not in self._by_game:
            result = replace(result, helped_before=self._helped.get(result.puzzle, Help.NONE))
        self._helped[result.puzzle] = result.help
        self._by_game[result.game] = result
        for puzzle in filter(None, (result.puzzle, result.daily)):
            known = self._latest.setdefault(puzzle, result)
            if result.ended > known.ended:
                self._latest[puzzle] = result
        seconds = result.unaided_seconds
        if seconds is not None:
            self._times.setdefault(result.kind, []).append(seconds)
            self._best[result.puzzle] = min(self._best.get(result.puzzle, seconds), seconds)
        if result.daily:
            least = self._help.get(result.daily, result.help)
            self._help[result.daily] = min(least, result.help, key=lambda given: given.rank)


class PracticeLog:
    """All attempts, in memory and in a database.

    The first use reads the database, so :meth:`load` should be called in another thread before.
    Afterwards only :meth:`write` waits for the disk; all methods can be called by any thread.
    """

    def __init__(self, database: ResultsDatabase) -> None:
        self._database = database
        database.first_attempts = self._written
        self._loading, self._writing = Lock(), Lock()
        self._loaded = False
        self._attempts: list[Attempt] = []
        self._mastery: dict[str, Mastery] = {}
        self._not_written: list[Attempt] = []
        self._unrecorded = database.file.with_name("unrecorded-attempts")
        """The attempts that are not written yet, while another program uses the database."""

    def load(self) -> None:
        """Read the database, unless this was done. If it is impossible, there are no attempts."""
        with self._loading:
            if not self._loaded:
                try:
                    self._attempts = self._database.read_attempts()
                except StorageError:
                    logging.exception("the attempts at exercises cannot be read")
                self._not_written = self._read_unrecorded()
                self._attempts = list(map(_renamed, (*self._attempts, *self._not_written)))
                self._mastery = mastery_of(self._attempts)
                self._loaded = True

    def all(self) -> list[Attempt]:
        """All attempts, the oldest first."""
        self.load()
        return list(self._attempts)

    def mastery(self) -> dict[str, Mastery]:
        """The mastery of every technique that was practised."""
        self.load()
        return dict(self._mastery)

    def has_mastered(self, technique: str) -> bool:
        """Whether the player has mastered a technique."""
        return self.mastery().get(technique, Mastery()).mastered

    def add(self, attempt: Attempt) -> None:
        """Remember an attempt; :meth:`write` has to be called to store it."""
        self.load()
        self._attempts.append(attempt)
        name = attempt.technique
        self._mastery[name] = self._mastery.get(name, Mastery()).after(attempt)
        self._not_written.append(attempt)

    def merge(self, attempts: Iterable[Attempt]) -> None:
        """Add the attempts that are missing, where their times belong, all or none of them.

        Raises StorageError.
        """
        self.load()
        with self._writing:
            new = set(map(_renamed, attempts)).difference(self._attempts)
            if not new:
                return
            merged = sorted([*self._written(), *new], key=lambda attempt: attempt.ended)
            self._database.or_anew(
                partial(self._database.put_attempts, merged, in_place_of_all=True)
            )
            self._attempts = [*merged, *self._not_written]
            self._mastery = mastery_of(self._attempts)

    def forget(self) -> None:
        """Forget all attempts, because they are deleted from the database."""
        with self._writing:
            self._attempts, self._mastery = [], {}
            self._not_written.clear()
            self._remove_unrecorded()

    def write(self) -> None:
        """Store all attempts that are not stored yet. Raises StorageError."""
        with self._writing:
            attempts = list(self._not_written)
            if not attempts:
                return
            try:
                self._database.or_anew(partial(self._database.put_attempts, attempts))
            except LockedDatabaseError:
                entries = [asdict(attempt) for attempt in attempts]
                write_own(self._unrecorded, json.dumps({"attempts": entries}))
            else:
                del self._not_written[: len(attempts)]
                self._remove_unrecorded()

    def _written(self) -> list[Attempt]:
        """The attempts that the database had."""
        return self._attempts[: len(self._attempts) - len(self._not_written)]

    def _remove_unrecorded(self) -> None:
        with suppress(OSError):
            self._unrecorded.unlink()

    def _read_unrecorded(self) -> list[Attempt]:
        try:
            data = parse_object(read_regular_file(self._unrecorded).decode())
            return [read_record(Attempt, each) for each in read_items(data, "attempts", dict)]
        except FileNotFoundError:
            return []
        except (OSError, UnicodeDecodeError, FormatError):
            logging.exception("the attempts that were not recorded cannot be read")
            with suppress(OSError):
                rename_damaged(self._unrecorded)
            return []


def _renamed(attempt: Attempt) -> Attempt:
    """An attempt at a technique that had another name, perhaps, in an earlier version."""
    from hashi_gui.logic.reasoning.techniques.technique import FORMER_NAMES

    return replace(attempt, technique=FORMER_NAMES.get(attempt.technique, attempt.technique))
