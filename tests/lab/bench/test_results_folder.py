from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hashi_gui.lab.bench.results_folder import ResultsFolder, ResultsFolderError
from hashi_gui.lab.bench.runs import COLUMNS

ARGUMENTS = {"places": ["a"], "methods": ["sat"], "time_limit": 60.0, "jobs": 1, "limit": None}


def test_every_run_is_saved_at_once(tmp_path: Path, run):
    folder = ResultsFolder(tmp_path / "new" / "one", ARGUMENTS, resume=False)
    for path in ("a", "b"):
        folder.add(run(path=path))
        with (folder.path / "results.csv").open(newline="", encoding="utf-8") as file:
            assert list(csv.DictReader(file))[-1]["path"] == path


def test_json_has_machine_and_versions(tmp_path: Path, run):
    folder = ResultsFolder(tmp_path, ARGUMENTS, resume=False)
    folder.finish([run()])
    content = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    (start,) = content["starts"]
    assert start["arguments"] == ARGUMENTS
    assert start["machine"]["processor"]
    assert {"hashi", "python", "python-sat"} <= set(start["versions"])
    assert content["runs"][0]["seconds"] == 1.0


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


def test_resuming_gives_a_table_of_an_earlier_version_its_new_columns(tmp_path: Path, run):
    ResultsFolder(tmp_path, ARGUMENTS, resume=False).add(run(path="a", cuts=2))
    table = tmp_path / "results.csv"
    (row,) = csv.DictReader(table.read_text().splitlines())
    with table.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS[: COLUMNS.index("machine")], extrasaction="ignore")
        writer.writeheader()
        writer.writerow(row)
    ResultsFolder(tmp_path, ARGUMENTS, resume=True).add(run(path="b", machine="node-1"))
    old, new = ResultsFolder(tmp_path, ARGUMENTS, resume=True).runs
    assert (old.key, old.stat("cuts"), old.measured.cpu_seconds) == (("a", "sat", 1), 2, None)
    assert (old.conditions.time_limit, old.conditions.threads) == (60.0, 1)
    assert new == run(path="b", machine="node-1")


def test_other_machines_are_saved_at_once_and_only_once(tmp_path: Path, run):
    folder = ResultsFolder(tmp_path, ARGUMENTS, resume=False)
    for processor in ("fast", "slow"):
        folder.add_machine("node-1", {"machine": {"processor": processor}, "versions": {}})
        content = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
        assert content["starts"][0]["machines"] == {
            "node-1": {"machine": {"processor": "fast"}, "versions": {}}
        }


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
    same = {"threads": 1, "task": "solve", "seed": None, "repeats": 3}
    ResultsFolder(tmp_path, ARGUMENTS | same, resume=True)
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
    rows = (tmp_path / "results.csv").read_bytes()
    with no_file_grows_beyond(len(rows) + 5, monkeypatch):
        with pytest.raises(ResultsFolderError, match="cannot be saved"):
            folder.add(run(path="b"))
        with pytest.raises(ResultsFolderError, match="cannot be saved"):
            folder.write("report.md", "x" * 5000)
    assert (tmp_path / "results.csv").read_bytes() == rows
    assert sorted(path.name for path in tmp_path.iterdir()) == ["results.csv", "results.json"]
