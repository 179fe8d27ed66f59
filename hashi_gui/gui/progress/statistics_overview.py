"""The page of the statistics with all figures, times and charts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from hashi_gui.core.wording import long_duration, long_number, quantity
from hashi_gui.game import GameStore
from hashi_gui.game.result import Help
from hashi_gui.game.statistics import Statistics
from hashi_gui.generating.daily import longest_streak, streak
from hashi_gui.gui.play.finish_card import Figure
from hashi_gui.gui.progress.chart_view import ChartView
from hashi_gui.gui.progress.labels import heading, muted
from hashi_gui.gui.progress.statistics_charts import (
    HELP_TEXTS,
    days_chart,
    months_chart,
    pace_chart,
)
from hashi_gui.gui.progress.times_table import TimesTable
from hashi_gui.gui.widgets.fitting import ScrollingContents
from hashi_gui.rendering.charts import series_colours
from hashi_gui.rendering.theme import Theme

KEY_SIZE = 9

PACE = "100 % is your median time for puzzles of the same size and level; less is faster."
NO_PACE = "This chart appears after two months with games without help."


@dataclass(frozen=True, slots=True)
class Overview:
    """All figures of the page."""

    statistics: Statistics
    streak: int
    longest_streak: int

    @classmethod
    def of(cls, store: GameStore, today: date) -> Overview:
        """Compute the figures, which takes a while after many games."""
        dailies = store.solved_dailies()
        return cls(
            Statistics.of(store.results.all(), today),
            streak(today, dailies),
            longest_streak(dailies),
        )


class OverviewPage(QWidget):
    """All figures: the most important ones in a line, then the times and the charts."""

    def __init__(self, overview: Overview, theme: Theme, broad: bool) -> None:
        """The charts are beside the times if that is ``broad`` enough, else below them."""
        super().__init__()
        self._theme = theme
        statistics = overview.statistics
        times = QVBoxLayout()
        times.setSpacing(8)
        times.addWidget(heading("Times without help"))
        times.addWidget(TimesTable(statistics.groups, theme))
        if statistics.undated:
            times.addWidget(muted(_undated_text(statistics.undated)))
        directions = QBoxLayout.Direction
        columns = QBoxLayout(directions.LeftToRight if broad else directions.TopToBottom)
        if broad:
            times.addStretch()
        columns.setSpacing(28)
        columns.addLayout(times, 4)
        columns.addLayout(self._charts(statistics), 5)
        columns.setContentsMargins(0, 0, 8, 0)  # Away from the scroll bar.
        contents = QWidget()
        contents.setLayout(columns)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 14, 0, 0)
        layout.setSpacing(16)
        layout.addLayout(_figures(overview))
        layout.addWidget(ScrollingContents(contents), 1)

    def _charts(self, statistics: Statistics) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(6)
        days, months = statistics.days, statistics.months
        pace = pace_chart(months)
        charts = (
            (f"Time played, last {len(days)} days", None, days_chart(days)),
            ("Games per month", _Key(self._theme), months_chart(months)),
            ("Time needed, compared with your usual", muted(PACE if pace else NO_PACE), pace),
        )
        for title, note, chart in charts:
            column.addWidget(heading(title))
            if note is not None:
                column.addWidget(note)
            if chart is not None:
                column.addWidget(ChartView(title, chart, self._theme))
            column.addSpacing(8)
        column.addStretch()
        return column


class _Key(QWidget):
    """What the colours of the bars mean."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for text, colour in zip(HELP_TEXTS.values(), series_colours(theme), strict=True):
            row.addWidget(_Swatch(colour))
            row.addWidget(muted(text))
            row.addSpacing(10)
        row.addStretch()


class _Swatch(QWidget):
    def __init__(self, colour: str) -> None:
        super().__init__()
        self._colour = colour
        self.setFixedSize(KEY_SIZE, KEY_SIZE)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), QColor(self._colour))


def _figures(overview: Overview) -> QHBoxLayout:
    statistics = overview.statistics
    unaided = statistics.help[Help.NONE]
    row = QHBoxLayout()
    row.setSpacing(16)
    for value, caption in (
        (long_number(statistics.games), "games solved"),
        (f"{round(100 * unaided / statistics.games)} %", "without help"),
        (long_duration(statistics.seconds), "time played"),
        (quantity(overview.streak, "day"), "daily streak"),
        (quantity(overview.longest_streak, "day"), "longest streak"),
    ):
        figure = Figure()
        figure.show_text(value, caption)
        row.addLayout(figure, 1)
    return row


def _undated_text(count: int) -> str:
    games = "1 game was" if count == 1 else f"{count} games were"
    return f"{games} played with an earlier version, which did not note the day."
