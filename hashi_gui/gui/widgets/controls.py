"""The small parts of dialogs, bars and panels: texts, labels and fields."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Generic, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QLabel,
    QPushButton,
    QSpinBox,
    QStyledItemDelegate,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.wording import printable, printable_lines

MAX_MENU_TEXT = 100

LONG_TEXT = 40
"""More characters may need several lines."""

MOST_DIGITS = 4
FIELD_WIDTH, FIELD_HEIGHT = 84, 28
TEXT_MARGIN = 6

LARGE_BUTTON = 40
"""The height of a button that leads to a puzzle, in pixels."""

Value = TypeVar("Value", bound=str | None)


def plain(text: str) -> str:
    """A text for tool tips and message boxes, which show HTML as such."""
    text = printable_lines(text)
    if "<" not in text and "&lt;" not in text:
        return text
    return f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>"


def menu_text(text: str) -> str:
    """A text as an entry of a menu or the name of a tab, where ``&`` marks a key."""
    return printable(text, MAX_MENU_TEXT).replace("&", "&&")


def set_style_property(widget: QWidget, name: str, value: object) -> None:
    """Set a property, and apply the style sheet to the widget again if that changes anything."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().polish(widget)


def heading(text: str) -> QLabel:
    label = QLabel(text, textFormat=Qt.TextFormat.PlainText)
    label.setObjectName("title")
    return label


def muted(text: str, *, wraps: bool | None = None) -> QLabel:
    """A label for what is less important; by default it wraps if the text is long."""
    wraps = len(text) > LONG_TEXT if wraps is None else wraps
    label = QLabel(text, wordWrap=wraps, textFormat=Qt.TextFormat.PlainText)
    label.setObjectName("muted")
    return label


def bar_button(text: str, tip: str = "") -> QPushButton:
    """A button beside the board, from which a click does not take the keyboard."""
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def close_button(tip: str) -> QToolButton:
    """A button in the corner of what it closes; its icon depends on the theme."""
    button = QToolButton()
    button.setObjectName("closeButton")
    button.setToolTip(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def dialog_button(text: str, tip: str = "") -> QPushButton:
    """A button of a dialog that Enter does not press instead of the one that accepts it."""
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAutoDefault(False)
    return button


def let_tab_reach_checked(group: QButtonGroup, *_: object) -> None:
    """Let Tab stop at the checked button; the arrow keys lead to the others of the group.

    Qt itself lets Tab stop at the first one until one of them has had the focus.
    """
    policy = Qt.FocusPolicy
    for button in group.buttons():
        button.setFocusPolicy(policy.StrongFocus if button.isChecked() else policy.ClickFocus)


def number_font(widget: QWidget, scale: float = 1.0) -> QFont:
    """The font of a widget, perhaps in another size, in digits of one width."""
    font = QFont(widget.font())
    font.setPointSizeF(font.pointSizeF() * scale)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


class Figure(QVBoxLayout):
    """A value with its caption below."""

    def __init__(self) -> None:
        super().__init__()
        self._value, self._caption = QLabel(), muted("")
        self._value.setObjectName("figure")
        self._value.setFont(number_font(self._value))
        self.setSpacing(0)
        self.addWidget(self._value)
        self.addWidget(self._caption)

    def show_text(self, value: str, caption: str) -> None:
        self._value.setText(value)
        self._caption.setText(caption)


class ValueField(QComboBox, Generic[Value]):
    """A combo box for one of several values, each with its text."""

    def __init__(self, texts: Mapping[Value, str]) -> None:
        super().__init__()
        self.setMinimumHeight(FIELD_HEIGHT)
        # The default delegate of a combo box ignores style sheets.
        self.setItemDelegate(QStyledItemDelegate(self))
        self._values = list(texts)
        self.addItems(list(texts.values()))

    @property
    def value(self) -> Value:
        return self._values[self.currentIndex()]

    @value.setter
    def value(self, value: Value) -> None:
        self.setCurrentIndex(self._values.index(value))


class NumberField(QSpinBox):
    """Any number can be typed; one beyond the limits is marked. The arrows stay within them."""

    def __init__(self, least: int, most: int, value: int) -> None:
        super().__init__(minimum=0, maximum=10**MOST_DIGITS - 1, value=value)
        self.setMinimumSize(FIELD_WIDTH, FIELD_HEIGHT)
        self.lineEdit().setTextMargins(TEXT_MARGIN, 0, 0, 0)
        self.valueChanged.connect(self._mark)
        self.set_limits(least, most)

    @property
    def possible(self) -> bool:
        """Whether the number is within the limits."""
        return self._least <= self.value() <= self._most

    @property
    def limits_text(self) -> str:
        return f"{self._least} to {self._most}"

    def set_limits(self, least: int, most: int) -> None:
        self._least, self._most = least, most
        self._mark()

    def stepBy(self, steps: int) -> None:
        self.setValue(min(max(self.value() + steps, self._least), self._most))

    def _mark(self) -> None:
        set_style_property(self, "impossible", not self.possible)
