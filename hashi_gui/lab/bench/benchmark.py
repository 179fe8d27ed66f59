"""Run every method on every puzzle, save each result, and write a report."""

from __future__ import annotations

import csv
import errno
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from io import StringIO
from pathlib import Path, PurePosixPath
from posixpath import commonpath, relpath
from random import Random
from typing import Any, NamedTuple

from hashi_gui.core.errors import HashiError
from hashi_gui.lab.bench.measuring import About, about
from hashi_gui.lab.bench.runner import Job, options_of, run_all, run_on_cluster
from hashi_gui.lab.bench.runs import (
    COLUMNS,
    Conditions,
    Instance,
    Outcome,
    Run,
    correct_outcomes,
    find_instances,
    from_row,
    to_json,
    to_row,
)
from hashi_gui.lab.bench.tables import tables
from hashi_gui.lab.methods import METHODS, Task, position
from hashi_gui.system import interrupts
from hashi_gui.system.libraries import load
from hashi_gui.system.parallel import connect
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


_SAME = ("time_limit", "threads", "task", "seed")
"""Arguments that must stay the same when a benchmark is continued."""

_ERRORS = "surrogateescape"
"""Names of files can have bytes that are not text."""


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
            closing(
                run_all(jobs, plan.jobs, stopped)
                if cluster is None
                else run_on_cluster(jobs, cluster, stopped, folder.add_machine)
            ) as runs,
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


class ResultsFolderError(HashiError):
    """The results cannot be saved in this folder."""


class ResultsFolder:
    """A folder with ``results.csv``, one row per run, and ``results.json``, with machines and date.

    Every run that ended is in the table, even after a crash; an incomplete last row is dropped.
    """

    def __init__(self, path: Path, arguments: Mapping[str, Any], *, resume: bool) -> None:
        """Create the folder, or continue with an existing one.

        ``arguments`` are saved as the arguments of the benchmark. Raises ResultsFolderError if the
        folder already has results and ``resume`` is False, or if they had another ``time_limit``,
        ``task`` or ``seed``, or other ``threads``.
        """
        self.path = path
        self.runs: list[Run] = []
        self.starts: list[dict[str, Any]] = []
        self._csv, self._json = path / "results.csv", path / "results.json"
        with self.translate_os_errors():
            path.mkdir(parents=True, exist_ok=True)
            self._open(dict(arguments), resume)

    def add(self, run: Run) -> None:
        """Save a run at once, so that it is not lost if the program ends."""
        self.runs.append(run)
        with self.translate_os_errors():
            self._append(to_row(run))

    def add_machine(self, name: str, about: About) -> None:
        """Save the description of another machine that makes runs."""
        machines = self.starts[-1]["machines"]
        if name not in machines:
            machines[name] = about
            self.finish(self.runs)

    def write(self, name: str, text: str) -> None:
        """Write a file atomically."""
        with self.translate_os_errors():
            draft = self.path / f"{name}.new"
            try:
                draft.write_text(text, encoding="utf-8", errors=_ERRORS)
                draft.replace(self.path / name)
            finally:
                draft.unlink(missing_ok=True)

    def finish(self, runs: Iterable[Run]) -> None:
        """Write the runs, with their final outcomes, and the starts of the benchmark as JSON."""
        content = {"starts": self.starts, "runs": [to_json(run) for run in runs]}
        self.write(self._json.name, json.dumps(content, indent=1) + "\n")

    @contextmanager
    def translate_os_errors(self) -> Iterator[None]:
        """Turn errors of the file system into one sentence about the folder."""
        try:
            yield
        except OSError as error:
            reason = error.strerror or error
            raise ResultsFolderError(
                f"The results cannot be saved in {str(self.path)!r} ({reason})."
            ) from error

    def _open(self, arguments: dict[str, Any], resume: bool) -> None:
        # The table is created last: if it exists, the other file exists too.
        begun = self._csv.exists()
        if begun and not resume:
            raise ResultsFolderError(
                f"{str(self.path)!r} already has results: add --resume to continue with them, "
                "or choose another folder."
            )
        if begun:
            self._read(arguments)
        date = datetime.now().astimezone().isoformat(timespec="seconds")
        self.starts.append({"begun": date, "arguments": arguments, **about(), "machines": {}})
        self.finish(self.runs)
        if not begun:
            self._append(COLUMNS)

    def _read(self, arguments: Mapping[str, Any]) -> None:
        """Read the results of earlier starts."""
        try:
            self.starts = json.loads(self._json.read_text(encoding="utf-8"))["starts"]
            recorded = self.starts[-1]["arguments"]
            before = {name: recorded[name] for name in _SAME}
            data = self._csv.read_bytes()
            whole = data[: data.rfind(b"\n") + 1]
            table = csv.DictReader(StringIO(whole.decode("utf-8", _ERRORS), newline=""))
            self.runs = list(map(from_row, table))
        except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
            raise ResultsFolderError(
                f"The results in {str(self.path)!r} are damaged, or not from this program."
            ) from error
        for name, value in before.items():
            if value != arguments[name]:
                raise ResultsFolderError(
                    f"The results in {str(self.path)!r} were made {_option(name, value)}. "
                    "Continue in the same way, or choose another folder."
                )
        os.truncate(self._csv, len(whole))

    def _append(self, row: Sequence[str]) -> None:
        data = _csv_text([row]).encode(errors=_ERRORS)
        with self._csv.open("ab", buffering=0) as file:
            start = file.tell()
            try:
                if file.write(data) < len(data):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            except OSError:
                file.truncate(start)
                raise


def _option(name: str, value: object) -> str:
    option = f"--{name.replace('_', '-')}"
    if value is None:
        return f"without {option}"
    return f"with {option} {f'{value:g}' if isinstance(value, float) else value}"


def _csv_text(rows: Iterable[Sequence[str]]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


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
    on_cluster = arguments["scheduler"] is not None
    workers = "on a Dask cluster" if on_cluster else f"{arguments['jobs']} at a time"
    if (threads := arguments["threads"]) > 1:
        workers += f", up to {threads} threads each"
    if (repeats := arguments["repeats"]) > 1:
        workers += f", {repeats} times each"
    if (seed := arguments["seed"]) is not None:
        workers += f", from seed {seed} on"
    task = _TASKS[arguments["task"]]
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
