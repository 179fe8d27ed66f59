"""Run every method on every puzzle, save each result, and write a report."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass, replace
from pathlib import Path, PurePosixPath
from posixpath import commonpath, relpath
from random import Random
from typing import Any, NamedTuple

from hashi_gui.core.errors import HashiError
from hashi_gui.lab.bench.results_folder import ResultsFolder
from hashi_gui.lab.bench.runner import Job, run_all, run_on_cluster
from hashi_gui.lab.bench.runs import (
    Conditions,
    Instance,
    Outcome,
    Run,
    correct_outcomes,
    find_instances,
)
from hashi_gui.lab.bench.tables import tables
from hashi_gui.lab.bench.tasks import options_of
from hashi_gui.lab.methods import METHODS, Task, position
from hashi_gui.system import interrupts
from hashi_gui.system.libraries import load
from hashi_gui.system.parallel import Cluster, connect
from hashi_gui.system.progress import print_note, progress_bar

NO_PLOTS = """\
No plots were drawn. {reason}
Once it works, repeat the command with --resume."""

_TASKS = {
    Task.SOLVE: "solving",
    Task.CHECK: "checking for one solution",
    Task.COUNT: "counting solutions",
}

MAX_NOTES = 20
"""The most failed runs that are listed one by one."""


@dataclass(frozen=True, slots=True)
class BenchmarkPlan:
    """What to measure: a task of the named ``methods`` on all puzzles in the folders ``places``.

    Each run may take ``time_limit`` seconds and use ``threads`` threads. ``jobs`` runs are made at
    a time, or as many as the workers of the Dask cluster whose ``scheduler`` is at this address
    have threads. With a ``limit``, at most that many puzzles of each folder are used. Each run is
    made ``repeats`` times, with a ``seed`` each time with the next one.
    """

    places: Sequence[str]
    methods: Sequence[str]
    time_limit: float
    jobs: int = 1
    limit: int | None = None
    scheduler: str | None = None
    threads: int = 1
    task: Task = Task.SOLVE
    repeats: int = 1
    seed: int | None = None


class BenchmarkReport(NamedTuple):
    """The tables as text, and the number of runs that were not made because of Ctrl-C."""

    text: str
    runs_left: int


def run(plan: BenchmarkPlan, output: Path, *, resume: bool = False) -> BenchmarkReport:
    """Measure, and write ``results.csv``, ``results.json``, ``report.md`` and the plots.

    With ``resume``, runs whose results are already in the folder are not repeated. Raises
    HashiError if a folder has no puzzles or the results cannot be written, and WorkerLostError if
    the cluster is lost.
    """
    sys.set_int_max_str_digits(0)  # Solutions can be very many.
    found = find_instances(map(Path, plan.places), plan.limit)
    # The cluster first: without it, there is no folder.
    with connect(plan.scheduler) if plan.scheduler else nullcontext() as cluster:
        folder = ResultsFolder(output, asdict(plan), resume=resume)
        for error in found.skipped:
            print_note(f"Skipped: {error}")
        jobs = _jobs_left(plan, found.instances, folder.runs)
        runs_left = len(jobs)
        with (
            interrupts.requested() as stopped,
            closing(_runs(jobs, plan, cluster, folder, stopped)) as runs,
        ):
            for finished in progress_bar(runs, len(jobs), log=True):
                folder.add(finished)
                runs_left -= 1
    return BenchmarkReport(_write_report(folder), runs_left)


def _jobs_left(
    plan: BenchmarkPlan, instances: Iterable[Instance], runs: Iterable[Run]
) -> list[Job]:
    """The runs that are not among those that have been made.

    They are shuffled, so that the finished runs are a fair sample of all: after Ctrl-C, and for the
    estimate of the time left.
    """
    done = {run.key for run in runs}
    jobs = [
        Job(instance, method, _conditions(plan, method, repeat))
        for instance in instances
        for method in plan.methods
        for repeat in range(1, plan.repeats + 1)
        if (instance.path, method, repeat) not in done
    ]
    Random(len(jobs)).shuffle(jobs)
    return jobs


def _conditions(plan: BenchmarkPlan, method: str, repeat: int) -> Conditions:
    seed = None if plan.seed is None else plan.seed + repeat - 1
    given = Conditions(plan.task, repeat, seed, plan.threads, plan.time_limit)
    options = options_of(method, given)
    return replace(given, seed=options.get("seed"), threads=options.get("threads", 1))


def _runs(
    jobs: Iterable[Job],
    plan: BenchmarkPlan,
    cluster: Cluster | None,
    folder: ResultsFolder,
    stopped: Callable[[], bool],
) -> Generator[Run]:
    """Make the runs on the cluster, or if there is none on this machine."""
    if cluster is None:
        return run_all(jobs, plan.jobs, stopped)
    return run_on_cluster(jobs, cluster, stopped, folder.add_machine)


def _write_report(folder: ResultsFolder) -> str:
    """Write the report and the plots of the runs in a folder; returns the tables."""
    runs = correct_outcomes(sorted(folder.runs, key=_sort_key))
    folder.finish(runs)
    plots = {}
    try:
        load("matplotlib.figure")
    except HashiError as error:
        print_note(NO_PLOTS.format(reason=error))
    else:
        from hashi_gui.lab.bench.plots import draw

        with folder.translate_os_errors():
            plots = draw(runs, folder.path)
    folder.write("report.md", report_page(runs, folder.starts, plots))
    return report_tables(runs)


def _sort_key(run: Run) -> tuple[list[int | str], int, int]:
    """Sort by path, comparing numbers by value, then by method, then by repeat."""
    name, method, repeat = run.key
    path = [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name)]
    return path, position(method), repeat


def report_tables(runs: Sequence[Run]) -> str:
    """The tables, and a list of failed runs."""
    runs = _with_short_paths(runs)
    return "\n\n".join([*(table.markdown() for table in tables(runs)), *_failures(runs)])


def report_page(
    runs: Sequence[Run], starts: Iterable[Mapping[str, Any]], plots: Mapping[str, str]
) -> str:
    """The whole page. ``plots`` maps file names to titles."""
    parts = [
        "# Benchmark",
        *map(_start_text, starts),
        report_tables(runs),
        *(f"## {title}\n\n![{title}]({file})" for file, title in plots.items()),
    ]
    return "\n\n".join(parts) + "\n"


def _with_short_paths(runs: Sequence[Run]) -> list[Run]:
    """The runs with paths that leave out the folders they share.

    The name of the file and at least its last two folders remain.
    """
    above = [str(PurePosixPath(run.instance.path).parent.parent.parent) for run in runs]
    try:
        common = commonpath(above)
    except ValueError:  # Some paths are absolute, some relative.
        return list(runs)
    start = common or "."
    return [
        replace(run, instance=replace(run.instance, path=relpath(run.instance.path, start)))
        for run in runs
    ]


def _start_text(start: Mapping[str, Any]) -> str:
    """The date of one start of the benchmark, and the machines that made runs."""
    arguments = start["arguments"]
    on_cluster = arguments.get("scheduler") is not None
    workers = "on a Dask cluster" if on_cluster else f"{arguments['jobs']} at a time"
    if (threads := arguments.get("threads", 1)) > 1:
        workers += f", up to {threads} threads each"
    if (repeats := arguments.get("repeats", 1)) > 1:
        workers += f", {repeats} times each"
    if (seed := arguments.get("seed")) is not None:
        workers += f", from seed {seed} on"
    task = _TASKS[arguments.get("task", Task.SOLVE)]
    limit = f"time limit {arguments['time_limit']:g} s"
    lines = [f"- {task}, started {start['begun']}, {limit}, {workers}"]
    if on_cluster:
        for name, about in start["machines"].items():
            lines += [f"- {name}: {line}" for line in _machine_lines(about)]
    else:
        lines += [f"- {line}" for line in _machine_lines(start)]
    return "\n".join(lines)


def _machine_lines(about: Mapping[str, Any]) -> list[str]:
    """A machine, and its versions."""
    machine = about["machine"]
    return [
        f"{machine['processor']}, {machine['cores']} cores, {machine['system']}",
        ", ".join(f"{name} {version}" for name, version in about["versions"].items()),
    ]


def _failures(runs: Iterable[Run]) -> list[str]:
    """A section about the runs that failed; nothing if there are none."""
    failed = [run for run in runs if _is_failure(run)]
    if not failed:
        return []
    lines = [
        f"- {run.method}, {run.instance.path}: {run.measured.outcome}. {run.measured.note}".rstrip()
        for run in failed[:MAX_NOTES]
    ]
    if len(failed) > MAX_NOTES:
        lines.append(f"- and {len(failed) - MAX_NOTES} more, see results.csv")
    return ["## Failed runs\n\n" + "\n".join(lines)]


def _is_failure(run: Run) -> bool:
    if run.measured.outcome is Outcome.WRONG:
        # A method that leaves out a rule is expected to give wrong answers.
        return run.method not in METHODS or METHODS[run.method].complete
    return run.measured.outcome in (Outcome.CRASHED, Outcome.KILLED)
