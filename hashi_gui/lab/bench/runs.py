"""Runs: the result of one method on one puzzle, how it is saved, and summaries of many.

The puzzles are files in folders, whose names say something about them.
"""

from __future__ import annotations

import json
import re
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from itertools import groupby
from math import inf, log
from pathlib import Path, PurePosixPath
from statistics import fmean, linear_regression
from typing import Any, NamedTuple, TypeVar

from hashi_gui.core.errors import HashiError
from hashi_gui.formats import FormatError, read_path
from hashi_gui.lab.methods import METHODS, Task

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
    - "none", "unique", "several": the method found that there are so many solutions;
    - "counted": it has counted them;
    - "wrong": the answer breaks a rule, or another run shows that it is not true;
    - "stopped": by the time limit;
    - "refused": the method does not support the puzzle;
    - "killed": it did not stop at the time limit;
    - "crashed": the method raised an error, or its process ended.
    """

    SOLVED = "solved"
    NONE = "none"
    UNIQUE = "unique"
    SEVERAL = "several"
    COUNTED = "counted"
    WRONG = "wrong"
    STOPPED = "stopped"
    REFUSED = "refused"
    KILLED = "killed"
    CRASHED = "crashed"


_ANSWERS = (Outcome.SOLVED, Outcome.NONE, Outcome.UNIQUE, Outcome.SEVERAL, Outcome.COUNTED)

_SHOWN = {Outcome.SOLVED: 1, Outcome.UNIQUE: 1, Outcome.SEVERAL: 2}
"""How many solutions such an answer has shown."""

_MOST = {Outcome.NONE: 0, Outcome.UNIQUE: 1}
"""How many solutions there are at most if such an answer is true."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """What was measured of a run.

    ``seconds`` and ``cpu_seconds`` are those of :class:`hashi_gui.solving.MethodResult`. ``memory``
    is the peak of the whole process in bytes, interpreter and libraries included, and ``added`` is
    the part of it that solving added; both are None if the system does not report them. ``note``
    explains in one line why there is no answer, or what is wrong with it. ``solutions`` is their
    exact number if they were counted.
    """

    outcome: Outcome
    seconds: float | None = None
    memory: int | None = None
    added: int | None = None
    stats: Mapping[str, Any] | None = None
    note: str = ""
    cpu_seconds: float | None = None
    solutions: int | None = None


@dataclass(frozen=True, slots=True)
class Conditions:
    """How a run was made: the how many-th of its method on its puzzle it was, and its limits.

    ``seed`` is None if the method makes no random choices or has made its usual ones.
    ``time_limit``, in seconds, and ``threads`` are None if that was not recorded.
    """

    task: Task = Task.SOLVE
    repeat: int = 1
    seed: int | None = None
    threads: int | None = None
    time_limit: float | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One method on one puzzle.

    ``machine`` is the name of the computer, empty if that is not known; ``versions`` are those of
    the libraries there.
    """

    instance: Instance
    method: str
    measured: Measurement
    machine: str = ""
    conditions: Conditions = Conditions()
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> tuple[str, str, int]:
        """The puzzle, the method and the repeat, which together identify a run."""
        return self.instance.path, self.method, self.conditions.repeat

    @property
    def correct(self) -> bool:
        return self.measured.outcome in _ANSWERS

    @property
    def seconds(self) -> float | None:
        """The time of a correct answer; None for any other outcome."""
        return self.measured.seconds if self.correct else None

    @property
    def par2(self) -> float | None:
        """The time of a correct answer, or twice the time limit; None if that is not known."""
        limit = self.conditions.time_limit
        return self.seconds if self.seconds is not None else limit and 2 * limit

    @property
    def code(self) -> str:
        """The method whose code has found the answer."""
        method = METHODS.get(self.method)
        if method is None or method.code is None:
            return self.method
        return method.code(self.measured.stats or {})

    def stat(self, name: str) -> float | None:
        """The number of this name in the stats of the method; None if there is none."""
        value = (self.measured.stats or {}).get(name)
        return value if isinstance(value, int | float) else None


COLUMNS = (
    *("path", "rows", "cols", "islands", "edges", "method", "outcome"),
    *("seconds", "memory", "added", "note", "stats", "machine"),
    *("cpu_seconds", "solutions", "task", "repeat", "seed", "threads", "time_limit", "versions"),
)


def to_row(run: Run) -> list[str]:
    """The values of COLUMNS, as text without line breaks."""
    values = to_json(run)
    return [_text(values[name]) for name in COLUMNS]


