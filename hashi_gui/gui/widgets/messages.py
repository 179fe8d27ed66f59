"""What the window tells the player: the bar under the board, and the one above it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QSizePolicy, QWidget

from hashi_gui.core.i18n import _
from hashi_gui.core.wording import printable_lines
from hashi_gui.gui.widgets.controls import bar_button, height_of_lines, plain, say, spaced
from hashi_gui.rendering.theme import text_growth

MIN_BAR_HEIGHT = 44
MIN_TEXT_WIDTH = 120

LINE = 0.6
"""How much of a message in two lines the longer one has at most."""

Button = tuple[str, Callable[[], object]]
"""The text of a button and the function it calls."""


class FittingWidget(QWidget):
    """Shows as much as there is room for."""

    def set_room(self, width: int) -> None:
        """Show no more than fits into so many pixels."""
        raise NotImplementedError


class TextBar(QWidget):
    """A text with buttons behind it."""

    def __init__(self, name: str, margin: int) -> None:
        """``name`` is for the style sheet, ``margin`` the room above and below, in pixels."""
        super().__init__()
        self.setObjectName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._text = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._buttons: list[QPushButton] = []
        self._row = spaced(QHBoxLayout(self), 8, (24, margin, 24, margin))
        self._row.addWidget(self._text, 1)

    @property
    def text(self) -> str:
        """The text that is shown; empty if there is none."""
        return self._text.text()

    def button(self, text: str) -> QPushButton:
        """The button with a given text. Raises StopIteration if none has."""
        return next(button for button in self._buttons if button.text() == text)

    def _show(self, text: str, buttons: Iterable[Button]) -> None:
        self._text.setText(printable_lines(text))
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()  # The focus goes where Tab would lead.
            button.deleteLater()
        self._buttons = [self._add_button(index, *each) for index, each in enumerate(buttons)]
        say(self, text)

    def _add_button(self, index: int, text: str, on_click: Callable[[], object]) -> QPushButton:
        button = bar_button(text)
        button.clicked.connect(lambda: on_click())
        self._row.insertWidget(1 + index, button)
        return button


class MessageBar(TextBar):
    """Always visible and always of the same height, so that the board never moves."""

    stop_pressed = Signal()
    """The player wants to stop the solver."""

    def __init__(self) -> None:
        super().__init__("messageBar", 0)
        self.setFixedHeight(max(MIN_BAR_HEIGHT, height_of_lines(2, self)))
        self._text.setMinimumWidth(round(MIN_TEXT_WIDTH * text_growth()))
        self._activity = QLabel()
        self._progress = QProgressBar(minimum=0, maximum=0, textVisible=False)
        self._progress.setFixedWidth(110)
        self.stop_button = QPushButton(_("Stop"))
        self.stop_button.setToolTip(_("Stop (Esc)"))
        self.stop_button.clicked.connect(self.stop_pressed)
        self._facts: FittingWidget | None = None
        self._beside = [self._activity, self._progress, self.stop_button]
        for widget in self._beside:
            self._row.addWidget(widget)
        self.show_progress("")

    def add(self, controls: QWidget, facts: FittingWidget | None = None) -> None:
        """Add controls at the end of the bar, and what facts there are."""
        self._beside.append(controls)
        self._row.addWidget(controls)
        if facts is not None:
            self._facts = facts
            self._row.addWidget(facts)

    def show_message(self, text: str, *buttons: Button) -> None:
        """Replace the message and its buttons."""
        self._show(text, buttons)
        self._text.setToolTip(plain(text))

    def show_progress(self, activity: str) -> None:
        """Show what is going on, with a Stop button; an empty text hides both."""
        self._activity.setText(activity)
        for widget in (self._activity, self._progress, self.stop_button):
            widget.setVisible(bool(activity))

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._give_room_to_facts()
        return super().event(event)

    def _give_room_to_facts(self) -> None:
        """At most half of the bar, and less if the message would not fit into two lines."""
        if self._facts is None:
            return
        margins = self._row.contentsMargins()
        line = round(self._text.fontMetrics().horizontalAdvance(self.text) * LINE)
        taken = margins.left() + margins.right() + self._row.spacing()
        taken += max(line, self._text.minimumWidth())
        for widget in (*self._buttons, *(w for w in self._beside if not w.isHidden())):
            taken += widget.sizeHint().width() + self._row.spacing()
        self._facts.set_room(min(self.width() // 2, self.width() - taken))


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the player must know, with buttons. Can be dismissed unless it is ``lasting``."""

    text: str
    buttons: tuple[Button, ...] = ()
    lasting: bool = False


class NoticeBar(TextBar):
    """Shows the newest of its notices, nothing if there are none. Each notice has a topic."""

    def __init__(self) -> None:
        super().__init__("noticeBar", 8)
        self._notices: dict[str, Notice] = {}
        self._refresh()

    def show_notice(self, topic: str, notice: Notice) -> None:
        """Show a notice, in place of an older one on the same topic."""
        self._notices.pop(topic, None)
        self._notices[topic] = notice
        self._refresh()

    def shows(self, topic: str) -> bool:
        """Whether there is a notice on a topic."""
        return topic in self._notices

    def remove(self, topic: str) -> None:
        """Remove the notice on a topic, if there is one."""
        if self._notices.pop(topic, None) is not None:
            self._refresh()

    def _refresh(self) -> None:
        self.setVisible(bool(self._notices))
        if not self._notices:
            self._show("", ())
            return
        topic, notice = next(reversed(self._notices.items()))
        dismissal: Button = (_("Dismiss"), lambda: self.remove(topic))
        self._show(notice.text, (*notice.buttons, *(() if notice.lasting else (dismissal,))))


@dataclass(frozen=True, slots=True)
class Messages:
    """The bar for what has just happened, the bar for what stays, and the parent of dialogs."""

    window: QWidget
    bar: MessageBar
    notices: NoticeBar

    def say(self, text: str, *buttons: Button) -> None:
        """Say something in place of what was said before, with buttons."""
        self.bar.show_message(text, *buttons)

    def say_whether_reading(self, reading: bool, stop: Callable[[], object]) -> None:
        """Say that something is being read, which a button stops; or not any more."""
        if reading:
            self.say(_("Reading…"), (_("Stop"), stop))
        else:
            self.say("")
