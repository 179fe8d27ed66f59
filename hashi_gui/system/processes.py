"""Processes that do part of the work, and end with this one."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from queue import Empty, SimpleQueue
from threading import Thread
from traceback import format_exc
from typing import Any, ParamSpec, TypeVar

from hashi_gui.core.errors import HashiError
from hashi_gui.system import interrupts

P = ParamSpec("P")
T = TypeVar("T")

_PR_SET_PDEATHSIG = 1
"""From ``linux/prctl.h``."""

_NICENESS = 10

_EXIT_SECONDS = 1.0
"""Time for the system to report how a process ended whose connection is closed."""


def available_cores() -> int:
    """Return the number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class WorkerLostError(HashiError):
    """A worker ended before its work was done: it was killed, or memory ran out."""


def end_with_parent() -> None:
    """End this process as soon as its parent process ends, in whatever way.

    Call it first in a process of :mod:`multiprocessing`. On Linux the system ends the process, even
    inside native code; a thread that waits for the parent does it elsewhere, and for a process that
    a fork server started.
    """
    parent = parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    Thread(target=_wait_and_exit, args=(parent.sentinel,), daemon=True).start()


def _wait_and_exit(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def lower_priority() -> None:
    """Let other processes go first from now on, if the system can do that."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)


class WorkerPool(Executor):
    """Calls functions in up to ``count`` processes, which are started when there is work for them.

    If a worker ends too early, its call and all that follow fail with WorkerLostError. Each worker
    has a connection of its own, so that one that is killed while it writes disturbs no other.
    Leaving the ``with`` block ends all workers, whatever they are doing.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._workers: list[_Worker] = []
        self._lost: WorkerLostError | None = None

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        if len(self._workers) < self._count:
            self._workers.append(_Worker(self))
        self._calls.put(_Call(future, fn, args, kwargs))
        if self._lost:
            self.fail(self._lost)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """End all workers; calls that are not finished are cancelled."""
        for call in self._take_waiting():
            call.future.cancel()
        self._calls.put(None)
        for worker in self._workers:
            worker.end()

    def next_call(self) -> _Call | None:
        """Wait for a call; None if there will be no more."""
        call = self._calls.get()
        if call is None:
            self._calls.put(None)  # For the next worker.
        return call

    def fail(self, error: WorkerLostError) -> None:
        """Let the calls that are waiting, and all that follow, fail."""
        self._lost = error
        for call in self._take_waiting():
            call.future.set_exception(error)

    def _take_waiting(self) -> list[_Call]:
        """Remove the calls that no worker has begun."""
        calls = []
        with suppress(Empty):
            while call := self._calls.get_nowait():
                calls.append(call)
            self._calls.put(None)  # It ends the calls, and stays the last.
        return calls


class _Call:
    """A call to make, and the future for its result."""

    def __init__(
        self,
        future: Future[Any],
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> None:
        self.future = future
        self.work = function, args, kwargs


class _Worker:
    """A process, and the thread that gives it one call after the other."""

    def __init__(self, pool: WorkerPool) -> None:
        context = get_context("spawn")
        self._pool = pool
        self._connection, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(target=_work, args=(theirs,), daemon=True)
        start_process(self._process)
        # Now only the process has the other end: if it dies, receiving raises EOFError here.
        theirs.close()
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._thread.join()
        self._connection.close()

    def _serve(self) -> None:
        while call := self._pool.next_call():
            try:
                self._connection.send(call.work)
                succeeded, result = self._connection.recv()
            except (EOFError, OSError):
                error = WorkerLostError(self._how_it_ended())
                call.future.set_exception(error)
                self._pool.fail(error)
                return
            except Exception as error:
                call.future.set_exception(error)
            else:
                (call.future.set_result if succeeded else call.future.set_exception)(result)

    def _how_it_ended(self) -> str:
        self._process.join(_EXIT_SECONDS)
        code = self._process.exitcode
        if code is None or code >= 0:
            return "A worker process ended too early."
        name = signal.Signals(-code).name
        reason = ", perhaps because memory ran out" if name == "SIGKILL" else ""
        return f"A worker process was ended by {name}{reason}."


def start_process(process: BaseProcess) -> None:
    """Start a process that never gets Ctrl-C. Its first step should be :func:`end_with_parent`.

    A signal that ends this process waits until the other one has all that it needs to start.
    """
    if sys.platform != "win32":
        from multiprocessing import resource_tracker

        # Started first, because that unblocks the signals in some versions of Python.
        resource_tracker.ensure_running()
    with interrupts.deferred(), interrupts.blocked_in_children():
        process.start()


def _work(connection: Connection) -> None:
    """Make the calls that the parent process sends, and send back the results."""
    end_with_parent()
    with suppress(EOFError, OSError):  # The parent process has ended.
        while True:
            function, args, kwargs = connection.recv()
            try:
                result = True, function(*args, **kwargs)
            except Exception as error:
                error.add_note(format_exc())
                result = False, error
            connection.send(result)
