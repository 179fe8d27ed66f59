"""Charts of numbers over time: bars and lines in the colours of a theme."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain, count, pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPainterPath, QPen

from hashi_gui.core.i18n import _, ngettext
from hashi_gui.rendering.theme import Theme

MAX_TICKS = 4
MAX_BAR_WIDTH = 26.0
BAR_SHARE = 0.72
"""How much of its place a bar takes."""
SERIES_SHARES = 1.0, 0.6, 0.3
"""How broad the first, second and third value of a column are, so that not only colours differ."""

BAR_RADIUS = 2.0
SEGMENT_GAP = 1.0
POINT_RADIUS = 3.5
LINE_WIDTH = 2.0
TEXT_GAP = 6.0
WIDEST_USUAL_TEXT = "00 min"
"""There is always room for it beside the vertical axis, so that charts in a column align."""
LABEL_GAP = 14.0
"""The least space between two labels of the horizontal axis."""

_MINUTE, _HOUR = 60, 3600
_TIME_STEPS = (
    *(minutes * _MINUTE for minutes in (1, 2, 5, 10, 15, 30)),
    *(hours * _HOUR for hours in (1, 2, 4, 6, 12)),
    *(24 * _HOUR * days for days in (1, 2, 5, 10, 20, 50, 100)),
)


@dataclass(frozen=True, slots=True)
class Scale:
    """The vertical axis: values from 0 upwards, each with its text; the last one is the top."""

    ticks: tuple[tuple[float, str], ...]

    @property
    def top(self) -> float:
        return self.ticks[-1][0]

    @classmethod
    def of_numbers(cls, largest: float) -> Scale:
        return cls(_ticks(largest, _decimal_steps(), lambda value: f"{value:,.0f}"))

    @classmethod
    def of_times(cls, largest: float) -> Scale:
        """A scale of seconds."""
        return cls(_ticks(largest, _TIME_STEPS, _time_text))

    @classmethod
    def of_shares(cls, largest: float) -> Scale:
        """A scale of percentages; 1 is 100 %."""
        steps = chain((0.25, 0.5), _decimal_steps())
        return cls(_ticks(largest, steps, lambda value: f"{100 * value:,.0f} %"))


@dataclass(frozen=True, slots=True)
class ChartColumn:
    """A place on the horizontal axis, its values from the bottom to the top, and what they mean."""

    label: str
    values: tuple[float, ...]
    tip: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Columns with the same number of values; those of a line have one or none.

    ``reference`` is a value with a line across the chart; None for no line.
    """

    columns: tuple[ChartColumn, ...]
    scale: Scale
    is_line: bool = False
    reference: float | None = None


def series_colours(theme: Theme) -> tuple[str, ...]:
    """The colours of the first, second and third value of each column."""
    return theme.bridge, theme.hint, theme.dim_ink


