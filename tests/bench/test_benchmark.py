from __future__ import annotations

import csv
import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hashi_gui.bench import benchmark
from hashi_gui.bench.benchmark import NO_PLOTS, BenchmarkPlan
from hashi_gui.bench.runner import run_all
from hashi_gui.system import interrupts


def plan(puzzles: Path, *methods: str, **more: int) -> BenchmarkPlan:
    return BenchmarkPlan([str(puzzles)], methods or ("sat", "deduction"), 60.0, **more)


def rows(output: Path) -> list[dict[str, str]]:
    with (output / "results.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_results_and_report_are_written(puzzles: Path, tmp_path: Path):
    output = tmp_path / "results"
    report = benchmark.run(plan(puzzles, jobs=2), output)
    assert report.runs_left == 0
    assert len(rows(output)) == 6
    page = (output / "report.md").read_text(encoding="utf-8")
    assert report.text in page
    assert "Every method in every folder" in page
    assert "![Seconds by number of islands](growth.png)" in page
    assert (output / "growth.svg").exists()
    content = json.loads((output / "results.json").read_text(encoding="utf-8"))
    assert [(Path(run["path"]).name, run["method"]) for run in content["runs"]] == [
        (name, method)
        for name in ("five.txt", "none.csv", "three.csv")
        for method in ("sat", "deduction")
    ]


def test_files_that_are_not_puzzles_are_named(puzzles: Path, tmp_path: Path, capsys):
    (puzzles / "notes.md").write_text("not a puzzle")
    benchmark.run(plan(puzzles, "sat"), tmp_path / "results")
    assert "Skipped: " in (err := capsys.readouterr().err)
    assert "notes.md" in err


@pytest.fixture
def _ctrl_c_is_handled() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in interrupts.SIGNALS}
    interrupts.install()
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("_ctrl_c_is_handled")
def test_ctrl_c_preserves_results_and_resuming_makes_the_other_runs(
    puzzles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    output = tmp_path / "results"

    def interrupted(*arguments: Any) -> Iterator[object]:
        runs = run_all(*arguments)
        yield next(runs)
        yield next(runs)
        signal.raise_signal(signal.SIGINT)
        yield from runs

    with monkeypatch.context() as patch:
        patch.setattr(benchmark, "run_all", interrupted)
        report = benchmark.run(plan(puzzles), output)
    assert report.runs_left == 4
    assert "Every method in every folder" in report.text
    done = rows(output)
    assert len(done) == 2

    assert benchmark.run(plan(puzzles), output, resume=True).runs_left == 0
    assert rows(output)[:2] == done
    assert len({(row["path"], row["method"]) for row in rows(output)}) == 6
    assert len(rows(output)) == 6


def test_resuming_a_finished_benchmark_only_reports(puzzles: Path, tmp_path: Path):
    output = tmp_path / "results"
    before = benchmark.run(plan(puzzles, "sat"), output)
    assert benchmark.run(plan(puzzles, "sat"), output, resume=True) == before
    assert len(rows(output)) == 3


def test_without_matplotlib_a_sentence_explains_what_to_install(
    puzzles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    output = tmp_path / "results"
    benchmark.run(plan(puzzles, "sat"), output)
    assert NO_PLOTS in capsys.readouterr().err
    assert (output / "report.md").exists()
    assert not list(output.glob("*.png"))


@pytest.mark.usefixtures("misbehaving")
def test_failed_runs_are_listed(puzzles: Path, tmp_path: Path):
    methods = ("sat", "fails", "denies", "refuses", "is-wrong")
    report = benchmark.run(plan(puzzles, *methods), tmp_path / "results")
    _, failures = report.text.split("## Failed runs")
    lines = failures.strip().splitlines()
    assert sum("fails, " in line and "crashed. ZeroDivisionError" in line for line in lines) == 3
    assert sum("denies, " in line and "another method" in line for line in lines) == 2
    assert sum("is-wrong, " in line and ": wrong. " in line for line in lines) == 3
    assert len(lines) == 8
