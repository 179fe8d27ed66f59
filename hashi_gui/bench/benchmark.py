"""Every method on every puzzle: kept as it goes, with a report in the end."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import NamedTuple

from hashi_gui.bench.instances import find
from hashi_gui.bench.report import body, page
from hashi_gui.bench.results_folder import ResultsFolder
from hashi_gui.bench.runner import Job, run_all
from hashi_gui.bench.runs import Run, judged
from hashi_gui.method_registry import METHODS
from hashi_gui.progress import progress_bar

NO_PLOTS = (
    "No plots were drawn: they need matplotlib. After `pip install 'hashi-gui[bench]'`, the same "
    "command with --resume draws them."
)


@dataclass(frozen=True, slots=True)
class BenchmarkPlan:
    """What to measure: ``methods`` by name on all puzzles below ``places``.

    ``time_limit`` in seconds for each run, ``jobs`` of them at a time; with a ``limit``, of each
    folder no more than so many puzzles.
    """

    places: Sequence[str]
    methods: Sequence[str]
    time_limit: float
    jobs: int = 1
    limit: int | None = None


class BenchmarkReport(NamedTuple):
    """The tables as text, and how many runs Ctrl-C left to be made."""

    text: str
    runs_left: int


def run(plan: BenchmarkPlan, output: Path, *, resume: bool = False) -> BenchmarkReport:
    """Measure, and write ``results.csv``, ``results.json``, ``report.md`` and the plots.

    With ``resume``, what the folder holds already is not measured again. Raises HashiError for a
    place without puzzles and a folder that cannot take the results.
    """
    found = find(map(Path, plan.places), plan.limit)
    folder = ResultsFolder(output, asdict(plan), resume=resume)
    for error in found.skipped:
        print(f"Left out: {error}", file=sys.stderr)
    done = {each.key for each in folder.runs}
    jobs = [Job(instance, method) for instance in found.instances for method in plan.methods]
    jobs = [job for job in jobs if (job.instance.path, job.method) not in done]
    # Shuffled, so that what is done, also after Ctrl-C, is a fair sample of all, and its time
    # tells that of the rest.
    Random(len(jobs)).shuffle(jobs)
    before = len(folder.runs)
    with suppress(KeyboardInterrupt), closing(run_all(jobs, plan.time_limit, plan.jobs)) as runs:
        for each in progress_bar(runs, len(jobs)):
            folder.add(each)
    return BenchmarkReport(_report(folder), len(jobs) - (len(folder.runs) - before))


def _report(folder: ResultsFolder) -> str:
    """Write what the runs in a folder amount to; returns the tables."""
    runs = judged(sorted(folder.runs, key=_order))
    folder.finish(runs)
    plots = {}
    if find_spec("matplotlib"):
        from hashi_gui.bench.plots import draw

        plots = draw(runs, folder.path)
    else:
        print(NO_PLOTS, file=sys.stderr)
    folder.write("report.md", page(runs, folder.starts, plots))
    return body(runs)


def _order(run: Run) -> tuple[list[int | str], int]:
    """By path, with numbers by value, then by method."""
    path = [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", run.key[0])]
    return path, list(METHODS).index(run.method) if run.method in METHODS else len(METHODS)
