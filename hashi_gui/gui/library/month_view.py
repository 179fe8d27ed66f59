"""A calendar month that shows how far the player has come with the daily puzzles of each day."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate, QLocale, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QCalendarWidget

from hashi_gui.generating.daily import DailyKind
from hashi_gui.gui.library.daily_progress import DailyProgress, draw_mark
from hashi_gui.rendering.theme import Theme

ENGLISH = QLocale(QLocale.Language.English)
"""The language of the program, independent of that of the desktop."""

CORNER_RADIUS = 7
MARK_SPACING, MARK_BOTTOM_MARGIN = 11, 13


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
