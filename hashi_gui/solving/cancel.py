"""Stopping a question from another thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hashi_gui.core.errors import HashiError


class Cancelled(HashiError):  # noqa: N818 - it is an outcome, not an error
    """The question was cancelled before it was answered."""

    def __init__(self) -> None:
        super().__init__("Stopped before there was an answer.")


class CancelToken:
    """A request to stop that any thread may make, once, by a direct call.

    One token serves one job, which may ask several questions with it, one after another. Once
    it is cancelled, the question being answered and every later one raise Stopped.
    """

    def __init__(self) -> None:
        # Reentrant, because a signal handler may cancel while its own thread holds the lock.
        self._lock = threading.RLock()
        self._cancelled = False
        self._interrupt: Callable[[], None] | None = None

    @property
    def cancelled(self) -> bool:
        return self._cancelled

    def cancel(self) -> None:
        """Ask for the stop; does not wait for it."""
        with self._lock:
            self._cancelled = True
            if self._interrupt is not None:
                self._interrupt()

    def check(self) -> None:
        """Raise Stopped if the token is cancelled."""
        if self._cancelled:
            raise Cancelled

    @contextmanager
    def bound(self, interrupt: Callable[[], None]) -> Iterator[None]:
        """Have ``interrupt`` called, by the thread that cancels, if that happens in this block.

        After the block it is not called any more, so what it reaches may be deleted. Blocks may
        nest; the innermost counts. Raises Stopped if the token is cancelled already.
        """
        with self._lock:
            self.check()
            outer, self._interrupt = self._interrupt, interrupt
        try:
            yield
        finally:
            with self._lock:
                self._interrupt = outer
