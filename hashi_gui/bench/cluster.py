"""Make many runs on the workers of a Dask cluster, each in a process of its own there."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice

from hashi_gui.bench.machine import About, about
from hashi_gui.bench.runner import WAIT_SECONDS, Job, make_run
from hashi_gui.bench.runs import Run
from hashi_gui.formats.registry import read_bytes
from hashi_gui.system.cluster import Cluster


def run_on_cluster(
    jobs: Iterable[Job],
    limit: float,
    cluster: Cluster,
    stopped: Callable[[], bool],
    found_machine: Callable[[str, About], None],
) -> Generator[Run]:
    """Make all runs, each for at most ``limit`` seconds, and yield them as they end.

    Each thread of a worker makes one run at a time, and gets the next one when it has finished
    that: a run that waited behind a long one would not move to another worker. ``found_machine`` is
    called with the name and the description of the machine of each run, before the run is yielded.
    Stops early when ``stopped`` returns True. Stopping and closing the generator kill the runs that
    are being made. Raises WorkerLostError if the cluster is lost.
    """
    waiting = iter(jobs)
    pending: set[Future[tuple[Run, About]]] = set()
    try:
        while not stopped():
            for job in islice(waiting, max(0, cluster.threads - len(pending))):
                job = job._replace(data=read_bytes(job.instance.path))
                pending.add(cluster.executor.submit(_make_run, job, limit))
            if not pending:
                return
            done, pending = wait(pending, WAIT_SECONDS, FIRST_COMPLETED)
            cluster.check()
            for future in done:
                run, described = future.result()
                found_machine(run.machine, described)
                yield run
    finally:
        for future in pending:
            future.cancel()


def _make_run(job: Job, limit: float) -> tuple[Run, About]:
    """Make a run on the worker that calls this, and kill it if nobody waits for it any more."""
    return make_run(job, limit, _cancelled_task()), about()


def _cancelled_task() -> Callable[[], bool]:
    """A function that returns whether the task of this thread has been cancelled."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()

    def cancelled() -> bool:
        task = worker.state.tasks.get(key)
        return task is None or task.state == "cancelled"

    return cancelled
