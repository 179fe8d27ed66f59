"""A calendar month that shows which daily puzzles were solved on each day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QDate, QLocale, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QCalendarWidget

from hashi_gui.generating.daily import DailyKind
from hashi_gui.rendering.theme import Theme

ENGLISH = QLocale(QLocale.Language.English)
"""The language of the program, independent of that of the desktop."""

CORNER_RADIUS = 7
DOT_RADIUS, DOT_SPACING, DOT_BOTTOM_MARGIN = 3.2, 11, 13


class MonthView(QCalendarWidget):
    """Under each day up to today, one dot for each daily puzzle, filled if it was solved."""

    def __init__(
        self, theme: Theme, today: date, solved: Callable[[date], frozenset[DailyKind]]
    ) -> None:
        super().__init__()
        self._theme = theme
        self._today = qt_date(today)
        self._solved = solved
        self.setLocale(ENGLISH)
        self.setFirstDayOfWeek(QLocale.system().firstDayOfWeek())
        self.setNavigationBarVisible(False)
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
        text_rect = rect.adjusted(0, 0, 0, -DOT_BOTTOM_MARGIN if past else 0)
        painter.drawText(text_rect, Qt.AlignmentFlag.AlignCenter, str(day.day()))
        if past:
            self._draw_dots(painter, rect, self._solved(_python_date(day)))

    def _draw_dots(self, painter: QPainter, rect: QRect, solved: frozenset[DailyKind]) -> None:
        theme = self._theme
        left = rect.center().x() + 0.5 - DOT_SPACING * (len(DailyKind) - 1) / 2
        for number, kind in enumerate(DailyKind):
            is_solved = kind in solved
            painter.setPen(QPen(QColor(theme.accent if is_solved else theme.dim_ink), 1.2))
            painter.setBrush(QColor(theme.accent) if is_solved else Qt.BrushStyle.NoBrush)
            centre = QPointF(left + number * DOT_SPACING, rect.bottom() - DOT_BOTTOM_MARGIN)
            painter.drawEllipse(centre, DOT_RADIUS, DOT_RADIUS)


def qt_date(day: date) -> QDate:
    return QDate(day.year, day.month, day.day)


def _python_date(day: QDate) -> date:
    return date(day.year(), day.month(), day.day())
