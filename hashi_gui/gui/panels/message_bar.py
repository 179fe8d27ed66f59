"""The line under the board: messages with what can be done about them, progress, the clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QWidget,
)

HEIGHT = 64
DETAILS_WIDTH = 560
DETAILS_GAP = 12

Action = tuple[str, Callable[[], None]]
"""A button's text and what it does."""


class MessageBar(QWidget):
    """Always there and always of one height, so that the board never jumps."""

    stop_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self._text = QLabel(wordWrap=True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setMinimumWidth(120)
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._buttons: list[QPushButton] = []
        self._working = QLabel()
        self._progress = QProgressBar(minimum=0, maximum=0, textVisible=False)
        self._progress.setFixedWidth(110)
        self.stop_button = QPushButton("Stop")
        self.stop_button.setToolTip("Stop the solver (Esc)")
        self.stop_button.clicked.connect(self.stop_pressed)
        self._trials = QLabel()
        self._trials.setToolTip("Open trials: keep what was tried (Ctrl+T) or drop it")
        self._verdict = QLabel()
        self._verdict.setToolTip("How many solutions the puzzle has (V)")
        self._count = QLabel()
        self._count.setToolTip("Islands that have all their bridges")
        self._clock = QLabel()
        self._clock.setToolTip("Time played; it pauses while the window is in the background")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 0, 16, 0)
        self._row.setSpacing(10)
        self._row.addWidget(self._text, 1)
        self._facts = (self._trials, self._verdict, self._count, self._clock)
        for widget in (self._working, self._progress, self.stop_button, *self._facts):
            self._row.addWidget(widget)
        self._set_figures_font()
        self.show_progress("")

    @property
    def text(self) -> str:
        return self._text.text()

    def button(self, text: str) -> QPushButton:
        """The button of the current message with this text."""
        return next(button for button in self._buttons if button.text() == text)

    def show_message(self, text: str, *actions: Action) -> None:
        """Replace the message and the buttons beside it."""
        self._text.setText(text)
        self._text.setToolTip(text)
        for button in self._buttons:
            self._row.removeWidget(button)
            button.deleteLater()
        self._buttons = [self._make_button(place, *action) for place, action in enumerate(actions)]

    def details_actions(self, lines: Sequence[str]) -> list[Action]:
        """What opens the steps of an explanation, where it has any."""
        return [("Steps…", lambda: self._show_details(lines))] if lines else []

    def _show_details(self, lines: Sequence[str]) -> None:
        """Open a card over the bar with a numbered list; a click elsewhere or Esc closes it."""
        card = QFrame(self, Qt.WindowType.Popup)
        card.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        card.setObjectName("details")
        rows = QGridLayout(card)
        rows.setContentsMargins(16, 12, 16, 12)
        rows.setHorizontalSpacing(10)
        rows.setVerticalSpacing(6)
        rows.setColumnStretch(1, 1)
        for row, line in enumerate(lines):
            number, text = QLabel(str(row + 1)), QLabel(line, wordWrap=True)
            number.setObjectName("muted")
            rows.addWidget(number, row, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
            rows.addWidget(text, row, 1)
        card.setFixedWidth(min(DETAILS_WIDTH, self.width() - 2 * DETAILS_GAP))
        card.setFixedHeight(rows.heightForWidth(card.width()))
        card.move(self.mapToGlobal(QPoint(DETAILS_GAP, -card.height() - DETAILS_GAP)))
        card.show()

    def show_progress(self, what: str) -> None:
        """Show progress and Stop while ``what`` goes on; an empty text ends it."""
        self._working.setText(what)
        for widget in (self._working, self._progress, self.stop_button):
            widget.setVisible(bool(what))

    def show_verdict(self, text: str) -> None:
        self._verdict.setText(text)

    def show_trials(self, layers: int) -> None:
        self._trials.setText("" if not layers else "Trial" if layers == 1 else f"Trial {layers}")

    def show_island_count(self, done: int, islands: int) -> None:
        self._count.setText(f"{done} / {islands}")

    def show_time(self, seconds: float) -> None:
        self._clock.setText(format_duration(seconds))

    def _make_button(self, place: int, text: str, act: Callable[[], None]) -> QPushButton:
        button = QPushButton(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: act())
        self._row.insertWidget(1 + place, button)
        return button

    def _set_figures_font(self) -> None:
        font = QFont(self.font())
        font.setFeature(QFont.Tag("tnum"), 1)
        for label in self._facts:
            label.setObjectName("fact")
            label.setFont(font)
        self._clock.setMinimumWidth(52)
        self._clock.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


def format_duration(seconds: float) -> str:
    """A time as ``m:ss`` or ``h:mm:ss``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
