"""The small parts of dialogs, bars and panels, and what stands beside a board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from html import escape
from typing import Generic, TypeVar, cast

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFont,
    QMouseEvent,
    QResizeEvent,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QBoxLayout,
    QButtonGroup,
    QComboBox,
    QLabel,
    QLayout,
    QLineEdit,
    QListView,
    QPushButton,
    QScroller,
    QSlider,
    QSpacerItem,
    QSpinBox,
    QStyle,
    QStyledItemDelegate,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.i18n import _
from hashi_gui.core.wording import printable, printable_lines
from hashi_gui.rendering.theme import text_growth

MAX_MENU_TEXT = 100

LONG_TEXT = 40
"""More characters may need several lines."""

MOST_DIGITS = 4
FIELD_WIDTH = 108
TEXT_MARGIN = 6

LARGE_BUTTON = 40
"""The height of a button that leads to a puzzle, in pixels."""

NO_MARGINS = (0, 0, 0, 0)

Value = TypeVar("Value", bound=str | None)
AnyLayout = TypeVar("AnyLayout", bound=QLayout)
AnyBox = TypeVar("AnyBox", bound=QBoxLayout)


def plain(text: str) -> str:
    """A text for tool tips and message boxes, which show HTML as such."""
    text = printable_lines(text)
    if "<" not in text and "&lt;" not in text:
        return text
    return f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>"


def say(widget: QWidget, text: str) -> None:
    """Let a screen reader say something, if one listens."""
    if text and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


def menu_text(text: str) -> str:
    """A text as an entry of a menu or the name of a tab, where ``&`` marks a key."""
    return printable(text, MAX_MENU_TEXT).replace("&", "&&")


def spaced(
    layout: AnyLayout, spacing: int, margins: tuple[int, int, int, int] | None = None
) -> AnyLayout:
    """A layout with so many pixels between its parts, and around them: left, top, right, bottom."""
    layout.setSpacing(spacing)
    if margins is not None:
        layout.setContentsMargins(*margins)
    return layout


def filled(
    layout: AnyBox, *parts: QWidget | QLayout | int | None, broad: QWidget | QLayout | None = None
) -> AnyBox:
    """A row or column of parts: so many pixels of empty room for a number, all that is left for
    None. ``broad`` is the part that grows with the layout.
    """
    for part in parts:
        if part is None:
            layout.addStretch()
        elif isinstance(part, int):
            layout.addSpacing(part)
        elif isinstance(part, QLayout):
            layout.addLayout(part)
        else:
            layout.addWidget(part)
        if part is not None and part is broad:
            layout.setStretch(layout.count() - 1, 1)
    return layout


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
    button.setAccessibleName(_("Close"))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def dialog_button(text: str, tip: str = "") -> QPushButton:
    """A button of a dialog that Enter does not press instead of the one that accepts it."""
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAutoDefault(False)
    return button


def height_of_lines(count: int, widget: QWidget) -> int:
    """What lines of text need in a widget; letters of some languages are higher than the font."""
    lines = "\n".join(count * [_("Close")])
    return widget.fontMetrics().size(0, lines).height()


def search_field(purpose: str) -> QLineEdit:
    """A field for a part of what is looked for; ``purpose`` says so to screen readers."""
    field = QLineEdit(clearButtonEnabled=True)
    field.setPlaceholderText(_("Search"))
    field.setAccessibleName(purpose)
    return field


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
        self._value, self.caption = QLabel(), muted("")
        self._value.setObjectName("figure")
        self._value.setFont(number_font(self._value))
        filled(spaced(self, 0), self._value, self.caption)

    def show_text(self, value: str, caption: str) -> None:
        self._value.setText(value)
        self.caption.setText(caption)


class ComboBox(QComboBox):
    """A combo box that looks like the other fields, and has room for its texts."""

    def __init__(self) -> None:
        super().__init__()
        # The default delegate of a combo box ignores style sheets.
        self.setItemDelegate(QStyledItemDelegate(self))

    def sizeHint(self) -> QSize:
        # Qt forgets what is left and right of the ink of the letters.
        return super().sizeHint() + QSize(self.fontMetrics().height() // 6, 0)


class ValueField(ComboBox, Generic[Value]):
    """A combo box for one of several values, each with its text."""

    def __init__(self, texts: Mapping[Value, str]) -> None:
        super().__init__()
        self._values = list(texts)
        self.addItems(list(texts.values()))

    @property
    def value(self) -> Value:
        return self._values[self.currentIndex()]

    @value.setter
    def value(self, value: Value) -> None:
        self.setCurrentIndex(self._values.index(value))

    def offer(self, value: Value, *, offered: bool, instead: Value) -> None:
        """Let a value be chosen or not; if it was chosen and cannot be, take another one."""
        index = self._values.index(value)
        item = cast(QStandardItemModel, self.model()).item(index)
        item.setEnabled(offered)
        cast(QListView, self.view()).setRowHidden(index, not offered)
        if self.value == value and not offered:
            self.value = instead


class Slider(QSlider):
    """A horizontal slider whose handle comes to where it is pressed: a finger may miss it."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        handle = self.style().pixelMetric(QStyle.PixelMetric.PM_SliderLength, None, self)
        way = round(event.position().x()) - handle // 2
        rest, mirrored = self.width() - handle, self.isRightToLeft()
        least, most = self.minimum(), self.maximum()
        self.setValue(QStyle.sliderValueFromPosition(least, most, way, rest, mirrored))
        super().mousePressEvent(event)


