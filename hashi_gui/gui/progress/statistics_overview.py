"""The page of the statistics with all figures, times and charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import attrgetter

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.i18n import N_, _, ngettext, pgettext, translated
from hashi_gui.core.wording import (
    format_duration,
    listed,
    long_duration,
    long_number,
)
from hashi_gui.game import GameStore
from hashi_gui.game.result import Help
from hashi_gui.game.statistics import Period, Periods, ResultGroup, Statistics
from hashi_gui.generating.daily import longest_streak, streak
from hashi_gui.gui.widgets.controls import (
    NO_MARGINS,
    Figure,
    filled,
    heading,
    muted,
    number_font,
    spaced,
)
from hashi_gui.gui.widgets.dialogs import ScrollingContents
from hashi_gui.gui.widgets.local_texts import date_text, level_name
from hashi_gui.gui.widgets.spoken_table import let_read
from hashi_gui.rendering.charts import (
    SERIES_SHARES,
    Chart,
    ChartColumn,
    Scale,
    column_at,
    draw_chart,
    plot_area,
    series_colours,
)
from hashi_gui.rendering.theme import Theme, text_growth

WANTED_SIZE, MIN_SIZE = QSize(430, 128), QSize(230, 104)
FONT_SCALE = 0.88

HELP_TEXTS = {
    Help.NONE: N_("without help"),
    Help.HINTS: N_("with hints"),
    Help.SOLUTION: N_("after the solution was shown"),
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
        let_read(self, name, [name], [(column.tip,) for column in chart.columns])
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
        return WANTED_SIZE * text_growth()

    def minimumSizeHint(self) -> QSize:
        return MIN_SIZE * text_growth()

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_chart(QPainter(self), QRectF(self.rect()), self.chart, self._theme)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._say_at(event.pos(), event.globalPos())
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Say at once what rests there: a finger cannot point at anything."""
        self._say_at(event.position().toPoint(), event.globalPosition().toPoint())

    def _say_at(self, place: QPoint, on_screen: QPoint) -> None:
        QToolTip.showText(on_screen, self.tip_at(place.x()), self)


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
    return date_text(day.start, pgettext("date", "d MMM"))


def _month_name(month: Period) -> str:
    return date_text(month.start, pgettext("date", "MMM yyyy"))


def _time_and_games(period: Period) -> str:
    games = sum(period.games.values())
    return listed((long_duration(period.seconds), _games_text(games))) if games else _("no game")


def _games_by_help(period: Period) -> str:
    games = sum(period.games.values())
    parts = (
        f"{translated(text)}: {period.games[given]}"
        for given, text in HELP_TEXTS.items()
        if period.games[given]
    )
    return f"{_games_text(games)} ({listed(parts)})" if games else _("no game")


def _games_text(count: int) -> str:
    return ngettext("{n} game", "{n} games", count).format(n=long_number(count))


def _pace_text(month: Period) -> str:
    name = _month_name(month)
    if month.pace is None:
        return _("{month}: no game without help").format(month=name)
    text = _("{month}: {percent} % of your usual time")
    return text.format(month=name, percent=round(100 * month.pace))


HEADINGS = (N_("Level"), N_("Games"), N_("No help"), N_("Best"), N_("Median"), N_("Mean"))
UNKNOWN_LEVEL = N_("Not graded")
NO_TIME = "–"

MARGIN = 16
COLUMN_GAP = 18
LINE_GAP, SIZE_GAP = 3, 10
"""The space above a row, and above one with a size."""

Row = tuple[str, ...]

KEY_SIZE = 9

PACE = N_("100 % is your usual time for this size and level; less is faster.")
NO_PACE = N_("This chart appears after two months with games solved without help.")


class TimesTable(QFrame):
    """A row for each level, below the size to which it belongs.

    ``rows`` has the texts: those of a level have one for each column, a size has only one. They
    are drawn, because so many labels would take longer than a frame to make.
    """

    def __init__(self, groups: Sequence[ResultGroup], theme: Theme) -> None:
        super().__init__()
        self.setObjectName("card")
        self.rows = list(_rows(groups))
        self._theme = theme
        self._bold = QFont(self.font())
        self._bold.setWeight(QFont.Weight.DemiBold)
        self.setFont(number_font(self))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        let_read(self, _("Times without help"), self.rows[0], self.rows[1:])

    def sizeHint(self) -> QSize:
        *_, last = self._tops()
        width = sum(self._widths()) + COLUMN_GAP * (len(HEADINGS) - 1)
        return QSize(width + 2 * MARGIN, last + MARGIN)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter, widths = QPainter(self), self._widths()
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        for row, top in zip(self.rows, self._tops(), strict=False):
            painter.setFont(self._bold if len(row) == 1 else self.font())
            painter.setPen(QColor(self._theme.muted if row is self.rows[0] else self._theme.text))
            painter.drawText(self._line(top), left, row[0])
            for place, text in zip(self._places(top, widths), row[1:], strict=False):
                painter.drawText(place, right, text)

    def _line(self, top: int) -> QRect:
        return QRect(MARGIN, top, self.width() - 2 * MARGIN, self.fontMetrics().height())

    def _tops(self) -> Iterator[int]:
        """The top of each row, and the bottom of the last one."""
        top = MARGIN - LINE_GAP
        for row in self.rows:
            top += SIZE_GAP if len(row) == 1 else LINE_GAP
            yield top
            top += self.fontMetrics().height()
        yield top

    def _places(self, top: int, widths: Sequence[int]) -> Iterator[QRect]:
        """The places of the texts of a row, but for the first, which gets the rest of the line."""
        others = widths[1:]
        line = self._line(top)
        line.setLeft(line.right() + 1 - sum(others) - COLUMN_GAP * (len(others) - 1))
        for width in others:
            yield QRect(line.topLeft(), QSize(width, line.height()))
            line.setLeft(line.left() + width + COLUMN_GAP)

    def _widths(self) -> list[int]:
        advance = self.fontMetrics().horizontalAdvance
        columns = zip(*(row for row in self.rows if len(row) > 1), strict=True)
        return [max(map(advance, column)) for column in columns]


