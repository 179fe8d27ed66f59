"""The dialog of the daily puzzles: a calendar with progress, and the puzzles of one day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from enum import StrEnum
from functools import partial
from typing import cast

from PySide6.QtCore import QDate, QLocale, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import (
    QBoxLayout,
    QCalendarWidget,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.i18n import N_, _, ngettext, pgettext, translated
from hashi_gui.core.wording import capitalized, format_duration, listed, shown_level
from hashi_gui.formats import Document
from hashi_gui.game import GameStore
from hashi_gui.game.calibration import Calibration
from hashi_gui.game.result import GameResult, Help
from hashi_gui.generating import GenerationError
from hashi_gui.generating.daily import DailyKind, DailyPuzzle, daily_puzzles, streak
from hashi_gui.gui.library.generation import GenerationStatus, GeneratorRunner
from hashi_gui.gui.tasks.tasks import Lane, Tasks
from hashi_gui.gui.widgets.controls import dialog_button, filled, heading, muted, say, spaced
from hashi_gui.gui.widgets.dialogs import DIALOG_MARGINS, FittingDialog, ScrollingContents, room_for
from hashi_gui.gui.widgets.local_texts import date_text, qt_date
from hashi_gui.rendering.theme import Theme, text_growth

MARK_RADIUS = 3.4
LINE_WIDTH = 1.2

"""The language of the program, independent of that of the desktop."""

CORNER_RADIUS = 7
MARK_SPACING, MARK_BOTTOM_MARGIN = 11, 13


class Progress(StrEnum):
    """The value is what is said of it, in English; nothing about a new puzzle."""

    NEW = ""
    BEGUN = N_("… begun")
    SOLVED = N_("✓ solved")
    WITH_HINTS = N_("✓ solved with hints")
    BY_PROGRAM = N_("solved by the program")

    @property
    def ended(self) -> bool:
        return self not in (Progress.NEW, Progress.BEGUN)


LEGEND = {
    Progress.SOLVED: N_("solved"),
    Progress.WITH_HINTS: N_("with hints"),
    Progress.BY_PROGRAM: N_("by the program"),
    Progress.BEGUN: N_("begun"),
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
    painter.save()
    painter.translate(centre)
    painter.scale(text_growth(), text_growth())
    box = QRectF(-MARK_RADIUS, -MARK_RADIUS, 2 * MARK_RADIUS, 2 * MARK_RADIUS)
    colour = QColor(theme.dim_ink if progress is Progress.NEW else theme.lit_ring)
    painter.setPen(QPen(colour, LINE_WIDTH))
    painter.setBrush(colour)
    match progress:
        case Progress.SOLVED:
            painter.drawEllipse(box)
        case Progress.WITH_HINTS:
            right, down = QPointF(MARK_RADIUS + 0.6, 0), QPointF(0, MARK_RADIUS + 0.6)
            painter.drawPolygon(QPolygonF([-right, -down, right, down]))
        case Progress.BY_PROGRAM:
            painter.drawRect(box.adjusted(0.4, 0.4, -0.4, -0.4))
        case Progress.BEGUN:
            painter.drawPie(box, 90 * 16, 180 * 16)
            painter.drawArc(box, 0, 360 * 16)
        case Progress.NEW:
            painter.drawArc(box, 0, 360 * 16)
    painter.restore()


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
            grid.addWidget(muted(translated(text)), row, column + 1)
        grid.setColumnMinimumWidth(2, 12)


class _Mark(QWidget):
    def __init__(self, progress: Progress, theme: Theme) -> None:
        super().__init__()
        self._progress = progress
        self._theme = theme
        self.setFixedSize(QSize(12, 16) * text_growth())

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
        self.setFirstDayOfWeek(QLocale.system().firstDayOfWeek())
        self.setNavigationBarVisible(False)
        self.setDateEditEnabled(False)
        self.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        self.setMaximumDate(self._today)
        self._days = cast(QTableView, self.findChild(QTableView))
        self._days.setAccessibleName(_("Days"))
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
        month = date(self.yearShown(), self.monthShown(), 1)
        return date_text(month, pgettext("date", "MMMM yyyy"))

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
            width = 5 if self._days.hasFocus() else 2
            painter.setPen(QPen(QColor(theme.accent), width))
            painter.setBrush(QColor(theme.panel))
            inside = rect.toRectF().adjusted(width, width, -width, -width)
            painter.drawRoundedRect(inside, CORNER_RADIUS, CORNER_RADIUS)
        font = QFont(painter.font())
        font.setWeight(QFont.Weight.Bold if day == self._today else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(QColor(theme.text if past else theme.dim_ink))
        below = round(MARK_BOTTOM_MARGIN * text_growth())
        text_rect = rect.adjusted(0, 0, 0, -below if past else 0)
        painter.drawText(text_rect, Qt.AlignmentFlag.AlignCenter, str(day.day()))
        if past:
            self._draw_marks(painter, rect, _python_date(day))

    def _draw_marks(self, painter: QPainter, rect: QRect, day: date) -> None:
        spacing = MARK_SPACING * text_growth()
        left = rect.center().x() + 0.5 - spacing * (len(DailyKind) - 1) / 2
        for number, progress in enumerate(self._progress.on(day).values()):
            below = MARK_BOTTOM_MARGIN * text_growth()
            place = QPointF(left + number * spacing, rect.bottom() - below)
            draw_mark(painter, place, progress, self._theme)


def _python_date(day: QDate) -> date:
    return date(day.year(), day.month(), day.day())


TITLE_HEIGHT = 32
TITLE_INDENT = 12
CALENDAR_SIZE, MIN_CALENDAR_SIZE = QSize(406, 344), QSize(290, 260)
CARD_WIDTH = 410
COLUMN_GAP = 24
TWO_COLUMNS = MIN_CALENDAR_SIZE.width() + CARD_WIDTH + 3 * COLUMN_GAP
"""In pixels; on a narrower screen, the calendar is below the puzzles of the day."""
ARROW_FONT_SIZE = 15.0


class DailyCard(QFrame):
    """One puzzle of the selected day: its size, the player's progress, and what can be done."""

    def __init__(self, kind: DailyKind) -> None:
        super().__init__()
        self.setObjectName("card")
        self.play, self.review = (
            dialog_button(""),
            dialog_button(_("Review"), _("See how you played")),
        )
        self._facts = muted("", wraps=False)
        texts = spaced(QVBoxLayout(), 4)
        filled(texts, heading(capitalized(kind.text)), self._facts)
        row = filled(QHBoxLayout(self), texts, self.review, self.play, broad=texts)
        row.setContentsMargins(16, 16, 16, 16)

    def sizeHint(self) -> QSize:
        return QSize(CARD_WIDTH, super().sizeHint().height())

    @property
    def facts(self) -> str:
        return self._facts.text()

    def show_daily(
        self,
        daily: DailyPuzzle,
        progress: Progress,
        seconds: float | None,
        calibration: Calibration,
        *,
        has_result: bool,
    ) -> None:
        """``seconds`` is the time to show for a solved puzzle; None if it is unknown."""
        self.review.setVisible(has_result)
        options = daily.recipe.options
        says_level = daily.kind in (DailyKind.LARGE, DailyKind.NO_LOOPS)
        level = shown_level(options.level or "") if says_level else ""
        size = f"{options.cols} × {options.rows}"
        time = _("usually {time}").format(time=calibration.text(daily.info))
        facts = listed((size, level, time))
        self._facts.setText(f"{facts}\n{_progress_text(progress, seconds)}".rstrip())
        self._facts.setToolTip(calibration.explanation)
        play = _("Play again") if progress.ended else pgettext("a puzzle", "Play")
        self.play.setText(_("Continue") if progress is Progress.BEGUN else play)


