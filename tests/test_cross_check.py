"""All complete methods agree on 2000 random small puzzles.

Each puzzle goes to the SAT solver and, in turn, to one of the others; all of them on all puzzles
is what ``python -m hashi_gui.bench.cross_check`` does.
"""

from __future__ import annotations

from hashi_gui.bench.cross_check import COMPLETE, Findings, compare

PUZZLES = 2000


def test_all_complete_methods_agree() -> None:
    findings = Findings()
    for seed in range(PUZZLES):
        compare(seed, [COMPLETE[seed % len(COMPLETE)]], findings)
    assert not findings.wrong, findings
    assert findings.answers["sat"].total() == PUZZLES
    assert min(findings.kinds.values()) > PUZZLES // 10
    for name in COMPLETE:
        assert findings.answers[name][None] == 0
        assert findings.answers[name].total() > PUZZLES // len(COMPLETE) // 2
