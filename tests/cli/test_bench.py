from __future__ import annotations

import re
from pathlib import Path

import pytest

from hashi_gui.bench import benchmark
from hashi_gui.bench.benchmark import BenchmarkPlan, BenchmarkReport
from hashi_gui.cli import main
from hashi_gui.method_registry import METHODS

Asked = list[tuple[BenchmarkPlan, Path, bool]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What the command asked for; nothing is measured."""
    asked: Asked = []

    def run(plan: BenchmarkPlan, output: Path, *, resume: bool) -> BenchmarkReport:
        asked.append((plan, output, resume))
        return BenchmarkReport("tables", 0)

    monkeypatch.setattr(benchmark, "run", run)
    return asked


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    path = tmp_path / "puzzle.csv"
    path.write_text("1,0,1\n")
    return path


def test_a_folder_is_measured_with_the_default_method(asked: Asked, capsys):
    assert main(["bench", "puzzles"]) == 0
    ((plan, output, resume),) = asked
    assert plan == BenchmarkPlan(["puzzles"], ["sat"], 60.0, 1, None)
    assert re.fullmatch(r"hashi-bench-\d{8}-\d{6}", output.name)
    assert not resume
    assert capsys.readouterr().out == "tables\n"


def test_every_option_arrives(asked: Asked):
    command = "bench a b --methods deduction,sat,sat --time-limit 5 --jobs 2 --limit 12"
    assert main([*command.split(), "--output", "results", "--resume"]) == 0
    plan = BenchmarkPlan(["a", "b"], ["deduction", "sat"], 5.0, 2, 12)
    assert asked == [(plan, Path("results"), True)]


def test_all_methods_can_be_asked_for(asked: Asked):
    assert main(["bench", "a", "--methods", "all"]) == 0
    assert asked[0][0].methods == list(METHODS)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--methods", "sat,magic"], "no method 'magic'. Available methods: sat"),
        (["--methods", ""], "no method ''"),
        (["--jobs", "0"], "'0' is no whole number from 1"),
        (["--limit", "few"], "'few' is no whole number from 1"),
        (["--resume"], "--resume needs the --output"),
    ],
)
def test_what_cannot_be_understood_is_told(
    arguments: list[str], complaint: str, asked: Asked, capsys
):
    assert main(["bench", "a", *arguments]) == 2
    assert complaint in capsys.readouterr().err
    assert asked == []


def test_results_go_where_they_should(puzzle: Path, tmp_path: Path, capsys):
    output = tmp_path / "results"
    command = ["bench", str(puzzle), "--output", str(output)]
    assert main(command) == 0
    captured = capsys.readouterr()
    assert "| sat" in captured.out
    assert f"All is in {output}." in captured.err
    assert main(command) == 2
    assert "add --resume" in capsys.readouterr().err


def test_an_interruption_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch, capsys):
    def run(plan: BenchmarkPlan, output: Path, *, resume: bool) -> BenchmarkReport:
        return BenchmarkReport("tables", 7)

    monkeypatch.setattr(benchmark, "run", run)
    assert main(["bench", "a", "--output", "my results"]) == 130
    assert "7 runs to go" in (err := capsys.readouterr().err)
    assert "--resume --output 'my results'" in err
