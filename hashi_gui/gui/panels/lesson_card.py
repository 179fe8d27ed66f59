"""The card with the text of a lesson, and its place beside the board."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.game.lessons import Mood, Remark

QWIDGETSIZE_MAX = 16_777_215
LOW_BOARD, VERY_LOW_BOARD = 480, 240
"""Where card and board have less height, in pixels, the card is at the left of the board instead of
above it, and in smaller type."""

WIDTH_AT_SIDE, SHARE_AT_SIDE = 430, 0.64
"""The width of the card at the left of the board, in pixels, and at most as a share of both."""

LEAST_WIDTH_AT_SIDE = 300

REMARK_LINES = 2
"""The room for remarks that is always there, so that the board does not move with them."""

SIGNS = {Mood.NONE: "", Mood.RIGHT: "✓  ", Mood.WRONG: "✗  ", Mood.DONE: "✓  "}
"""So that no remark depends on its colour alone."""


class Place(StrEnum):
    """Where the card is: above the board, beside it, or beside it in smaller type."""

    ABOVE = "above"
    BESIDE = "beside"
    SMALL = "small"


MARGINS = {
    Place.ABOVE: (24, 14, 24, 14),
    Place.BESIDE: (16, 12, 16, 12),
    Place.SMALL: (14, 6, 14, 8),
}
SPACING = {Place.ABOVE: 24, Place.BESIDE: 8, Place.SMALL: 4}
TEXT_SPACING = {Place.ABOVE: 8, Place.BESIDE: 8, Place.SMALL: 3}
"""In pixels."""


class LessonCard(QWidget):
    """What a lesson teaches, a remark on the board, and the way to the other lessons."""

    back_pressed = Signal()
    next_pressed = Signal()
    skip_pressed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("lessonCard")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._number, self._title = QLabel(), QLabel()
        self._number.setObjectName("muted")
        self._title.setObjectName("heading")
        self._text, self._remark = _text_label("lessonText"), _text_label("remark")
        self.back = _button("Back", "The lesson before this one")
        self.next = _button("Next", "Go on; Enter when the lesson is done")
        self.skip = _button("Skip", "Leave the lessons, and go to an easy puzzle")
        self.back.clicked.connect(self.back_pressed)
        self.next.clicked.connect(self.next_pressed)
        self.skip.clicked.connect(self.skip_pressed)
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.addLayout(self._build_texts(), 1)
        self._layout.addLayout(self._build_buttons())

    @property
    def text(self) -> str:
        """Everything the card says."""
        labels = (self._number, self._title, self._text, self._remark)
        return "\n".join(label.text() for label in labels)

    def show_lesson(self, number: int, total: int, title: str, text: str) -> None:
        """Show a lesson; ``number`` counts from 0."""
        self._number.setText(f"Lesson {number + 1} of {total}")
        self._title.setText(title)
        self._text.setText(text)
        is_last = number + 1 == total
        self.back.setEnabled(number > 0)
        self.next.setText("Play a puzzle" if is_last else "Next")
        self.skip.setVisible(not is_last)

    def show_remark(self, remark: Remark) -> None:
        self._remark.setText(SIGNS[remark.mood] + remark.text)
        self._remark.setProperty("mood", remark.mood.value)
        self._remark.style().polish(self._remark)
        self._remark.setMinimumHeight(REMARK_LINES * self._remark.fontMetrics().lineSpacing())
        done = remark.mood is Mood.DONE
        self.next.setDefault(done)

    def place(self, place: Place) -> None:
        """Take the form for a place at the left of the board, or for one above it."""
        beside = place is not Place.ABOVE
        direction = QBoxLayout.Direction
        self._layout.setDirection(direction.TopToBottom if beside else direction.LeftToRight)
        self._layout.setContentsMargins(*MARGINS[place])
        self._layout.setSpacing(SPACING[place])
        self._texts.setSpacing(TEXT_SPACING[place])
        fixed, preferred = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred
        self.setSizePolicy(*((fixed, preferred) if beside else (preferred, fixed)))
        self.setProperty("place", place.value)
        for label in (self._text, self._remark):
            label.style().polish(label)

    def _build_texts(self) -> QVBoxLayout:
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self._number)
        head.addWidget(self._title, 1)
        self._texts = texts = QVBoxLayout()
        texts.addLayout(head)
        texts.addWidget(self._text)
        texts.addWidget(self._remark)
        texts.addStretch()
        return texts

    def _build_buttons(self) -> QVBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in (self.skip, self.back, self.next):
            row.addWidget(button)
        buttons = QVBoxLayout()
        buttons.addStretch()
        buttons.addLayout(row)
        return buttons


class BesideBoard(QWidget):
    """The board with the card above it, or, in a low window, with the card at its left."""

    def __init__(self, card: LessonCard, board: QWidget) -> None:
        super().__init__()
        self._card = card
        self._layout = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(card)
        self._layout.addWidget(board, 1)
        self._place(Place.ABOVE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        low = Place.BESIDE if self.height() >= VERY_LOW_BOARD else Place.SMALL
        wanted = low if self.height() < LOW_BOARD else Place.ABOVE
        if wanted is not self._where:
            self._place(wanted)
        above = wanted is Place.ABOVE
        self._card.setMaximumWidth(QWIDGETSIZE_MAX if above else self._width_at_side())

    def _place(self, place: Place) -> None:
        self._where = place
        above, direction = place is Place.ABOVE, QBoxLayout.Direction
        self._layout.setDirection(direction.TopToBottom if above else direction.LeftToRight)
        self._card.place(place)

    def _width_at_side(self) -> int:
        """The width of the card, 0 where its text would not fit: beside the teacher's panel."""
        share = int(SHARE_AT_SIDE * self.width())
        return min(WIDTH_AT_SIDE, share) if share >= LEAST_WIDTH_AT_SIDE else 0


def _text_label(name: str) -> QLabel:
    label = QLabel(wordWrap=True)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    return label


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
