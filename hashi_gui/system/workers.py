"""What does the work of a command: this process, several processes or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hashi_gui.system.cluster import connect
from hashi_gui.system.parallel import Mapper, Parallel, Sequential
from hashi_gui.system.worker_pool import WorkerPool


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
