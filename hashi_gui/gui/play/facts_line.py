"""The line of facts: "Hard · about 6 min · one solution · 12 / 24 · 1:25"."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel

from hashi_gui.gui.widgets.message_bar import FittingWidget
from hashi_gui.gui.widgets.style_property import set_style_property

GAP = 18
DOT_RADIUS = 1.3


class Fact(Enum):
    """What is shown, from left to right; the value is the tooltip."""

    LEVEL = "How hard the puzzle is"
    EXPECTED_TIME = "How long the puzzle may take"
    LIMIT = "How many bridges can join two islands"
    VERDICT = "How many solutions the puzzle has (V)"
    ISLANDS = "Islands with all their bridges"
    CHECK = "Whether the board can still be finished"
    TIME = "Playing time; paused while the window is in the background"


BY_IMPORTANCE = (
    Fact.TIME,
    Fact.CHECK,
    Fact.ISLANDS,
    Fact.LEVEL,
    Fact.EXPECTED_TIME,
    Fact.VERDICT,
    Fact.LIMIT,
)
"""Where there is not enough room, the last ones are left out."""


class FactsLine(FittingWidget):
    """Shows the facts that are known, as many as there is room for."""

    def __init__(self) -> None:
        super().__init__()
        self._room = 0
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(GAP)
        self._labels = {fact: self._add_label(fact) for fact in Fact}

    @property
    def texts(self) -> list[str]:
        """What is shown, from left to right."""
        return [label.text() for label in self._shown()]

    def show_fact(self, fact: Fact, text: str, *, urgent: bool = False) -> None:
        """Show a fact; an empty text for one that is not known, or does not apply.

        An ``urgent`` one has the colour of faults.
        """
        label = self._labels[fact]
        if label.text() != text:
            set_style_property(label, "urgent", urgent)
            label.setText(text)
            self._refresh()

    def set_tip(self, fact: Fact, text: str) -> None:
        """Let the tooltip of a fact say more about it."""
        self._labels[fact].setToolTip(f"{fact.value}. {text}")

    def set_room(self, width: int) -> None:
        """Show no more than fits into a width, but always the most important fact."""
        self._room = width
        self._refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a dot between each two facts."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._labels[Fact.TIME].palette().windowText())
        for label in self._shown()[1:]:
            centre = QPointF(label.x() - GAP / 2, self.height() / 2)
            painter.drawEllipse(centre, DOT_RADIUS, DOT_RADIUS)

    def _shown(self) -> list[QLabel]:
        return [label for label in self._labels.values() if not label.isHidden()]

    def _refresh(self) -> None:
        left = self._room + GAP
        for fact in BY_IMPORTANCE:
            label = self._labels[fact]
            needed = label.sizeHint().width() + GAP if label.text() else 0
            fits = needed <= left or fact is BY_IMPORTANCE[0]
            left = left - needed if fits else 0
            label.setVisible(fits and bool(needed))
        self.update()

    def _add_label(self, fact: Fact) -> QLabel:
        label = QLabel(textFormat=Qt.TextFormat.PlainText)
        font = QFont(self.font())
        font.setFeature(QFont.Tag("tnum"), 1)
        label.setObjectName("fact")
        label.setFont(font)
        label.setToolTip(fact.value)
        self._row.addWidget(label)
        return label
