"""A widget with a chart, which says the figures of the column under the pointer."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QFont, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from hashi_gui.rendering.charts import Chart, column_at, draw_chart, plot_area
from hashi_gui.rendering.theme import Theme

WANTED_SIZE, MIN_SIZE = QSize(430, 128), QSize(230, 104)
FONT_SCALE = 0.88


class ChartView(QWidget):
    """Shows a chart in the colours of a theme."""

    def __init__(self, name: str, chart: Chart, theme: Theme) -> None:
        """``name`` is what a screen reader says before the figures."""
        super().__init__()
        self.setAccessibleName(name)
        self.setAccessibleDescription("; ".join(column.tip for column in chart.columns))
        self.chart = chart
        self._theme = theme
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * FONT_SCALE)
        font.setFeature(QFont.Tag("tnum"), 1)
        self.setFont(font)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def tip_at(self, x: float) -> str:
        """What is said of the column at a horizontal position; empty if there is none."""
        area = plot_area(self.fontMetrics(), QRectF(self.rect()), self.chart)
        column = column_at(self.chart, area, x)
        return "" if column is None else column.tip

    def sizeHint(self) -> QSize:
        return WANTED_SIZE

    def minimumSizeHint(self) -> QSize:
        return MIN_SIZE

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_chart(QPainter(self), QRectF(self.rect()), self.chart, self._theme)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tip_at(event.pos().x()), self)
            return True
        return super().event(event)
