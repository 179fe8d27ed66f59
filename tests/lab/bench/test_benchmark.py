import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from hashi_gui.lab.bench import benchmark, runner
from hashi_gui.lab.bench.benchmark import (
    MAX_NOTES,
    BenchmarkPlan,
    ResultsFolder,
    ResultsFolderError,
    report_page,
    report_tables,
)
from hashi_gui.lab.bench.runner import run_all
from hashi_gui.lab.bench.runs import Run
from tests.lab.bench.conftest import rows

ARGUMENTS = asdict(BenchmarkPlan(["a"], ["sat"], 60.0))
START = {
    "begun": "2026-01-02T03:04:05+00:00",
    "arguments": ARGUMENTS | {"jobs": 2},
    "machine": {"processor": "Abacus 9", "cores": "4", "system": "Linux"},
    "versions": {"hashi": "1.0", "python": "3.13"},
}


def plan(puzzles: Path, *methods: str, **more: int) -> BenchmarkPlan:
    return BenchmarkPlan([str(puzzles)], methods or ("sat", "deduction"), 60.0, **more)


def test_results_and_report_are_written(puzzles: Path, tmp_path: Path, capsys):
    (puzzles / "notes.md").write_text("not a puzzle")
    (puzzles / "eight.txt").write_text("2.3.2\n.....\n3...3\n.....\n2.3.2\n")
    output = tmp_path / "results"
    report = benchmark.run(plan(puzzles, jobs=2), output)
    assert "Skipped: " in (err := capsys.readouterr().err)
    assert "notes.md" in err
    assert report.runs_left == 0
    assert len(rows(output)) == 8
    page = (output / "report.md").read_text(encoding="utf-8")
    assert report.text in page
    assert "Every method in every folder" in page
    assert "![Seconds by number of islands](growth.png)" in page
    assert (output / "growth.svg").exists()
    content = json.loads((output / "results.json").read_text(encoding="utf-8"))
    assert [(Path(run["path"]).name, run["method"]) for run in content["runs"]] == [
        (name, method)
        for name in ("eight.txt", "five.txt", "none.csv", "three.csv")
        for method in ("sat", "deduction")
    ]


@pytest.mark.usefixtures("ctrl_c_is_handled", "no_plots")
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


@pytest.mark.usefixtures("no_plots")
def test_without_matplotlib_there_is_a_sentence_and_resuming_only_reports(
    puzzles: Path, tmp_path: Path, capsys
):
    output = tmp_path / "results"
    one = plan(puzzles / "three.csv", "sat")
    before = benchmark.run(one, output)
    assert "No plots were drawn. This needs matplotlib," in capsys.readouterr().err
    assert (output / "report.md").exists()
    assert not list(output.glob("*.png"))
    assert benchmark.run(one, output, resume=True) == before
    assert len(rows(output)) == 1


@pytest.mark.usefixtures("misbehaving", "no_plots")
def test_failed_runs_are_listed(puzzles: Path, tmp_path: Path):
    methods = ("sat", "fails", "denies", "refuses", "is-wrong")
    report = benchmark.run(plan(puzzles / "three.csv", *methods), tmp_path / "results")
    _, failures = report.text.split("## Failed runs")
    denies, fails, is_wrong = sorted(failures.strip().splitlines())
    assert "denies, " in denies
    assert "Another run has found more solutions." in denies
    assert "fails, " in fails
    assert "crashed. ZeroDivisionError" in fails
    assert "is-wrong, " in is_wrong
    assert ": wrong. " in is_wrong


def page(run: Run, **arguments: object) -> str:
    """The report of a start with some other arguments."""
    machines = {name: START | {"machine": START["machine"] | {"cores": name}} for name in "12"}
    start = START | {"arguments": START["arguments"] | arguments, "machines": machines}
    return report_page([run], [start], {"growth.png": "Growth"})


