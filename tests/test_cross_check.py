"""All complete methods agree on 2000 random small puzzles.

Each puzzle is solved by the SAT solver and by one of the other methods in turn;
``python -m hashi_gui.bench.cross_check`` solves every puzzle by all of them.
"""

from __future__ import annotations

from hashi_gui.bench.cross_check import COMPLETE, CrossCheckReport, compare

PUZZLES = 2000


def test_all_complete_methods_agree() -> None:
    report = CrossCheckReport()
    for seed in range(PUZZLES):
        compare(seed, [COMPLETE[seed % len(COMPLETE)]], report)
    assert not report.wrong, report
    assert report.answers["sat"].total() == PUZZLES
    assert min(report.kinds.values()) > PUZZLES // 10
    for name in COMPLETE:
        assert report.answers[name][None] == 0
        assert report.answers[name].total() > PUZZLES // len(COMPLETE) // 2
