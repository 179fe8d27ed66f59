from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hashi_gui.lab.bench import runner
from hashi_gui.lab.bench.runner import Job, run_all
from hashi_gui.lab.bench.runs import Instance, Measurement, Outcome, find_instances
from tests.measure.boards import HardBoard
from tests.measure.makers import uniform


def find_one(folder: Path, name: str) -> Instance:
    return find_instances([folder / name]).instances[0]


def measured(puzzles: Path, method: str, name: str = "three.csv", limit: float = 60) -> Measurement:
    (run,) = run_all([Job(find_one(puzzles, name), method)], limit)
    assert (run.method, run.instance) == (method, find_one(puzzles, name))
    return run.measured


def test_every_job_is_run_and_measured(puzzles: Path):
    instances = find_instances([puzzles]).instances
    jobs = [Job(each, method) for each in instances for method in ("sat", "deduction")]
    runs = list(run_all(jobs, 60, processes=3))
    assert sorted(run.key for run in runs) == sorted((job[0].path, job[1]) for job in jobs)
    for run in runs:
        solvable = not run.instance.path.endswith("none.csv")
        assert run.measured.outcome == (Outcome.SOLVED if solvable else Outcome.NONE)
        assert run.measured.seconds > 0
        assert run.measured.stats


def test_a_run_may_use_several_threads(puzzles: Path):
    instances = find_instances([puzzles]).instances
    runs = list(run_all([Job(each, "auto", threads=2) for each in instances], 60))
    assert all(run.correct for run in runs)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not report the peak memory")
def test_memory_that_solving_added_is_part_of_the_peak(puzzles: Path):
    result = measured(puzzles, "sat")
    assert result.memory > 2**20
    assert 0 <= result.added < result.memory


@pytest.mark.usefixtures("misbehaving")
@pytest.mark.parametrize(("solvable", "outcome"), [(True, Outcome.WRONG), (None, Outcome.NONE)])
def test_to_deny_a_solution_that_the_file_knows_of_is_wrong(
    tmp_path: Path, solvable: bool | None, outcome: Outcome
):
    board = HardBoard("squares", "2", uniform, {"rows": 2, "cols": 2, "clue": 2}, solvable)
    board.write(tmp_path / "board.hashi")
    result = measured(tmp_path, "denies", "board.hashi")
    assert result.outcome is outcome
    assert ("according to the file" in result.note) == bool(solvable)


@pytest.mark.usefixtures("misbehaving")
@pytest.mark.parametrize(
    ("method", "outcome", "note"),
    [
        ("fails", Outcome.CRASHED, "ZeroDivisionError: over it"),
        (
            "counts-in-bytes",
            Outcome.CRASHED,
            "TypeError: Object of type bytes is not JSON serializable",
        ),
        ("refuses", Outcome.REFUSED, "Too large."),
        ("denies", Outcome.NONE, ""),
        pytest.param(
            "dies",
            Outcome.CRASHED,
            "Its process was ended by SIGABRT.",
            marks=pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX"),
        ),
    ],
)
def test_failures_of_a_method_are_reported(puzzles: Path, method: str, outcome: Outcome, note: str):
    result = measured(puzzles, method)
    assert (result.outcome, result.note) == (outcome, note)


@pytest.mark.usefixtures("misbehaving")
@pytest.mark.parametrize("method", ["leaves-out", "is-wrong"])
def test_an_answer_that_breaks_a_rule_is_wrong_and_names_the_rule(puzzles: Path, method: str):
    result = measured(puzzles, method)
    assert result.outcome is Outcome.WRONG
    assert "island" in result.note


@pytest.mark.usefixtures("misbehaving")
def test_a_run_stopped_by_the_time_limit_has_stats(puzzles: Path):
    result = measured(puzzles, "waits", limit=0.1)
    assert (result.outcome, result.stats) == (Outcome.STOPPED, {"nodes": 7})
    assert result.seconds > 0


@pytest.mark.usefixtures("misbehaving")
def test_an_answer_after_the_time_limit_does_not_count(puzzles: Path):
    assert measured(puzzles, "is-late", limit=0.1).outcome is Outcome.STOPPED


@pytest.mark.usefixtures("misbehaving")
def test_a_run_that_does_not_stop_is_killed(puzzles: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(runner, "GRACE_SECONDS", 1.0)
    result = measured(puzzles, "hangs", limit=0.1)
    assert (result.outcome, result.seconds) == (Outcome.KILLED, None)


@pytest.mark.usefixtures("misbehaving")
def test_closing_kills_running_processes(puzzles: Path):
    jobs = [Job(find_one(puzzles, "three.csv"), method) for method in ("sat", "hangs", "hangs")]
    runs = run_all(jobs, 600, processes=3)
    assert next(runs).method == "sat"
    runs.close()
