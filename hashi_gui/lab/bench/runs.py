"""Runs: the result of one method on one puzzle, how it is saved, and summaries of many.

The puzzles are files in folders, whose names say something about them.
"""

from __future__ import annotations

import json
import re
import statistics
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from itertools import groupby
from math import inf, log
from pathlib import Path, PurePosixPath
from statistics import fmean, linear_regression
from typing import Any, NamedTuple, TypeVar

from hashi_gui.core.errors import HashiError
from hashi_gui.formats import FormatError, read_path

K = TypeVar("K")
T = TypeVar("T")

_CLLV = re.compile(r"Hs_\d+_(\d+)_(\d+)_(\d+)_\d+")
_SIZE = re.compile(r"(\d+)x(\d+)")


class NoPuzzlesError(HashiError):
    """A file or folder has no puzzles."""


class CllvClass(NamedTuple):
    """A class of the puzzles of Coelho, Laporte, Lindbeck and Vidal (2019).

    ``beta`` and ``alpha`` are parameters with which the puzzles were made, in percent: the share
    of double bridges, and the share of bridges in addition to a spanning tree.
    """

    islands: int
    beta: int
    alpha: int


@dataclass(frozen=True, slots=True)
class Instance:
    """A puzzle in a file. ``path`` has forward slashes on every system."""

    path: str
    rows: int
    cols: int
    islands: int
    edges: int

    @property
    def folder(self) -> str:
        """The folder of the file."""
        return str(PurePosixPath(self.path).parent)

    @property
    def cllv(self) -> CllvClass | None:
        """The class in a file name ``Hs_SIDE_N_BETA_ALPHA_NR``; None for other names."""
        match = _CLLV.fullmatch(PurePosixPath(self.path).stem)
        return CllvClass(*map(int, match.groups())) if match else None

    @property
    def grid(self) -> tuple[int, int] | None:
        """The size in the name of the folder, as in the test cases of the HCMUS report."""
        match = _SIZE.fullmatch(PurePosixPath(self.path).parent.name)
        return (int(match[1]), int(match[2])) if match else None


@dataclass(frozen=True, slots=True)
class FoundInstances:
    """The puzzles in some folders, and an error for each file that could not be read."""

    instances: tuple[Instance, ...]
    skipped: tuple[FormatError, ...]


def find_instances(places: Iterable[Path], limit: int | None = None) -> FoundInstances:
    """Find all puzzles in files and folders, in any notation.

    With a ``limit``, only that many per folder, spread evenly over its files in order of name.
    Raises NoPuzzlesError for a file or folder without puzzles.
    """
    instances: dict[str, Instance] = {}
    skipped: list[FormatError] = []
    for place in places:
        in_place = {}
        for path in _files(place):
            try:
                instance = _read_instance(path)
            except FormatError as error:
                skipped.append(error)
            else:
                in_place[instance.path] = instance
        if not in_place:
            raise NoPuzzlesError(f"There are no puzzles in {str(place)!r}.")
        instances |= in_place
    folders = groupby(instances.values(), key=lambda instance: instance.folder)
    selected = [each for _, group in folders for each in evenly_spaced(list(group), limit)]
    return FoundInstances(tuple(selected), tuple(skipped))


