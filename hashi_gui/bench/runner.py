"""Make many runs, each in its own process, several at a time."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from itertools import islice
from threading import Event, Thread
from time import monotonic
from typing import NamedTuple

from hashi_gui.bench import machine
from hashi_gui.bench.instances import Instance
from hashi_gui.bench.runs import Measurement, Outcome, Run
from hashi_gui.formats import Document, read, read_path
from hashi_gui.system.processes import WorkerLostError
from hashi_gui.system.servers import ServerProcess

WORKER = "hashi_gui.bench.worker"
"""The module of the process of a run."""

GRACE_SECONDS = 10.0
"""Time in addition to the time limit, to start, read and stop, before a run is killed."""

WAIT_SECONDS = 0.2
"""The longest time before Ctrl-C, the end of the time or a cancelled run is noticed."""


class Job(NamedTuple):
    """A run that has not been made. ``data`` is the content of the file, if it is elsewhere."""

    instance: Instance
    method: str
    threads: int = 1
    data: bytes | None = None

    def reader(self) -> Callable[[], Document]:
        """A function that reads the puzzle."""
        path = self.instance.path
        return partial(read_path, path) if self.data is None else partial(read, self.data, path)


def run_all(
    jobs: Iterable[Job],
    limit: float,
    processes: int = 1,
    stopped: Callable[[], bool] = lambda: False,
) -> Generator[Run]:
    """Make all runs, each for at most ``limit`` seconds, and yield them as they end.

    At most ``processes`` of them run at a time. Stops early when ``stopped`` returns True. Stopping
    and closing the generator kill those still running.
    """
    waiting = iter(jobs)
    pending: set[Future[Run]] = set()
    over = Event()
    with ThreadPoolExecutor(processes) as threads:
        try:
            while not stopped():
                for job in islice(waiting, processes - len(pending)):
                    pending.add(threads.submit(make_run, job, limit, over.is_set))
                if not pending:
                    return
                done, pending = wait(pending, WAIT_SECONDS, FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            over.set()


def make_run(job: Job, limit: float, unwanted: Callable[[], bool]) -> Run:
    """Make a run in a new process; kill it if it does not stop in time or becomes unwanted."""
    deadline = monotonic() + limit + GRACE_SECONDS
    killed = Event()
    process = ServerProcess(WORKER, "Its process")

    def kill() -> None:
        killed.set()
        process.kill()

    try:
        with _watch(lambda: monotonic() > deadline or unwanted(), kill):
            measured: Measurement = process.ask((job.reader(), job.method, limit, job.threads))
    except WorkerLostError as error:
        if killed.is_set():
            measured = Measurement(Outcome.KILLED, note="It did not stop at the time limit.")
        else:
            measured = Measurement(Outcome.CRASHED, note=str(error))
    finally:
        process.end()
    return Run(job.instance, job.method, measured, machine.name())


@contextmanager
def _watch(condition: Callable[[], bool], action: Callable[[], None]) -> Iterator[None]:
    """Call ``action`` if the condition becomes true in this block."""
    over = Event()

    def watch() -> None:
        while not over.wait(WAIT_SECONDS):
            if condition():
                action()
                return

    thread = Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
