"""The page of the window for a game: the board, a cover in a pause, a bar for trials."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from hashi_gui.core.i18n import _
from hashi_gui.gui.board.view import BoardView
from hashi_gui.gui.widgets.controls import BoardArea, Side, bar_button, muted
from hashi_gui.rendering.geometry import ISLAND_RADIUS, UNIT
from hashi_gui.rendering.looks import BridgeLook
from hashi_gui.rendering.painting import painting_on
from hashi_gui.rendering.pieces import draw_bridge
from hashi_gui.rendering.theme import LIGHT, Theme

SPACING = 16

SAMPLE_CELL = 36
"""The size of a cell in pixels, for the sample of a bridge."""

SAMPLE_CELLS = 1.25


class PauseCover(QWidget):
    """Takes the place of the board, so that nobody can think about it."""

    resumed = Signal()
    """The player wants to go on."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("pauseCover")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        title = QLabel(_("Paused"))
        title.setObjectName("heading")
        text = muted(_("Take your time: the clock is stopped."), wraps=False)
        self.button = QPushButton(_("Continue"))
        self.button.setDefault(True)
        self.button.clicked.connect(self.resumed)
        column = QVBoxLayout(self)
        column.setSpacing(SPACING)
        column.addStretch()
        for widget in (title, text, self.button):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch()
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.resumed.emit()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.resumed.emit()


class GamePage(QWidget):
    """The board; features put companions beside it, and bars above and below it."""

    def __init__(self, view: BoardView) -> None:
        super().__init__()
        self._view = view
        self._board: QWidget = view
        self.cover = PauseCover()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(view, 1)
        self._column.addWidget(self.cover, 1)

    def add_companion(self, companion: QWidget, place_in: Callable[[QSize], Side]) -> None:
        """Put a widget beside all that is there, see :class:`BoardArea`."""
        index = self._column.indexOf(self._board)
        self._board = BoardArea(self._board, companion, place_in)
        self._column.insertWidget(index, self._board, 1)

    def add_bar(self, bar: QWidget, side: Side) -> None:
        """Put a bar above or below all that is there."""
        self._column.insertWidget(0 if side is Side.ABOVE else -1, bar)

    def set_paused(self, paused: bool) -> None:
        """Cover the board in a pause, or show it again."""
        if paused != self._board.isHidden():
            self._board.setHidden(paused)
            self.cover.setVisible(paused)
            (self.cover.button if paused else self._view).setFocus()


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

    def __init__(self) -> None:
        super().__init__()
        self._sample = BridgeSample()
        self._name = QLabel()
        self.accept_button = bar_button(_("Accept"), _("End the trial; its moves stay (Ctrl+T)"))
        self.discard_button = bar_button(
            _("Discard"), _("Go back to where it began (Ctrl+Backspace)")
        )
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
        self._name.setText(_("Trial") if count == 1 else _("Trial {n}").format(n=count))
        self._sample.trial = max(count, 1)
        self._sample.update()
