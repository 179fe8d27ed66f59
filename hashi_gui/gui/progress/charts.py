"""The charts of the statistics: what is shown of days and months, and what is said of each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from hashi_gui.core.wording import long_duration, quantity
from hashi_gui.game.result import Help
from hashi_gui.game.statistics import Period
from hashi_gui.gui.widgets.controls import number_font
from hashi_gui.rendering.charts import Chart, ChartColumn, Scale, column_at, draw_chart, plot_area
from hashi_gui.rendering.theme import Theme

WANTED_SIZE, MIN_SIZE = QSize(430, 128), QSize(230, 104)
FONT_SCALE = 0.88

HELP_TEXTS = {
    Help.NONE: "without help",
    Help.HINTS: "with hints",
    Help.SOLUTION: "after the solution was shown",
}
"""What the parts of the bars mean, from the bottom to the top."""

USUAL = 1.0
"""The pace of a player who takes as long as usual."""


class ChartView(QWidget):
    """Shows a chart in the colours of a theme."""

    def __init__(self, name: str, chart: Chart, theme: Theme) -> None:
        """``name`` is what a screen reader says before the figures."""
        super().__init__()
        self.setAccessibleName(name)
        self.setAccessibleDescription("; ".join(column.tip for column in chart.columns))
        self.chart = chart
        self._theme = theme
        self.setFont(number_font(self, FONT_SCALE))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def tip_at(self, x: float) -> str:
        """What is said of the column at a horizontal position; empty if there is none."""
        area = plot_area(self.fontMetrics(), QRectF(self.rect()), self.chart)
        column = column_at(self.chart, area, x)
        return "" if column is None else column.tip

    def sizeHint(self) -> QSize:
        return WANTED_SIZE

    def minimumSizeHint(self) -> QSize:
        return MIN_SIZE

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_chart(QPainter(self), QRectF(self.rect()), self.chart, self._theme)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tip_at(event.pos().x()), self)
            return True
        return super().event(event)


def days_chart(days: Sequence[Period]) -> Chart:
    """The time played on each day."""
    columns = tuple(
        ChartColumn(_day_name(day), (day.seconds,), f"{_day_name(day)}: {_time_and_games(day)}")
        for day in days
    )
    return Chart(columns, Scale.of_times(max(day.seconds for day in days)))


def months_chart(months: Sequence[Period]) -> Chart:
    """The games of each month, by the help with them."""
    columns = tuple(
        ChartColumn(
            _month_name(month),
            tuple(month.games[given] for given in HELP_TEXTS),
            f"{_month_name(month)}: {_games_by_help(month)}",
        )
        for month in months
    )
    return Chart(columns, Scale.of_numbers(max(sum(each.values) for each in columns)))


def pace_chart(months: Sequence[Period]) -> Chart | None:
    """The time that the games of each month took; None unless two months can be compared."""
    paces = [month.pace for month in months if month.pace is not None]
    if len(paces) < 2:
        return None
    columns = tuple(
        ChartColumn(
            _month_name(month), () if month.pace is None else (month.pace,), _pace_text(month)
        )
        for month in months
    )
    return Chart(columns, Scale.of_shares(max(paces)), is_line=True, reference=USUAL)


def _day_name(day: Period) -> str:
    return f"{day.start.day} {day.start:%b}"


def _month_name(month: Period) -> str:
    return f"{month.start:%b %Y}"


def _time_and_games(period: Period) -> str:
    games = sum(period.games.values())
    return f"{long_duration(period.seconds)}, {quantity(games, 'game')}" if games else "no game"


def _games_by_help(period: Period) -> str:
    games = sum(period.games.values())
    parts = [f"{period.games[given]} {text}" for given, text in HELP_TEXTS.items()]
    parts = [part for part in parts if not part.startswith("0 ")]
    return f"{quantity(games, 'game')} ({', '.join(parts)})" if games else "no game"


def _pace_text(month: Period) -> str:
    name = _month_name(month)
    if month.pace is None:
        return f"{name}: no game without help"
    return f"{name}: {100 * month.pace:.0f} % of your usual time"
