from __future__ import annotations

import csv
import io

from hashi_gui.bench.runs import COLUMNS, from_row, judged, to_json, to_row


def test_a_run_survives_the_table(run):
    stats = {"cuts": 3, "techniques": {"Full house": {"share": 0.5}}}
    for each in (run(**stats), run(seconds=None, outcome="killed"), run(added=4096, seconds=1e-7)):
        file = io.StringIO(newline="")
        csv.writer(file).writerow(to_row(each))
        row = next(csv.reader(io.StringIO(file.getvalue(), newline="")))
        assert from_row(dict(zip(COLUMNS, row))) == each


def test_json_has_the_names_of_the_columns(run):
    assert set(to_json(run())) == set(COLUMNS)


def test_only_a_correct_answer_has_a_time(run):
    assert run().seconds == 1.0
    assert run(outcome="none").seconds == 1.0
    for outcome in ("wrong", "stopped", "refused", "killed", "crashed"):
        assert run(outcome=outcome).seconds is None


def test_none_is_wrong_where_another_method_has_a_solution(run):
    runs = [
        run(path="a", method="sat"),
        run(path="a", method="denies", outcome="none"),
        run(path="b", method="sat", outcome="none"),
        run(path="b", method="denies", outcome="none"),
        run(path="c", method="leaves-out", outcome="wrong"),
        run(path="c", method="denies", outcome="none"),
    ]
    outcomes = [str(each.measured.outcome) for each in judged(runs)]
    assert outcomes == ["solved", "wrong", "none", "none", "wrong", "none"]
    assert "another method" in judged(runs)[1].measured.note


def test_stats_that_are_no_numbers_are_no_figures(run):
    assert run(cuts=3).stat("cuts") == 3
    assert run(techniques={}).stat("techniques") is None
    assert run().stat("cuts") is None
