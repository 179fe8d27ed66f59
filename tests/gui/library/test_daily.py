"""The dialog of the daily puzzles."""

from dataclasses import replace
from datetime import date, timedelta
from unittest.mock import Mock

import pytest
from PySide6.QtCore import QPointF, QRect, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QAbstractButton, QApplication

from hashi_gui.core.wording import format_duration
from hashi_gui.game import Game
from hashi_gui.generating import Recipe
from hashi_gui.generating.daily import DailyKind, daily_puzzles
from hashi_gui.gui.library import daily as module
from hashi_gui.gui.library.daily import DailyDialog, Progress, draw_mark
from hashi_gui.gui.widgets.dialogs import ScrollingContents
from hashi_gui.rendering.theme import DARK, LIGHT, style_sheet
from hashi_gui.solving import solve

ANY = Qt.MatchFlag.MatchWildcard
LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
TODAY = date(2026, 11, 21)
EASY, HARD, LARGE, NO_LOOPS = DailyKind


class Today(date):
    @classmethod
    def today(cls):
        return TODAY


@pytest.fixture(autouse=True)
def _fixed_date(monkeypatch):
    monkeypatch.setattr(module, "date", Today)


@pytest.fixture
def mark_solved(store, tmp_path):
    """Records daily puzzles as solved."""

    def mark_solved(*names):
        (tmp_path / "store").mkdir(exist_ok=True)
        (tmp_path / "store" / "dailies").write_text("\n".join(names) + "\n", encoding="utf-8")

    return mark_solved


@pytest.fixture
def open_dialog(qtbot, fonts, store, tasks):
    dialogs = []

    def open_dialog(theme=LIGHT):
        dialog = DailyDialog(theme, store, tasks)
        dialog.setStyleSheet(style_sheet(theme))
        dialogs.append(dialog)
        qtbot.addWidget(dialog)
        with qtbot.waitActive(dialog):
            dialog.show()
            dialog.activateWindow()
        return dialog

    yield open_dialog
    for dialog in dialogs:
        dialog.reject()


def press(dialog, text):
    buttons = dialog.findChildren(QAbstractButton)
    next(button for button in buttons if button.text() == text).click()


def cell_colours(dialog, day):
    """The colours of the cell of a day in the calendar."""
    table = dialog.month
    (place,) = (each for each in table.findItems("*", ANY) if each and each.day == day)
    image = table.viewport().grab(table.visualItemRect(place)).toImage()
    return {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }


def test_times_are_those_of_the_player_after_twenty_games(slow_player, open_dialog):
    dialog = open_dialog()
    assert dialog.cards[EASY].facts == "10 × 10, usually about 3 min"


def test_today_is_selected_and_offers_a_puzzle_of_each_kind_to_play(open_dialog, qtbot):
    dialog = open_dialog()
    assert dialog.month.day == TODAY
    assert [card.facts for card in dialog.cards.values()] == [
        "10 × 10, usually about 1 min",
        "15 × 15, usually about 6 min",
        "25 × 25, medium, usually about 15 min",
        "12 × 12, medium, usually about 5 min",
    ]
    assert all(card.play.text() == "Play" for card in dialog.cards.values())
    assert dialog.cards[EASY].play.isDefault()
    with qtbot.waitSignal(dialog.accepted):
        qtbot.mouseClick(dialog.cards[HARD].play, LEFT)
    assert dialog.chosen.info.daily == "2026-11-21/hard"
    assert dialog.chosen.puzzle == daily_puzzles(TODAY)[HARD].recipe.make().puzzle


def test_keys_select_a_day_that_is_past_and_play_it(open_dialog, qtbot):
    """Dates cannot be typed: they would be expected in the order of another country."""
    dialog = open_dialog()
    focus = QApplication.focusWidget()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_PageDown, *"01122026"):
        qtbot.keyClick(focus, key)
    assert dialog.month.day == TODAY
    for key, days in ((Qt.Key.Key_Left, 1), (Qt.Key.Key_Right, 0), (Qt.Key.Key_Up, 7)):
        qtbot.keyClick(QApplication.focusWidget(), key)
        assert dialog.month.day == TODAY - timedelta(days=days)
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert dialog.chosen.info.daily == "2026-11-14/easy"


def test_the_buttons_browse_the_months(open_dialog, qtbot):
    dialog = open_dialog()
    assert dialog.month.month_name() == "November 2026"
    press(dialog, "‹")
    assert dialog.month.month_name() == "October 2026"
    press(dialog, "›")
    press(dialog, "›")
    assert dialog.month.month_name() == "November 2026"
    qtbot.keyClick(dialog.month, Qt.Key.Key_Up)
    press(dialog, "Today")
    assert dialog.month.day == TODAY


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_solved_puzzles_are_shown_as_solved(open_dialog, mark_solved, qtbot, theme):
    mark_solved("2026-11-21/easy", "2026-11-20/hard", "2026-11-20/large", "2026-11-18/easy")
    dialog = open_dialog(theme)
    assert dialog.cards[EASY].facts == "10 × 10, usually about 1 min\n✓ solved"
    assert dialog.cards[EASY].play.text() == "Play again"
    assert dialog.cards[HARD].play.isDefault()
    assert dialog.record == "Streak: 2 days  ·  4 solved"
    assert theme.lit_ring in cell_colours(dialog, date(2026, 11, 18))
    assert theme.lit_ring not in cell_colours(dialog, date(2026, 11, 17))
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Left)
    spoken = dialog.month.currentItem().data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Friday, 20 November 2026; Hard: solved; Large: solved"
    assert dialog.cards[EASY].play.isDefault()
    assert dialog.cards[LARGE].facts == "25 × 25, medium, usually about 15 min\n✓ solved"


