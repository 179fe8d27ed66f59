from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hashi_gui.bench import runner
from hashi_gui.bench.instances import Instance, find
from hashi_gui.bench.runner import Job, run_all
from hashi_gui.bench.runs import Measurement, Outcome


def one(folder: Path, name: str) -> Instance:
    return find([folder / name]).instances[0]


def measured(puzzles: Path, method: str, name: str = "three.csv", limit: float = 60) -> Measurement:
    (run,) = run_all([Job(one(puzzles, name), method)], limit)
    assert (run.method, run.instance) == (method, one(puzzles, name))
    return run.measured


@pytest.mark.parametrize("at_once", [1, 3])
def test_every_job_is_run_and_measured(puzzles: Path, at_once: int):
    instances = find([puzzles]).instances
    jobs = [Job(each, method) for each in instances for method in ("sat", "deduction")]
    runs = list(run_all(jobs, 60, at_once))
    assert sorted(run.key for run in runs) == sorted((job[0].path, job[1]) for job in jobs)
    for run in runs:
        solvable = not run.instance.path.endswith("none.csv")
        assert run.measured.outcome == (Outcome.SOLVED if solvable else Outcome.NONE)
        assert run.measured.seconds > 0
        assert run.measured.stats


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell the peak of memory")
def test_memory_is_that_of_the_run_alone(puzzles: Path):
    taken = measured(puzzles, "sat")
    assert taken.memory > 2**20
    assert 0 <= taken.added < taken.memory


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
def test_what_a_method_does_instead_of_solving_is_told(
    puzzles: Path, method: str, outcome: Outcome, note: str
):
    told = measured(puzzles, method)
    assert (told.outcome, told.note) == (outcome, note)


@pytest.mark.usefixtures("misbehaving")
@pytest.mark.parametrize("method", ["leaves-out", "is-wrong"])
def test_an_answer_that_breaks_a_rule_is_wrong_and_says_which(puzzles: Path, method: str):
    told = measured(puzzles, method)
    assert told.outcome is Outcome.WRONG
    assert "island" in told.note


@pytest.mark.usefixtures("misbehaving")
def test_the_time_limit_stops_a_run_that_keeps_its_stats(puzzles: Path):
    told = measured(puzzles, "waits", limit=0.1)
    assert (told.outcome, told.stats) == (Outcome.STOPPED, {"nodes": 7})
    assert told.seconds > 0


@pytest.mark.usefixtures("misbehaving")
def test_an_answer_after_the_time_limit_does_not_count(puzzles: Path):
    assert measured(puzzles, "is-late", limit=0.1).outcome is Outcome.STOPPED


@pytest.mark.usefixtures("misbehaving")
def test_what_does_not_stop_is_killed(puzzles: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(runner, "GRACE", 1.0)
    told = measured(puzzles, "hangs", limit=0.1)
    assert (told.outcome, told.seconds) == (Outcome.KILLED, None)


@pytest.mark.usefixtures("misbehaving")
def test_closing_kills_what_still_runs(puzzles: Path):
    jobs = [Job(one(puzzles, "three.csv"), method) for method in ("sat", "hangs", "hangs")]
    runs = run_all(jobs, 600, at_once=3)
    assert next(runs).method == "sat"
    runs.close()
