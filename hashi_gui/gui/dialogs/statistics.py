"""The dialog with the statistics of all games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.wording import long_duration, long_number, quantity
from hashi_gui.game import GameStore
from hashi_gui.game.result import Help
from hashi_gui.game.statistics import Statistics
from hashi_gui.generating.daily import longest_streak, streak
from hashi_gui.gui.dialogs.chart_view import ChartView
from hashi_gui.gui.dialogs.fitting import FittingDialog, ScrollingContents, room_for
from hashi_gui.gui.dialogs.statistics_charts import (
    HELP_TEXTS,
    days_chart,
    months_chart,
    pace_chart,
)
from hashi_gui.gui.dialogs.times_table import TimesTable
from hashi_gui.gui.panels.finish_card import Figure
from hashi_gui.rendering.charts import series_colours
from hashi_gui.rendering.theme import Theme

WANTED_SIZE = QSize(1000, 664)
MARGIN = 20
KEY_SIZE = 9

BROAD = 860
"""A screen of this width, in pixels, has room for the charts beside the table."""

NO_GAMES = "No games yet"
NO_GAMES_DETAILS = "Solve a puzzle: its time will be the first entry here. Lessons do not count."
PACE = "100 % is your median time for puzzles of the same size and level; less is faster."
NO_PACE = "This chart appears after two months with games without help."


@dataclass(frozen=True, slots=True)
class Overview:
    """All figures that the dialog shows."""

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


class StatisticsDialog(FittingDialog):
    """Shows an overview as soon as it is known; until then, the dialog is empty."""

    export_requested = Signal()
    deletion_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Statistics", parent, WANTED_SIZE)
        self._theme = theme
        self._page = QWidget()
        self._pages = QVBoxLayout()
        self._pages.addWidget(self._page)
        self.export_button = QPushButton("Export…")
        self.export_button.clicked.connect(self.export_requested)
        self.delete_button = QPushButton("Delete all results…")
        self.delete_button.clicked.connect(self.deletion_requested)
        self.note = _muted("")
        for button in (self.export_button, self.delete_button):
            button.setAutoDefault(False)
            button.setEnabled(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, 16, MARGIN, 16)
        layout.setSpacing(14)
        layout.addLayout(self._pages, 1)
        layout.addLayout(self._footer())

    @property
    def texts(self) -> list[str]:
        """Everything that is said on the page that is shown."""
        return [label.text() for label in self._page.findChildren(QLabel)]

    def show_overview(self, overview: Overview, *, has_results: bool) -> None:
        """Show figures; ``has_results`` says whether there is anything to export or to delete."""
        broad = room_for(self).width() >= BROAD
        page = _Page(overview, self._theme, broad) if overview.statistics.games else _no_games()
        self._pages.replaceWidget(self._page, page)
        self._page.deleteLater()
        self._page = page
        for button in (self.export_button, self.delete_button):
            button.setEnabled(has_results)

    def _footer(self) -> QHBoxLayout:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.export_button)
        row.addWidget(self.delete_button)
        row.addSpacing(8)
        row.addWidget(self.note, 1)
        row.addWidget(buttons)
        return row


class _Page(QWidget):
    """All figures: the most important ones in a line, then the times and the charts."""

    def __init__(self, overview: Overview, theme: Theme, broad: bool) -> None:
        """The charts are beside the times if that is ``broad`` enough, else below them."""
        super().__init__()
        self._theme = theme
        statistics = overview.statistics
        times = QVBoxLayout()
        times.setSpacing(8)
        times.addWidget(_heading("Times without help"))
        times.addWidget(TimesTable(statistics.groups, theme))
        if statistics.undated:
            times.addWidget(_muted(_undated_text(statistics.undated)))
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
        layout.setContentsMargins(0, 0, 0, 0)
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
            ("Time needed, compared with your usual", _muted(PACE if pace else NO_PACE), pace),
        )
        for heading, note, chart in charts:
            column.addWidget(_heading(heading))
            if note is not None:
                column.addWidget(note)
            if chart is not None:
                column.addWidget(ChartView(heading, chart, self._theme))
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
            row.addWidget(_muted(text))
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


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("title")
    return label


def _muted(text: str) -> QLabel:
    label = QLabel(text, wordWrap=len(text) > 40)
    label.setObjectName("muted")
    return label


def _no_games() -> QWidget:
    page = QWidget()
    column = QVBoxLayout(page)
    column.addStretch()
    for label in (_heading(NO_GAMES), _muted(NO_GAMES_DETAILS)):
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(label)
    column.addStretch()
    return page
