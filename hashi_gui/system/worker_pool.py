"""Worker processes that make calls."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, ParamSpec, TypeVar

from hashi_gui.system.processes import WorkerLostError
from hashi_gui.system.servers import ServerProcess

P = ParamSpec("P")
T = TypeVar("T")


class WorkerPool(Executor):
    """Calls functions in up to ``count`` processes, which are started when there is work for them.

    If a worker ends too early, its call and all that follow fail with WorkerLostError. Each worker
    has pipes of its own, so that one that is killed while it writes disturbs no other. Leaving the
    ``with`` block ends all workers, whatever they are doing.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._workers: list[_Worker] = []
        self._lost: WorkerLostError | None = None

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Make a call as soon as a worker is free.

        The thread that submits calls must not end before them.
        """
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


class _Call(NamedTuple):
    """A call to make, and the future for its result."""

    future: Future[Any]
    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


class _Worker:
    """A process, and the thread that gives it one call after the other."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._process = ServerProcess("hashi_gui.system.worker", "A worker process")
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._process.kill()
        self._thread.join()
        self._process.end()

    def _serve(self) -> None:
        while call := self._pool.next_call():
            future, *work = call
            try:
                future.set_result(self._process.ask(work))
            except WorkerLostError as error:
                future.set_exception(error)
                self._pool.fail(error)
                return
            except Exception as error:
                future.set_exception(error)
