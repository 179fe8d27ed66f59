"""Many runs in a few numbers, and numbers as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import floor, inf, log, log10
from statistics import fmean, linear_regression, median
from typing import NamedTuple, TypeVar

from hashi_gui.bench.runs import Run

K = TypeVar("K")

NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Summary:
    """What runs have in common.

    ``rate`` is the share of correct answers; the seconds are those of correct answers alone, None
    without any.
    """

    count: int
    rate: float
    mean: float | None
    middle: float | None
    longest: float | None

    @classmethod
    def of(cls, runs: Iterable[Run]) -> Summary:
        """The summary of one run or more."""
        runs = list(runs)
        seconds = [run.seconds for run in runs if run.seconds is not None]
        rate = fmean(run.correct for run in runs)
        if not seconds:
            return cls(len(runs), rate, None, None, None)
        return cls(len(runs), rate, fmean(seconds), median(seconds), max(seconds))


def grouped(runs: Iterable[Run], key: Callable[[Run], K | None]) -> dict[K, list[Run]]:
    """The runs by key, in the order in which the keys first come; those without one are left."""
    groups: dict[K, list[Run]] = {}
    for run in runs:
        if (of := key(run)) is not None:
            groups.setdefault(of, []).append(run)
    return groups


def mean_added(runs: Iterable[Run]) -> float | None:
    """The mean of what solving added to the memory, in bytes, where that is known."""
    known = [run.measured.added for run in runs if run.measured.added is not None]
    return fmean(known) if known else None


class Growth(NamedTuple):
    """Seconds ~ islands ** ``exponent``, between two numbers of islands."""

    smallest: int
    largest: int
    exponent: float


def growth(runs: Iterable[Run]) -> Growth | None:
    """How the time grows, up to the size at which the first answer is missing or wrong.

    None where the sizes differ by less than a factor of two.
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


def number(value: float | None) -> str:
    """A number to three digits, without an exponent."""
    if value is None:
        return NOTHING
    if not value:
        return "0"
    return f"{value:.{max(0, 2 - floor(log10(abs(value))))}f}"


def percent(share: float) -> str:
    """A share in whole percent, rounded down: only all is 100."""
    return str(floor(100 * share + 1e-9))


def kilobytes(memory: float | None) -> str:
    """Bytes in units of 2**10."""
    return NOTHING if memory is None else f"{memory / 2**10:.0f}"


def megabytes(memory: float | None) -> str:
    """Bytes in units of 2**20."""
    return NOTHING if memory is None else f"{memory / 2**20:.1f}"
