"""The bar under the board: a message with its buttons, progress, and facts about the game."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from hashi_gui.core.wording import printable_lines
from hashi_gui.gui.widgets.plain_text import plain

BAR_HEIGHT, LOW_BAR_HEIGHT = 64, 44
MIN_TEXT_WIDTH = 120

Button = tuple[str, Callable[[], object]]
"""The text of a button and the function it calls."""


class FittingWidget(QWidget):
    """Shows as much as there is room for."""

    def set_room(self, width: int) -> None:
        """Show no more than fits into so many pixels."""
        raise NotImplementedError


class MessageBar(QWidget):
    """Always visible and always of the same height, so that the board never moves."""

    stop_pressed = Signal()
    """The player wants to stop the solver."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.set_low(False)
        self._text = QLabel(wordWrap=True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setMinimumWidth(MIN_TEXT_WIDTH)
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._buttons: list[QPushButton] = []
        self._activity = QLabel()
        self._progress = QProgressBar(minimum=0, maximum=0, textVisible=False)
        self._progress.setFixedWidth(110)
        self.stop_button = QPushButton("Stop")
        self.stop_button.setToolTip("Stop the solver (Esc)")
        self.stop_button.clicked.connect(self.stop_pressed)
        self._facts: FittingWidget | None = None
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 0, 16, 0)
        self._row.setSpacing(10)
        self._row.addWidget(self._text, 1)
        self._beside = [self._activity, self._progress, self.stop_button]
        for widget in self._beside:
            self._row.addWidget(widget)
        self.show_progress("")

    def add(self, controls: QWidget, facts: FittingWidget) -> None:
        """Add controls and facts at the end of the bar."""
        self._beside.append(controls)
        self._facts = facts
        for widget in (controls, facts):
            self._row.addWidget(widget)

    @property
    def text(self) -> str:
        return self._text.text()

    def button(self, text: str) -> QPushButton:
        """The button of the current message with a given text. Raises StopIteration if none has."""
        return next(button for button in self._buttons if button.text() == text)

    def set_low(self, low: bool) -> None:
        """Take less of the height of a low window."""
        self.setFixedHeight(LOW_BAR_HEIGHT if low else BAR_HEIGHT)

    def show_message(self, text: str, *buttons: Button) -> None:
        """Replace the message and its buttons."""
        self._text.setText(printable_lines(text))
        self._text.setToolTip(plain(text))
        for button in self._buttons:
            self._row.removeWidget(button)
            button.deleteLater()
        self._buttons = [self._add_button(index, *button) for index, button in enumerate(buttons)]

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
        """At most half of the bar, and less if the message would have no room left."""
        if self._facts is None:
            return
        margins = self._row.contentsMargins()
        taken = margins.left() + margins.right() + MIN_TEXT_WIDTH + self._row.spacing()
        for widget in (*self._buttons, *(w for w in self._beside if not w.isHidden())):
            taken += widget.sizeHint().width() + self._row.spacing()
        self._facts.set_room(min(self.width() // 2, self.width() - taken))

    def _add_button(self, index: int, text: str, on_click: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: on_click())
        self._row.insertWidget(1 + index, button)
        return button
