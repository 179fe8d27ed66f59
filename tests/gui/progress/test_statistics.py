"""The dialog of the statistics."""

from datetime import UTC, date, datetime

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAccessible, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QScrollBar, QToolTip, QWidget

from hashi_gui.formats.document import to_utc_text
from hashi_gui.game import GameStore
from hashi_gui.game.mastery import Mastery
from hashi_gui.game.result import GameResult, Origin
from hashi_gui.game.statistics import Periods, Statistics
from hashi_gui.gui.progress.statistics import (
    COLUMNS,
    NO_GAMES,
    Records,
    StatisticsDialog,
    TechniquesPage,
)
from hashi_gui.gui.progress.statistics_overview import NO_PACE, ChartView, Overview, TimesTable
from hashi_gui.gui.widgets.spoken_table import SpokenTable
from hashi_gui.logic.teaching.practice import TOPICS
from hashi_gui.rendering.theme import DARK, LIGHT
from tests.played_games import played_games

TODAY = date(2026, 11, 21)
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def solved(seconds, ended=NOON, **values):
    common = {"puzzle": "p", "cols": 10, "rows": 10, "level": "easy", "finished": True}
    return GameResult(**{**common, "seconds": seconds, "ended": to_utc_text(ended), **values})


@pytest.fixture
def open_dialog(qtbot, fonts):
    def open_dialog(results, theme=LIGHT):
        dialog = StatisticsDialog(theme)
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitExposed(dialog)
        dialog.show_records(records(results))
        return dialog

    return open_dialog


def records(results=(), mastery=None, reviewable=frozenset()):
    overview = Overview(statistics := Statistics.of(results), Periods.of(statistics, TODAY), 2, 5)
    any_at_all = bool(results or mastery)
    return Records(overview, list(reversed(results)), reviewable, mastery or {}, any_at_all)


def charts(dialog):
    return dialog.findChildren(ChartView)


def read_rows(drawing):
    """What screen readers are told of it."""
    table = drawing.findChild(SpokenTable)
    assert not any(bar.isVisible() for bar in table.findChildren(QScrollBar))
    assert QAccessible.queryAccessibleInterface(table).role() is QAccessible.Role.Table
    items = [
        [table.item(row, col) for col in range(table.columnCount())]
        for row in range(table.rowCount())
    ]
    return [[item.text() for item in row if item is not None] for row in items]


def test_the_figures_and_the_table(open_dialog, qtbot, reader_listens):
    undated = GameResult(puzzle="p", cols=8, rows=8, seconds=95.0, finished=True, level="easy")
    dialog = open_dialog(
        [solved(65), undated, solved(80, hints=1), solved(700, cols=25, level="", hints=2)]
    )
    texts = dialog.texts
    assert texts[:10] == [
        *("4", "games solved", "50 %", "without help", "15 min", "time played"),
        *("2 days", "daily streak", "5 days", "longest streak"),
    ]
    assert "1 game has no date: an earlier version did not note it." in texts
    table = dialog.findChild(TimesTable)
    assert table.rows[1:] == [
        ("8 × 8 to 10 × 10",),
        ("Easy", "3", "2", "1:05", "1:20", "1:20"),
        ("Over 20 × 20",),
        ("Not graded", "1", "0", "–", "–", "–"),
    ]
    assert read_rows(table)[1] == ["Easy", "3", "2", "1:05", "1:20", "1:20"]
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_the_charts_of_the_first_month(open_dialog, reader_listens):
    dialog = open_dialog([solved(65), solved(80, hints=1)])
    days, months = (view.chart for view in charts(dialog))
    assert days.columns[-1].tip == "21 Nov: 2 min, 2 games"
    assert days.columns[-2].tip == "20 Nov: no game"
    assert months.columns[-1].values == (1, 1, 0)
    assert months.columns[-1].tip == "Nov 2026: 2 games (without help: 1, with hints: 1)"
    assert NO_PACE in dialog.texts
    assert any("a check that names a mistake" in text for text in dialog.texts)
    view = charts(dialog)[0]
    place = QPoint(view.width() - 24, view.height() // 2)
    QApplication.sendEvent(
        view, QHelpEvent(QHelpEvent.Type.ToolTip, place, view.mapToGlobal(place))
    )
    assert QToolTip.text() == days.columns[-1].tip
    while view.tip_at(place.x()) == days.columns[-1].tip:
        place.setX(place.x() - 1)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=place)
    assert QToolTip.text() == days.columns[-2].tip
    assert view.tip_at(0) == ""
    QToolTip.hideText()
    assert read_rows(view)[-1] == [days.columns[-1].tip]


