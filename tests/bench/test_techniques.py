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


class Hopeful(FullHouse):
    """Fills an island also where one bridge too many is possible. Wrong."""

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        if position.island_capacity[subject] <= position.min_need[subject] + 1:
            for edge in position.open_edges(subject):
                caps = [(each, position.capacity(each)) for each in position.open_edges(subject)]
                facts = position.min_need[subject], caps
                yield Conclusion(self, edge, True, position.high[edge], (subject,), facts)


@pytest.mark.parametrize("seed", range(60))
def test_every_conclusion_on_a_sample_of_small_puzzles_is_right(seed):
    report = compare(seed, largest=10)
    assert report.wrong == []
    assert report.positions > 1
    assert report.conclusions


@pytest.mark.parametrize("seed", range(6))
def test_every_conclusion_on_a_sample_of_all_sizes_is_right(seed):
    report = compare(seed)
    assert report.wrong == []
    assert report.finished.total() <= 1
    assert not report.finished["no technique"]


def test_a_wrong_conclusion_is_found_and_can_be_repeated(monkeypatch):
    monkeypatch.setattr(techniques, "DIRECT_TECHNIQUES", (Hopeful(),))
    report = TechniquesReport()
    for seed in range(20):
        report.add(compare(seed, largest=8))
    assert report.wrong
    assert report.wrong[0].startswith("Seed ")
    assert "Full house, at least" in report.wrong[0]
    assert str(report).endswith(report.wrong[-1])


def test_a_refuted_truth_is_found(monkeypatch):
    monkeypatch.setattr(techniques, "ASSUMING", 1)
    monkeypatch.setattr(techniques, "DIRECT_TECHNIQUES", (*techniques.DIRECT_TECHNIQUES, Hopeful()))
    wrong = [wrong for seed in range(25, 30) for wrong in compare(seed, largest=8).wrong]
    assert any("refutes what is true" in each for each in wrong)


def test_the_command_says_what_it_found(capsys, monkeypatch):
    monkeypatch.setattr(techniques, "ProcessPoolExecutor", InThisProcess)
    monkeypatch.setattr(sys, "argv", ["techniques", "--count", "3", "--seed", "5", "--jobs", "2"])
    assert main() == 0
    out = capsys.readouterr().out
    assert out.startswith("3 puzzles, ")
    assert all(technique.name in out for technique in all_techniques())


class InThisProcess:
    """A pool of processes, without the processes."""

    def __init__(self, jobs: int) -> None: ...

    def __enter__(self) -> InThisProcess:
        return self

    def __exit__(self, *_: object) -> None: ...

    map = staticmethod(map)
