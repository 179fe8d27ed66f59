"""What does the work of a command: this process, several processes or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hashi_gui.system.parallel import Mapper, Parallel, Sequential
from hashi_gui.system.processes import WorkerPool

AHEAD = 2
"""Batches of work per worker, so that each has the next one when it has finished one."""


@contextmanager
def workers(jobs: int, scheduler: str | None = None) -> Iterator[Mapper]:
    """The workers for the values of ``--jobs`` and ``--scheduler``; they end with the block."""
    if scheduler is not None:
        from hashi_gui.cli.cluster import connect

        with connect(scheduler) as cluster:
            yield Parallel(cluster.executor, AHEAD * cluster.threads, cluster.check)
    elif jobs > 1:
        with WorkerPool(jobs) as pool:
            yield Parallel(pool, AHEAD * jobs)
    else:
        yield Sequential()