def test_the_page_names_how_the_runs_were_made_and_the_machines(run):
    text = page(run())
    assert "- Abacus 9, 4 cores, Linux\n" in text
    assert "solving, started 2026-01-02T03:04:05+00:00, time limit 60 s, 2 at a time" in text
    assert "hashi 1.0, python 3.13" in text
    assert "![Growth](growth.png)" in text
    assert report_tables([run()]) in text
    text = page(run(), task="check", threads=3, repeats=5, seed=7)
    assert "- checking for one solution, started " in text
    assert "2 at a time, up to 3 threads each, 5 times each, from seed 7 on" in text
    text = page(run(), scheduler="a")
    assert "on a Dask cluster" in text
    assert all(f"- {name}: Abacus 9, {name} cores" in text for name in "12")
    assert text.count("Abacus 9") == 2


@pytest.mark.usefixtures("no_plots")
def test_each_row_says_how_its_run_was_made(puzzles: Path, tmp_path: Path):
    output = tmp_path / "results"
    measured = plan(puzzles / "five.txt", "sat", "backtracking", repeats=2, seed=7, threads=2)
    benchmark.run(measured, output)
    made = {
        (row["method"], row["repeat"], row["seed"], row["threads"], row["time_limit"])
        for row in rows(output)
    }
    assert made == {
        ("sat", "1", "7", "1", "60.0"),
        ("sat", "2", "8", "1", "60.0"),
        ("backtracking", "1", "", "1", "60.0"),
        ("backtracking", "2", "", "1", "60.0"),
    }
    assert all(float(row["cpu_seconds"]) > 0 for row in rows(output))
    assert all({"hashi", "python"} <= json.loads(row["versions"]).keys() for row in rows(output))
    benchmark.run(replace(measured, repeats=3), output, resume=True)
    assert len(rows(output)) == 6


