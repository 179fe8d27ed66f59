"""Runs summarised in a few numbers, and numbers and tables as text."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import floor, inf, log, log10
from statistics import fmean, linear_regression
from typing import NamedTuple, TypeVar

from hashi_gui.bench.runs import Run

K = TypeVar("K")

NO_VALUE = "-"


@dataclass(frozen=True, slots=True)
class Summary:
    """Statistics of runs.

    ``rate`` is the share of correct answers. ``mean``, ``median`` and ``max`` are in seconds and
    include only correct answers; they are None if there are none.
    """

    count: int
    rate: float
    mean: float | None
    median: float | None
    max: float | None

    @classmethod
    def from_runs(cls, runs: Iterable[Run]) -> Summary:
        """The statistics of at least one run."""
        runs = list(runs)
        seconds = [run.seconds for run in runs if run.seconds is not None]
        rate = fmean(run.correct for run in runs)
        if not seconds:
            return cls(len(runs), rate, None, None, None)
        return cls(len(runs), rate, fmean(seconds), statistics.median(seconds), max(seconds))


def group_by(runs: Iterable[Run], key: Callable[[Run], K | None]) -> dict[K, list[Run]]:
    """The runs by key, in the order of their first appearance; runs without a key are left out."""
    groups: dict[K, list[Run]] = {}
    for run in runs:
        if (group := key(run)) is not None:
            groups.setdefault(group, []).append(run)
    return groups


def mean_added_memory(runs: Iterable[Run]) -> float | None:
    """The mean of the memory that solving added, in bytes; None if it is unknown."""
    known = [run.measured.added for run in runs if run.measured.added is not None]
    return fmean(known) if known else None


class Growth(NamedTuple):
    """Seconds ~ islands ** ``exponent``, from ``smallest`` to ``largest`` islands."""

    smallest: int
    largest: int
    exponent: float


def fit_growth(runs: Iterable[Run]) -> Growth | None:
    """Fit the growth of the time, up to the size at which the first answer is missing or wrong.

    Returns None if the sizes differ by less than a factor of two.
    """
    runs = list(runs)
    end = min((run.instance.islands for run in runs if not run.correct), default=inf)
    points = [(run.instance.islands, run.seconds) for run in runs if run.seconds]
    points = [(islands, seconds) for islands, seconds in points if islands < end]
    sizes = [islands for islands, _ in points]
    if not sizes or max(sizes) < 2 * min(sizes):
        return None
    logs = [log(islands) for islands in sizes], [log(seconds) for _, seconds in points]
    return Growth(min(sizes), max(sizes), linear_regression(*logs).slope)


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


def format_kilobytes(memory: float | None) -> str:
    """Bytes as a number of KiB."""
    return NO_VALUE if memory is None else f"{memory / 2**10:.0f}"


def format_megabytes(memory: float | None) -> str:
    """Bytes as a number of MiB."""
    return NO_VALUE if memory is None else f"{memory / 2**20:.1f}"


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