def _progress_text(progress: Progress, seconds: float | None) -> str:
    if seconds is not None and progress is Progress.SOLVED:
        return _("✓ solved in {time}").format(time=format_duration(seconds))
    if seconds is not None and progress is Progress.WITH_HINTS:
        return _("✓ solved with hints in {time}").format(time=format_duration(seconds))
    return translated(progress)


class DailyDialog(FittingDialog):
    """Shows the progress with the puzzles of each day; ``chosen`` is the puzzle to play."""

    review_requested = Signal(object)
    """The player wants to see the latest game on a puzzle again; carries its Result."""

    def __init__(
        self, theme: Theme, store: GameStore, tasks: Tasks, parent: QWidget | None = None
    ) -> None:
        super().__init__(_("Daily puzzles"), parent)
        self.chosen: Document | None = None
        self._theme = theme
        self._today = date.today()
        self._solved = store.solved_dailies()
        self._progress = DailyProgress(store)
        self._results = store.results
        self._requested: DailyPuzzle | None = None
        self._generator = GeneratorRunner(tasks, Lane.PREVIEW, self)
        self._generator.failed.connect(self._on_failure)
        self.month = MonthView(theme, self._today, self._progress)
        self.status = GenerationStatus(self._generator)
        self.cards = {kind: DailyCard(kind) for kind in DailyKind}
        self._build()
        self._show_month()
        self._show_day()
        self.finished.connect(self._generator.discard)

    @property
    def record(self) -> str:
        """The streak and the number of solved puzzles, as a text."""
        if not self._solved:
            return _("Solve a puzzle every day to build a streak.")
        days = streak(self._today, self._solved)
        text = ngettext(
            "Streak: {n} day  ·  {solved} solved", "Streak: {n} days  ·  {solved} solved", days
        )
        return text.format(n=days, solved=len(self._solved))

    def play(self, kind: DailyKind) -> None:
        """Generate a puzzle of the selected day, and accept the dialog when it is ready."""
        self._requested = daily_puzzles(self.month.day)[kind]
        self.status.generate(self._requested.recipe, self._show_answer)

    # Building the dialog

    def _build(self) -> None:
        direction = QBoxLayout.Direction
        beside = room_for(self).width() >= TWO_COLUMNS * text_growth()
        columns = QBoxLayout(direction.LeftToRight if beside else direction.BottomToTop)
        columns.addLayout(self._build_calendar(), 1)
        columns.addLayout(self._build_day(), 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        footer = QHBoxLayout()
        footer.addSpacing(TITLE_INDENT)
        footer.addWidget(muted(self.record, wraps=False))
        footer.addWidget(buttons)
        layout = spaced(QVBoxLayout(self), 16, DIALOG_MARGINS)
        layout.addWidget(ScrollingContents(spaced(columns, COLUMN_GAP)), 1)
        layout.addWidget(self.status)
        layout.addLayout(footer)
        self.month.setFocus()

    def _build_calendar(self) -> QVBoxLayout:
        self.month.setMinimumSize(MIN_CALENDAR_SIZE * text_growth())
        self.month.setMaximumSize(CALENDAR_SIZE * text_growth())
        self.month.selectionChanged.connect(self._show_day)
        self.month.currentPageChanged.connect(self._show_month)
        self.month.activated.connect(self._play_next)
        return filled(spaced(QVBoxLayout(), 8), self._build_header(), self.month, None)

    def _build_header(self) -> QHBoxLayout:
        self._title = _title_label()
        self._next_month = _arrow_button("›", _("Next month"), self.month.showNextMonth)
        self._today_button = _button(_("Today"), _("Go to today"), self._go_to_today)
        header = spaced(QHBoxLayout(), 2)
        header.addSpacing(TITLE_INDENT)
        header.addWidget(self._title, 1)
        header.addWidget(self._today_button)
        header.addWidget(_arrow_button("‹", _("Previous month"), self.month.showPreviousMonth))
        header.addWidget(self._next_month)
        return header

    def _build_day(self) -> QVBoxLayout:
        self._day = _title_label()
        for kind, card in self.cards.items():
            card.play.clicked.connect(partial(self.play, kind))
            card.review.clicked.connect(partial(self._review, kind))
        parts = self._day, *self.cards.values(), Legend(self._theme), None
        return filled(spaced(QVBoxLayout(), 8), *parts)

    # Updating the dialog

    def _show_month(self) -> None:
        self._title.setText(self.month.month_name())
        month = (self.month.yearShown(), self.month.monthShown())
        self._next_month.setEnabled(month < (self._today.year, self._today.month))

    def _show_day(self) -> None:
        self._generator.discard()
        self.status.show_message("")
        day = self.month.day
        self._today_button.setEnabled(day != self._today)
        self._day.setText(date_text(day, pgettext("date", "dddd, d MMMM yyyy")))
        progress = self._progress.on(day)
        for kind, daily in daily_puzzles(day).items():
            latest = self._results.latest(daily.name)
            self.cards[kind].show_daily(
                daily,
                progress[kind],
                self._seconds(latest) if latest else None,
                self._results.calibration,
                has_result=latest is not None,
            )
        self.cards[self._next_kind()].play.setDefault(True)
        facts = (f"{capitalized(kind.text)}: {card.facts}" for kind, card in self.cards.items())
        say(self.month, "\n".join((self._day.text(), *facts)))

    def _seconds(self, latest: GameResult) -> float | None:
        """The best time without help for a puzzle, or else that of its latest game, with hints."""
        best = self._results.best_seconds(latest.puzzle)
        return latest.seconds if best is None and latest.help is Help.HINTS else best

    def _review(self, kind: DailyKind) -> None:
        daily = daily_puzzles(self.month.day)[kind]
        self.review_requested.emit(self._results.latest(daily.name))

    def _go_to_today(self) -> None:
        self.month.setSelectedDate(qt_date(self._today))

    def _next_kind(self) -> DailyKind:
        """The first kind that is not solved yet on the selected day; the easy one if all are."""
        progress = self._progress.on(self.month.day)
        return next((kind for kind in DailyKind if not progress[kind].ended), DailyKind.EASY)

    def _play_next(self) -> None:
        self.play(self._next_kind())

    def _show_answer(self, answer: Document | GenerationError) -> None:
        assert self._requested is not None
        if isinstance(answer, GenerationError):
            self.status.show_message(str(answer))
        else:
            self.chosen = self._requested.with_metadata(answer)
            self.accept()

    def _on_failure(self, _task: object, error: str) -> None:
        self.status.show_message(_("No puzzle could be generated. ({error})").format(error=error))


def _title_label() -> QLabel:
    label = heading("")
    label.setMinimumHeight(round(TITLE_HEIGHT * text_growth()))
    return label


def _arrow_button(text: str, tooltip: str, on_click: Callable[[], None]) -> QToolButton:
    button = _button(text, tooltip, on_click)
    font = button.font()
    font.setPointSizeF(ARROW_FONT_SIZE)
    button.setFont(font)
    return button


def _button(text: str, tooltip: str, on_click: Callable[[], None]) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setToolTip(tooltip)
    button.setAccessibleName(tooltip)
    button.setMinimumHeight(round(TITLE_HEIGHT * text_growth()))
    button.clicked.connect(on_click)
    return button
