from __future__ import annotations

import csv
import sys
from pathlib import Path

import pytest

from hashi_gui.bench import large, league


def test_published_hard_and_large_puzzles_are_measured(
    puzzles: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(large, "SIZES", (10,))
    monkeypatch.setattr(league, "FAMILIES", ["strips"])
    folder = tmp_path / "league"
    options = ["--methods", "sat,backtracking", "--limit", "1", "--time-limit", "30"]
    monkeypatch.setattr(sys, "argv", ["league", str(folder), "--published", str(puzzles), *options])
    assert league.main() == 0
    with (folder / "results" / "results.csv").open(newline="", encoding="utf-8") as file:
        runs = {(Path(row["path"]).parent.name, row["method"]) for row in csv.DictReader(file)}
    folders = ("puzzles", "strips", "growth")
    assert runs == {(each, method) for each in folders for method in ("sat", "backtracking")}
    assert "## League" in capsys.readouterr().out
