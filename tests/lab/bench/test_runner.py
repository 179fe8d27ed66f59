import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hashi_gui.formats import Document, write
from hashi_gui.lab.bench.runner import Job, run_all
from hashi_gui.lab.bench.runs import Conditions, Instance, Measurement, Outcome, find_instances
from hashi_gui.lab.methods import Task
from hashi_gui.system.libraries import is_installed
from tests.measure.boards import HardBoard
from tests.measure.count import open_puzzle
from tests.measure.makers import uniform


def find_one(folder: Path, name: str) -> Instance:
    return find_instances([folder / name]).instances[0]


IN_A_MINUTE = Conditions(threads=1, time_limit=60)
AT_ONCE = Conditions(threads=1, time_limit=0.1)


def measured(
    puzzles: Path, method: str, name: str = "three.csv", conditions: Conditions = IN_A_MINUTE
) -> Measurement:
    (run,) = run_all([Job(find_one(puzzles, name), method, conditions)])
    assert (run.method, run.instance) == (method, find_one(puzzles, name))
    assert run.conditions == conditions
    assert {"hashi", "python", "python-sat"} <= set(run.versions)
    return run.measured


def test_every_job_is_run_and_measured(puzzles: Path):
    instances = find_instances([puzzles]).instances
    in_threads = replace(IN_A_MINUTE, threads=2)
    jobs = [Job(each, method, in_threads) for each in instances for method in ("auto", "deduction")]
    runs = list(run_all(jobs, processes=3))
    assert sorted(run.key for run in runs) == sorted((job[0].path, job[1], 1) for job in jobs)
    for run in runs:
        solvable = not run.instance.path.endswith("none.csv")
        assert run.measured.outcome == (Outcome.SOLVED if solvable else Outcome.NONE)
        assert run.measured.seconds > 0
        assert run.measured.cpu_seconds > 0
        assert run.measured.stats
        if sys.platform != "win32":  # It does not report the peak memory.
            assert run.measured.memory > 2**20
            assert 0 <= run.measured.added < run.measured.memory


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
def test_the_time_limit_stops_a_run_and_an_answer_after_it_does_not_count(puzzles: Path):
    result = measured(puzzles, "waits", conditions=AT_ONCE)
    assert (result.outcome, result.stats) == (Outcome.STOPPED, {"nodes": 7})
    assert result.seconds > 0
    assert measured(puzzles, "is-late", conditions=AT_ONCE).outcome is Outcome.STOPPED


@pytest.mark.usefixtures("misbehaving")
def test_closing_kills_running_processes(puzzles: Path):
    three, long = find_one(puzzles, "three.csv"), Conditions(threads=1, time_limit=600)
    runs = run_all([Job(three, name, long) for name in ("sat", "hangs", "hangs")], processes=3)
    assert next(runs).method == "sat"
    runs.close()


@pytest.mark.parametrize(
    ("name", "outcome", "solutions"),
    [
        ("three.csv", Outcome.UNIQUE, 1),
        ("none.csv", Outcome.NONE, 0),
        ("two.txt", Outcome.SEVERAL, 2),
    ],
)
def test_to_check_and_to_count_are_tasks_of_their_own(
    puzzles: Path, name: str, outcome: Outcome, solutions: int
):
    (puzzles / "two.txt").write_text("2.3\n...\n1.2\n")
    for method in Task.CHECK.methods:
        result = measured(puzzles, method, name, replace(IN_A_MINUTE, task=Task.CHECK))
        assert (result.outcome, bool(result.stats)) == (outcome, True)
    for method in Task.COUNT.methods:
        if method == "ganak" and not is_installed("pyganak"):
            continue
        result = measured(puzzles, method, name, replace(IN_A_MINUTE, task=Task.COUNT))
        assert (result.outcome, result.solutions) == (Outcome.COUNTED, solutions)
        assert result.cpu_seconds > 0


@pytest.mark.parametrize("method", Task.COUNT.methods)
def test_a_count_is_stopped_by_the_time_limit(tmp_path: Path, method: str):
    if method == "ganak":
        pytest.importorskip("pyganak")
    document = Document.from_puzzle(open_puzzle(30, seed=1), "hashi")
    (tmp_path / "open.hashi").write_text(write(document, "hashi"))
    result = measured(tmp_path, method, "open.hashi", replace(AT_ONCE, task=Task.COUNT))
    assert (result.outcome, result.solutions) == (Outcome.STOPPED, None)
