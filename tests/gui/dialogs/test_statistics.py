"""The dialog of the statistics."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from hashi_gui.bench.played_games import played_games
from hashi_gui.formats.document import to_utc_text
from hashi_gui.game.result import Result
from hashi_gui.game.statistics import Statistics
from hashi_gui.gui.dialogs.chart_view import ChartView
from hashi_gui.gui.dialogs.statistics import NO_GAMES, NO_PACE, Overview, StatisticsDialog
from hashi_gui.gui.dialogs.times_table import TimesTable
from hashi_gui.rendering.theme import DARK, LIGHT

# The offscreen platform has no size hints to give dialogs, and does not raise tooltips.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", r"raise\(\)")

TODAY = date(2026, 11, 21)
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def solved(seconds, ended=NOON, **values):
    common = {"puzzle": "p", "cols": 10, "rows": 10, "level": "easy", "finished": True}
    return Result(**{**common, "seconds": seconds, "ended": to_utc_text(ended), **values})


@pytest.fixture
def open_dialog(qtbot, fonts):
    def open_dialog(results, theme=LIGHT):
        dialog = StatisticsDialog(theme)
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitExposed(dialog)
        dialog.show_overview(Overview(Statistics.of(results, TODAY), 2, 5), has_results=True)
        return dialog

    return open_dialog


def charts(dialog):
    return dialog.findChildren(ChartView)


def test_without_games_the_dialog_says_how_to_begin(open_dialog):
    dialog = open_dialog([])
    assert NO_GAMES in dialog.texts
    assert charts(dialog) == []


def test_the_figures_and_the_table(open_dialog):
    dialog = open_dialog(
        [solved(65), solved(95), solved(80, hints=1), solved(700, cols=25, level="", hints=2)]
    )
    texts = dialog.texts
    assert texts[:10] == [
        *("4", "games solved", "50 %", "without help", "15 min", "time played"),
        *("2 days", "daily streak", "5 days", "longest streak"),
    ]
    table = dialog.findChild(TimesTable)
    assert table.rows[1:] == [
        ("8 × 8 to 10 × 10",),
        ("Easy", "3", "2", "1:05", "1:20", "1:20"),
        ("Over 20 × 20",),
        ("Not graded", "1", "0", "–", "–", "–"),
    ]
    assert "Easy 3 2 1:05 1:20 1:20" in table.accessibleDescription()


def test_the_charts_of_the_first_month(open_dialog):
    dialog = open_dialog([solved(65), solved(80, hints=1)])
    days, months = (view.chart for view in charts(dialog))
    assert days.columns[-1].tip == "21 Nov: 2 min, 2 games"
    assert days.columns[-2].tip == "20 Nov: no game"
    assert months.columns[-1].values == (1, 1, 0)
    assert months.columns[-1].tip == "Nov 2026: 2 games (1 without help, 1 with hints)"
    assert NO_PACE in dialog.texts


def test_the_pace_is_shown_once_two_months_can_be_compared(open_dialog):
    dialog = open_dialog([solved(100, NOON.replace(month=9)), solved(60)])
    pace = charts(dialog)[-1].chart
    assert [column.values for column in pace.columns] == [(), (), (), (1.25,), (), (0.75,)]
    assert pace.columns[-1].tip == "Nov 2026: 75 % of your usual time"
    assert pace.columns[-2].tip == "Oct 2026: no game without help"
    assert NO_PACE not in dialog.texts


def test_a_column_says_its_figures(open_dialog, qtbot):
    dialog = open_dialog([solved(65)])
    view = charts(dialog)[0]
    place = QPoint(view.width() - 24, view.height() // 2)
    QApplication.sendEvent(
        view, QHelpEvent(QHelpEvent.Type.ToolTip, place, view.mapToGlobal(place))
    )
    assert QToolTip.text() == "21 Nov: 1 min, 1 game"
    assert view.tip_at(0) == ""
    QToolTip.hideText()
    assert "21 Nov: 1 min, 1 game" in view.accessibleDescription()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("count", [1, 3, 1000])
def test_any_number_of_games_can_be_shown(open_dialog, theme, count):
    dialog = open_dialog(played_games(count, 1, NOON), theme)
    assert f"{count:,}" in dialog.texts
    assert not dialog.grab().isNull()


def test_the_newest_figures_replace_the_older_ones(open_dialog):
    dialog = open_dialog([solved(65)])
    dialog.show_overview(Overview(Statistics.of([], TODAY), 0, 0), has_results=False)
    assert NO_GAMES in dialog.texts
    assert not dialog.delete_button.isEnabled()
    assert not dialog.export_button.isEnabled()


def test_games_without_a_date_are_mentioned(open_dialog):
    undated = Result(puzzle="p", cols=10, rows=10, seconds=50.0, finished=True)
    dialog = open_dialog([solved(65), undated])
    assert "1 game was played with an earlier version, which did not note the day." in dialog.texts


def test_escape_closes_the_dialog(open_dialog, qtbot):
    dialog = open_dialog([solved(65)])
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