def from_row(row: Mapping[str, str]) -> Run:
    """The run of a row that maps COLUMNS to text. Raises KeyError or ValueError."""

    def optional(name: str, kind: Callable[[str], T]) -> T | None:
        return kind(row[name]) if row[name] else None

    instance = Instance(
        row["path"], int(row["rows"]), int(row["cols"]), int(row["islands"]), int(row["edges"])
    )
    measured = Measurement(
        Outcome(row["outcome"]),
        optional("seconds", float),
        optional("memory", int),
        optional("added", int),
        optional("stats", json.loads),
        row["note"],
        optional("cpu_seconds", float),
        optional("solutions", int),
    )
    conditions = Conditions(
        Task(row["task"]),
        int(row["repeat"]),
        optional("seed", int),
        optional("threads", int),
        optional("time_limit", float),
    )
    versions = optional("versions", json.loads) or {}
    return Run(instance, row["method"], measured, row["machine"], conditions, versions)


def to_json(run: Run) -> dict[str, Any]:
    """The run as an object for JSON, with the keys of COLUMNS."""
    return {
        **asdict(run.instance),
        "method": run.method,
        **asdict(run.measured),
        "machine": run.machine,
        **asdict(run.conditions),
        "versions": dict(run.versions),
    }


def correct_outcomes(runs: Iterable[Run]) -> list[Run]:
    """The runs, with "wrong" for answers that others show not to be true.

    That is one that leaves no room for the solutions which other runs have shown, and all counts
    of a puzzle if they differ.
    """
    by_puzzle = group_by(runs, lambda run: run.instance.path)
    return [each for group in by_puzzle.values() for each in _corrected(group)]


def _corrected(runs: Sequence[Run]) -> Iterator[Run]:
    """The runs on one puzzle."""
    shown = max(_SHOWN.get(run.measured.outcome, 0) for run in runs)
    counts = {run.measured.solutions for run in runs if run.measured.outcome is Outcome.COUNTED}
    for run in runs:
        outcome = run.measured.outcome
        if _MOST.get(outcome, inf) < shown:
            yield _as_wrong(run, "Another run has found more solutions.")
        elif outcome is Outcome.COUNTED and len(counts) > 1:
            yield _as_wrong(run, "Not all counts of this puzzle are the same.")
        else:
            yield run


def _as_wrong(run: Run, note: str) -> Run:
    return replace(run, measured=replace(run.measured, outcome=Outcome.WRONG, note=note))


def middle_runs(runs: Iterable[Run]) -> list[Run]:
    """Of the repeats of each method on each puzzle, the one with the median time.

    Those without an answer count as the longest; a wrong answer is always the one that is taken.
    """

    def rank(run: Run) -> tuple[bool, float]:
        return not run.correct, run.measured.seconds or 0

    def middle(repeats: Sequence[Run]) -> Run:
        wrong = (run for run in repeats if run.measured.outcome is Outcome.WRONG)
        return next(wrong, sorted(repeats, key=rank)[(len(repeats) - 1) // 2])

    return [middle(each) for each in group_by(runs, lambda run: run.key[:2]).values()]


def _text(value: object) -> str:
    if isinstance(value, Mapping):
        return json.dumps(value) if value else ""
    return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class RunSummary:
    """Statistics of runs.

    ``rate`` is the share of correct answers. ``mean``, ``median`` and ``max`` are in seconds and
    include only correct answers, as does ``cpu_mean``, in seconds of the processor; they are None
    if there are none. ``par2`` is the mean of all runs, those without a correct answer at twice the
    time limit.
    """

    count: int
    rate: float
    mean: float | None
    median: float | None
    max: float | None
    cpu_mean: float | None
    par2: float | None

    @classmethod
    def from_runs(cls, runs: Iterable[Run]) -> RunSummary:
        """The statistics of at least one run."""
        runs = list(runs)
        seconds = known(run.seconds for run in runs)
        cpu = known(run.measured.cpu_seconds for run in runs if run.correct)
        par2 = known(run.par2 for run in runs)
        return cls(
            len(runs),
            fmean(run.correct for run in runs),
            fmean(seconds) if seconds else None,
            statistics.median(seconds) if seconds else None,
            max(seconds, default=None),
            fmean(cpu) if cpu else None,
            fmean(par2) if len(par2) == len(runs) else None,
        )


def known(values: Iterable[T | None]) -> list[T]:
    """The values that are not None."""
    return [value for value in values if value is not None]


def group_by(runs: Iterable[Run], key: Callable[[Run], K | None]) -> dict[K, list[Run]]:
    """The runs by key, in the order of their first appearance; runs without a key are left out."""
    groups: dict[K, list[Run]] = {}
    for run in runs:
        if (group := key(run)) is not None:
            groups.setdefault(group, []).append(run)
    return groups


def mean_added_memory(runs: Iterable[Run]) -> float | None:
    """The mean of the memory that solving added, in bytes; None if it is unknown."""
    added = known(run.measured.added for run in runs)
    return fmean(added) if added else None


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