def _rows(groups: Sequence[ResultGroup]) -> Iterator[Row]:
    yield tuple(map(translated, HEADINGS))
    for size, members in groupby(groups, key=attrgetter("size")):
        yield (translated(size),)
        yield from map(_texts, members)


def _texts(group: ResultGroup) -> Row:
    times = (group.best, group.median, group.mean)
    return (
        level_name(group.level) or translated(UNKNOWN_LEVEL),
        long_number(group.games),
        long_number(group.unaided),
        *(NO_TIME if time is None else format_duration(time) for time in times),
    )


@dataclass(frozen=True, slots=True)
class Overview:
    """All figures of the page."""

    statistics: Statistics
    periods: Periods
    streak: int
    longest_streak: int

    @classmethod
    def of(cls, store: GameStore, today: date) -> Overview:
        """Compute the figures, which takes a while after many games."""
        dailies = store.solved_dailies()
        statistics = Statistics.of(store.results.all())
        return cls(
            statistics,
            Periods.of(statistics, today),
            streak(today, dailies),
            longest_streak(dailies),
        )


class OverviewPage(QWidget):
    """All figures: the most important ones in a line, then the times and the charts."""

    def __init__(self, overview: Overview, theme: Theme, broad: bool) -> None:
        """The charts are beside the times if that is ``broad`` enough, else below them."""
        super().__init__()
        self._theme = theme
        times = spaced(QVBoxLayout(), 8)
        times.addWidget(heading(_("Times without help")))
        times.addWidget(TimesTable(overview.statistics.groups, theme))
        what_is_help = _(
            "Help is a hint, a check that names a mistake, and the solution, also in an earlier "
            "game on the same puzzle."
        )
        times.addWidget(muted(what_is_help, wraps=True))
        if overview.periods.undated:
            times.addWidget(muted(_undated_text(overview.periods.undated)))
        directions = QBoxLayout.Direction
        direction = directions.LeftToRight if broad else directions.TopToBottom
        columns = spaced(QBoxLayout(direction), 28, (0, 0, 8, 0))  # Away from the scroll bar.
        if broad:
            times.addStretch()
        columns.addLayout(times, 4)
        columns.addLayout(self._charts(overview.periods), 5)
        contents = QWidget()
        contents.setLayout(columns)
        layout = spaced(QVBoxLayout(self), 16, (0, 14, 0, 0))
        layout.addLayout(_figures(overview))
        layout.addWidget(ScrollingContents(contents), 1)

    def _charts(self, periods: Periods) -> QVBoxLayout:
        column = spaced(QVBoxLayout(), 6)
        days, months = periods.days, periods.months
        pace = pace_chart(months)
        charts = (
            (_("Time played, last {n} days").format(n=len(days)), None, days_chart(days)),
            (_("Games per month"), _Key(self._theme), months_chart(months)),
            (
                _("Time needed, compared with your usual"),
                muted(translated(PACE if pace else NO_PACE)),
                pace,
            ),
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
    """What the colours and the widths of the bars mean."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        row = spaced(QHBoxLayout(self), 6, NO_MARGINS)
        series = zip(HELP_TEXTS.values(), series_colours(theme), SERIES_SHARES, strict=True)
        for text, colour, share in series:
            filled(row, _Swatch(colour, share), muted(translated(text)), 10)
        row.addStretch()


class _Swatch(QWidget):
    def __init__(self, colour: str, share: float) -> None:
        super().__init__()
        self._colour, side = colour, round(KEY_SIZE * text_growth())
        self.setFixedSize(round(share * side), side)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), QColor(self._colour))


def _figures(overview: Overview) -> QHBoxLayout:
    statistics = overview.statistics
    unaided = statistics.help[Help.NONE]
    row = spaced(QHBoxLayout(), 16)
    for value, caption in (
        (long_number(statistics.games), _("games solved")),
        (f"{round(100 * unaided / statistics.games)} %", _("without help")),
        (long_duration(statistics.seconds), _("time played")),
        (_days_text(overview.streak), _("daily streak")),
        (_days_text(overview.longest_streak), _("longest streak")),
    ):
        figure = Figure()
        figure.show_text(value, caption)
        row.addLayout(figure, 1)
    return row


def _days_text(count: int) -> str:
    return ngettext("{n} day", "{n} days", count).format(n=long_number(count))


def _undated_text(count: int) -> str:
    text = ngettext(
        "{n} game has no date: an earlier version did not note it.",
        "{n} games have no date: an earlier version did not note it.",
        count,
    )
    return text.format(n=count)
