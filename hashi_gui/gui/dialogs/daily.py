"""The window of the daily puzzles: a calendar on the left, the three of a day on the right."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.errors import HashiError
from hashi_gui.formats import Document
from hashi_gui.game import GameStore
from hashi_gui.generating.daily import DailyKind, DailyPuzzle, daily_puzzles, solved_kinds, streak
from hashi_gui.gui.dialogs.buttons import remove_icons
from hashi_gui.gui.dialogs.month_view import ENGLISH, MonthView, qt_date
from hashi_gui.gui.panels.generation_status import GenerationStatus
from hashi_gui.gui.tasks.generator_task import GeneratorTask
from hashi_gui.gui.tasks.task_runner import Reply
from hashi_gui.rendering.theme import Theme

TITLE_HEIGHT = 32
TITLE_INDENT = 12
MONTH = QSize(406, 344)
CARD_WIDTH = 320
ARROW_POINTS = 15


class DayCard(QFrame):
    """One puzzle of the chosen day: what it is, whether it is solved, and Play."""

    def __init__(self, kind: DailyKind) -> None:
        super().__init__()
        self.setObjectName("card")
        self.play = QPushButton()
        self.play.setAutoDefault(False)
        self._facts = QLabel()
        self._facts.setObjectName("quiet")
        title = QLabel(kind.capitalize())
        title.setObjectName("title")
        texts = QVBoxLayout()
        texts.setSpacing(3)
        texts.addWidget(title)
        texts.addWidget(self._facts)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 12, 14, 12)
        row.addLayout(texts, 1)
        row.addWidget(self.play)

    @property
    def facts(self) -> str:
        return self._facts.text()

    def show_daily(self, daily: DailyPuzzle, solved: bool) -> None:
        options = daily.recipe.options
        facts = f"{options.cols} × {options.rows}"
        if daily.kind is DailyKind.LARGE:
            facts += f", {options.level}"
        self._facts.setText(f"{facts}   ✓ solved" if solved else facts)
        self.play.setText("Play again" if solved else "Play")


class DailyDialog(QDialog):
    """Shows what was solved on each day; ``chosen`` is the puzzle to play."""

    def __init__(self, theme: Theme, store: GameStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Daily puzzles")
        self.chosen: Document | None = None
        self._today = date.today()
        self._solved = store.solved_dailies()
        self._playing: DailyPuzzle | None = None
        self._maker = GeneratorTask(self)
        self._maker.answered.connect(self._show_made)
        self._maker.failed.connect(self._show_failure)
        self.month = MonthView(theme, self._today, self._solved_on)
        self.line = GenerationStatus(self._maker)
        self.cards = {kind: DayCard(kind) for kind in DailyKind}
        self._build()
        self._show_month()
        self._show_day()
        self.finished.connect(self._maker.close)

    @property
    def record(self) -> str:
        """The streak and the number of solved puzzles, in words."""
        if not self._solved:
            return "Solve one a day to begin a streak."
        days = streak(self._today, self._solved)
        return f"Streak: {days} {'day' if days == 1 else 'days'}  ·  {len(self._solved)} solved"

    def play(self, kind: DailyKind) -> None:
        """Have one puzzle of the chosen day made, and close when it is there."""
        self._playing = daily_puzzles(self.month.day)[kind]
        self.line.order(self._playing.recipe)

    def _solved_on(self, day: date) -> frozenset[DailyKind]:
        return solved_kinds(day, self._solved)

    # Building the window

    def _build(self) -> None:
        both = QHBoxLayout()
        both.setSpacing(28)
        both.addLayout(self._build_calendar())
        both.addLayout(self._build_day(), 1)
        record = QLabel(self.record)
        record.setObjectName("quiet")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        remove_icons(buttons)
        buttons.rejected.connect(self.reject)
        foot = QHBoxLayout()
        foot.addSpacing(TITLE_INDENT)
        foot.addWidget(record)
        foot.addWidget(buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(14)
        layout.addLayout(both, 1)
        layout.addLayout(foot)
        self.month.setFocus()

    def _build_calendar(self) -> QVBoxLayout:
        self.month.setFixedSize(MONTH)
        self.month.selectionChanged.connect(self._show_day)
        self.month.currentPageChanged.connect(self._show_month)
        self.month.activated.connect(self._play_next)
        column = QVBoxLayout()
        column.setSpacing(6)
        column.addLayout(self._build_header())
        column.addWidget(self.month)
        column.addStretch()
        return column

    def _build_header(self) -> QHBoxLayout:
        self._title = _title("")
        self._later = _arrow("›", "Next month", self.month.showNextMonth)
        self._now = _button("Today", "Go to today", self._go_to_today)
        header = QHBoxLayout()
        header.setSpacing(2)
        header.addSpacing(TITLE_INDENT)
        header.addWidget(self._title, 1)
        header.addWidget(self._now)
        header.addWidget(_arrow("‹", "Previous month", self.month.showPreviousMonth))
        header.addWidget(self._later)
        return header

    def _build_day(self) -> QVBoxLayout:
        self._day = _title("")
        column = QVBoxLayout()
        column.setSpacing(10)
        column.addWidget(self._day)
        for kind, card in self.cards.items():
            card.setMinimumWidth(CARD_WIDTH)
            card.play.clicked.connect(partial(self.play, kind))
            column.addWidget(card)
        column.addWidget(self.line)
        column.addStretch()
        return column

    # What is shown

    def _show_month(self) -> None:
        self._title.setText(self.month.month_name())
        shown = (self.month.yearShown(), self.month.monthShown())
        self._later.setEnabled(shown < (self._today.year, self._today.month))

    def _show_day(self) -> None:
        self._maker.forget()
        self.line.show_message("")
        day = self.month.day
        self._now.setEnabled(day != self._today)
        self._day.setText(ENGLISH.toString(qt_date(day), "dddd, d MMMM yyyy"))
        solved = self._solved_on(day)
        for kind, daily in daily_puzzles(day).items():
            self.cards[kind].show_daily(daily, kind in solved)
        self.cards[self._next()].play.setDefault(True)

    def _go_to_today(self) -> None:
        self.month.setSelectedDate(qt_date(self._today))

    def _next(self) -> DailyKind:
        """The first kind of the day that is not solved yet."""
        solved = self._solved_on(self.month.day)
        return next((kind for kind in DailyKind if kind not in solved), DailyKind.EASY)

    def _play_next(self) -> None:
        self.play(self._next())

    def _show_made(self, reply: Reply) -> None:
        assert self._playing is not None
        made: Document | HashiError = reply.answer
        if isinstance(made, HashiError):
            self.line.show_message(str(made))
        else:
            self.chosen = self._playing.with_metadata(made)
            self.accept()

    def _show_failure(self, reply: Reply) -> None:
        self.line.show_message(f"No puzzle was made. ({reply.error})")


def _title(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("title")
    label.setFixedHeight(TITLE_HEIGHT)
    return label


def _arrow(text: str, tip: str, act: Callable[[], None]) -> QToolButton:
    button = _button(text, tip, act)
    font = button.font()
    font.setPointSizeF(ARROW_POINTS)
    button.setFont(font)
    return button


def _button(text: str, tip: str, act: Callable[[], None]) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setToolTip(tip)
    button.setFixedHeight(TITLE_HEIGHT)
    button.clicked.connect(act)
    return button
