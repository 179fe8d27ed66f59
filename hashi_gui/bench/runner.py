"""Many runs, each in a process of its own, some of them at a time."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Generator, Iterable
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.context import ForkServerContext, SpawnContext
from signal import Signals
from time import monotonic
from typing import NamedTuple

from hashi_gui.bench.instances import Instance
from hashi_gui.bench.runs import Measurement, Outcome, Run
from hashi_gui.bench.worker import measure

GRACE = 10.0
"""After the time limit and so many seconds more, to start, read and stop, a run is killed."""

LEAVE = 1.0
"""Seconds that a process has to end once it has sent all."""


class Job(NamedTuple):
    """A run to be made."""

    instance: Instance
    method: str


def run_all(jobs: Iterable[Job], limit: float, at_once: int = 1) -> Generator[Run]:
    """The runs as they end, each given ``limit`` seconds, ``at_once`` of them in parallel.

    Closing the iterator kills what still runs.
    """
    context = _context()
    waiting = deque(jobs)
    processes: list[_Process] = []
    try:
        while waiting or processes:
            while waiting and len(processes) < at_once:
                processes.append(_Process(context, waiting.popleft(), limit))
            for process in _ended(processes):
                processes.remove(process)
                yield process.run()
    finally:
        for process in processes:
            process.kill()


def _context() -> ForkServerContext | SpawnContext:
    """How processes are started.

    Where the system can, by forking one that has loaded everything already: in milliseconds.
    """
    if sys.platform == "win32":
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(["__main__", measure.__module__])
    return context


class _Process:
    """A job in its process."""

    def __init__(self, context: ForkServerContext | SpawnContext, job: Job, limit: float) -> None:
        self._job = job
        self.channel, sender = context.Pipe(duplex=False)
        self.deadline = monotonic() + limit + GRACE
        self._process = context.Process(
            target=measure, args=(sender, job.instance.path, job.method, limit), daemon=True
        )
        self._process.start()
        # With the process's own end the only one, its death shows here as the end of the file.
        sender.close()

    def run(self) -> Run:
        """What came of it, once it has sent that, died or passed its deadline."""
        measured = self._measurement()
        if measured.outcome is not Outcome.KILLED:
            self._process.join(LEAVE)
        self.kill()
        return Run(self._job.instance, self._job.method, measured)

    def kill(self) -> None:
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self.channel.close()

    def _measurement(self) -> Measurement:
        if not self.channel.poll():
            return Measurement(Outcome.KILLED, note="It did not stop at the time limit.")
        try:
            measured: Measurement = self.channel.recv()
        except EOFError:
            self._process.join()
            return Measurement(Outcome.CRASHED, note=_end(self._process.exitcode))
        return measured


def _ended(processes: list[_Process]) -> list[_Process]:
    """Wait until some have something to say, or are past their deadlines."""
    while True:
        # In slices, because on Windows Ctrl-C does not end a wait.
        patience = min(0.5, *(process.deadline - monotonic() for process in processes))
        ready = wait([process.channel for process in processes], timeout=max(0.0, patience))
        now = monotonic()
        ended = [each for each in processes if each.channel in ready or each.deadline <= now]
        if ended:
            return ended


def _end(exit_code: int | None) -> str:
    if exit_code is not None and exit_code < 0:
        return f"Its process was ended by {Signals(-exit_code).name}."
    return f"Its process ended with exit code {exit_code}."