@pytest.mark.usefixtures("misbehaving", "no_plots")
def test_a_method_that_does_not_stop_is_a_failed_run_and_the_others_go_on(
    puzzles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(runner, "GRACE_SECONDS", 1.0)
    slow = replace(plan(puzzles / "three.csv", "hangs", "sat"), time_limit=0.5)
    report = benchmark.run(slow, tmp_path / "results")
    assert "puzzles/three.csv: killed. It did not stop at the time limit." in report.text
    made = {row["method"]: row for row in rows(tmp_path / "results")}
    assert (made["hangs"]["outcome"], made["hangs"]["seconds"]) == ("killed", "")
    assert made["sat"]["outcome"] == "solved"


@pytest.mark.parametrize(
    ("paths", "folders"),
    [
        (["/here/data/cllv/400/a.has", "/here/data/hcmus/5x5/b.txt"], ["cllv/400", "hcmus/5x5"]),
        (["../data/cllv/400/a.has", "../data/cllv/100/b.has"], ["cllv/400", "cllv/100"]),
        (["/here/cllv/400/a.has", "mine/b.has"], ["/here/cllv/400", "mine"]),
        (["a.has"], ["."]),
    ],
)
def test_folders_are_listed_without_their_common_path(paths: list[str], folders: list[str], run):
    text = report_tables([run(path=path) for path in paths])
    for folder in folders:
        assert f"\n| {folder} " in text


def test_the_number_of_listed_failures_is_limited(run):
    runs = [run(path=f"a/{number}", outcome="killed") for number in range(MAX_NOTES + 2)]
    text = report_tables(runs)
    assert text.count(": killed.") == MAX_NOTES
    assert text.endswith("- and 2 more, see results.csv")


@pytest.mark.usefixtures("misbehaving")
def test_a_wrong_answer_of_an_incomplete_method_is_not_a_failure(run):
    assert "Failed runs" not in report_tables([run(method="leaves-out", outcome="wrong")])
    assert "Failed runs" in report_tables([run(method="is-wrong", outcome="wrong")])
    assert "Failed runs" not in report_tables([run(outcome="stopped"), run(outcome="refused")])


def test_every_run_is_saved_at_once(tmp_path: Path, run):
    folder = ResultsFolder(tmp_path / "new" / "one", ARGUMENTS, resume=False)
    for path in ("a", "b"):
        folder.add(run(path=path))
        assert rows(folder.path)[-1]["path"] == path


def test_resuming_drops_an_incomplete_row(tmp_path: Path, run):
    first = ResultsFolder(tmp_path, ARGUMENTS, resume=False)
    runs = [run(path="a\udcff"), run(path="b", cuts=2)]
    for each in runs:
        first.add(each)
    with (tmp_path / "results.csv").open("a", encoding="utf-8") as file:
        file.write("c,34,34,40")
    second = ResultsFolder(tmp_path, ARGUMENTS | {"jobs": 4}, resume=True)
    assert second.runs == runs
    second.add(run(path="c"))
    third = ResultsFolder(tmp_path, ARGUMENTS, resume=True)
    assert third.runs == [*runs, run(path="c")]
    assert [start["arguments"]["jobs"] for start in third.starts] == [1, 4, 1]


def test_machines_and_versions_are_saved_at_once_and_only_once(tmp_path: Path, run):
    folder = ResultsFolder(tmp_path, ARGUMENTS, resume=False)
    folder.add(run())
    for processor in ("fast", "slow"):
        folder.add_machine("node-1", {"machine": {"processor": processor}, "versions": {}})
        content = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
        assert content["starts"][0]["machines"] == {
            "node-1": {"machine": {"processor": "fast"}, "versions": {}}
        }
    (start,) = content["starts"]
    assert start["arguments"] == ARGUMENTS
    assert start["machine"]["processor"]
    assert {"hashi", "python", "python-sat"} <= set(start["versions"])
    assert content["runs"][0]["seconds"] == 1.0


def test_results_are_not_overwritten(tmp_path: Path, run):
    ResultsFolder(tmp_path, ARGUMENTS, resume=False).add(run())
    before = (tmp_path / "results.csv").read_bytes()
    with pytest.raises(ResultsFolderError, match="--resume"):
        ResultsFolder(tmp_path, ARGUMENTS, resume=False)
    assert (tmp_path / "results.csv").read_bytes() == before


@pytest.mark.parametrize(
    ("other", "before"),
    [
        ({"time_limit": 5.0}, r"with --time-limit 60\."),
        ({"threads": 2}, "with --threads 1"),
        ({"task": "check"}, "with --task solve"),
        ({"seed": 1}, "without --seed"),
    ],
)
def test_results_of_other_conditions_are_not_mixed(tmp_path: Path, other: dict, before: str):
    ResultsFolder(tmp_path, ARGUMENTS, resume=False)
    ResultsFolder(tmp_path, ARGUMENTS | {"repeats": 3}, resume=True)
    with pytest.raises(ResultsFolderError, match=f"were made {before}"):
        ResultsFolder(tmp_path, ARGUMENTS | other, resume=True)


@pytest.mark.parametrize("text", ["day,sales\n1,2\n3", "path,rows\na,b\n"])
def test_a_table_with_other_columns_is_an_error(tmp_path: Path, text: str):
    ResultsFolder(tmp_path, ARGUMENTS, resume=False)
    (tmp_path / "results.csv").write_text(text)
    with pytest.raises(ResultsFolderError, match="damaged"):
        ResultsFolder(tmp_path, ARGUMENTS, resume=True)
    assert (tmp_path / "results.csv").read_text() == text


def test_a_file_in_place_of_the_folder_is_an_error(tmp_path: Path):
    (tmp_path / "occupied").write_text("")
    with pytest.raises(ResultsFolderError, match="occupied"):
        ResultsFolder(tmp_path / "occupied", ARGUMENTS, resume=False)


@contextmanager
def no_file_grows_beyond(size: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Writing more is an error, as on a full disk."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # Modules would be left incomplete.
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_leaves_whole_rows_and_no_draft(tmp_path: Path, run, monkeypatch):
    folder = ResultsFolder(tmp_path, ARGUMENTS, resume=False)
    folder.add(run(path="a"))
    table = (tmp_path / "results.csv").read_bytes()
    with no_file_grows_beyond(len(table) + 5, monkeypatch):
        with pytest.raises(ResultsFolderError, match="cannot be saved"):
            folder.add(run(path="b"))
        with pytest.raises(ResultsFolderError, match="cannot be saved"):
            folder.write("report.md", "x" * 5000)
    assert (tmp_path / "results.csv").read_bytes() == table
    assert sorted(path.name for path in tmp_path.iterdir()) == ["results.csv", "results.json"]
