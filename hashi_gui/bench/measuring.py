"""What all measurements share: the machine, the figures, and the tables that show them."""

from __future__ import annotations

import os
import platform
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from math import floor, log10
from pathlib import Path
from statistics import median
from time import process_time

from hashi_gui import __version__
from hashi_gui.core.errors import HashiError

PACKAGES = ("python-sat", "clingo", "highspy", "gurobipy", "ortools")
"""The solver libraries of the methods."""

About = dict[str, dict[str, str]]
"""A description of a machine, as it is saved with results."""

NO_VALUE = "-"


class DisagreementError(HashiError):
    """Something was measured that gives wrong answers."""


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


def check(wrong: Sequence[str]) -> None:
    """Raise DisagreementError if anything was found to be ``wrong``."""
    if wrong:
        raise DisagreementError("\n".join([f"{len(wrong)} wrong answers:", *wrong]))


class Times(defaultdict[str, list[float]]):
    """Seconds, by the name of what took them, in the order in which that was first measured."""

    def __init__(self) -> None:
        super().__init__(list)

    @contextmanager
    def measure(self, name: str, clock: Callable[[], float] = process_time) -> Iterator[None]:
        """Add the seconds that a block takes."""
        start = clock()
        yield
        self[name].append(clock() - start)

    def table(self, title: str, note: str, unit: float = 1) -> Table:
        """How often each was measured and how long it took, in units of so many seconds."""
        rows = [[name, *_spread([each / unit for each in times])] for name, times in self.items()]
        return Table(title, note, ("", "number", "median", "95 % within", "longest"), rows)


def _spread(values: Sequence[float]) -> Iterator[str]:
    yield str(len(values))
    ordered = sorted(values)
    high = ordered[int(0.95 * (len(ordered) - 1))]
    yield from map(format_number, (median(ordered), high, ordered[-1]))


def median_and_longest(values: Sequence[float]) -> str:
    """The median and, in brackets, the longest of several values."""
    if not values:
        return NO_VALUE
    longest = f" ({format_number(max(values))})" if len(values) > 1 else ""
    return format_number(median(values)) + longest


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
            "-" * width if self._named(at) else "-" * (width - 1) + ":"
            for at, width in enumerate(widths)
        ]
        body = [
            [
                cell.ljust(width) if self._named(at) else cell.rjust(width)
                for at, (cell, width) in enumerate(zip(line, widths))
            ]
            for line in (self.head, rule, *self.rows)
        ]
        return "\n".join(
            [f"## {self.title}", "", self.note, "", *(f"| {' | '.join(row)} |" for row in body)]
        )

    def _named(self, column: int) -> bool:
        return column < self.names
