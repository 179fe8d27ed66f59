from __future__ import annotations

import pytest

from hashi_gui.bench import count as module
from hashi_gui.bench.__main__ import main
from hashi_gui.bench.count import count, count_by_ganak, grid_of_twos, open_puzzle
from hashi_gui.solving import Count


def test_an_open_puzzle_depends_on_its_seed_and_has_unknown_clues():
    puzzle = open_puzzle(13, seed=1)
    assert puzzle == open_puzzle(13, seed=1)
    assert puzzle != open_puzzle(13, seed=2)
    unknown = [island for island in puzzle.islands if island.clue is None]
    assert len(unknown) == round(0.3 * len(puzzle.islands))


@pytest.mark.parametrize("seed", range(3))
def test_an_outside_counter_agrees(seed: int):
    pytest.importorskip("pyganak")
    puzzle = open_puzzle(8, seed)
    assert count(puzzle).solutions == count_by_ganak(puzzle)


def test_the_report(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(module, "KNOWN", module.KNOWN[:2])
    monkeypatch.setattr(module, "SIDES", (7,))
    monkeypatch.setattr(module, "works", lambda _: False)
    assert main(["count", "--count", "3"]) == 0
    out = capsys.readouterr().out
    assert "\n| 6x6 |      1 | " in out
    assert "\n| finished |      3 | " in out


def test_disagreements_are_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(module, "KNOWN", ((4, (), 7),))
    monkeypatch.setattr(module, "SIDES", (7,))
    monkeypatch.setattr(module, "works", lambda _: True)
    monkeypatch.setattr(module, "_count_by_ganak_within", lambda *_: -1)
    assert main(["count", "--count", "2", "--ganak", "1"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "2 wrong answers:" in lines
    assert "4x4: counted Count(solutions=6, exact=True, edges=None), known are 7" in lines
    assert any("but Ganak counts -1" in line for line in lines)


def test_ganak_is_stopped_when_its_time_is_over():
    assert module._count_by_ganak_within(grid_of_twos(4), 0) is None


def test_a_count_is_exact():
    assert count(grid_of_twos(4)) == Count(6, exact=True)
