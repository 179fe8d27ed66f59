"""How far the player has come with each daily puzzle, in words and as a mark in the calendar."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from hashi_gui.game import GameStore
from hashi_gui.game.result import Help
from hashi_gui.generating.daily import DailyKind, daily_puzzles
from hashi_gui.rendering.theme import Theme

MARK_RADIUS = 3.4
LINE_WIDTH = 1.2


class Progress(StrEnum):
    """The value is what is said of it; nothing about a new puzzle."""

    NEW = ""
    BEGUN = "… begun"
    SOLVED = "✓ solved"
    WITH_HINTS = "✓ solved with hints"
    BY_PROGRAM = "solved by the program"

    @property
    def ended(self) -> bool:
        return self not in (Progress.NEW, Progress.BEGUN)


LEGEND = {
    Progress.SOLVED: "solved",
    Progress.WITH_HINTS: "with hints",
    Progress.BY_PROGRAM: "by the program",
    Progress.BEGUN: "begun",
}
"""What the marks mean."""


class DailyProgress:
    """The progress as it was when this was made."""

    def __init__(self, store: GameStore) -> None:
        self._solved = store.solved_dailies()
        self._begun = store.begun_dailies()
        self._results = store.results

    def on(self, day: date) -> dict[DailyKind, Progress]:
        """The progress with each puzzle of a day."""
        return {kind: self._with(daily.name) for kind, daily in daily_puzzles(day).items()}

    def _with(self, name: str) -> Progress:
        solved = Help.NONE if name in self._solved else None
        match self._results.help_with_daily(name) or solved:
            case Help.NONE:
                return Progress.SOLVED
            case Help.HINTS:
                return Progress.WITH_HINTS
            case Help.SOLUTION:
                return Progress.BY_PROGRAM
        return Progress.BEGUN if name in self._begun else Progress.NEW


def draw_mark(painter: QPainter, centre: QPointF, progress: Progress, theme: Theme) -> None:
    """Draw the mark of a daily puzzle: each progress has a shape of its own."""
    radius = QPointF(MARK_RADIUS, MARK_RADIUS)
    box = QRectF(centre - radius, centre + radius)
    colour = QColor(theme.dim_ink if progress is Progress.NEW else theme.accent)
    painter.setPen(QPen(colour, LINE_WIDTH))
    painter.setBrush(colour)
    match progress:
        case Progress.SOLVED:
            painter.drawEllipse(box)
        case Progress.WITH_HINTS:
            right, down = QPointF(MARK_RADIUS + 0.6, 0), QPointF(0, MARK_RADIUS + 0.6)
            painter.drawPolygon(
                QPolygonF([centre - right, centre - down, centre + right, centre + down])
            )
        case Progress.BY_PROGRAM:
            painter.drawRect(box.adjusted(0.4, 0.4, -0.4, -0.4))
        case Progress.BEGUN:
            painter.drawPie(box, 90 * 16, 180 * 16)
            painter.drawArc(box, 0, 360 * 16)
        case Progress.NEW:
            painter.drawArc(box, 0, 360 * 16)


class Legend(QWidget):
    """The marks and what they mean."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(2, 2, 0, 0)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(5, 1)
        for number, (progress, text) in enumerate(LEGEND.items()):
            label = QLabel(text)
            label.setObjectName("muted")
            row, column = number % 2, number // 2 * 3
            grid.addWidget(_Mark(progress, theme), row, column)
            grid.addWidget(label, row, column + 1)
        grid.setColumnMinimumWidth(2, 12)


class _Mark(QWidget):
    def __init__(self, progress: Progress, theme: Theme) -> None:
        super().__init__()
        self._progress = progress
        self._theme = theme
        self.setFixedSize(12, 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_mark(painter, self.rect().toRectF().center(), self._progress, self._theme)
