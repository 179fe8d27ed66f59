import re
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from hashi_gui.cli import main
from hashi_gui.core.errors import WorkerLostError
from hashi_gui.lab.bench import benchmark
from hashi_gui.lab.bench.benchmark import BenchmarkPlan, BenchmarkReport
from hashi_gui.lab.methods import Task

Calls = list[tuple[BenchmarkPlan, Path, bool]]


@pytest.fixture
def calls(monkeypatch) -> Calls:
    """The benchmarks that the command requested; nothing is measured."""
    calls: Calls = []

    def run(plan: BenchmarkPlan, output: Path, *, resume: bool) -> BenchmarkReport:
        calls.append((plan, output, resume))
        return BenchmarkReport("tables", 0)

    monkeypatch.setattr(benchmark, "run", run)
    return calls


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    path = tmp_path / "puzzle.csv"
    path.write_text("1,0,1\n")
    return path


def test_a_folder_is_measured_with_the_default_method(calls: Calls, capsys):
    assert main(["bench", "puzzles"]) == 0
    ((plan, output, resume),) = calls
    assert plan == BenchmarkPlan(["puzzles"], ["auto"], 60.0, 1, None)
    assert re.fullmatch(r"hashi-bench-\d{8}-\d{6}", output.name)
    assert not resume
    assert capsys.readouterr().out == "tables\n"


def test_every_option_is_passed_on(calls: Calls):
    command = "bench a b --time-limit 5 --jobs 2 --limit 12 --threads 3"
    more = "--task check --repeats 4 --seed 7 --output results --resume"
    assert main([*command.split(), *more.split(), "--methods", "asp, sat,sat"]) == 0
    methods, task = ["asp", "sat"], Task.CHECK
    plan = BenchmarkPlan(["a", "b"], methods, 5.0, 2, 12, None, 3, task, repeats=4, seed=7)
    assert calls == [(plan, Path("results"), True)]


def test_a_cluster_can_be_requested(calls: Calls):
    assert main(["bench", "a", "--scheduler", "tcp://host:8786"]) == 0
    assert calls[0][0].scheduler == "tcp://host:8786"


def test_what_is_not_finished_says_how_to_continue(monkeypatch, capsys):
    run = Mock(side_effect=[WorkerLostError("It was lost."), BenchmarkReport("tables", 7)])
    monkeypatch.setattr(benchmark, "run", run)
    command = ["bench", "a", "--output", "my results"]
    repeat = "to continue, repeat the command with --resume --output 'my results'\n"
    assert main([*command, "--scheduler", "b"]) == 5
    assert capsys.readouterr().err == (f"hashi: It was lost. The finished runs are saved; {repeat}")
    assert main(command) == 130
    assert capsys.readouterr().err == f"Interrupted with 7 runs left; {repeat}"


def test_without_dask_there_is_no_results_folder(puzzle: Path, tmp_path: Path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    output = tmp_path / "results"
    command = ["bench", str(puzzle), "--scheduler", "nowhere", "--output", str(output)]
    assert main(command) == 2
    assert "This needs Dask, which is not installed" in capsys.readouterr().err
    assert not output.exists()


@pytest.mark.parametrize("task", Task)
def test_all_methods_can_be_requested(task: Task, calls: Calls):
    assert main(["bench", "a", "--methods", "all", "--task", task]) == 0
    assert calls[0][0].methods == list(task.methods)


def test_results_are_written_to_the_output_folder(
    puzzle: Path, tmp_path: Path, monkeypatch, capsys
):
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # Plots take most of the time.
    output = tmp_path / "results"
    command = ["bench", str(puzzle), "--output", str(output)]
    assert main(command) == 0
    captured = capsys.readouterr()
    assert "| auto" in captured.out
    assert f"Results are in {output}." in captured.err
    assert main(command) == 2
    assert "add --resume" in capsys.readouterr().err
