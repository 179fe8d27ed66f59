from __future__ import annotations

import pytest

from hashi_gui.bench.report import MAX_NOTES, report_page, report_tables

START = {
    "begun": "2026-01-02T03:04:05+00:00",
    "arguments": {"time_limit": 60.0, "jobs": 2},
    "machine": {"processor": "Abacus 9", "cores": "4", "system": "Linux"},
    "versions": {"hashi": "1.0", "python": "3.13"},
}


def test_the_page_names_machine_and_versions(run):
    text = report_page([run()], [START], {"growth.png": "Growth"})
    assert "Abacus 9, 4 cores, Linux" in text
    assert "started 2026-01-02T03:04:05+00:00, time limit 60 s, 2 at a time" in text
    assert "hashi 1.0, python 3.13" in text
    assert "![Growth](growth.png)" in text
    assert report_tables([run()]) in text


def test_the_page_names_all_machines_of_a_cluster(run):
    workers = {name: START | {"machine": START["machine"] | {"cores": name[-1]}} for name in "12"}
    start = START | {"arguments": START["arguments"] | {"scheduler": "a"}, "machines": workers}
    text = report_page([run()], [start], {})
    assert "on a Dask cluster" in text
    for name in workers:
        assert f"- {name}: {START['machine']['processor']}, {name} cores" in text
    assert text.count(START["machine"]["processor"]) == 2


def test_the_page_names_the_threads_if_there_are_several(run):
    start = {**START, "arguments": {**START["arguments"], "threads": 3}}
    assert "2 at a time, up to 3 threads each" in report_page([run()], [start], {})


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
