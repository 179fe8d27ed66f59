"""A remark at a place on the board, which goes away by itself."""

from __future__ import annotations

from PySide6.QtCore import QPropertyAnimation, QRect, Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QGraphicsOpacityEffect, QLabel, QWidget

SHOWN_MS = 3000
"""How long a remark can be seen."""

FADE = 0.06
"""The share of this time in which it appears, and in which it vanishes."""

DISTANCE = 6
"""Pixels between a remark and its place."""


class Bubble(QLabel):
    """A remark of one sentence over a view, above a place or below it."""

    gone = Signal()
    """The remark is not shown any more."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view, textFormat=Qt.TextFormat.PlainText)
        self._view = view
        self.setObjectName("bubble")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._effect = QGraphicsOpacityEffect(self)
        self.setGraphicsEffect(self._effect)
        self._fade = QPropertyAnimation(self._effect, b"opacity", self)
        self._fade.setDuration(SHOWN_MS)
        for share, opacity in ((0, 0), (FADE, 1), (1 - FADE, 1), (1, 0)):
            self._fade.setKeyValueAt(share, opacity)
        self._fade.finished.connect(self.hide)
        self.hide()

    def say(self, text: str, place: QRect, *, fades: bool) -> None:
        """Show a remark on a place in the view; ``fades``: it does not appear at once."""
        self.hide()
        self.setText(text)
        self.adjustSize()
        room, box = self._view.rect(), self.rect()
        box.moveCenter(place.center())
        box.moveBottom(place.top() - DISTANCE)
        if box.top() < room.top():
            box.moveTop(place.bottom() + DISTANCE)
        box.moveRight(min(box.right(), room.right()))
        box.moveBottom(min(box.bottom(), room.bottom()))
        box.moveLeft(max(box.left(), room.left()))
        box.moveTop(max(box.top(), room.top()))
        self.move(box.topLeft())
        self._effect.setEnabled(fades)
        self._fade.start()
        self.show()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.hide()  # Also if it is the view that is hidden.
        self._fade.stop()
        self.gone.emit()