@pytest.fixture
def play_daily(store):
    """Plays a daily puzzle and saves the game."""

    def play_daily(day, kind, *, finish=True, hints=0, shown=False):
        daily = daily_puzzles(day)[kind]
        game = Game.from_document(daily.with_metadata(daily.recipe.make()))
        counts = solve(game.puzzle).counts
        game.hints, game.solution_shown = hints, shown
        if shown:
            game.draw_solution(counts)
        for edge, count in enumerate(counts if finish and not shown else counts[:1]):
            for _ in range(max(count, not finish)):
                game.play(game.cycle_bridges(edge))
        store.save(game.to_document())

    return play_daily


@pytest.mark.parametrize("width", [640, 1366])
def test_where_there_is_room_nothing_scrolls(open_dialog, play_daily, monkeypatch, width):
    play_daily(TODAY, EASY, hints=2)
    monkeypatch.setattr(module, "room_for", lambda dialog: QRect(0, 0, width, 768))
    dialog = open_dialog()
    contents = dialog.findChild(ScrollingContents)
    assert not contents.horizontalScrollBar().isVisible()
    if width == 640:
        assert dialog.month.y() > dialog.cards[NO_LOOPS].geometry().bottom()
    else:
        assert not contents.verticalScrollBar().isVisible()


def test_the_progress_with_each_daily_puzzle_is_shown(open_dialog, play_daily, qtbot, store):
    play_daily(TODAY, EASY, hints=2)
    play_daily(TODAY, HARD, finish=False)
    play_daily(TODAY - timedelta(days=1), EASY)
    play_daily(TODAY - timedelta(days=2), EASY, shown=True)
    dialog = open_dialog()
    assert dialog.cards[EASY].facts == "10 × 10, usually about 1 min\n✓ solved with hints in 0:00"
    assert dialog.cards[HARD].facts == "15 × 15, usually about 6 min\n… begun"
    assert dialog.cards[HARD].play.text() == "Continue"
    assert dialog.cards[HARD].play.isDefault()
    assert [card.review.isVisible() for card in dialog.cards.values()] == [True, *[False] * 3]
    asked = []
    dialog.review_requested.connect(asked.append)
    qtbot.mouseClick(dialog.cards[EASY].review, LEFT)
    assert asked == [result for result in store.results.all() if result.daily == "2026-11-21/easy"]
    for days, text in ((1, "✓ solved in 0:00"), (2, "solved by the program")):
        dialog.month.show_day(TODAY - timedelta(days=days))
        assert dialog.cards[EASY].facts == f"10 × 10, usually about 1 min\n{text}"


def test_every_progress_has_a_mark_of_its_own(qtbot):
    def picture(progress):
        image = QImage(20, 20, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        painter = QPainter(image)
        # In one colour, because no mark may differ by its colour alone.
        theme = replace(LIGHT, dim_ink=LIGHT.lit_ring)
        draw_mark(painter, QPointF(10, 10), progress, theme)
        painter.end()
        return bytes(image.constBits())

    assert len({picture(progress) for progress in Progress}) == len(Progress)


def test_a_search_can_fail_or_be_stopped_and_another_puzzle_played(open_dialog, qtbot, monkeypatch):
    def make(recipe, cancel, tried):
        tried(12)
        while True:
            cancel.raise_if_cancelled()

    dialog = open_dialog()
    with monkeypatch.context() as patch:
        patch.setattr(Recipe, "make", Mock(side_effect=RuntimeError("out of memory")))
        qtbot.mouseClick(dialog.cards[EASY].play, LEFT)
        qtbot.waitUntil(lambda: "out of memory" in dialog.status.text)
        patch.setattr(Recipe, "make", make)
        qtbot.mouseClick(dialog.cards[LARGE].play, LEFT)
        qtbot.waitUntil(lambda: dialog.status.text == "Searching… 12 tries")
        qtbot.mouseClick(dialog.status.stop_button, LEFT)
        assert dialog.status.text == "Stopped after 12 tries."
    with qtbot.waitSignal(dialog.accepted):
        qtbot.mouseClick(dialog.cards[EASY].play, LEFT)


def test_a_daily_puzzle_is_shown_as_solved_after_it_was_played(player, qtbot):
    def play():
        dialog = player.window.findChild(DailyDialog)
        qtbot.mouseClick(dialog.cards[EASY].play, LEFT)

    QTimer.singleShot(0, play)
    player.key(Qt.Key.Key_D, CTRL)
    assert player.window.windowTitle() == "Daily 21 Nov 2026, easy — Hashi"
    player.finish()
    assert player.flushed_games().solved_dailies() == {"2026-11-21/easy"}
    facts = []

    def look():
        dialog = player.window.findChild(DailyDialog)
        facts.append(dialog.cards[EASY].facts)
        press(dialog, "Close")

    QTimer.singleShot(0, look)
    player.window.library.show_daily()
    time = format_duration(player.game.clock.seconds)
    assert facts == [f"10 × 10, usually about 1 min\n✓ solved in {time}"]
