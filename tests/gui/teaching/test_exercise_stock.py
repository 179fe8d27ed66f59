from __future__ import annotations

import pytest

from hashi_gui.generating import generator
from hashi_gui.gui.teaching import practice
from hashi_gui.gui.teaching.practice import STOCK, ExerciseStock


@pytest.fixture
def source(qtbot, tasks):
    return ExerciseStock(tasks, tasks)


def sizes(source) -> dict[str, int]:
    return {name: len(stock) for name, stock in source._stock.items()}


def test_a_stock_is_found_ahead(qtbot, source):
    assert source.take("Full house") is None
    source.prepare(["Full house", "Only one way out"])
    wanted = {"Full house": STOCK, "Only one way out": STOCK}
    qtbot.waitUntil(lambda: sizes(source) == wanted)
    assert source.take("Full house").hint.technique == "Full house"


def test_no_exercise_comes_twice(qtbot, source, monkeypatch):
    seeds = iter([1, 1, 1, 1, 5])
    monkeypatch.setattr(practice, "randbelow", lambda _: next(seeds))
    seen = set()
    source.prepare(["Full house"])
    for _ in range(3):
        qtbot.waitUntil(lambda: bool(source._stock.get("Full house")))
        exercise = source.take("Full house")
        seen.add((exercise.puzzle.islands, exercise.board))
        source.prepare(["Full house"])
    assert len(seen) == 3


def test_an_error_is_reported(qtbot, source, monkeypatch):
    monkeypatch.setattr(generator, "generate_exercises", lambda *_: iter(()))
    with qtbot.waitSignal(source.failed):
        source.prepare(["Full house"])
