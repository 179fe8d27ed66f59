"""The machine that the program runs on, and how long work takes on it."""

from __future__ import annotations

import os
from time import perf_counter, process_time

cpu_seconds_of: dict[int, float] = {}
"""The seconds of the processor that the processes which work for this one have reported, by id."""


def available_cores() -> int:
    """Return the number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Stopwatch:
    """Measures how long something takes: elapsed seconds, and those of the processor.

    The latter are of all threads, and of the processes that work for this one. On Windows, those of
    a process are left out that ends before it has answered.
    """

    def __init__(self) -> None:
        self._start = perf_counter(), _cpu_seconds()

    def read(self) -> tuple[float, float]:
        """The elapsed seconds and those of the processor since the start."""
        start, cpu_start = self._start
        return perf_counter() - start, _cpu_seconds() - cpu_start


def _cpu_seconds() -> float:
    times = os.times()
    ended = times.children_user + times.children_system
    return process_time() + ended + sum(cpu_seconds_of.values())
