from __future__ import annotations

import pytest

from hashi_gui.bench.report import NOTES, body, page

SESSION = {
    "begun": "2026-01-02T03:04:05+00:00",
    "arguments": {"time_limit": 60.0, "jobs": 2},
    "machine": {"processor": "Abacus 9", "cores": "4", "system": "Linux"},
    "versions": {"hashi": "1.0", "python": "3.13"},
}


def test_a_page_says_on_what_it_was_measured(run):
    text = page([run()], [SESSION], {"growth.png": "Growth"})
    assert "Abacus 9, 4 cores, Linux" in text
    assert "begun 2026-01-02T03:04:05+00:00, time limit 60 s, 2 at a time" in text
    assert "hashi 1.0, python 3.13" in text
    assert "![Growth](growth.png)" in text
    assert body([run()]) in text


@pytest.mark.parametrize(
    ("paths", "folders"),
    [
        (["/here/data/cllv/400/a.has", "/here/data/hcmus/5x5/b.txt"], ["cllv/400", "hcmus/5x5"]),
        (["../data/cllv/400/a.has", "../data/cllv/100/b.has"], ["cllv/400", "cllv/100"]),
        (["/here/cllv/400/a.has", "mine/b.has"], ["/here/cllv/400", "mine"]),
        (["a.has"], ["."]),
    ],
)
def test_folders_are_told_without_what_they_share(paths: list[str], folders: list[str], run):
    text = body([run(path=path) for path in paths])
    for folder in folders:
        assert f"\n| {folder} " in text


def test_only_so_much_trouble_is_told(run):
    runs = [run(path=f"a/{number}", outcome="killed") for number in range(NOTES + 2)]
    text = body(runs)
    assert text.count(": killed.") == NOTES
    assert text.endswith("- and 2 more, see results.csv")


@pytest.mark.usefixtures("misbehaving")
def test_a_wrong_answer_of_a_method_without_all_rules_is_no_trouble(run):
    assert "What went wrong" not in body([run(method="leaves-out", outcome="wrong")])
    assert "What went wrong" in body([run(method="is-wrong", outcome="wrong")])
    assert "What went wrong" not in body([run(outcome="stopped"), run(outcome="refused")])
