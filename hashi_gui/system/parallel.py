"""Calling a function for many items: in this process, in several or on a cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from time import monotonic
from traceback import format_exc
from typing import Generic, NamedTuple, Protocol, TypeVar

from hashi_gui.system.cluster import connect
from hashi_gui.system.worker_pool import WorkerPool

A = TypeVar("A")
B = TypeVar("B")

AHEAD = 2
"""Batches in an executor for each worker, so that it has the next one when it has finished one."""

CHECK_INTERVAL = 0.5
"""Seconds between two calls of ``check``."""

BATCH_SECONDS = 0.1
"""How long a batch should take: long beside sending it, short beside waiting for its results."""

MAX_BATCH_SIZE = 256


class Mapper(Protocol):
    """What calls a function for each of many items."""

    def map(self, function: Callable[[A], B], items: Iterable[A], /) -> Iterator[B]:
        """Yield the results in the order of the items.

        What a call raises, or the iterator of the items, is raised after the results before it.
        """
        ...


class Sequential:
    """Makes each call in this thread, when its result is needed."""

    def map(self, function: Callable[[A], B], items: Iterable[A], /) -> Iterator[B]:
        return map(function, items)


@dataclass(frozen=True, slots=True)
class Parallel:
    """Makes the calls with an executor, before their results are needed.

    Items go to the executor in batches. ``workers`` returns how many batches it works on at a time.
    While there is no result to yield, ``check`` is called now and then; it can raise an error. When
    the iterator is not needed any more, there may still be work in the executor for its owner to
    cancel.
    """

    executor: Executor
    workers: Callable[[], int]
    check: Callable[[], None] = lambda: None

    def map(self, function: Callable[[A], B], items: Iterable[A], /) -> Iterator[B]:
        waiting = _with_error(items)
        pending: deque[Future[_Results[B]]] = deque()
        size = 1
        while True:
            ahead = AHEAD * self.workers()
            while len(pending) < ahead and (batch := list(islice(waiting, size))):
                pending.append(self.executor.submit(_call_each, function, batch))
            if not pending:
                return
            results = self._wait(pending.popleft())
            yield from results.values
            if results.error:
                raise results.error
            size = _next_size(size, results.seconds)

    def _wait(self, future: Future[B]) -> B:
        # Not longer, because on Windows Ctrl-C does not interrupt a wait.
        while not wait([future], timeout=CHECK_INTERVAL).done:
            self.check()
        return future.result()


class _ItemsError(NamedTuple):
    """Stands for the items that could not be had because of an error."""

    error: Exception


class _Results(NamedTuple, Generic[B]):
    """The results of a batch up to the first error, and the seconds that it took."""

    values: Sequence[B]
    error: Exception | None
    seconds: float


def _with_error(items: Iterable[A]) -> Iterator[A | _ItemsError]:
    try:
        yield from items
    except Exception as error:
        yield _ItemsError(error)


def _call_each(function: Callable[[A], B], items: Iterable[A | _ItemsError]) -> _Results[B]:
    start = monotonic()
    values: list[B] = []
    error = None
    for item in items:
        if isinstance(item, _ItemsError):
            error = item.error
            break
        try:
            values.append(function(item))
        except Exception as failure:
            failure.add_note(format_exc())
            error = failure
            break
    return _Results(values, error, monotonic() - start)


def _next_size(size: int, seconds: float) -> int:
    """The size of the next batch, after one of ``size`` items took so long."""
    if seconds < BATCH_SECONDS / 2:
        return min(2 * size, MAX_BATCH_SIZE)
    return max(1, size // 2) if seconds > 2 * BATCH_SECONDS else size


@contextmanager
def workers(jobs: int, scheduler: str | None = None) -> Iterator[Mapper]:
    """The workers for the values of ``--jobs`` and ``--scheduler``; they end with the block.

    Raises HashiError if a cluster cannot be used, and WorkerLostError if workers are lost.
    """
    if scheduler is not None:
        with connect(scheduler) as cluster:
            yield Parallel(cluster.executor, lambda: cluster.threads, cluster.check)
    elif jobs > 1:
        with WorkerPool(jobs) as pool:
            yield Parallel(pool, lambda: jobs)
    else:
        yield Sequential()
