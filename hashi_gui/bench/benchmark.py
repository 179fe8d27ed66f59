"""Run every method on every puzzle, save each result, and write a report."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import NamedTuple

from hashi_gui.bench.cluster import run_on_cluster
from hashi_gui.bench.instances import Instance, find_instances
from hashi_gui.bench.report import report_page, report_tables
from hashi_gui.bench.results_folder import ResultsFolder
from hashi_gui.bench.runner import Job, run_all
from hashi_gui.bench.runs import Run, correct_outcomes
from hashi_gui.method_registry import METHODS
from hashi_gui.system import interrupts
from hashi_gui.system.cluster import Cluster, connect
from hashi_gui.system.progress import print_note, progress_bar

NO_PLOTS = (
    "No plots were drawn, because matplotlib is not installed. To draw them, run "
    "`pip install 'hashi-gui[bench]'` and repeat the command with --resume."
)


@dataclass(frozen=True, slots=True)
class BenchmarkPlan:
    """What to measure: the named ``methods`` on all puzzles in the folders ``places``.

    Each run may take ``time_limit`` seconds and use ``threads`` threads. ``jobs`` runs are made at
    a time, or as many as the workers of the Dask cluster whose ``scheduler`` is at this address
    have threads. With a ``limit``, at most that many puzzles of each folder are used.
    """

    places: Sequence[str]
    methods: Sequence[str]
    time_limit: float
    jobs: int = 1
    limit: int | None = None
    scheduler: str | None = None
    threads: int = 1


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
        Job(instance, method, plan.threads)
        for instance in instances
        for method in plan.methods
        if (instance.path, method) not in done
    ]
    Random(len(jobs)).shuffle(jobs)
    return jobs


def _runs(
    jobs: Iterable[Job],
    plan: BenchmarkPlan,
    cluster: Cluster | None,
    folder: ResultsFolder,
    stopped: Callable[[], bool],
) -> Generator[Run]:
    """Make the runs on the cluster, or if there is none on this machine."""
    if cluster is None:
        return run_all(jobs, plan.time_limit, plan.jobs, stopped)
    return run_on_cluster(jobs, plan.time_limit, cluster, stopped, folder.add_machine)


def _write_report(folder: ResultsFolder) -> str:
    """Write the report and the plots of the runs in a folder; returns the tables."""
    runs = correct_outcomes(sorted(folder.runs, key=_sort_key))
    folder.finish(runs)
    plots = {}
    if find_spec("matplotlib"):
        from hashi_gui.bench.plots import draw

        with folder.translate_os_errors():
            plots = draw(runs, folder.path)
    else:
        print_note(NO_PLOTS)
    folder.write("report.md", report_page(runs, folder.starts, plots))
    return report_tables(runs)


def _sort_key(run: Run) -> tuple[list[int | str], int]:
    """Sort by path, comparing numbers by value, then by method."""
    path = [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", run.key[0])]
    return path, list(METHODS).index(run.method) if run.method in METHODS else len(METHODS)
