"""Make many runs, each in its own process, several at a time."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.context import ForkServerContext, SpawnContext
from signal import Signals
from time import monotonic
from typing import NamedTuple

from hashi_gui.bench import machine
from hashi_gui.bench.instances import Instance
from hashi_gui.bench.runs import Measurement, Outcome, Run
from hashi_gui.bench.worker import measure
from hashi_gui.formats import Document, read, read_path
from hashi_gui.system.processes import start_process

GRACE_SECONDS = 10.0
"""Time in addition to the time limit, to start, read and stop, before a run is killed."""

WAIT_SECONDS = 0.2
"""The longest time before Ctrl-C is noticed."""

EXIT_SECONDS = 1.0
"""Time for a process to end once it has sent its measurement."""


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
    context = _context()
    queue = deque(jobs)
    running: list[_Process] = []
    try:
        while (queue or running) and not stopped():
            while queue and len(running) < processes:
                running.append(_Process(context, queue.popleft(), limit))
            for process in _wait_for_any(running):
                running.remove(process)
                yield process.finish()
    finally:
        for process in running:
            process.kill()


def _context() -> ForkServerContext | SpawnContext:
    """The way to start processes.

    Where possible, they are forked from a process that has already imported everything, which
    takes milliseconds.
    """
    if sys.platform == "win32":
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(["__main__", measure.__module__])
    return context


class _Process:
    """A job and its process."""

    def __init__(self, context: ForkServerContext | SpawnContext, job: Job, limit: float) -> None:
        self._job = job
        self.channel, sender = context.Pipe(duplex=False)
        self._process = context.Process(
            target=measure,
            args=(sender, job.reader(), job.method, limit, job.threads),
            daemon=True,
        )
        start_process(self._process)
        # From now on, because the first start imports everything.
        self.deadline = monotonic() + limit + GRACE_SECONDS
        # Now only the process holds the sending end: if it dies, receiving raises EOFError here.
        sender.close()

    def finish(self) -> Run:
        """End the process, which has sent its measurement, died or passed its deadline."""
        measured = self._receive()
        if measured.outcome is not Outcome.KILLED:
            self._process.join(EXIT_SECONDS)
        self.kill()
        return Run(self._job.instance, self._job.method, measured, machine.name())

    def kill(self) -> None:
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self.channel.close()

    def _receive(self) -> Measurement:
        if not self.channel.poll():
            return Measurement(Outcome.KILLED, note="It did not stop at the time limit.")
        try:
            measured: Measurement = self.channel.recv()
        except EOFError:
            self._process.join()
            return Measurement(Outcome.CRASHED, note=_exit_text(self._process.exitcode))
        return measured


def _wait_for_any(processes: list[_Process]) -> list[_Process]:
    """Return those that have sent something, died or passed their deadline.

    Waits a moment for the first one, but not longer, because Ctrl-C does not interrupt a wait.
    """
    timeout = min(WAIT_SECONDS, *(process.deadline - monotonic() for process in processes))
    ready = wait([process.channel for process in processes], timeout=max(0.0, timeout))
    now = monotonic()
    return [each for each in processes if each.channel in ready or each.deadline <= now]


def _exit_text(exit_code: int | None) -> str:
    if exit_code is not None and exit_code < 0:
        return f"Its process was ended by {Signals(-exit_code).name}."
    return f"Its process ended with exit code {exit_code}."
