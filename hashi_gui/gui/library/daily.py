"""The dialog of the daily puzzles: a calendar with progress, and the puzzles of one day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from enum import StrEnum
from functools import partial
from typing import Any, cast

from PySide6.QtCore import QLocale, QModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import (
    QBoxLayout,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QStyledItemDelegate,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.i18n import N_, _, ngettext, pgettext, translated
from hashi_gui.core.wording import capitalized, format_duration, listed, listed_apart, shown_level
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


WEEKS = 6
"""As many as a month can touch."""


class _Day(QTableWidgetItem):
    """A day up to today or not; what was solved on it is told to screen readers."""

    def __init__(self, day: date, progress: DailyProgress, *, past: bool) -> None:
        super().__init__(str(day.day))
        self.day, self._progress = day, progress
        if not past:
            self.setFlags(Qt.ItemFlag.NoItemFlags)

    def data(self, role: int) -> object:
        if role != Qt.ItemDataRole.AccessibleTextRole:
            return super().data(role)
        known = (
            f"{capitalized(kind.text)}: {translated(LEGEND[progress])}"
            for kind, progress in self._progress.on(self.day).items()
            if progress in LEGEND
        )
        return listed_apart((_long_date(self.day), *known))


class MonthView(QTableWidget):
    """The days of a month; under each one up to today, one mark for each daily puzzle."""

    day_changed = Signal()

    def __init__(self, theme: Theme, today: date, progress: DailyProgress) -> None:
        super().__init__(WEEKS, 7)
        self.day = today
        """The selected day."""
        self._theme, self._today, self._progress = theme, today, progress
        self.setObjectName("calendar")
        self.setAccessibleName(_("Days"))
        self.setItemDelegate(_DayPainter(self))
        self.setSelectionMode(self.SelectionMode.SingleSelection)
        self.setEditTriggers(self.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setMinimumSectionSize(1)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
            header.setSectionsClickable(False)
        self._begin = QLocale.system().firstDayOfWeek().value
        short = QLocale.FormatType.ShortFormat
        numbers = ((self._begin - 1 + column) % 7 + 1 for column in range(7))
        self.setHorizontalHeaderLabels([QLocale().dayName(each, short) for each in numbers])
        self._fill()
        self.currentItemChanged.connect(self._select)

    def show_day(self, day: date) -> None:
        """Select a day, or today if it is to come, in its month."""
        before, self.day = self.day, min(day, self._today)
        if (before.year, before.month) != (self.day.year, self.day.month):
            self._fill()
        self.setCurrentCell(*self._place(self.day))
        if self.day != before:
            self.day_changed.emit()

    def turn(self, months: int) -> None:
        self.show_day(cast(date, qt_date(self.day).addMonths(months).toPython()))

    def sizeHint(self) -> QSize:
        return self.maximumSize()

    def month_name(self) -> str:
        return date_text(self.day, pgettext("date", "MMMM yyyy"))

    def moveCursor(
        self, action: QTableWidget.CursorAction, _modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Arrow keys lead over the ends of a month, and page keys to others."""
        actions = QTableWidget.CursorAction
        ahead = -1 if self.isRightToLeft() else 1
        days = {actions.MoveLeft: -ahead, actions.MoveRight: ahead}
        days |= {actions.MoveUp: -7, actions.MoveDown: 7}
        months = {actions.MovePageUp: -1, actions.MovePageDown: 1}
        if action in months:
            self.turn(months[action])
        else:
            self.show_day(self.day + timedelta(days.get(action, 0)))
        return self.currentIndex()

    def keyboardSearch(self, _search: str) -> None:
        """Nothing is typed: days would be expected in the order of another country."""

    def _fill(self) -> None:
        self.clearContents()
        day = self.day.replace(day=1)
        while day.month == self.day.month:
            self.setItem(*self._place(day), _Day(day, self._progress, past=day <= self._today))
            day += timedelta(1)
        self.setCurrentCell(*self._place(self.day))

    def _place(self, day: date) -> tuple[int, int]:
        """The row and the column of a day of the month."""
        return divmod(day.day - 1 + (day.replace(day=1).isoweekday() - self._begin) % 7, 7)

    def _select(self) -> None:
        current = self.currentItem()
        if isinstance(current, _Day):
            self.show_day(current.day)

    def draw_day(self, painter: QPainter, rect: QRect, day: date) -> None:
        theme, past = self._theme, day <= self._today
        if day == self.day:
            width = 5 if self.hasFocus() else 2
            painter.setPen(QPen(QColor(theme.accent), width))
            painter.setBrush(QColor(theme.panel))
            inside = rect.toRectF().adjusted(width, width, -width, -width)
            painter.drawRoundedRect(inside, CORNER_RADIUS, CORNER_RADIUS)
        font = QFont(self.font())
        font.setWeight(QFont.Weight.Bold if day == self._today else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(QColor(theme.text if past else theme.dim_ink))
        below = round(MARK_BOTTOM_MARGIN * text_growth())
        text_rect = rect.adjusted(0, 0, 0, -below if past else 0)
        painter.drawText(text_rect, Qt.AlignmentFlag.AlignCenter, str(day.day))
        if past:
            self._draw_marks(painter, rect, day)

    def _draw_marks(self, painter: QPainter, rect: QRect, day: date) -> None:
        spacing = MARK_SPACING * text_growth()
        left = rect.center().x() + 0.5 - spacing * (len(DailyKind) - 1) / 2
        for number, progress in enumerate(self._progress.on(day).values()):
            below = MARK_BOTTOM_MARGIN * text_growth()
            place = QPointF(left + number * spacing, rect.bottom() - below)
            draw_mark(painter, place, progress, self._theme)


class _DayPainter(QStyledItemDelegate):
    def __init__(self, month: MonthView) -> None:
        super().__init__(month)
        self._month = month

    def paint(self, painter: QPainter, option: Any, index: Any) -> None:
        item = self._month.itemFromIndex(index)
        if isinstance(item, _Day):
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._month.draw_day(painter, option.rect, item.day)
            painter.restore()


def _long_date(day: date) -> str:
    return date_text(day, pgettext("date", "dddd, d MMMM yyyy"))


TITLE_HEIGHT = 32
TITLE_INDENT = 12
CALENDAR_SIZE, MIN_CALENDAR_SIZE = QSize(406, 344), QSize(300, 260)
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
        for button in (self.play, self.review):
            button.setAccessibleDescription(capitalized(kind.text))
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
        self.month = MonthView(theme, self._today, self._progress)
        self.status = GenerationStatus(self._generator)
        self.cards = {kind: DailyCard(kind) for kind in DailyKind}
        self._build()
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
        record = muted(self.record, wraps=False)
        footer = filled(QHBoxLayout(), TITLE_INDENT, record, buttons)
        contents = ScrollingContents(spaced(columns, COLUMN_GAP))
        layout = spaced(QVBoxLayout(self), 16, DIALOG_MARGINS)
        filled(layout, contents, self.status, footer, broad=contents)
        self.month.setFocus()

    def _build_calendar(self) -> QVBoxLayout:
        self.month.setMinimumSize(MIN_CALENDAR_SIZE * text_growth())
        self.month.setMaximumSize(CALENDAR_SIZE * text_growth())
        self.month.day_changed.connect(self._show_day)
        self.month.cellDoubleClicked.connect(self._play_next)
        return filled(spaced(QVBoxLayout(), 8), self._build_header(), self.month, None)

    def _build_header(self) -> QHBoxLayout:
        self._title = _title_label()
        self._next_month = _arrow_button("›", _("Next month"), lambda: self.month.turn(1))
        self._today_button = _button(_("Today"), _("Go to today"), self._go_to_today)
        back = _arrow_button("‹", _("Previous month"), lambda: self.month.turn(-1))
        parts = TITLE_INDENT, self._title, self._today_button, back, self._next_month
        return filled(spaced(QHBoxLayout(), 2), *parts, broad=self._title)

    def _build_day(self) -> QVBoxLayout:
        self._day = _title_label()
        for kind, card in self.cards.items():
            card.play.clicked.connect(partial(self.play, kind))
            card.review.clicked.connect(partial(self._review, kind))
        parts = self._day, *self.cards.values(), Legend(self._theme), None
        return filled(spaced(QVBoxLayout(), 8), *parts)

    # Updating the dialog

    def _show_day(self) -> None:
        self._generator.discard()
        self.status.show_message("")
        shown = self.month.day
        self._title.setText(self.month.month_name())
        self._next_month.setEnabled(
            (shown.year, shown.month) < (self._today.year, self._today.month)
        )
        self._today_button.setEnabled(shown != self._today)
        self._day.setText(_long_date(shown))
        progress = self._progress.on(shown)
        for kind, daily in daily_puzzles(shown).items():
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
        day = [] if self.month.hasFocus() else [self._day.text()]  # Else its cell says so.
        say(self.month, "\n".join((*day, *facts)))

    def _seconds(self, latest: GameResult) -> float | None:
        """The best time without help for a puzzle, or else that of its latest game, with hints."""
        best = self._results.best_seconds(latest.puzzle)
        return latest.seconds if best is None and latest.help is Help.HINTS else best

    def _review(self, kind: DailyKind) -> None:
        daily = daily_puzzles(self.month.day)[kind]
        self.review_requested.emit(self._results.latest(daily.name))

    def _go_to_today(self) -> None:
        self.month.show_day(self._today)

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
