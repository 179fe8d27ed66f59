"""A calendar of the daily puzzles: how far the player has come with each of them."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from PySide6.QtCore import QDate, QLocale, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QCalendarWidget, QGridLayout, QWidget

from hashi_gui.game import GameStore
from hashi_gui.game.result import Help
from hashi_gui.generating.daily import DailyKind, daily_puzzles
from hashi_gui.gui.widgets.controls import muted
from hashi_gui.rendering.theme import Theme

MARK_RADIUS = 3.4
LINE_WIDTH = 1.2

ENGLISH = QLocale(QLocale.Language.English)
"""The language of the program, independent of that of the desktop."""

CORNER_RADIUS = 7
MARK_SPACING, MARK_BOTTOM_MARGIN = 11, 13


class Progress(StrEnum):
    """The value is what is said of it; nothing about a new puzzle."""

    NEW = ""
    BEGUN = "… begun"
    SOLVED = "✓ solved"
    WITH_HINTS = "✓ solved with hints"
    BY_PROGRAM = "solved by the program"

    @property
    def ended(self) -> bool:
        return self not in (Progress.NEW, Progress.BEGUN)


LEGEND = {
    Progress.SOLVED: "solved",
    Progress.WITH_HINTS: "with hints",
    Progress.BY_PROGRAM: "by the program",
    Progress.BEGUN: "begun",
}
"""What the marks mean."""


class DailyProgress:
    """The progress as it was when this was made."""

    def __init__(self, store: GameStore) -> None:
        self._solved = store.solved_dailies()
        self._begun = store.begun_dailies()
        self._results = store.results

    def on(self, day: date) -> dict[DailyKind, Progress]:
        """The progress with each puzzle of a day."""
        return {kind: self._with(daily.name) for kind, daily in daily_puzzles(day).items()}

    def _with(self, name: str) -> Progress:
        solved = Help.NONE if name in self._solved else None
        match self._results.help_with_daily(name) or solved:
            case Help.NONE:
                return Progress.SOLVED
            case Help.HINTS:
                return Progress.WITH_HINTS
            case Help.SOLUTION:
                return Progress.BY_PROGRAM
        return Progress.BEGUN if name in self._begun else Progress.NEW


def draw_mark(painter: QPainter, centre: QPointF, progress: Progress, theme: Theme) -> None:
    """Draw the mark of a daily puzzle: each progress has a shape of its own."""
    radius = QPointF(MARK_RADIUS, MARK_RADIUS)
    box = QRectF(centre - radius, centre + radius)
    colour = QColor(theme.dim_ink if progress is Progress.NEW else theme.lit_ring)
    painter.setPen(QPen(colour, LINE_WIDTH))
    painter.setBrush(colour)
    match progress:
        case Progress.SOLVED:
            painter.drawEllipse(box)
        case Progress.WITH_HINTS:
            right, down = QPointF(MARK_RADIUS + 0.6, 0), QPointF(0, MARK_RADIUS + 0.6)
            painter.drawPolygon(
                QPolygonF([centre - right, centre - down, centre + right, centre + down])
            )
        case Progress.BY_PROGRAM:
            painter.drawRect(box.adjusted(0.4, 0.4, -0.4, -0.4))
        case Progress.BEGUN:
            painter.drawPie(box, 90 * 16, 180 * 16)
            painter.drawArc(box, 0, 360 * 16)
        case Progress.NEW:
            painter.drawArc(box, 0, 360 * 16)


class Legend(QWidget):
    """The marks and what they mean."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(2, 2, 0, 0)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(5, 1)
        for number, (progress, text) in enumerate(LEGEND.items()):
            row, column = number % 2, number // 2 * 3
            grid.addWidget(_Mark(progress, theme), row, column)
            grid.addWidget(muted(text), row, column + 1)
        grid.setColumnMinimumWidth(2, 12)


class _Mark(QWidget):
    def __init__(self, progress: Progress, theme: Theme) -> None:
        super().__init__()
        self._progress = progress
        self._theme = theme
        self.setFixedSize(12, 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_mark(painter, self.rect().toRectF().center(), self._progress, self._theme)


class MonthView(QCalendarWidget):
    """Under each day up to today, one mark for each daily puzzle."""

    def __init__(self, theme: Theme, today: date, progress: DailyProgress) -> None:
        super().__init__()
        self._theme = theme
        self._today = qt_date(today)
        self._progress = progress
        self.setLocale(ENGLISH)
        self.setFirstDayOfWeek(QLocale.system().firstDayOfWeek())
        self.setNavigationBarVisible(False)
        self.setDateEditEnabled(False)
        self.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        self.setMaximumDate(self._today)
        header = self.headerTextFormat()
        header.setForeground(QColor(theme.muted))
        header.setBackground(QColor(theme.window))
        self.setHeaderTextFormat(header)
        for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            self.setWeekdayTextFormat(day, header)

    @property
    def day(self) -> date:
        """The selected day."""
        return _python_date(self.selectedDate())

    def sizeHint(self) -> QSize:
        return self.maximumSize()

    def month_name(self) -> str:
        """The name and year of the month that is shown."""
        return ENGLISH.toString(QDate(self.yearShown(), self.monthShown(), 1), "MMMM yyyy")

    def paintCell(self, painter: QPainter, rect: QRect, day: QDate) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(rect, QColor(self._theme.window))
        if day.month() == self.monthShown():
            self._draw_day(painter, rect, day)
        painter.restore()

    def _draw_day(self, painter: QPainter, rect: QRect, day: QDate) -> None:
        theme, past = self._theme, day <= self._today
        if day == self.selectedDate():
            painter.setPen(QPen(QColor(theme.accent), 2))
            painter.setBrush(QColor(theme.panel))
            painter.drawRoundedRect(
                rect.toRectF().adjusted(2, 2, -2, -2), CORNER_RADIUS, CORNER_RADIUS
            )
        font = QFont(painter.font())
        font.setWeight(QFont.Weight.Bold if day == self._today else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(QColor(theme.text if past else theme.dim_ink))
        text_rect = rect.adjusted(0, 0, 0, -MARK_BOTTOM_MARGIN if past else 0)
        painter.drawText(text_rect, Qt.AlignmentFlag.AlignCenter, str(day.day()))
        if past:
            self._draw_marks(painter, rect, _python_date(day))

    def _draw_marks(self, painter: QPainter, rect: QRect, day: date) -> None:
        left = rect.center().x() + 0.5 - MARK_SPACING * (len(DailyKind) - 1) / 2
        for number, progress in enumerate(self._progress.on(day).values()):
            place = QPointF(left + number * MARK_SPACING, rect.bottom() - MARK_BOTTOM_MARGIN)
            draw_mark(painter, place, progress, self._theme)


def qt_date(day: date) -> QDate:
    return QDate(day.year, day.month, day.day)


def _python_date(day: QDate) -> date:
    return date(day.year(), day.month(), day.day())
