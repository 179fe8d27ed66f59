"""The token by which another thread cancels a solver or any other work."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")


class Cancelled(HashiError):  # noqa: N818 - control flow, not an error
    """Raised by a solver, a generator or a search when its token is cancelled.

    This is how a cancelled job ends, not a failure: callers catch it to report that there is no
    answer.
    """

    def __str__(self) -> str:
        return _("Stopped before an answer was found.")


class CancelToken:
    """A request to cancel a job; any thread may make it, by calling :meth:`cancel`.

    One token serves one job, which may ask several questions one after another. Once the token is
    cancelled, the current question and all later ones raise Cancelled. It cannot be reset.
    """

    def __init__(self) -> None:
        # Reentrant, because a signal handler may cancel while its own thread holds the lock.
        self._lock = threading.RLock()
        self._cancelled = False
        self._interrupt: Callable[[], None] | None = None

    @property
    def cancelled(self) -> bool:
        """Whether the token has been cancelled."""
        return self._cancelled

    def cancel(self) -> None:
        """Request cancellation and return at once, without waiting for the job to end."""
        with self._lock:
            self._cancelled = True
            if self._interrupt is not None:
                self._interrupt()

    def raise_if_cancelled(self) -> None:
        """Raise Cancelled if the token is cancelled."""
        if self._cancelled:
            raise Cancelled

    @contextmanager
    def limited(self, seconds: float) -> Iterator[CancelToken]:
        """A token for this block that is cancelled after some seconds, or with this one.

        Raises Cancelled, without entering the block, if this token is already cancelled.
        """
        token = CancelToken()
        timer = threading.Timer(seconds, token.cancel)
        with self.on_cancel(token.cancel):
            timer.start()
            try:
                yield token
            finally:
                timer.cancel()
                timer.join()

    def wait_for(self, future: Future[T]) -> T:
        """Wait for the result of a future. Raises Cancelled as soon as the token is cancelled."""
        ended = threading.Event()
        future.add_done_callback(lambda _: ended.set())
        with self.on_cancel(ended.set):
            ended.wait()
        self.raise_if_cancelled()
        return future.result()

    @contextmanager
    def on_cancel(self, interrupt: Callable[[], None]) -> Iterator[None]:
        """Call ``interrupt`` if the token is cancelled while the block runs.

        The call comes from the thread that cancels. ``interrupt`` is never called after the block,
        so the objects it uses may then be deleted. Blocks may be nested; only the innermost one
        is called. Raises Cancelled, without entering the block, if the token is already cancelled.
        """
        with self._lock:
            self.raise_if_cancelled()
            outer, self._interrupt = self._interrupt, interrupt
        try:
            yield
        finally:
            with self._lock:
                self._interrupt = outer


def run_with_time_limit(limit: float | None, work: Callable[[CancelToken], T]) -> T:
    """Call ``work`` and return its result.

    Its token is cancelled after ``limit`` seconds (None: never). The work runs in another thread,
    because Python handles no signal, such as Ctrl-C, while its main thread is inside a solver.
    """
    token = CancelToken()
    if limit == 0:
        token.cancel()
    deadline = math.inf if limit is None else monotonic() + limit
    outcomes: list[T | BaseException] = []

    def run() -> None:
        try:
            outcomes.append(work(token))
        except BaseException as error:
            outcomes.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        while (remaining := deadline - monotonic()) > 0 and not outcomes:
            # At most 0.1 s at a time, because on Windows Ctrl-C does not interrupt a wait.
            thread.join(min(remaining, 0.1))
    finally:
        token.cancel()
        thread.join()
    (outcome,) = outcomes
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome
