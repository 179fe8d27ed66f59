from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from hashi_gui.bench.results_folder import FolderError, ResultsFolder

ARGUMENTS = {"places": ["a"], "methods": ["sat"], "time_limit": 60.0, "jobs": 1, "limit": None}


def test_every_run_is_on_disk_at_once(tmp_path: Path, run):
    folder = ResultsFolder(tmp_path / "new" / "one", ARGUMENTS, resume=False)
    for path in ("a", "b"):
        folder.add(run(path=path))
        with (folder.path / "results.csv").open(newline="", encoding="utf-8") as file:
            assert list(csv.DictReader(file))[-1]["path"] == path


def test_json_says_on_what_and_with_what(tmp_path: Path, run):
    folder = ResultsFolder(tmp_path, ARGUMENTS, resume=False)
    folder.finish([run()])
    content = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    (start,) = content["starts"]
    assert start["arguments"] == ARGUMENTS
    assert start["machine"]["processor"]
    assert {"hashi", "python", "python-sat"} <= set(start["versions"])
    assert content["runs"][0]["seconds"] == 1.0


def test_resuming_takes_over_what_is_whole(tmp_path: Path, run):
    first = ResultsFolder(tmp_path, ARGUMENTS, resume=False)
    runs = [run(path="a"), run(path="b", cuts=2)]
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


def test_results_are_not_written_over(tmp_path: Path, run):
    ResultsFolder(tmp_path, ARGUMENTS, resume=False).add(run())
    before = (tmp_path / "results.csv").read_bytes()
    with pytest.raises(FolderError, match="--resume"):
        ResultsFolder(tmp_path, ARGUMENTS, resume=False)
    assert (tmp_path / "results.csv").read_bytes() == before


def test_another_time_limit_is_refused(tmp_path: Path):
    ResultsFolder(tmp_path, ARGUMENTS, resume=False)
    with pytest.raises(FolderError, match="time limit of 60 s, not 5"):
        ResultsFolder(tmp_path, ARGUMENTS | {"time_limit": 5.0}, resume=True)


@pytest.mark.parametrize("text", ["day,sales\n1,2\n3", "path,rows\na,b\n"])
def test_a_table_of_something_else_is_refused(tmp_path: Path, text: str):
    ResultsFolder(tmp_path, ARGUMENTS, resume=False)
    (tmp_path / "results.csv").write_text(text)
    with pytest.raises(FolderError, match="damaged"):
        ResultsFolder(tmp_path, ARGUMENTS, resume=True)
    assert (tmp_path / "results.csv").read_text() == text


def test_a_file_in_the_place_of_the_folder_is_named(tmp_path: Path):
    (tmp_path / "taken").write_text("")
    with pytest.raises(FolderError, match="taken"):
        ResultsFolder(tmp_path / "taken", ARGUMENTS, resume=False)
