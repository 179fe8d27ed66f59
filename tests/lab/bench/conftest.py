import csv
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hashi_gui.lab.bench import benchmark, runner
from hashi_gui.lab.bench.runs import Conditions, Instance, Measurement, Outcome, Run
from hashi_gui.lab.methods import METHODS, Task
from tests.processes import allow_any_module

PUZZLES = {
    "three.csv": "1,0,2\n0,0,0\n0,0,1\n",
    "five.txt": "2...2\n.....\n.....\n.....\n2...2\n",
    "none.csv": "1,0,0,1\n0,0,0,0\n1,0,0,1\n",
}


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    """A folder with three puzzles, one of them without a solution."""
    folder = tmp_path / "puzzles"
    folder.mkdir()
    for name, text in PUZZLES.items():
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def misbehaving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the methods of the module ``misbehaving`` in the report and in worker processes."""
    allow_any_module(monkeypatch, Path(__file__).parent)
    import misbehaving

    monkeypatch.setattr(runner, "WORKER", "misbehaving")
    for module in (benchmark, runner):
        monkeypatch.setattr(module, "METHODS", {**METHODS, **misbehaving.MISBEHAVING})


@pytest.fixture
def no_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without matplotlib there are none, which saves most of the time of a report."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)


def rows(output: Path) -> list[dict[str, str]]:
    """The table of results in a folder."""
    with (output / "results.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def run() -> Callable[..., Run]:
    return make_run


def make_run(
    path: str = "cllv/400/Hs_34_400_75_00_001.has",
    method: str = "sat",
    outcome: str = "solved",
    seconds: float | None = 1.0,
    islands: int = 400,
    added: int | None = None,
    machine: str = "",
    solutions: int | None = None,
    repeat: int = 1,
    time_limit: float | None = 60.0,
    task: str = "solve",
    **stats: object,
) -> Run:
    instance = Instance(path, 34, 34, islands, 700)
    measured = Measurement(
        Outcome(outcome),
        seconds,
        40_000_000,
        added,
        stats or None,
        cpu_seconds=seconds,
        solutions=solutions,
    )
    conditions = Conditions(Task(task), repeat, threads=1, time_limit=time_limit)
    return Run(instance, method, measured, machine, conditions)
