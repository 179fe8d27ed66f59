"""The lessons: the card with their texts, remarks on the board, the way to the next one."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.i18n import _
from hashi_gui.formats import Document
from hashi_gui.game.library import Mood, Remark, first_puzzle, lesson_number, lessons, remark_on
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.play.monitors import VerdictMonitor
from hashi_gui.gui.widgets.actions import key_of
from hashi_gui.gui.widgets.controls import (
    ANY_LENGTH,
    Side,
    bar_button,
    filled,
    height_of_lines,
    muted,
    say,
    set_style_property,
    spaced,
)
from hashi_gui.rendering.theme import text_growth

LOW_BOARD, VERY_LOW_BOARD = 480, 240
"""Where card and board have less height, in pixels, the card is at the left of the board instead of
above it, and in smaller type. These lengths and the next ones grow with the texts."""

WIDTH_AT_SIDE, SHARE_AT_SIDE = 430, 0.54
"""The width of the card at the left of the board, in pixels, and at most as a share of both."""

NARROW_BOARD, WIDTH_ABOVE = 520, 880
"""Where card and board have less width than the first, in pixels, the buttons of the card are above
its text; above the board it is no wider than the second, so that the text is near the board."""

BETWEEN_BUTTONS = 8
"""In pixels."""

REMARK_LINES = 2
"""The room for remarks that is always there above a board, so that it does not move with them."""

SIGNS = {Mood.NONE: "", Mood.RIGHT: "✓  ", Mood.WRONG: "✗  ", Mood.DONE: "✓  "}
"""So that no remark depends on its colour alone."""


KEYS = {
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "build": "Shift+Right",
    "mark": "Ctrl+Right",
    "hint": "H",
    "check": "C",
    "undo": "Ctrl+Z",
}
"""What the texts of lessons call actions, whose keys the player may have changed."""


def with_keys(lesson: str) -> str:
    """The text of a lesson with the keys that are set."""
    for name, action_id in KEYS.items():
        lesson = lesson.replace(f"{{{name}}}", key_of(action_id))
    return lesson


class Form(StrEnum):
    """For a place above the board, beside it, or beside it in smaller type."""

    ABOVE = "above"
    BESIDE = "beside"
    SMALL = "small"


MARGINS = {
    Form.ABOVE: (24, 16, 24, 8),
    Form.BESIDE: (24, 16, 8, 16),
    Form.SMALL: (16, 8, 8, 8),
}
SPACING = {Form.ABOVE: 24, Form.BESIDE: 8, Form.SMALL: 4}
TEXT_SPACING = {Form.ABOVE: 8, Form.BESIDE: 8, Form.SMALL: 3}
"""In pixels."""


class LessonCard(QWidget):
    """What a lesson teaches, a remark on the board, and the way to the other lessons."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("lessonCard")
        self._number, self._title = muted(""), QLabel(wordWrap=True)
        self._title.setObjectName("heading")
        self._text, self._remark = _text_label("lessonText"), _text_label("remark")
        self.back = bar_button(_("Back"), _("The lesson before this one"))
        self.next = bar_button(_("Next"), _("Go on; Enter when the lesson is done"))
        self.skip = bar_button(_("Skip"), _("Leave the lessons and play an easy puzzle"))
        head = filled(spaced(QHBoxLayout(), 12), self._number, self._title, broad=self._title)
        self._texts = filled(QVBoxLayout(), head, self._text, self._remark, None)
        row = filled(spaced(QHBoxLayout(), BETWEEN_BUTTONS), self.skip, self.back, self.next)
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        filled(self._layout, self._texts, filled(QVBoxLayout(), row, None), broad=self._texts)
        self._width, self._widest, self._gives_way = 0, 0, False
        self._take(Form.ABOVE)

    @property
    def text(self) -> str:
        labels = (self._number, self._title, self._text, self._remark)
        return "\n".join(label.text() for label in labels)

    def show_lesson(self, number: int, total: int, title: str, text: str) -> None:
        """Show a lesson; ``number`` counts from 0."""
        self._number.setText(_("Lesson {n} of {total}").format(n=number + 1, total=total))
        self._title.setText(title)
        self._text.setText(text)
        is_last = number + 1 == total
        say(self, f"{self._number.text()}\n{title}\n{text}")
        self.back.setEnabled(number > 0)
        for text in (_("Next"), _("Play a puzzle"))[:: 1 if is_last else -1]:
            self.next.setText(text)
            self._widest = max(self._widest, self.next.sizeHint().width())
        self.skip.setVisible(not is_last)

    def show_remark(self, remark: Remark) -> None:
        self._remark.setText(SIGNS[remark.mood] + remark.text)
        say(self, remark.text)
        set_style_property(self._remark, "mood", remark.mood.value)
        self.next.setDefault(remark.mood is Mood.DONE)
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def place_in(self, area: QSize) -> Side:
        """Choose the side above the board, or, where there is little height, the left one."""
        growth = text_growth()
        lines, letters = area.height() / growth, area.width() / growth
        low = Form.BESIDE if lines >= VERY_LOW_BOARD else Form.SMALL
        form = low if lines < LOW_BOARD else Form.ABOVE
        if form is not self._form:
            self._take(form)
        directions = QBoxLayout.Direction
        if form is Form.ABOVE:
            narrow, (side, top, _side, bottom) = letters < NARROW_BOARD, MARGINS[form]
            side = max(side, int(area.width() - growth * WIDTH_ABOVE) // 2)
            self._layout.setContentsMargins(side, top, side, bottom)
            self._layout.setDirection(directions.BottomToTop if narrow else directions.LeftToRight)
        else:
            self._layout.setContentsMargins(*MARGINS[form])
            self._layout.setDirection(directions.TopToBottom)
        self._width = int(min(growth * WIDTH_AT_SIDE, SHARE_AT_SIDE * area.width()))
        self._limit_width()
        return Side.ABOVE if form is Form.ABOVE else Side.LEFT

    @property
    def width_beside(self) -> int:
        """The width of the card beside the board; 0 if it is not there."""
        return 0 if self.isHidden() or self._form is Form.ABOVE else self._width

    def give_way(self, to_panel: bool) -> None:
        """Leave the place beside the board to a panel from now on, or no more."""
        self._gives_way = to_panel
        self._limit_width()

    def _limit_width(self) -> None:
        width = 0 if self._gives_way else self._width
        self.setMinimumWidth(0 if self._form is Form.ABOVE else width)
        self.setMaximumWidth(ANY_LENGTH if self._form is Form.ABOVE else width)

    def _take(self, form: Form) -> None:
        self._form = form
        self._layout.setSpacing(SPACING[form])
        self._texts.setSpacing(TEXT_SPACING[form])
        fixed, preferred = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred
        self.setSizePolicy(preferred if form is Form.ABOVE else fixed, preferred)
        self.setProperty("form", form.value)
        for label in (self._text, self._remark):
            label.style().polish(label)

    def _make_room(self) -> None:
        """Leave the text of the lesson out while there is no room for it and a whole remark."""
        self._let_buttons_fit()
        self._text.show()
        above = self._form is Form.ABOVE
        self._remark.setMinimumHeight(height_of_lines(REMARK_LINES, self._remark) if above else 0)
        self._remark.setVisible(above or bool(self._remark.text()))
        if not above and self._remark.text():
            self._texts.invalidate()
            self._text.setHidden(self._layout.totalHeightForWidth(self.width()) > self.height())

    def _let_buttons_fit(self) -> None:
        """Let Next be wide enough for both its texts, so that no button moves, if there is room."""
        parts = [each.sizeHint().width() + BETWEEN_BUTTONS for each in (self.skip, self.back)]
        fits = sum(parts) + self._widest <= (self.rect() - self._layout.contentsMargins()).width()
        self.next.setMinimumWidth(self._widest if fits else 0)
        policy = self.skip.sizePolicy()
        policy.setRetainSizeWhenHidden(fits)
        self.skip.setSizePolicy(policy)


def _text_label(name: str) -> QLabel:
    label = QLabel(wordWrap=True)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    return label


class LessonPresenter(QObject):
    """Shows the card while the game in play is a lesson, and reacts to what the player does."""

    def __init__(
        self,
        controller: BoardController,
        verdicts: VerdictMonitor,
        open_document: Callable[[Document], object],
    ) -> None:
        """``open_document`` opens another lesson, or the puzzle after them."""
        super().__init__(controller)
        self._open_document = open_document
        self.card = LessonCard()
        self._controller = controller
        self._verdicts = verdicts
        self._number: int | None = None
        self.card.back.clicked.connect(lambda: self._turn(-1))
        self.card.next.clicked.connect(self.go_on)
        self.card.skip.clicked.connect(lambda: self._open_document(first_puzzle()))
        verdicts.changed.connect(self.react)

    @property
    def active(self) -> bool:
        return self._number is not None

    def game_opened(self) -> None:
        """Show the card of the lesson that was opened, or hide it."""
        game = self._controller.game
        self._number = lesson_number(game.puzzle)
        self.card.setVisible(self.active)
        if self._number is not None:
            info = lessons()[self._number].info
            text = with_keys(info.shown_lesson)
            self.card.show_lesson(self._number, len(lessons()), info.shown_title, text)
            self.react()

    def go_on(self) -> None:
        """Open the next lesson, or after the last one a first puzzle."""
        self._turn(1)

    def react(self) -> None:
        """Say something about the board as it is now, if it is that of a lesson."""
        if not self.active:
            return
        remark = remark_on(self._controller.game, self._verdicts.only_solution)
        self.card.show_remark(remark)
        if remark.edges:
            self._controller.highlight(Highlight(edges=dict.fromkeys(remark.edges, Role.CONFLICT)))

    def _turn(self, step: int) -> None:
        assert self._number is not None
        number = self._number + step
        self._open_document(lessons()[number] if number < len(lessons()) else first_puzzle())
