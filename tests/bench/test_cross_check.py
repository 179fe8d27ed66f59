from __future__ import annotations

import sys

import pytest

from hashi_gui import method_registry
from hashi_gui.bench.cross_check import COMPLETE, CrossCheckReport, compare, main, small_puzzle
from hashi_gui.method_registry import METHODS, solve
from hashi_gui.solving.methods import Method


def test_puzzles_are_of_all_kinds() -> None:
    puzzles = [small_puzzle(seed) for seed in range(300)]
    assert {puzzle.rules.max_bridges for puzzle in puzzles} == {1, 2, 3, 4}
    assert any(island.clue is None for puzzle in puzzles for island in puzzle.islands)
    report = CrossCheckReport()
    for seed in range(300):
        compare(seed, (), report)
    assert set(report.kinds) == {"unique", "several", "none"}
    assert min(report.kinds.values()) > 30


def test_a_method_that_disagrees_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    skeptic = Method("skeptic", "", "", lambda puzzle, cancel, stats: None)
    monkeypatch.setattr(method_registry, "METHODS", {"sat": METHODS["sat"], "skeptic": skeptic})
    report = CrossCheckReport()
    solvable = next(seed for seed in range(99) if solve(small_puzzle(seed), "sat").counts)
    compare(solvable, ["skeptic"], report)
    assert f"Seed {solvable}: skeptic says none, sat solved." in report.wrong[0]
    assert "Disagreements: 1" in str(report)


def test_the_command_prints_a_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["cross_check", "--count", "3"])
    assert main() == 0
    printed = capsys.readouterr().out
    assert "3 puzzles: " in printed
    assert all(name in printed for name in COMPLETE)
    assert "Disagreements: 0" in printed
