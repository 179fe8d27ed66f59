from __future__ import annotations

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication

from hashi_gui.game.mastery import Mastery
from hashi_gui.generating import generator
from hashi_gui.gui.teaching import practice
from hashi_gui.gui.teaching.practice import CHOOSE_FOR_ME, STOCK, ExerciseStock, PracticeDialog
from hashi_gui.logic.teaching.practice import TOPICS


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


# The offscreen platform has no size hints to give dialogs.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

MASTERED = Mastery((True,) * 10, 2, datetime(2026, 11, 21, tzinfo=UTC))
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def dialog(qtbot, fonts):
    dialog = PracticeDialog({"Full house": MASTERED})
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def rows(dialog) -> list[str]:
    return [dialog.row_text(row) for row in range(dialog.list.count())]


def test_techniques_are_listed_with_level_and_mastery(dialog):
    assert rows(dialog)[0].startswith(CHOOSE_FOR_ME)
    assert "Full house, easy, ✓ mastered: 10 of the last 10 right" in rows(dialog)
    assert "What the rest can't take, medium, not practised yet" in rows(dialog)


def test_what_is_too_rare_says_so_and_cannot_be_chosen(dialog):
    for row, topic in enumerate(TOPICS, 1):
        assert ("too rare" in dialog.row_text(row)) == bool(topic.too_rare)
        enabled = dialog.list.item(row).flags() & Qt.ItemFlag.ItemIsEnabled
        assert bool(enabled) != bool(topic.too_rare)


def test_the_program_chooses_unless_the_player_does(dialog, qtbot):
    qtbot.mouseClick(dialog.start, LEFT)
    assert dialog.chosen is None
    assert dialog.result()


def test_a_technique_is_chosen_with_the_keyboard(dialog, qtbot):
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert dialog.chosen == "Only one way out"


def test_the_menu_opens_it_and_starts_a_set(player):
    def start() -> None:
        dialog = QApplication.activeModalWidget()
        dialog.list.setCurrentRow(2)
        dialog.accept()

    QTimer.singleShot(0, start)
    player.key(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    bar = player.window.teaching.practice.bar
    player.wait(lambda: bar.show_button.isVisible())
    assert "Full house, 1 of 10" in bar.text
