from __future__ import annotations

import sys

import pytest

from hashi_gui.bench import verdicts as module
from hashi_gui.bench.verdicts import main, row


def test_a_row_has_milliseconds() -> None:
    assert (
        row("verdict", [0.001 * n for n in range(1, 21)]) == "| verdict | 20 | 10.5 | 20.0 | 20.0 |"
    )


@pytest.mark.skipif(sys.platform != "linux", reason="the clock of another process")
def test_the_report(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(module, "SIZES", ((7, 12),))
    monkeypatch.setattr(module, "MAX_PAUSE", 0.0)
    arguments = ["--sessions", "1", "--edits", "60", "--full", "1"]
    monkeypatch.setattr(sys, "argv", ["verdicts", *arguments])
    assert main() == 0
    report = capsys.readouterr().out
    assert "| 7x7, 12 islands | 60 |" in report
    assert "; 0 wrong" in report
    for name in ("verdict", "what all solutions share", "a contradiction", "grade"):
        assert f"\n| {name}" in report
