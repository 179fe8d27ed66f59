"""Make many runs, each in its own process, several at a time, here or on a Dask cluster.

In a run, a method solves a puzzle, checks how many solutions it has, or counts them.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from hashi_gui.core.errors import WorkerLostError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import solution_fault
from hashi_gui.formats import Document, read, read_path
from hashi_gui.formats.registry import read_bytes
from hashi_gui.lab.bench.measuring import About, about
from hashi_gui.lab.bench.runs import Conditions, Instance, Measurement, Outcome, Run
from hashi_gui.lab.methods import METHODS, Task
from hashi_gui.lab.methods.exact import ENGINES
from hashi_gui.lab.methods.sat import tree_clauses
from hashi_gui.solving import (
    DEFAULT_METHOD,
    Cancelled,
    CancelToken,
    Solver,
    SolverError,
    UnsupportedPuzzleError,
    VerdictKind,
)
from hashi_gui.solving.encoding import OrderEncoding
from hashi_gui.solving.solver import CreateEngine
from hashi_gui.system.libraries import check_installed
from hashi_gui.system.machine import Stopwatch
from hashi_gui.system.parallel import Cluster
from hashi_gui.system.processes import ServerProcess, WorkerPool

T = TypeVar("T")

WORKER = "hashi_gui.system.worker"
"""The module of the process of a run."""

START_SECONDS = 120.0
"""Time to start, read a puzzle and load a method, before a run is killed."""

GRACE_SECONDS = 10.0
"""Time in addition to the time limit, to stop, before a run is killed."""

WAIT_SECONDS = 0.2
"""The longest time before Ctrl-C, the end of the time or a cancelled run is noticed."""

WARM_UP = Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 1})
"""Solved first, so that the time to load a library is not measured."""


class Job(NamedTuple):
    """A run that has not been made. ``data`` is the content of the file, if it is elsewhere."""

    instance: Instance
    method: str
    conditions: Conditions
    data: bytes | None = None

    def reader(self) -> Callable[[], Document]:
        """A function that reads the puzzle."""
        path = self.instance.path
        return partial(read_path, path) if self.data is None else partial(read, self.data, path)


def run_all(
    jobs: Iterable[Job], processes: int = 1, stopped: Callable[[], bool] = lambda: False
) -> Generator[Run]:
    """Make all runs, and yield them as they end.

    At most ``processes`` of them run at a time. Stops early when ``stopped`` returns True. Stopping
    and closing the generator kill those still running.
    """
    over = Event()
    with ThreadPoolExecutor(processes) as threads:

        def submit(job: Job) -> Future[Run]:
            return threads.submit(make_run, job, over.is_set)

        try:
            yield from _in_turns(jobs, submit, lambda: processes, stopped)
        finally:
            over.set()


def run_on_cluster(
    jobs: Iterable[Job],
    cluster: Cluster,
    stopped: Callable[[], bool],
    found_machine: Callable[[str, About], None],
) -> Generator[Run]:
    """Do the same on the workers of a Dask cluster, each run in a process of its own there.

    ``found_machine`` is called with the name and the description of the machine of each run, before
    the run is yielded. Raises WorkerLostError if the cluster is lost.
    """

    def submit(job: Job) -> Future[tuple[Run, About]]:
        job = job._replace(data=read_bytes(job.instance.path))
        return cluster.executor.submit(_make_run_of_task, job)

    runs = _in_turns(jobs, submit, lambda: cluster.threads, stopped, cluster.check)
    with closing(runs):
        for run, described in runs:
            found_machine(run.machine, described)
            yield run


def _in_turns(
    jobs: Iterable[Job],
    submit: Callable[[Job], Future[T]],
    capacity: Callable[[], int],
    stopped: Callable[[], bool],
    check: Callable[[], None] = lambda: None,
) -> Generator[T]:
    """Submit the jobs and yield their results; as many wait for theirs as there is capacity for.

    A job that waited behind a long one would not move to another worker of a cluster.
    """
    waiting = iter(jobs)
    pending: set[Future[T]] = set()
    try:
        while not stopped():
            for job in islice(waiting, max(0, capacity() - len(pending))):
                pending.add(submit(job))
            if not pending:
                return
            done, pending = wait(pending, WAIT_SECONDS, FIRST_COMPLETED)
            check()
            for future in done:
                yield future.result()
    finally:
        for future in pending:
            future.cancel()


def make_run(job: Job, unwanted: Callable[[], bool]) -> Run:
    """Make a run in a new process; kill it if it does not stop in time or becomes unwanted."""
    deadline, late = monotonic() + START_SECONDS, "It did not start in time."
    killed = Event()
    process = ServerProcess(WORKER, "Its process")

    def kill() -> None:
        killed.set()
        process.kill()

    try:
        with _watch(lambda: monotonic() > deadline or unwanted(), kill):
            request = job.reader(), job.method, job.conditions
            measured: Measurement | None = process.ask((prepare, request, {}))
            if measured is None:
                deadline = monotonic() + (job.conditions.time_limit or 0) + GRACE_SECONDS
                late = "It did not stop at the time limit."
                measured = process.ask((measure, (job.method, job.conditions), {}))
    except WorkerLostError as error:
        if killed.is_set():
            measured = Measurement(Outcome.KILLED, note=late)
        else:
            measured = Measurement(Outcome.CRASHED, note=str(error))
    finally:
        process.end()
    versions = about()["versions"]
    return Run(job.instance, job.method, measured, platform.node(), job.conditions, versions)


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


def _make_run_of_task(job: Job) -> tuple[Run, About]:
    """Make a run on the worker that calls this, and kill it if nobody waits for it any more."""
    return make_run(job, _cancelled_task()), about()


def _cancelled_task() -> Callable[[], bool]:
    """A function that returns whether the task of this thread has been cancelled."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()

    def cancelled() -> bool:
        task = worker.state.tasks.get(key)
        return task is None or task.state == "cancelled"

    return cancelled


