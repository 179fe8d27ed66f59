"""Saves the game in play after every change, in a thread of its own."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from queue import SimpleQueue
from threading import Event, Thread

from hashi_gui.core.i18n import _
from hashi_gui.formats import Document
from hashi_gui.formats.saved_game import SavedGame, counts_of
from hashi_gui.game.game import Game
from hashi_gui.game.store import GameStore, JournalEntry
from hashi_gui.system.files import StorageError

Report = Callable[[StorageError | None], None]
"""Called in the saving thread after each attempt to save, with the error or None."""


LIVES_SECONDS = 0.1
"""How often who waits for the disk looks whether the saving thread lives on."""


class SavingThread:
    """Does jobs one after the other. No method waits for the disk but ``wait`` and ``close``."""

    def __init__(self, report: Report) -> None:
        self.error: StorageError | None = None
        """Why the last job has failed; None if it has not."""
        self._report = report
        self._jobs: SimpleQueue[Callable[[], None] | Event | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="saving", daemon=True)
        self._thread.start()

    @property
    def idle_after_this(self) -> bool:
        """Whether no other job is waiting."""
        return self._jobs.empty()

    def run(self, job: Callable[[], None]) -> None:
        """Do a job after everything so far."""
        self._jobs.put(job)

    def wait(self) -> None:
        """Wait until everything so far is done."""
        done = Event()
        self._jobs.put(done)
        while not done.wait(LIVES_SECONDS) and self._thread.is_alive():
            pass  # Another thread may close this one meanwhile.

    def close(self) -> None:
        """Wait until everything is done; nothing can be done afterwards."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            if isinstance(job, Event):
                job.set()
                continue
            try:
                job()
            except StorageError as error:
                self.error = error
            except Exception as error:  # The thread must live on, and the player must know.
                logging.exception("saving failed")
                self.error = StorageError(_("Saving has failed ({error}).").format(error=error))
            else:
                self.error = None
            self._report(self.error)


MIN_SECONDS = 1.0
"""Less playing time than this is not worth saving by itself."""


class Autosave:
    """Saves one game at a time in a store: as a whole at its first change, later by its journal.

    A game that is not changed here is not written. No method waits for the disk but :meth:`close`.
    """

    def __init__(self, store: GameStore, report: Report) -> None:
        self._store = store
        self._game: Game | None = None
        self._saved: SavedGame | None = None
        self._saved_whole = False
        self._thread = SavingThread(report)

    def open(self, game: Game) -> None:
        """Save the present game for the last time, and another one from now on."""
        self.save()
        document = game.to_document()
        self._game, self._saved, self._saved_whole = game, document.game, False
        self._thread.run(lambda: self._begin(document))

    def run(self, job: Callable[[], None]) -> None:
        """Do something else with the disk in the saving thread, after everything so far.

        An error before stays, because that something else does not save the game.
        """
        self._thread.run(lambda: self._do_else(job))

    @property
    def error(self) -> StorageError | None:
        """Why the last attempt to save has failed; None if it has not."""
        return self._thread.error

    def save(self, min_seconds: float = MIN_SECONDS) -> None:
        """Save what has changed since the last time.

        The playing time alone is saved if it has grown by ``min_seconds``.
        """
        if self._game is None or self._saved is None:
            return
        document = self._game.to_document()
        before, now = self._saved, document.game
        assert now is not None
        only_time = replace(before, seconds=now.seconds) == now
        if only_time and not 0 < now.seconds - before.seconds >= min_seconds:
            return
        entry = _entry(before, now)
        if entry is None or self.error is not None or not self._saved_whole:
            self.save_whole()
        else:
            self._saved = now
            self._thread.run(lambda: self._save_change(document, entry))

    def save_whole(self) -> None:
        """Save the whole game and all attempts, for example once more after an error."""
        if self._game is not None:
            document = self._game.to_document()
            self._saved, self._saved_whole = document.game, True
            self._thread.run(lambda: self._save_all(document))

    def save_now(self) -> StorageError | None:
        """Save what has changed and wait until that is done, if need be with another attempt.

        Returns the error if that fails, too.
        """
        self.save()
        if self.error is not None:
            self.save_whole()
        self.wait()
        return self.error

    def save_practice(self) -> None:
        """Save the attempts at exercises."""
        self.run(self._store.practice.write)

    def wait(self) -> None:
        """Wait until everything so far is saved, so that the store can be read."""
        self._thread.wait()

    def close(self) -> None:
        """Save the game and wait until this is done; nothing can be saved afterwards."""
        self.save(min_seconds=0)
        self._game = None
        self._thread.close()

    def _do_else(self, job: Callable[[], None]) -> None:
        error = self.error
        job()
        if error is not None:
            raise error

    def _save_all(self, document: Document) -> None:
        self._store.save(document)
        self._store.practice.write()

    def _begin(self, document: Document) -> None:
        if self._store.has_saved(document):
            self._store.save_as_last(document.puzzle)
            self._store.save_result(document)
        else:
            self._store.save(document)

    def _save_change(self, document: Document, entry: JournalEntry) -> None:
        if self.error is not None:
            raise self.error  # The journal does not continue what could not be saved.
        self._store.save_change(document, entry, durable=self._thread.idle_after_this)


def _entry(before: SavedGame, now: SavedGame) -> JournalEntry | None:
    """Return the journal entry that leads from one state to another; None if there is none."""
    if now.log[: len(before.log)] != before.log:
        return None
    length = len(now.history)
    for added in (0, 1):
        unchanged = length - added
        if 0 <= unchanged <= len(before.history) and (
            now.history[:unchanged] == before.history[:unchanged]
        ):
            return JournalEntry(
                length,
                now.position,
                now.trials,
                now.seconds,
                now.history[-1] if added else None,
                now.log[len(before.log) :],
                now.trial_names,
                **counts_of(now),
            )
    return None
