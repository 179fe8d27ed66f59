"""The innermost open trial in the message bar: what its bridges look like, and how to end it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from hashi_gui.rendering.bridges import draw_bridge
from hashi_gui.rendering.geometry import ISLAND_RADIUS, UNIT
from hashi_gui.rendering.looks import BridgeLook
from hashi_gui.rendering.painting import painting_on
from hashi_gui.rendering.theme import LIGHT, Theme

SAMPLE_CELL = 36
"""The size of a cell in pixels, for the sample of a bridge."""

SAMPLE_CELLS = 1.25


class BridgeSample(QWidget):
    """A piece of bridge as it looks in a trial."""

    def __init__(self) -> None:
        super().__init__()
        self.trial = 1
        self.theme = LIGHT
        self.setFixedSize(QSize(round(SAMPLE_CELLS * SAMPLE_CELL), SAMPLE_CELL // 2))

    def paintEvent(self, event: QPaintEvent) -> None:
        with painting_on(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(0, self.height() / 2)
            painter.scale(SAMPLE_CELL / UNIT, SAMPLE_CELL / UNIT)
            begin = QPointF(-ISLAND_RADIUS, 0)
            end = QPointF(SAMPLE_CELLS * UNIT + ISLAND_RADIUS, 0)
            theme = replace(self.theme, water=self.theme.window)
            draw_bridge(painter, begin, end, end, BridgeLook(1, trial=self.trial), theme)


class TrialBar(QWidget):
    """Visible while a trial is open."""

    accepted = Signal()
    discarded = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._sample = BridgeSample()
        self._name = QLabel()
        self.accept_button = _button("Accept", "End the trial; its moves stay (Ctrl+T)")
        self.accept_button.clicked.connect(self.accepted)
        self.discard_button = _button("Discard", "Go back to where it began (Ctrl+Backspace)")
        self.discard_button.clicked.connect(self.discarded)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for widget in (self._sample, self._name, self.accept_button, self.discard_button):
            row.addWidget(widget)
        self.show_trials(0)

    def set_theme(self, theme: Theme) -> None:
        self._sample.theme = theme
        self._sample.update()

    def show_trials(self, count: int) -> None:
        """Show the innermost of so many open trials, nothing if there are none."""
        self.setVisible(bool(count))
        self._name.setText("Trial" if count == 1 else f"Trial {count}")
        self._sample.trial = max(count, 1)
        self._sample.update()


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
