"""Calling a function for many items: in this process, in several or on a Dask cluster."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from time import monotonic
from traceback import format_exc
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from hashi_gui.core.errors import HashiError, WorkerLostError
from hashi_gui.core.i18n import _
from hashi_gui.system.libraries import load
from hashi_gui.system.processes import WorkerPool

if TYPE_CHECKING:
    from distributed import Client


CONNECT_TIMEOUT = "10 s"

NO_WORKER_SECONDS = 60.0
"""How long the cluster may have no worker, because the first one or a new one is starting."""


class Cluster:
    """A cluster, whose ``executor`` makes as many calls at a time as its workers have ``threads``.

    Workers may come and go; a call that was lost with its worker is made again by another one.
    """

    def __init__(self, client: Client, address: str) -> None:
        # A measurement that is repeated may have another result.
        self.executor: Executor = client.get_executor(pure=False)
        self.threads = 1
        self._client = client
        self._address = address
        self._last_seen = monotonic()

    def check(self) -> None:
        """Update ``threads``. Raises WorkerLostError if waiting for a result is in vain."""
        if self._client.status != "running":
            raise _scheduler_lost(self._address)
        if threads := sum(self._client.nthreads().values()):
            self.threads, self._last_seen = threads, monotonic()
        elif monotonic() - self._last_seen > NO_WORKER_SECONDS:
            text = _("The Dask cluster at {address} has no workers.")
            raise WorkerLostError(text.format(address=self._address))


def _scheduler_lost(address: str) -> WorkerLostError:
    text = _("The Dask scheduler at {address} was lost.")
    return WorkerLostError(text.format(address=address))


@contextmanager
def connect(address: str) -> Iterator[Cluster]:
    """Connect to the scheduler at an address.

    Raises HashiError if there is none, or if its workers lack this program, and WorkerLostError if
    the scheduler or all workers are lost.
    """
    load("distributed")
    from distributed import Client
    from distributed.scheduler import KilledWorker

    # It logs each lost connection with a traceback, also those that are handled here.
    logging.disable()
    try:
        client = Client(address, timeout=CONNECT_TIMEOUT)
    except (OSError, ValueError) as error:
        text = _("There is no Dask scheduler at {address} ({reason}).")
        raise HashiError(text.format(address=address, reason=error)) from error
    with client:
        try:
            cluster = Cluster(client, address)
            cluster.check()
            yield cluster
        except (CancelledError, OSError) as error:
            raise _scheduler_lost(address) from error
        except KilledWorker as error:
            raise WorkerLostError(
                _("The Dask workers that got a certain piece of work died, one after the other.")
            ) from error
        except (ImportError, RuntimeError) as error:
            raise HashiError(
                _(
                    "The Dask cluster failed; its workers need this version of hashi-gui. "
                    "({reason})"
                ).format(reason=str(error).splitlines()[0])
            ) from error


A = TypeVar("A")
B = TypeVar("B")

AHEAD = 2
"""Batches in an executor for each worker, so that it has the next one when it has finished one."""

CHECK_INTERVAL = 0.5
"""Seconds between two calls of ``check``."""

BATCH_SECONDS = 0.1
"""How long a batch should take: long beside sending it, short beside waiting for its results."""

MAX_BATCH_SIZE = 256


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


Mapper = Sequential | Parallel
"""What calls a function for each of many items, and yields the results in their order.

What a call raises, or the iterator of the items, is raised after the results before it.
"""


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
