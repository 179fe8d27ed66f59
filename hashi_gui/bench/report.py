"""All that was measured, as one page of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from posixpath import commonpath, relpath
from typing import Any

from hashi_gui.bench.runs import Outcome, Run
from hashi_gui.bench.tables import tables
from hashi_gui.method_registry import METHODS

NOTES = 20
"""How many runs that went wrong are told one by one."""


def body(runs: Sequence[Run]) -> str:
    """The tables, and what went wrong."""
    runs = _shortened(runs)
    return "\n\n".join([*(table.markdown() for table in tables(runs)), *_trouble(runs)])


def page(runs: Sequence[Run], starts: Iterable[Mapping[str, Any]], plots: Mapping[str, str]) -> str:
    """The whole page; ``plots`` are titles by file name."""
    parts = [
        "# Benchmark",
        *map(_start, starts),
        body(runs),
        *(f"## {title}\n\n![{title}]({file})" for file, title in plots.items()),
    ]
    return "\n\n".join(parts) + "\n"


def _shortened(runs: Sequence[Run]) -> list[Run]:
    """The runs with shorter paths: a folder and the one it lies in tell most of them apart."""
    above = [str(PurePosixPath(run.instance.path).parent.parent.parent) for run in runs]
    try:
        common = commonpath(above)
    except ValueError:  # some from the root, some from here
        return list(runs)
    return [_with_path(run, relpath(run.instance.path, common or ".")) for run in runs]


def _with_path(run: Run, path: str) -> Run:
    return replace(run, instance=replace(run.instance, path=path))


def _start(start: Mapping[str, Any]) -> str:
    """When, on what and with what."""
    arguments, machine = start["arguments"], start["machine"]
    versions = ", ".join(f"{name} {value}" for name, value in start["versions"].items())
    return "\n".join(
        [
            f"- begun {start['begun']}, time limit {arguments['time_limit']:g} s, "
            f"{arguments['jobs']} at a time",
            f"- {machine['processor']}, {machine['cores']} cores, {machine['system']}",
            f"- {versions}",
        ]
    )


def _trouble(runs: Iterable[Run]) -> list[str]:
    """The runs that ended as none should."""
    noted = [run for run in runs if _is_trouble(run)]
    if not noted:
        return []
    lines = [
        f"- {run.method}, {run.instance.path}: {run.measured.outcome}. {run.measured.note}".rstrip()
        for run in noted[:NOTES]
    ]
    more = [f"- and {len(noted) - NOTES} more, see results.csv"] if len(noted) > NOTES else []
    return ["## What went wrong\n\n" + "\n".join(lines + more)]


def _is_trouble(run: Run) -> bool:
    if run.measured.outcome is Outcome.WRONG:
        # Wrong answers are what a method is for that leaves out a rule.
        return run.method not in METHODS or METHODS[run.method].complete
    return run.measured.outcome in (Outcome.CRASHED, Outcome.KILLED)
