from __future__ import annotations

import csv
import io

from hashi_gui.bench.runs import COLUMNS, correct_outcomes, from_row, to_json, to_row


def test_a_run_is_the_same_after_saving_and_reading(run):
    stats = {"cuts": 3, "techniques": {"Full house": {"share": 0.5}}}
    for each in (
        run(**stats),
        run(seconds=None, outcome="killed"),
        run(added=4096, seconds=1e-7),
        run(machine="node-1"),
    ):
        file = io.StringIO(newline="")
        csv.writer(file).writerow(to_row(each))
        row = next(csv.reader(io.StringIO(file.getvalue(), newline="")))
        assert from_row(dict(zip(COLUMNS, row))) == each


def test_json_has_the_columns_as_keys(run):
    assert set(to_json(run())) == set(COLUMNS)


def test_only_a_correct_answer_has_a_time(run):
    assert run().seconds == 1.0
    assert run(outcome="none").seconds == 1.0
    for outcome in ("wrong", "stopped", "refused", "killed", "crashed"):
        assert run(outcome=outcome).seconds is None


def test_none_is_wrong_if_another_method_found_a_solution(run):
    runs = [
        run(path="a", method="sat"),
        run(path="a", method="denies", outcome="none"),
        run(path="b", method="sat", outcome="none"),
        run(path="b", method="denies", outcome="none"),
        run(path="c", method="leaves-out", outcome="wrong"),
        run(path="c", method="denies", outcome="none"),
    ]
    outcomes = [str(each.measured.outcome) for each in correct_outcomes(runs)]
    assert outcomes == ["solved", "wrong", "none", "none", "wrong", "none"]
    assert "another method" in correct_outcomes(runs)[1].measured.note


def test_only_numeric_stats_are_returned(run):
    assert run(cuts=3).stat("cuts") == 3
    assert run(techniques={}).stat("techniques") is None
    assert run().stat("cuts") is None