def test_the_pace_is_shown_once_two_months_can_be_compared(open_dialog):
    dialog = open_dialog([solved(100, NOON.replace(month=9)), solved(60)])
    pace = charts(dialog)[-1].chart
    assert [column.values for column in pace.columns] == [(), (), (), (1.25,), (), (0.75,)]
    assert pace.columns[-1].tip == "Nov 2026: 75 % of your usual time"
    assert pace.columns[-2].tip == "Oct 2026: no game without help"
    assert NO_PACE not in dialog.texts


@pytest.mark.parametrize("count", [1, 3, 1000])
def test_any_number_of_games_can_be_shown(open_dialog, count):
    dialog = open_dialog(played_games(count, 1, NOON))
    for theme in (LIGHT, DARK):
        dialog.set_theme(theme)
        assert f"{count:,}" in dialog.texts
        assert not dialog.grab().isNull()


def test_the_newest_figures_replace_the_older_ones_and_what_there_is_can_be_deleted(open_dialog):
    dialog = open_dialog([solved(65)])
    assert dialog.delete_button.isEnabled()
    dialog.show_records(records(mastery={"Full house": Mastery((True,))}))
    assert dialog.delete_button.isEnabled()
    assert not dialog.export_button.isEnabled()
    dialog.show_records(records())
    assert not dialog.delete_button.isEnabled()
    assert NO_GAMES in dialog.texts
    assert dialog.tabs.currentWidget().findChildren(ChartView) == []


# The list of games


def column(dialog, title):
    """The texts of a column, from the top."""
    table, number = dialog.games.table, [each.title for each in COLUMNS].index(title)
    return [table.index(row, number).data() for row in range(table.rowCount())]


def sort_by(dialog, qtbot, title):
    header = dialog.games.view.horizontalHeader()
    number = [each.title for each in COLUMNS].index(title)
    place = QPoint(header.sectionViewportPosition(number) + 8, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)


@pytest.fixture
def with_games(open_dialog):
    """A dialog with three games, the moves of the newest of which are unknown."""
    games = [
        solved(65, NOON.replace(day=1), title="Bay", moves=1200),
        solved(None, NOON.replace(day=2), finished=False, solution_shown=True, title="Cape"),
        solved(700, NOON.replace(day=3), cols=25, level="hard", hints=2, begun="then"),
    ]
    dialog = open_dialog(games)
    dialog.show_records(records(games, reviewable={game.game for game in games[:2]}))
    dialog.tabs.setCurrentWidget(dialog.games)
    return dialog


def test_the_newest_games_come_first(with_games):
    assert column(with_games, "Puzzle") == ["25 × 10", "Cape", "Bay"]
    assert column(with_games, "Level") == ["Hard", "Easy", "Easy"]
    assert column(with_games, "Time") == ["11:40", "–", "1:05"]
    assert column(with_games, "Moves") == ["–", "–", "1,200"]
    assert column(with_games, "Help") == ["2 hints", "solution shown", "none"]
    assert column(with_games, "Ended")[0].startswith("3 Nov 2026, ")


@pytest.mark.parametrize(
    ("title", "ascending", "descending"),
    [
        ("Puzzle", ["Bay", "Cape", "25 × 10"], ["Cape", "Bay", "25 × 10"]),
        ("Size", ["Cape", "Bay", "25 × 10"], ["25 × 10", "Cape", "Bay"]),
        ("Level", ["Cape", "Bay", "25 × 10"], ["25 × 10", "Cape", "Bay"]),
        ("Time", ["Bay", "25 × 10", "Cape"], ["25 × 10", "Bay", "Cape"]),
        ("Help", ["Bay", "25 × 10", "Cape"], ["Cape", "25 × 10", "Bay"]),
    ],
)
def test_games_are_sorted_by_each_column(with_games, qtbot, title, ascending, descending):
    """What is unknown comes last in both directions; equal games stay in their order."""
    for expected in (ascending, descending):
        sort_by(with_games, qtbot, title)
        assert column(with_games, "Puzzle") == expected