def evenly_spaced(items: Sequence[T], limit: int | None) -> list[T]:
    """At most ``limit`` of the items, evenly spaced."""
    if limit is None or len(items) <= limit:
        return list(items)
    return [items[(2 * index + 1) * len(items) // (2 * limit)] for index in range(limit)]


def _files(place: Path) -> Iterator[Path]:
    if not place.exists():
        raise NoPuzzlesError(f"No such file or folder: {str(place)!r}.")
    if place.is_file():
        yield place
    # Folder by folder, so that the puzzles of a folder are next to each other.
    paths = sorted(place.rglob("*"), key=lambda path: (path.parent, path.name))
    yield from (path for path in paths if path.is_file() and not path.name.startswith("."))


def _read_instance(path: Path) -> Instance:
    puzzle = read_path(path).puzzle
    return Instance(
        path.as_posix(), puzzle.rows, puzzle.cols, len(puzzle.islands), len(puzzle.edges)
    )


class Outcome(StrEnum):
    """How a run ended.

    - "solved": with an answer that satisfies every rule;
    - "none": the method found that there is no solution;
    - "wrong": the answer breaks a rule, or another method found a solution where this one found
      none;
    - "stopped": by the time limit;
    - "refused": the method does not support the puzzle;
    - "killed": it did not stop at the time limit;
    - "crashed": the method raised an error, or its process ended.
    """

    SOLVED = "solved"
    NONE = "none"
    WRONG = "wrong"
    STOPPED = "stopped"
    REFUSED = "refused"
    KILLED = "killed"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class Measurement:
    """What was measured of a run.

    ``seconds`` are those of :class:`hashi_gui.solving.MethodResult`. ``memory`` is the peak of the
    whole process in bytes, interpreter and libraries included, and ``added`` is the part of it that
    solving added; both are None if the system does not report them. ``note`` explains in one line
    why there is no answer, or what is wrong with it.
    """

    outcome: Outcome
    seconds: float | None = None
    memory: int | None = None
    added: int | None = None
    stats: Mapping[str, Any] | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """One method on one puzzle. ``machine`` is the name of the computer; empty if not known."""

    instance: Instance
    method: str
    measured: Measurement
    machine: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """The puzzle and the method, which together identify a run."""
        return self.instance.path, self.method

    @property
    def correct(self) -> bool:
        return self.measured.outcome in (Outcome.SOLVED, Outcome.NONE)

    @property
    def seconds(self) -> float | None:
        """The time of a correct answer; None for any other outcome."""
        return self.measured.seconds if self.correct else None

    def stat(self, name: str) -> float | None:
        """The number of this name in the stats of the method; None if there is none."""
        value = (self.measured.stats or {}).get(name)
        return value if isinstance(value, int | float) else None


COLUMNS = (
    *("path", "rows", "cols", "islands", "edges", "method", "outcome"),
    *("seconds", "memory", "added", "note", "stats", "machine"),
)


def to_row(run: Run) -> list[str]:
    """The values of COLUMNS, as text without line breaks."""
    instance, measured = run.instance, run.measured
    return [
        instance.path,
        *map(str, (instance.rows, instance.cols, instance.islands, instance.edges)),
        run.method,
        measured.outcome,
        *(_text(value) for value in (measured.seconds, measured.memory, measured.added)),
        measured.note,
        json.dumps(measured.stats) if measured.stats else "",
        run.machine,
    ]


def from_row(row: Mapping[str, str]) -> Run:
    """The run of a row that maps COLUMNS to text. Raises KeyError or ValueError.

    Tables of earlier versions have no machine.
    """
    instance = Instance(
        row["path"], int(row["rows"]), int(row["cols"]), int(row["islands"]), int(row["edges"])
    )
    measured = Measurement(
        Outcome(row["outcome"]),
        float(row["seconds"]) if row["seconds"] else None,
        int(row["memory"]) if row["memory"] else None,
        int(row["added"]) if row["added"] else None,
        json.loads(row["stats"]) if row["stats"] else None,
        row["note"],
    )
    return Run(instance, row["method"], measured, row.get("machine", ""))


def to_json(run: Run) -> dict[str, Any]:
    """The run as an object for JSON, with the keys of COLUMNS."""
    about = {"method": run.method, **asdict(run.measured), "machine": run.machine}
    return {**asdict(run.instance), **about}


def correct_outcomes(runs: Iterable[Run]) -> list[Run]:
    """The runs, with "none" replaced by "wrong" where another method found a solution."""
    runs = list(runs)
    solvable = {run.instance.path for run in runs if run.measured.outcome is Outcome.SOLVED}
    return [_as_wrong(run) if _denies(run, solvable) else run for run in runs]


def _denies(run: Run, solvable: Container[str]) -> bool:
    """Whether a run found no solution of a puzzle that has one."""
    return run.measured.outcome is Outcome.NONE and run.instance.path in solvable


def _as_wrong(run: Run) -> Run:
    note = "There is a solution: another method found it."
    return replace(run, measured=replace(run.measured, outcome=Outcome.WRONG, note=note))


def _text(value: float | None) -> str:
    return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class RunSummary:
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
    def from_runs(cls, runs: Iterable[Run]) -> RunSummary:
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


class TimeGrowth(NamedTuple):
    """Seconds ~ islands ** ``exponent``, from ``smallest`` to ``largest`` islands."""

    smallest: int
    largest: int
    exponent: float


def fit_growth(runs: Iterable[Run]) -> TimeGrowth | None:
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
    return TimeGrowth(min(sizes), max(sizes), linear_regression(*logs).slope)
