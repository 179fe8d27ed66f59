from __future__ import annotations

import sys

import pytest

from hashi_gui.bench import verdicts as module
from hashi_gui.bench.__main__ import main


@pytest.mark.skipif(sys.platform != "linux", reason="the clock of another process")
def test_the_report(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(module, "SIZES", ((7, 12),))
    monkeypatch.setattr(module, "MAX_PAUSE", 0.0)
    monkeypatch.setattr(module, "STEP", 0.0)
    assert main(["verdicts", "--sessions", "1", "--edits", "60", "--full", "1"]) == 0
    report = capsys.readouterr().out
    assert "## 7x7, 12 islands" in report
    for name in ("verdict", "what all solutions share", "a contradiction", "grade"):
        assert f"\n| {name}" in report
