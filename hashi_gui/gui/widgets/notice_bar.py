"""The bar above the board for notices that stay until they are settled or dismissed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from hashi_gui.core.wording import printable_lines
from hashi_gui.gui.widgets.message_bar import Button


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the player must know, with buttons. Can be dismissed unless it is ``lasting``."""

    text: str
    buttons: tuple[Button, ...] = ()
    lasting: bool = False


class NoticeBar(QWidget):
    """Shows the newest of its notices, nothing if there are none. Each notice has a topic."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("noticeBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._notices: dict[str, Notice] = {}
        self._text = QLabel(wordWrap=True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._buttons: list[QPushButton] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 8, 16, 8)
        self._row.setSpacing(10)
        self._row.addWidget(self._text, 1)
        self._refresh()

    @property
    def text(self) -> str:
        """The text that is shown; empty if there is no notice."""
        return self._text.text()

    def button(self, text: str) -> QPushButton:
        """The button with a given text. Raises StopIteration if none has."""
        return next(button for button in self._buttons if button.text() == text)

    def show_notice(self, topic: str, notice: Notice) -> None:
        """Show a notice, in place of an older one on the same topic."""
        self._notices.pop(topic, None)
        self._notices[topic] = notice
        self._refresh()

    def remove(self, topic: str) -> None:
        """Remove the notice on a topic, if there is one."""
        if self._notices.pop(topic, None) is not None:
            self._refresh()

    def _refresh(self) -> None:
        for button in self._buttons:
            self._row.removeWidget(button)
            button.deleteLater()
        self._buttons = []
        self.setVisible(bool(self._notices))
        self._text.clear()
        if not self._notices:
            return
        topic, notice = next(reversed(self._notices.items()))
        self._text.setText(printable_lines(notice.text))
        for text, on_click in notice.buttons:
            self._add_button(text, on_click)
        if not notice.lasting:
            self._add_button("Dismiss", lambda: self.remove(topic))

    def _add_button(self, text: str, on_click: Callable[[], object]) -> None:
        button = QPushButton(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: on_click())
        self._row.addWidget(button)
        self._buttons.append(button)
