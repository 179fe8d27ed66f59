"""The report of a benchmark: one page of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from posixpath import commonpath, relpath
from typing import Any

from hashi_gui.bench.runs import Outcome, Run
from hashi_gui.bench.tables import tables
from hashi_gui.method_registry import METHODS

MAX_NOTES = 20
"""The most failed runs that are listed one by one."""


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
    return [_with_path(run, relpath(run.instance.path, common or ".")) for run in runs]


def _with_path(run: Run, path: str) -> Run:
    return replace(run, instance=replace(run.instance, path=path))


def _start_text(start: Mapping[str, Any]) -> str:
    """The date of one start of the benchmark, and the machines that made runs."""
    arguments = start["arguments"]
    on_cluster = arguments.get("scheduler") is not None
    workers = "on a Dask cluster" if on_cluster else f"{arguments['jobs']} at a time"
    if (threads := arguments.get("threads", 1)) > 1:
        workers += f", up to {threads} threads each"
    lines = [f"- started {start['begun']}, time limit {arguments['time_limit']:g} s, {workers}"]
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
    more = (
        [f"- and {len(failed) - MAX_NOTES} more, see results.csv"]
        if len(failed) > MAX_NOTES
        else []
    )
    return ["## Failed runs\n\n" + "\n".join(lines + more)]


def _is_failure(run: Run) -> bool:
    if run.measured.outcome is Outcome.WRONG:
        # A method that leaves out a rule is expected to give wrong answers.
        return run.method not in METHODS or METHODS[run.method].complete
    return run.measured.outcome in (Outcome.CRASHED, Outcome.KILLED)
