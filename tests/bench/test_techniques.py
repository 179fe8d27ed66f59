from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from hashi_gui.bench import techniques
from hashi_gui.bench.techniques import TechniquesReport, compare, main
from hashi_gui.logic.position import Position
from hashi_gui.logic.techniques.catalogue import all_techniques
from hashi_gui.logic.techniques.island_clues import FullHouse
from hashi_gui.logic.techniques.technique import Conclusion


class FaultyFullHouse(FullHouse):
    """Wrong: fills an island even if one more bridge than needed is possible."""

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        if position.island_capacity[subject] <= position.min_need[subject] + 1:
            for edge in position.open_edges(subject):
                caps = [(each, position.capacity(each)) for each in position.open_edges(subject)]
                facts = position.min_need[subject], caps
                yield Conclusion(self, edge, True, position.high[edge], (subject,), facts)


@pytest.mark.parametrize("seed", range(60))
def test_every_conclusion_on_a_sample_of_small_puzzles_is_right(seed):
    report = compare(seed, max_side=10)
    assert report.wrong == []
    assert report.positions > 1
    assert report.conclusions


@pytest.mark.parametrize("seed", range(6))
def test_every_conclusion_on_a_sample_of_all_sizes_is_right(seed):
    report = compare(seed)
    assert report.wrong == []
    assert report.finished.total() <= 1
    assert not report.finished["no technique"]


def test_a_wrong_conclusion_is_reported_with_its_seed(monkeypatch):
    monkeypatch.setattr(techniques, "DIRECT_TECHNIQUES", (FaultyFullHouse(),))
    report = TechniquesReport()
    for seed in range(20):
        report.add(compare(seed, max_side=8))
    assert report.wrong
    assert report.wrong[0].startswith("Seed ")
    assert "Full house, at least" in report.wrong[0]
    assert str(report).endswith(report.wrong[-1])


def test_a_refuted_true_assumption_is_reported(monkeypatch):
    monkeypatch.setattr(techniques, "ASSUMPTION_SHARE", 1)
    monkeypatch.setattr(
        techniques, "DIRECT_TECHNIQUES", (*techniques.DIRECT_TECHNIQUES, FaultyFullHouse())
    )
    wrong = [wrong for seed in range(25, 30) for wrong in compare(seed, max_side=8).wrong]
    assert any("refutes a true assumption" in each for each in wrong)


def test_the_command_prints_the_report(capsys, monkeypatch):
    monkeypatch.setattr(techniques, "ProcessPoolExecutor", InThisProcess)
    monkeypatch.setattr(sys, "argv", ["techniques", "--count", "3", "--seed", "1", "--jobs", "2"])
    assert main() == 0
    out = capsys.readouterr().out
    assert out.startswith("3 puzzles, ")
    assert all(technique.name in out for technique in all_techniques())


class InThisProcess:
    """A stand-in for a process pool that works in this process."""

    def __init__(self, jobs: int) -> None: ...

    def __enter__(self) -> InThisProcess:
        return self

    def __exit__(self, *_: object) -> None: ...

    map = staticmethod(map)
