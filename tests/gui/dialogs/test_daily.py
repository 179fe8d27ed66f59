"""The daily puzzles and their calendar."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QPushButton, QTableView, QToolButton

from hashi_gui.generating import Recipe
from hashi_gui.generating.daily import DailyKind, daily_puzzles
from hashi_gui.gui.dialogs import daily as module
from hashi_gui.gui.dialogs.daily import DailyDialog
from hashi_gui.rendering.theme import DARK, LIGHT

# The offscreen platform has no size hints to give dialogs.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
TODAY = date(2026, 11, 21)
EASY, HARD, LARGE = DailyKind


class Today(date):
    @classmethod
    def today(cls):
        return TODAY


@pytest.fixture(autouse=True)
def _a_day_that_does_not_end(monkeypatch):
    monkeypatch.setattr(module, "date", Today)


@pytest.fixture
def note(store, tmp_path):
    """Notes daily puzzles as solved."""

    def note(*names):
        (tmp_path / "store").mkdir(exist_ok=True)
        (tmp_path / "store" / "dailies").write_text("\n".join(names) + "\n", encoding="utf-8")

    return note


@pytest.fixture
def opened(qtbot, fonts, store):
    dialogs = []

    def opened(theme=LIGHT):
        dialog = DailyDialog(theme, store)
        dialogs.append(dialog)
        qtbot.addWidget(dialog)
        with qtbot.waitActive(dialog):
            dialog.show()
            dialog.activateWindow()
        return dialog

    yield opened
    for dialog in dialogs:
        dialog.reject()


def press(qtbot, dialog, text, kind=QToolButton):
    button = next(button for button in dialog.findChildren(kind) if button.text() == text)
    qtbot.mouseClick(button, LEFT)


def cell_colours(dialog, day):
    """The colours of the cell of a day in the calendar."""
    table = dialog.month.findChild(QTableView)
    first = date(day.year, day.month, 1)
    model = table.model()
    place = next(
        model.index(row, col)
        for row in range(1, model.rowCount())
        for col in range(model.columnCount())
        if (row - 1) * 7 + col - offset(model) == (day - first).days
    )
    image = table.viewport().grab(table.visualRect(place)).toImage()
    return {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }


def offset(model):
    """How many cells come before the first of the month."""
    cells = [model.index(row, col).data() for row in (1, 2) for col in range(7)]
    return cells.index(1)


def test_today_is_chosen_and_offers_three_puzzles(opened):
    dialog = opened()
    assert dialog.month.day == TODAY
    assert [card.facts for card in dialog.cards.values()] == [
        "10 × 10",
        "15 × 15",
        "25 × 25, medium",
    ]
    assert all(card.play.text() == "Play" for card in dialog.cards.values())
    assert dialog.cards[EASY].play.isDefault()


def test_a_puzzle_of_the_day_is_made_and_chosen(opened, qtbot):
    dialog = opened()
    with qtbot.waitSignal(dialog.accepted):
        qtbot.mouseClick(dialog.cards[HARD].play, LEFT)
    assert dialog.chosen.info.daily == "2026-11-21/hard"
    assert dialog.chosen.puzzle == daily_puzzles(TODAY)[HARD].recipe.make().puzzle


def test_a_past_day_is_chosen_by_key_and_played_with_enter(opened, qtbot):
    dialog = opened()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up)
    assert dialog.month.day == TODAY - timedelta(days=7)
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert dialog.chosen.info.daily == "2026-11-14/easy"


def test_a_past_month_is_reached_and_left_again(opened, qtbot):
    dialog = opened()
    assert dialog.month.month_name() == "November 2026"
    press(qtbot, dialog, "‹")
    assert dialog.month.month_name() == "October 2026"
    press(qtbot, dialog, "›")
    press(qtbot, dialog, "›")
    assert dialog.month.month_name() == "November 2026"
    qtbot.keyClick(dialog.month.findChild(QTableView), Qt.Key.Key_Up)
    press(qtbot, dialog, "Today")
    assert dialog.month.day == TODAY


def test_no_future_day_can_be_chosen(opened, qtbot):
    dialog = opened()
    focus = QApplication.focusWidget()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_PageDown):
        qtbot.keyClick(focus, key)
        assert dialog.month.day == TODAY


def test_what_is_solved_is_told(opened, note, qtbot):
    note("2026-11-21/easy", "2026-11-20/hard", "2026-11-20/large", "2026-11-18/easy")
    dialog = opened()
    assert dialog.cards[EASY].facts == "10 × 10   ✓ solved"
    assert dialog.cards[EASY].play.text() == "Play again"
    assert dialog.cards[HARD].play.isDefault()
    assert dialog.record == "Streak: 2 days  ·  4 solved"
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Left)
    assert dialog.cards[EASY].play.isDefault()
    assert dialog.cards[LARGE].facts == "25 × 25, medium   ✓ solved"


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_solved_puzzle_has_a_filled_mark(opened, note, theme):
    note("2026-11-18/hard")
    dialog = opened(theme)
    assert theme.accent in cell_colours(dialog, date(2026, 11, 18))
    assert theme.accent not in cell_colours(dialog, date(2026, 11, 17))


def test_making_can_be_stopped_and_goes_on_with_another(opened, qtbot, monkeypatch):
    def make(recipe, cancel, tried):
        tried(12)
        while True:
            cancel.raise_if_cancelled()

    with monkeypatch.context() as patch:
        patch.setattr(Recipe, "make", make)
        dialog = opened()
        qtbot.mouseClick(dialog.cards[LARGE].play, LEFT)
        qtbot.waitUntil(lambda: dialog.line.text == "Searching: 12 tried")
        qtbot.mouseClick(dialog.line.stop, LEFT)
        assert dialog.line.text == "Stopped; 12 tried."
    with qtbot.waitSignal(dialog.accepted):
        qtbot.mouseClick(dialog.cards[EASY].play, LEFT)


def test_what_goes_wrong_is_said(opened, qtbot, monkeypatch):
    def make(recipe, cancel, tried):
        raise RuntimeError("the sea is rough")

    monkeypatch.setattr(Recipe, "make", make)
    dialog = opened()
    qtbot.mouseClick(dialog.cards[EASY].play, LEFT)
    qtbot.waitUntil(lambda: "the sea is rough" in dialog.line.text)
    assert dialog.chosen is None


def test_a_daily_puzzle_played_to_its_end_is_marked(player, qtbot, store):
    def play():
        dialog = player.window.findChild(DailyDialog)
        qtbot.mouseClick(dialog.cards[EASY].play, LEFT)

    QTimer.singleShot(0, play)
    player.key(Qt.Key.Key_D, CTRL)
    assert player.window.windowTitle() == "Daily 2026-11-21, easy — Hashi"
    player.finish()
    assert store.solved_dailies() == {"2026-11-21/easy"}
    seen = []

    def look():
        dialog = player.window.findChild(DailyDialog)
        seen.append(dialog.cards[EASY].facts)
        press(qtbot, dialog, "Close", QPushButton)

    QTimer.singleShot(0, look)
    player.accept("Daily puzzles")
    assert seen == ["10 × 10   ✓ solved"]
