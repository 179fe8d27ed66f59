"""The result of one method on one puzzle, and how it is saved in a table."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

from hashi_gui.bench.instances import Instance


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

    ``seconds`` are those of :class:`hashi_gui.solving.Result`. ``memory`` is the peak of the whole
    process in bytes, interpreter and libraries included, and ``added`` is the part of it that
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