def column_at(chart: Chart, area: QRectF, x: float) -> ChartColumn | None:
    """The column at a horizontal position in the area that :func:`plot_area` returns."""
    index = int((x - area.left()) // (area.width() / len(chart.columns)))
    return chart.columns[index] if 0 <= index < len(chart.columns) else None


def plot_area(metrics: QFontMetrics, rect: QRectF, chart: Chart) -> QRectF:
    """Where the values are drawn in a rectangle, so that the texts of both axes fit beside it."""
    texts = (WIDEST_USUAL_TEXT, *(text for _, text in chart.scale.ticks))
    left = max(map(metrics.horizontalAdvance, texts)) + TEXT_GAP
    top, bottom = metrics.height() // 2, metrics.height() + TEXT_GAP
    newest = metrics.horizontalAdvance(chart.columns[-1].label)
    slot = (rect.width() - left) / len(chart.columns)
    right = max(0.0, (newest - slot) / 2)
    return QRectF(rect.toRect().adjusted(round(left), top, -round(right), -round(bottom)))


def draw_chart(painter: QPainter, rect: QRectF, chart: Chart, theme: Theme) -> None:
    area = plot_area(painter.fontMetrics(), rect, chart)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw_scale(painter, area, chart.scale, theme)
    _draw_labels(painter, area, chart, theme)
    if chart.is_line:
        _draw_line(painter, area, chart, theme)
    else:
        _draw_bars(painter, area, chart, theme)


def _draw_scale(painter: QPainter, area: QRectF, scale: Scale, theme: Theme) -> None:
    align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    height = painter.fontMetrics().height()
    for value, text in scale.ticks:
        y = _y(area, scale, value)
        colour = theme.muted if value == 0 else theme.line
        painter.fillRect(QRectF(area.left(), y, area.width(), 1), QColor(colour))
        painter.setPen(QColor(theme.muted))
        place = QRectF(0, y - height / 2, area.left() - TEXT_GAP, height)
        painter.drawText(place, align, text)


def _draw_labels(painter: QPainter, area: QRectF, chart: Chart, theme: Theme) -> None:
    """Label the newest column, and as many before it, evenly spaced, as there is room for."""
    metrics, slot = painter.fontMetrics(), area.width() / len(chart.columns)
    widths = [metrics.horizontalAdvance(column.label) for column in chart.columns]
    stride = next(n for n in count(1) if n * slot >= max(widths) + LABEL_GAP)
    painter.setPen(QColor(theme.muted))
    for index in range(len(chart.columns) - 1, -1, -stride):
        left = area.left() + (index + 0.5) * slot - widths[index] / 2
        if left >= area.left() - TEXT_GAP:
            baseline = area.bottom() + TEXT_GAP + metrics.ascent()
            painter.drawText(QPointF(left, baseline), chart.columns[index].label)


def _draw_bars(painter: QPainter, area: QRectF, chart: Chart, theme: Theme) -> None:
    slot = area.width() / len(chart.columns)
    width = max(1.0, min(MAX_BAR_WIDTH, round(slot * BAR_SHARE)))
    painter.setPen(Qt.PenStyle.NoPen)
    for index, column in enumerate(chart.columns):
        middle = area.left() + (index + 0.5) * slot
        total = 0.0
        for value, colour, share in zip(column.values, series_colours(theme), SERIES_SHARES):
            if value:
                bottom, top = (_y(area, chart.scale, v) for v in (total, total + value))
                gap = SEGMENT_GAP if total else 0.0
                broad = max(1, round(share * width))
                left = round(middle - broad / 2)
                bar = QRectF(left, min(top, bottom - 1), broad, max(bottom - top - gap, 1.0))
                painter.fillPath(_bar_path(bar), QColor(colour))
                total += value


def _bar_path(bar: QRectF) -> QPainterPath:
    """A rectangle that is round at the top, if it is large enough."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    radius = min(BAR_RADIUS, bar.width() / 2, bar.height() / 2)
    path.addRoundedRect(bar, radius, radius)
    path.addRect(bar.adjusted(0, bar.height() / 2, 0, 0))
    return path


def _draw_line(painter: QPainter, area: QRectF, chart: Chart, theme: Theme) -> None:
    if chart.reference is not None:
        y = _y(area, chart.scale, chart.reference)
        painter.fillRect(QRectF(area.left(), y, area.width(), 1), QColor(theme.muted))
    slot = area.width() / len(chart.columns)
    points = [
        QPointF(area.left() + (index + 0.5) * slot, _y(area, chart.scale, column.values[0]))
        for index, column in enumerate(chart.columns)
        if column.values
    ]
    painter.setPen(QPen(QColor(theme.bridge), LINE_WIDTH))
    for one, two in pairwise(points):
        painter.drawLine(one, two)
    painter.setPen(QPen(QColor(theme.panel), 1.5))
    painter.setBrush(QColor(theme.bridge))
    radius = min(POINT_RADIUS, max(slot / 3, LINE_WIDTH))
    for point in points:
        painter.drawEllipse(point, radius, radius)


def _y(area: QRectF, scale: Scale, value: float) -> float:
    """The height of a value, on a whole pixel."""
    return round(area.bottom() - area.height() * value / scale.top)


def _ticks(
    largest: float, steps: Iterable[float], text: Callable[[float], str]
) -> tuple[tuple[float, str], ...]:
    """A few values from 0 to at least the largest, at the distance of the first step that fits."""
    step = next((step for step in steps if largest <= MAX_TICKS * step), largest / MAX_TICKS)
    last = max(1, -int(-largest // step))
    return tuple((n * step, text(n * step)) for n in range(last + 1))


def _decimal_steps() -> Iterable[int]:
    """1, 2, 5, 10, 20, 50 and so on."""
    return (factor * 10**exponent for exponent in count() for factor in (1, 2, 5))


def _time_text(seconds: float) -> str:
    if seconds < _HOUR:
        return _("{minutes:g} min").format(minutes=seconds / _MINUTE) if seconds else "0"
    if seconds < 48 * _HOUR:
        return _("{hours:g} h").format(hours=seconds / _HOUR)
    days = round(seconds / (24 * _HOUR))
    return ngettext("{n} day", "{n} days", days).format(n=days)
