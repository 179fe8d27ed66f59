"""What the player has practised: every attempt at an exercise."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from dataclasses import asdict, replace
from threading import Lock

from hashi_gui.formats import FormatError
from hashi_gui.formats.fields import parse_object, read_items, read_record
from hashi_gui.game.mastery import Attempt, Mastery, mastery_of
from hashi_gui.game.results_database import (
    DamagedDatabaseError,
    LockedDatabaseError,
    ResultsDatabase,
)
from hashi_gui.system.files import read_regular_file
from hashi_gui.system.storage import StorageError, rename_damaged, write_own


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
                try:
                    self._database.put_attempts(attempts)
                except DamagedDatabaseError:
                    self._database.rename_damaged()
                    self._database.put_attempts(attempts)
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
    from hashi_gui.logic.reasoning.techniques.technique import present_name

    return replace(attempt, technique=present_name(attempt.technique))