def options_of(method: str, conditions: Conditions) -> dict[str, Any]:
    """The conditions that the method takes into account, of "threads" and "seed"."""
    if conditions.task is Task.COUNT:
        return {}
    return {name: getattr(conditions, name) for name in METHODS[method].options}


def perform(method: str, puzzle: Puzzle, token: CancelToken, conditions: Conditions) -> Measurement:
    """Let a method do its task on a puzzle, and measure all but the memory.

    Raises UnsupportedPuzzleError if the method cannot handle the puzzle, and SolverError if its
    answer is wrong.
    """
    options = options_of(method, conditions)
    if conditions.task is Task.SOLVE:
        result = METHODS[method].solve(puzzle, token, **options)
        note = (result.counts and solution_fault(puzzle, result.counts)) or ""
        return Measurement(
            Outcome(result.status),
            result.seconds,
            stats=result.stats,
            note=note,
            cpu_seconds=result.cpu_seconds,
        )
    stats: dict[str, Any] = {}
    watch = Stopwatch()
    try:
        if conditions.task is Task.CHECK:
            answer = _check(partial(ENGINES[method], **options), puzzle, token, stats)
        elif method == DEFAULT_METHOD:
            answer = _count(puzzle, token)
        else:
            answer = _count_by_ganak(puzzle, token)
    except Cancelled:
        answer = Measurement(Outcome.STOPPED)
    seconds, cpu_seconds = watch.read()
    return replace(answer, seconds=seconds, cpu_seconds=cpu_seconds, stats=stats)


def _check(
    create_engine: CreateEngine, puzzle: Puzzle, token: CancelToken, stats: dict[str, Any]
) -> Measurement:
    with Solver(puzzle, create_engine=create_engine) as solver:
        try:
            verdict = solver.verdict(token)
        finally:
            stats |= solver.stats
    if verdict.kind is VerdictKind.SEVERAL and verdict.solution == verdict.second:
        raise SolverError("The two solutions are the same.")
    return Measurement(Outcome(verdict.kind))


def _count(puzzle: Puzzle, token: CancelToken) -> Measurement:
    from hashi_gui.solving.counting.counter import count_solutions

    with Solver(puzzle) as solver:
        count = count_solutions(solver, token)
    if count.exact:
        return Measurement(Outcome.COUNTED, solutions=count.solutions)
    return Measurement(Outcome.STOPPED, note=f"There are at least {count.solutions} solutions.")


_ganak = WorkerPool(1)
"""The process in which Ganak runs, which cannot be stopped."""


def _count_by_ganak(puzzle: Puzzle, token: CancelToken) -> Measurement:
    check_installed("pyganak", UnsupportedPuzzleError)
    try:
        solutions = token.wait_for(_ganak.submit(count_by_ganak, puzzle))
    except Cancelled:
        _ganak.shutdown()
        raise
    return Measurement(Outcome.COUNTED, solutions=solutions)


def count_by_ganak(puzzle: Puzzle) -> int:
    """The number of solutions, found by Ganak from clauses that include connectivity."""
    from pyganak import Counter

    encoding = OrderEncoding(puzzle)
    counter = Counter()
    counter.add_clauses([*map(list, encoding.clauses()), *map(list, tree_clauses(encoding))])
    counter.set_sampling_set([v for variables in encoding.edge_variables for v in variables])
    solutions: int = counter.count()
    return solutions


_prepared: list[Document] = []
"""The puzzle of the run that this process makes."""


def prepare(
    read_puzzle: Callable[[], Document], method: str, conditions: Conditions
) -> Measurement | None:
    """Read a puzzle and load a method, which is not measured. Returns how that failed, or None."""

    def work() -> None:
        _prepared.append(read_puzzle())
        perform(method, WARM_UP, CancelToken(), conditions)

    return _failing(work)


def measure(method: str, conditions: Conditions) -> Measurement:
    """Measure what a method does with the puzzle that was prepared."""
    (document,) = _prepared

    def work() -> Measurement:
        before = peak_memory()
        with CancelToken().limited(conditions.time_limit or 0) as token:
            measured = perform(method, document.puzzle, token, conditions)
        stats = json.loads(json.dumps(dict(measured.stats or {})))
        if measured.outcome is Outcome.NONE and document.info.extra.get("solvable"):
            return Measurement(Outcome.WRONG, note="There is a solution, according to the file.")
        # An answer after the time limit is too late, even if the method did not check the token.
        if token.cancelled:
            measured = replace(measured, outcome=Outcome.STOPPED, solutions=None)
        memory = peak_memory()
        added = None if memory is None or before is None else memory - before
        return replace(measured, memory=memory, added=added, stats=stats)

    return _failing(work)


def _failing(work: Callable[[], T]) -> T | Measurement:
    """The result of some work, or how it failed."""
    try:
        return work()
    except UnsupportedPuzzleError as error:
        return Measurement(Outcome.REFUSED, note=str(error))
    except SolverError as error:
        return Measurement(Outcome.WRONG, note=str(error))
    except Exception as error:
        message = " ".join(f"{type(error).__name__}: {error}".split())
        return Measurement(Outcome.CRASHED, memory=peak_memory(), note=message)


def peak_memory() -> int | None:
    """The peak memory of this process in bytes; None if the system does not report it."""
    if sys.platform == "win32":
        return None
    if sys.platform == "linux":  # Its ``ru_maxrss`` begins with that of the parent process.
        return 1024 * int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
