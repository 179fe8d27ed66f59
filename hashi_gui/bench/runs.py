"""What came of one method on one puzzle, and how that is kept in a table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

from hashi_gui.bench.instances import Instance


class Outcome(StrEnum):
    """How a run ended.

    "solved" with an answer that keeps every rule; "none": the method says there is no solution;
    "wrong": the answer breaks a rule, or another method found the solution that there is not;
    "stopped" by the time limit; "refused": the method does not take this puzzle; "killed", since
    it did not stop in time; "crashed": an error of the method, or the end of its process.
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
    """What was seen of a run.

    ``seconds`` are those of :class:`hashi_gui.solving.Result`. ``memory`` is the peak of the whole
    process in bytes, interpreter and libraries included, and ``added`` what solving raised it by;
    None where the system does not tell. ``note`` says in one line why there is no answer, or what
    is wrong with it.
    """

    outcome: Outcome
    seconds: float | None = None
    memory: int | None = None
    added: int | None = None
    stats: Mapping[str, Any] | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """One method on one puzzle."""

    instance: Instance
    method: str
    measured: Measurement

    @property
    def key(self) -> tuple[str, str]:
        """What no other run shares: the puzzle and the method."""
        return self.instance.path, self.method

    @property
    def correct(self) -> bool:
        return self.measured.outcome in (Outcome.SOLVED, Outcome.NONE)

    @property
    def seconds(self) -> float | None:
        """The time of a correct answer. Any other has none."""
        return self.measured.seconds if self.correct else None

    def stat(self, name: str) -> float | None:
        """A number among the method's own stats."""
        value = (self.measured.stats or {}).get(name)
        return value if isinstance(value, int | float) else None


COLUMNS = (
    *("path", "rows", "cols", "islands", "edges", "method", "outcome"),
    *("seconds", "memory", "added", "note", "stats"),
)


def to_row(run: Run) -> list[str]:
    """The run in the order of COLUMNS, without line breaks."""
    instance, measured = run.instance, run.measured
    return [
        instance.path,
        *map(str, (instance.rows, instance.cols, instance.islands, instance.edges)),
        run.method,
        measured.outcome,
        *(_text(value) for value in (measured.seconds, measured.memory, measured.added)),
        measured.note,
        json.dumps(measured.stats) if measured.stats else "",
    ]


def from_row(row: Mapping[str, str]) -> Run:
    """The run of a row, by name of column. Raises KeyError or ValueError."""
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
    return Run(instance, row["method"], measured)


def to_json(run: Run) -> dict[str, Any]:
    """The run as an object for JSON, with the names of COLUMNS."""
    return {**asdict(run.instance), "method": run.method, **asdict(run.measured)}


def judged(runs: Iterable[Run]) -> list[Run]:
    """The runs, with each "none" made wrong where another method has a solution."""
    runs = list(runs)
    solvable = {run.instance.path for run in runs if run.measured.outcome is Outcome.SOLVED}
    return [_judged(run) if run.instance.path in solvable else run for run in runs]


def _judged(run: Run) -> Run:
    if run.measured.outcome is not Outcome.NONE:
        return run
    note = "There is a solution: another method found it."
    return replace(run, measured=replace(run.measured, outcome=Outcome.WRONG, note=note))


def _text(value: float | None) -> str:
    return "" if value is None else str(value)
