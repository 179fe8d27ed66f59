"""All complete methods agree on 2000 random small puzzles.

Each puzzle goes to the SAT solver and, in turn, to one of the others; all of them on all puzzles
is what ``python -m hashi_gui.bench.cross_check`` does.
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