class NumberField(QSpinBox):
    """Any number can be typed; one beyond the limits is marked. The arrows stay within them."""

    def __init__(self, least: int, most: int, value: int) -> None:
        super().__init__(minimum=0, maximum=10**MOST_DIGITS - 1, value=value)
        self.setMinimumWidth(round(FIELD_WIDTH * text_growth()))
        self.lineEdit().setTextMargins(TEXT_MARGIN, 0, 0, 0)
        self.valueChanged.connect(self._mark)
        self.set_limits(least, most)

    @property
    def possible(self) -> bool:
        """Whether the number is within the limits."""
        return self._least <= self.value() <= self._most

    @property
    def limits(self) -> dict[str, int]:
        """For a text with the fields ``least`` and ``most``."""
        return {"least": self._least, "most": self._most}

    def set_limits(self, least: int, most: int) -> None:
        self._least, self._most = least, most
        self._mark()

    def stepBy(self, steps: int) -> None:
        self.setValue(min(max(self.value() + steps, self._least), self._most))

    def _mark(self) -> None:
        set_style_property(self, "impossible", not self.possible)


ANY_LENGTH = 16_777_215
"""As the maximum width or height of a widget, in pixels: there is no limit."""


class Side(Enum):
    """A side of the board, as the direction from the board to what is there."""

    LEFT = QBoxLayout.Direction.RightToLeft
    RIGHT = QBoxLayout.Direction.LeftToRight
    ABOVE = QBoxLayout.Direction.BottomToTop
    BELOW = QBoxLayout.Direction.TopToBottom


PANEL_SIDES = (Side.RIGHT, Side.BELOW)

MIRRORED = {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT}
"""What a layout from right to left makes of sides."""

MAX_SHARE = 0.42
"""The most that a panel takes of a small area."""


def place_panel(panel: QWidget, area: QSize, largest: QSize) -> Side:
    """Choose the side of the board that leaves more for it: the right one, or below it.

    The panel gets the width or the height for that side, at most that of ``largest``.
    """
    size = largest.boundedTo(area * MAX_SHARE)
    left_of_it = min(area.width() - size.width(), area.height())
    above_it = min(area.width(), area.height() - size.height())
    if left_of_it >= above_it:
        return give_room(panel, Side.RIGHT, size.width())
    return give_room(panel, Side.BELOW, size.height())


def give_room(panel: QWidget, side: Side, length: int) -> Side:
    """Give a panel a width beside the board, or a height below it; returns the side."""
    if side is Side.BELOW:
        panel.setMinimumSize(0, length)
        panel.setMaximumSize(ANY_LENGTH, length)
    else:
        panel.setMinimumSize(length, 0)
        panel.setMaximumSize(length, ANY_LENGTH)
    return side


def scroll_by_finger(widget: QWidget) -> None:
    """Let a finger scroll a widget, and each list and each text in it."""
    own = [widget] if isinstance(widget, QAbstractScrollArea) else []
    for area in (*own, *widget.findChildren(QAbstractScrollArea)):
        QScroller.grabGesture(area, QScroller.ScrollerGestureType.TouchGesture)
        if isinstance(area, QAbstractItemView):
            area.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)


class BoardArea(QWidget):
    """A board, which may be an area of this kind itself, and a companion that shares its room."""

    def __init__(
        self, board: QWidget, companion: QWidget, place_in: Callable[[QSize], Side]
    ) -> None:
        """``place_in`` lets the companion take the form for a side of the board.

        It gets the size of the area for both, and returns the side.
        """
        super().__init__()
        self._place_in, self._companion, self._side = place_in, companion, Side.RIGHT
        self._layout = spaced(QBoxLayout(QBoxLayout.Direction.LeftToRight, self), 0, NO_MARGINS)
        self._layout.addWidget(board, 1)
        self._foot = QSpacerItem(0, 0)
        column = spaced(QVBoxLayout(), 0, NO_MARGINS)
        column.addWidget(companion)
        column.addItem(self._foot)
        self._layout.addLayout(column)
        self.setFocusProxy(board)
        companion.installEventFilter(self)
        self.place_companion()

    @property
    def has_panel(self) -> bool:
        """Whether the companion, shown or not, is to the right of the board or below it."""
        return self._side in PANEL_SIDES

    @property
    def has_text_above(self) -> bool:
        """Whether the companion is shown above the board."""
        return self._side is Side.ABOVE and not self._companion.isHidden()

    def below_panel(self, height: int) -> QRect | None:
        """Room of a height below a panel at the right, left free from now on; None if too low."""
        panel = self._companion
        is_there = self._side is Side.RIGHT and not panel.isHidden()
        fits = is_there and panel.minimumSizeHint().height() + height <= self.height()
        left_free = height if fits else 0
        if self._foot.sizeHint().height() != left_free:
            self._foot.changeSize(0, left_free)
            self._layout.invalidate()
        if not fits:
            return None
        left = 0 if self.isRightToLeft() else self.width() - panel.maximumWidth()
        return QRect(left, self.height() - height, panel.maximumWidth(), height)

    def eventFilter(self, companion: QObject, event: QEvent) -> bool:
        """Give the keyboard back to the board when its companion, or a part of it, goes."""
        hides = event.type() is QEvent.Type.Hide
        if hides and isinstance(companion, QWidget) and companion.isHidden():
            focus = QApplication.focusWidget()
            if focus is not None and companion.isAncestorOf(focus):
                self.setFocus()
        return super().eventFilter(companion, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place_companion()

    def place_companion(self) -> None:
        """Put the companion on the side that is best for the board that is shown."""
        self._side = self._place_in(self.size())
        mirrored = MIRRORED if self.isRightToLeft() else {}
        self._layout.setDirection(mirrored.get(self._side, self._side).value)
