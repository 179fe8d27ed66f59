"""A thread that writes to the disk, so that nothing else has to wait for it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread

from hashi_gui.game.storage import StorageError

Report = Callable[[StorageError | None], None]
"""Called in the saving thread after each attempt to save, with the error or None."""


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
        if not self._thread.is_alive():
            return  # It is closed: everything is done.
        done = Event()
        self._jobs.put(done)
        done.wait()

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
                self.error = StorageError(f"Saving has failed ({error}).")
            else:
                self.error = None
            self._report(self.error)
