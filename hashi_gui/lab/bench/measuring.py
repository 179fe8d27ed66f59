"""The machine, figures, and the tables that show them."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from math import floor, log10
from pathlib import Path

from hashi_gui import __version__

PACKAGES = (
    *("python-sat", "clingo", "highspy", "numpy"),
    *("gurobipy", "ortools", "pindakaas", "pyganak"),
)
"""The libraries of the methods."""

About = dict[str, dict[str, str]]
"""A description of a machine, as it is saved with results."""

NO_VALUE = "-"


@cache
def about() -> About:
    """The ``machine`` and the ``versions`` of the software that matters for speed."""
    versions = {"hashi": __version__, "python": platform.python_version()}
    for package in PACKAGES:
        with suppress(PackageNotFoundError):
            versions[package] = version(package)
    machine = {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "system": platform.platform(),
    }
    return {"machine": machine, "versions": versions}


def _processor() -> str:
    """The model of the processor, or its architecture if the model is unknown."""
    with suppress(OSError):
        match = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
        if match:
            return match[1]
    return platform.processor() or platform.machine()


def format_number(value: float | None) -> str:
    """A number with three significant digits and no exponent."""
    if value is None:
        return NO_VALUE
    if not value:
        return "0"
    return f"{value:.{max(0, 2 - floor(log10(abs(value))))}f}"


def format_percent(share: float) -> str:
    """A share in whole percent, rounded down, so that only a full share is 100."""
    return str(floor(100 * share + 1e-9))


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts; ``note`` says what the numbers mean and where they come from.

    The first ``names`` columns are left-aligned.
    """

    title: str
    note: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    names: int = 1

    def markdown(self) -> str:
        """The table as Markdown, with columns aligned so that it is readable as plain text."""
        columns = list(zip(self.head, *self.rows))
        widths = [max(3, *map(len, column)) for column in columns]
        rule = [
            "-" * width if at < self.names else "-" * (width - 1) + ":"
            for at, width in enumerate(widths)
        ]
        body = [
            [
                cell.ljust(width) if at < self.names else cell.rjust(width)
                for at, (cell, width) in enumerate(zip(line, widths))
            ]
            for line in (self.head, rule, *self.rows)
        ]
        return "\n".join(
            [f"## {self.title}", "", self.note, "", *(f"| {' | '.join(row)} |" for row in body)]
        )
