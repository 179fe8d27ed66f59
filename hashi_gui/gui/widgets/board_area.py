"""What is beside, above or below a board: a widget that chooses its side itself."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QWidget

ANY_LENGTH = 16_777_215
"""As the maximum width or height of a widget, in pixels: there is no limit."""


class Side(Enum):
    """A side of the board, as the direction from the board to what is there."""

    LEFT = QBoxLayout.Direction.RightToLeft
    RIGHT = QBoxLayout.Direction.LeftToRight
    ABOVE = QBoxLayout.Direction.BottomToTop
    BELOW = QBoxLayout.Direction.TopToBottom


PANEL_SIDES = (Side.RIGHT, Side.BELOW)

NO_LIMIT = QSize(0, 0)

MAX_SHARE = 0.42
"""The most that a panel takes of a small area."""


def place_panel(
    panel: QWidget, area: QSize, largest: QSize, least_beside: QSize = NO_LIMIT
) -> Side:
    """Choose the side of the board that leaves more for it: the right one, or below it.

    The panel gets the width or the height for that side, at most that of ``largest``. It is never
    beside the board with less than ``least_beside``.
    """
    size = largest.boundedTo(area * MAX_SHARE)
    size.setWidth(max(size.width(), least_beside.width()))
    left_of_it = min(area.width() - size.width(), area.height())
    above_it = min(area.width(), area.height() - size.height())
    fits = area.height() >= least_beside.height()
    side = Side.RIGHT if fits and left_of_it >= above_it else Side.BELOW
    if side is Side.RIGHT:
        panel.setMinimumSize(size.width(), 0)
        panel.setMaximumSize(size.width(), ANY_LENGTH)
    else:
        panel.setMinimumSize(0, size.height())
        panel.setMaximumSize(ANY_LENGTH, size.height())
    return side


class BoardArea(QWidget):
    """A board, which may be an area of this kind itself, and a companion that shares its room."""

    def __init__(
        self, board: QWidget, companion: QWidget, place_in: Callable[[QSize], Side]
    ) -> None:
        """``place_in`` lets the companion take the form for a side of the board.

        It gets the size of the area for both, and returns the side.
        """
        super().__init__()
        self._place_in, self._companion = place_in, companion
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(board, 1)
        self._layout.addWidget(companion)
        self.setFocusProxy(board)
        companion.installEventFilter(self)
        self._place_companion()

    @property
    def has_panel(self) -> bool:
        """Whether the companion can be seen to the right of the board or below it."""
        return not self._companion.isHidden() and Side(self._layout.direction()) in PANEL_SIDES

    def eventFilter(self, companion: QObject, event: QEvent) -> bool:
        """Give the keyboard back to the board when its companion goes."""
        if event.type() is QEvent.Type.Hide and self._companion.isHidden():
            focus = QApplication.focusWidget()
            if focus is not None and self._companion.isAncestorOf(focus):
                self.setFocus()
        return super().eventFilter(companion, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_companion()

    def _place_companion(self) -> None:
        self._layout.setDirection(self._place_in(self.size()).value)