def test_the_selected_game_stays_selected_when_games_are_sorted(with_games, qtbot):
    with_games.games.view.selectRow(2)
    sort_by(with_games, qtbot, "Puzzle")
    assert with_games.games.selected.title == "Bay"
    assert with_games.games.view.currentIndex().row() == 0


def test_only_a_game_whose_moves_are_known_is_reviewed(with_games, qtbot):
    page = with_games.games
    asked = []
    for signal in (with_games.games.review_requested, with_games.games.replay_requested):
        signal.connect(asked.append)
    assert page.selected.cols == 25
    assert not page.review_button.isEnabled()
    assert "The moves of this game were not recorded." in with_games.texts
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    assert asked == []
    page.view.selectRow(2)
    assert "3 games" in with_games.texts
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    for button in (page.review_button, page.replay_button):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert [game.title for game in asked] == ["Bay"] * 3


def test_the_menu_of_a_game_offers_what_the_buttons_do(with_games, qtbot):
    page = with_games.games
    asked = []
    with_games.games.puzzle_requested.connect(asked.append)

    def choose():
        menu = QApplication.activePopupWidget()
        texts = [action.text() for action in menu.actions() if action.isEnabled()]
        menu.actions()[-1].trigger()
        menu.close()
        asked.append(texts)

    QTimer.singleShot(0, choose)
    place = page.view.visualRect(page.table.index(0, 1)).center()
    page.view.customContextMenuRequested.emit(place)
    assert asked == [page.selected, ["Open puzzle"]]


def test_lessons_are_not_listed(tmp_path):
    store = GameStore(tmp_path)
    for origin in Origin:
        store.results.add(solved(60, puzzle=origin, origin=origin))
    listed = [game.origin for game in Records.of(store, TODAY).games]
    assert set(Origin) - set(listed) == {Origin.LESSON}


def test_ten_thousand_games_are_listed_without_a_widget_for_each(open_dialog, qtbot):
    dialog = open_dialog(played_games(10_000, 1, NOON))
    dialog.tabs.setCurrentWidget(dialog.games)
    assert "10,000 games" in dialog.texts or "not recorded" in dialog.texts[0]
    assert len(dialog.games.findChildren(QWidget)) < 60
    sort_by(dialog, qtbot, "Time")
    times = [dialog.games.table.game(row).seconds for row in range(10_000)]
    assert times == sorted(times)


# The techniques


def test_the_techniques_show_what_was_practised(open_dialog, qtbot):
    dialog = open_dialog([])
    mastery = {"Full house": Mastery((True,) * 9 + (False,), 2)}
    dialog.show_records(records(mastery=mastery))
    assert dialog.findChild(TechniquesPage) is None
    dialog.tabs.setCurrentIndex(2)
    page = dialog.findChild(TechniquesPage)
    assert dialog.texts[0] == "1 of 13 techniques mastered"
    assert "easy · ✓ mastered: 9 of the last 10 right" in dialog.texts
    assert "hard · not practised yet" in dialog.texts
    asked = []
    dialog.practice_requested.connect(asked.append)
    for name in ("Practise “Full house”", "Practise what is due"):
        button = next(b for b in page.findChildren(QPushButton) if b.accessibleName() == name)
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert asked == ["Full house", None]
    rare = next(topic.name for topic in TOPICS if topic.too_rare)
    assert not any(rare in button.toolTip() for button in page.findChildren(QPushButton))


def test_another_theme_is_shown_at_once_on_the_same_page(open_dialog):
    dialog = open_dialog([solved(65)])
    dialog.tabs.setCurrentIndex(2)
    dialog.set_theme(DARK)
    assert dialog.tabs.currentIndex() == 2
    assert dialog.tabs.tabText(2) == "Techniques"
    dialog.tabs.setCurrentIndex(0)
    assert {view._theme for view in dialog.tabs.currentWidget().findChildren(ChartView)} == {DARK}


def test_a_narrow_list_of_games_has_room_for_the_names_of_the_puzzles(with_games, qtbot):
    view = with_games.games.view
    with_games.resize(600, 420)
    qtbot.waitUntil(lambda: view.isColumnHidden(5) and view.isColumnHidden(6))
    assert view.columnWidth(1) > 80
    with_games.resize(760, 420)
    qtbot.waitUntil(lambda: not view.isColumnHidden(6))
