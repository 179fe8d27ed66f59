"""Run every method on every puzzle, save each result, and write a report."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import NamedTuple

from hashi_gui.bench.instances import find_instances
from hashi_gui.bench.report import report_page, report_tables
from hashi_gui.bench.results_folder import ResultsFolder
from hashi_gui.bench.runner import Job, run_all
from hashi_gui.bench.runs import Run, correct_outcomes
from hashi_gui.method_registry import METHODS
from hashi_gui.system import interrupts
from hashi_gui.system.progress import print_note, progress_bar

NO_PLOTS = (
    "No plots were drawn, because matplotlib is not installed. To draw them, run "
    "`pip install 'hashi-gui[bench]'` and repeat the command with --resume."
)


@dataclass(frozen=True, slots=True)
class BenchmarkPlan:
    """What to measure: the named ``methods`` on all puzzles in the folders ``places``.

    Each run may take ``time_limit`` seconds, and ``jobs`` runs are made at a time. With a
    ``limit``, at most that many puzzles of each folder are used.
    """

    places: Sequence[str]
    methods: Sequence[str]
    time_limit: float
    jobs: int = 1
    limit: int | None = None


class BenchmarkReport(NamedTuple):
    """The tables as text, and the number of runs that were not made because of Ctrl-C."""

    text: str
    runs_left: int


def run(plan: BenchmarkPlan, output: Path, *, resume: bool = False) -> BenchmarkReport:
    """Measure, and write ``results.csv``, ``results.json``, ``report.md`` and the plots.

    With ``resume``, runs whose results are already in the folder are not repeated. Raises
    HashiError if a folder has no puzzles or the results cannot be written.
    """
    found = find_instances(map(Path, plan.places), plan.limit)
    folder = ResultsFolder(output, asdict(plan), resume=resume)
    for error in found.skipped:
        print_note(f"Skipped: {error}")
    done = {run.key for run in folder.runs}
    jobs = [Job(instance, method) for instance in found.instances for method in plan.methods]
    jobs = [job for job in jobs if (job.instance.path, job.method) not in done]
    # Shuffled, so that the finished runs are a fair sample of all: after Ctrl-C, and for the
    # estimate of the time left.
    Random(len(jobs)).shuffle(jobs)
    before = len(folder.runs)
    with (
        interrupts.requested() as stopped,
        closing(run_all(jobs, plan.time_limit, plan.jobs, stopped)) as runs,
    ):
        for finished in progress_bar(runs, len(jobs), log=True):
            folder.add(finished)
    return BenchmarkReport(_write_report(folder), len(jobs) - (len(folder.runs) - before))


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
