"""The race above the board: how far the player and the other one are, on two lanes of water."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from hashi_gui.core.i18n import _
from hashi_gui.rendering.painting import painting_on
from hashi_gui.rendering.theme import LIGHT, Theme

HEIGHT, MAX_WIDTH, MAX_NAME = 52, 520, 110
LANE_DISTANCE, LANE_WIDTH, RADIUS, GAP = 20, 4, 7, 14
"""In pixels."""


class RaceTrack(QWidget):
    """A lane for each of the two, with a lantern that lights up at its end."""

    def __init__(self) -> None:
        super().__init__()
        self.theme = LIGHT
        self.name = ""
        self.shares = 0.0, 0.0
        """How far the other one and the player are, from 0 to 1."""
        self.middle = 0.0
        """Where the middle of the lanes is, in pixels from the left, as far as they fit there."""
        self.setFixedHeight(HEIGHT)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def show_race(self, name: str) -> None:
        """Show a race against somebody; an empty name for none."""
        self.name = name
        self.setVisible(bool(name))

    def show_shares(self, other: float, own: float) -> None:
        """Show how far both are."""
        if self.shares != (other, own):
            self.shares = other, own
            self.update()

    def stand_above(self, middle: float) -> None:
        """Move the lanes to the middle of what is below."""
        self.middle = middle
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        metrics, cut = self.fontMetrics(), Qt.TextElideMode.ElideRight
        names = [metrics.elidedText(name, cut, MAX_NAME) for name in (self.name, _("You"))]
        for_names = max(map(metrics.horizontalAdvance, names))
        width = min(self.width() - 2 * GAP, MAX_WIDTH)
        left = max(min(self.middle - width / 2, self.width() - GAP - width), GAP)
        colours = self.theme.island, self.theme.accent
        align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        with painting_on(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for lane, (name, share, colour) in enumerate(zip(names, self.shares, colours)):
                y = HEIGHT / 2 + LANE_DISTANCE * (lane - 0.5)
                painter.setPen(QColor(self.theme.muted))
                painter.drawText(QRectF(left, y - HEIGHT / 2, for_names, HEIGHT), align, name)
                begin = QPointF(left + for_names + GAP + RADIUS, y)
                self._draw_lane(painter, begin, QPointF(left + width - GAP, y), share, colour)

    def _draw_lane(
        self, painter: QPainter, begin: QPointF, end: QPointF, share: float, colour: str
    ) -> None:
        theme, at = self.theme, begin + (end - begin) * share
        cap = Qt.PenCapStyle.RoundCap
        for to, line in ((end, theme.edge), (at, theme.bridge)):
            painter.setPen(QPen(QColor(line), LANE_WIDTH, Qt.PenStyle.SolidLine, cap))
            painter.drawLine(begin, to)
        painter.setBrush(QColor(theme.water))
        painter.setPen(QPen(QColor(theme.edge), 1.5))
        painter.drawEllipse(end, RADIUS, RADIUS)
        is_lit = share == 1
        painter.setPen(QPen(QColor(theme.lit_ring if is_lit else theme.ink), 1.5))
        painter.setBrush(QColor(theme.lit if is_lit else colour))
        painter.drawEllipse(at, RADIUS, RADIUS)
