"""What bridges and marks look like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import floor

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from hashi_gui.core.highlight import Role
from hashi_gui.rendering.geometry import (
    HIGHLIGHT_WIDTH,
    ISLAND_RADIUS,
    SMALL_CELL,
    UNIT,
    cell_pixels,
    dots_per_unit,
)
from hashi_gui.rendering.looks import SHADING_LEVELS, BridgeLook
from hashi_gui.rendering.theme import Theme

DASH_LENGTH, GAP_LENGTH = 3 * UNIT / 16, UNIT / 16
"""The lengths of a dash of a bridge in a trial, and of a gap after it."""

DASH_PATTERNS = 3
"""How many patterns there are for nested trials: a dash, and up to two dots after it."""

# By the number of bridges on an edge, in cells; 0 stands for a bridge that is possible.
_LINE_WIDTH = {0: 0.03, 1: 0.075, 2: 0.06, 3: 0.05, 4: 0.045}

SHADING_WIDTH = 0.3
"""The width of the shading on an edge, in cells."""

_LINE_SPACING = {0: 0.0, 1: 0.0, 2: 0.17, 3: 0.14, 4: 0.115}


@dataclass(frozen=True, slots=True)
class BarLayout:
    """The parallel bars that show the bridges of an edge, across its axis and in whole pixels.

    ``width`` is that of one bar, ``offsets`` the distances from the axis to where each one begins.
    """

    width: int
    offsets: tuple[int, ...]

    @property
    def breadth(self) -> int:
        """The width of all bars together, with the gaps between them."""
        return self.offsets[-1] + self.width - self.offsets[0]


@lru_cache
def bar_layout(count: int, cell: float) -> BarLayout:
    """The bars for a number of bridges, or the thin line of a possible one if it is 0.

    ``cell`` is the size of a cell in pixels.
    """
    lines = max(count, 1)
    width = max(1, round(_LINE_WIDTH[count] * cell))
    spacing = max(width + 1, round(_LINE_SPACING[count] * cell))
    first = -((width + (lines - 1) * spacing) // 2)
    return BarLayout(width, tuple(first + number * spacing for number in range(lines)))


def snap(position: float) -> int:
    """The whole pixel nearest to a position.

    Unlike ``round``, it gives the same picture if everything is moved by a whole pixel.
    """
    return floor(position + 0.5)


def draw_bridge(
    painter: QPainter, a: QPointF, b: QPointF, mark_at: QPointF, look: BridgeLook, theme: Theme
) -> None:
    """The bridges of an edge from ``a`` to ``b``, or its mark at ``mark_at``, and what is wrong."""
    _draw_state(painter, a, b, mark_at, look, theme)
    if look.role is Role.CONFLICT and cell_pixels(painter) >= SMALL_CELL:
        _draw_fault(painter, mark_at, theme)


def _draw_state(
    painter: QPainter, a: QPointF, b: QPointF, mark_at: QPointF, look: BridgeLook, theme: Theme
) -> None:
    if look.preview is not None:
        _draw_preview(painter, a, b, mark_at, look, theme)
    elif look.ghost is not None:
        _draw_ghost(painter, a, b, mark_at, look, theme)
    elif look.count:
        _draw_lines(painter, a, b, look.count, QColor(bridge_colour(look, theme)))
        if look.trial:
            for gap in gaps(a, b, look.trial):
                painter.fillRect(gap, QColor(theme.water))
    elif look.marked:
        _draw_mark(painter, mark_at, QColor(theme.muted))
    elif look.shared:
        _draw_lines(painter, a, b, look.shared, QColor(theme.dim_ink))
    elif look.possible:
        _draw_lines(painter, a, b, 0, QColor(theme.dot))


def bridge_colour(look: BridgeLook, theme: Theme) -> str:
    """The colour of bridges that are not highlighted, as ``#rrggbb``."""
    if look.crossed or look.role is Role.CONFLICT:
        return theme.fault
    if look.trial:
        return theme.trials[(look.trial - 1) % len(theme.trials)]
    return theme.group_colour(look.group) or theme.bridge


def shading_colour(shading: int, theme: Theme) -> QColor:
    """The colour of a level of shading."""
    colour = QColor(theme.accent)
    colour.setAlphaF(0.08 + 0.5 * shading / SHADING_LEVELS)
    return colour


def gaps(a: QPointF, b: QPointF, trial: int) -> Iterator[QRectF]:
    """The gaps that break bridges from ``a`` to ``b`` into dashes, because they are in a trial.

    In a nested trial there are dots between the dashes, one more in each.
    """
    span = QRectF(a, b).normalized()
    horizontal = a.y() == b.y()
    length = span.width() if horizontal else span.height()
    size = QSizeF(GAP_LENGTH, HIGHLIGHT_WIDTH)
    along = QPointF(1, 0) if horizontal else QPointF(0, 1)
    for place in _gap_places(length - 2 * ISLAND_RADIUS, (trial - 1) % DASH_PATTERNS):
        gap = QRectF(QPointF(), size if horizontal else size.transposed())
        gap.moveCenter(a + along * (ISLAND_RADIUS + place))
        yield gap


def _gap_places(length: float, dots: int) -> Iterator[float]:
    """The distances of the gaps from where a bridge leaves its island, at least one.

    There are so many ``dots``, as long as the gaps, between two dashes; the pattern is the same
    from both ends.
    """
    pattern = DASH_LENGTH + GAP_LENGTH + dots * 2 * GAP_LENGTH
    dashes = max(int((length - DASH_LENGTH) / pattern), 1)
    first = (length - dashes * pattern + DASH_LENGTH + GAP_LENGTH) / 2
    for dash in range(dashes):
        for dot in range(dots + 1):
            yield first + dash * pattern + dot * 2 * GAP_LENGTH


def _draw_lines(painter: QPainter, a: QPointF, b: QPointF, count: int, colour: QColor) -> None:
    for rect in _crisp_lines(painter, a, b, count):
        painter.fillRect(rect, colour)


def cover_dots(painter: QPainter, a: QPointF, b: QPointF, count: int, theme: Theme) -> None:
    """Draw water between the ``count`` bridges of an edge, under all that is drawn on it."""
    if count > 1:
        first, *_, last = _crisp_lines(painter, a, b, count)
        painter.fillRect(first.united(last), QColor(theme.water))


def _crisp_lines(painter: QPainter, a: QPointF, b: QPointF, count: int) -> Iterator[QRectF]:
    """``count`` parallel bars whose long sides are aligned with the pixels of the device."""
    to_device = painter.deviceTransform()
    from_device, _ = to_device.inverted()
    span = to_device.mapRect(QRectF(a, b).normalized())
    bars = bar_layout(count, dots_per_unit(to_device) * UNIT)
    horizontal = a.y() == b.y()
    axis = snap(span.center().y() if horizontal else span.center().x())
    for offset in bars.offsets:
        bar = (
            QRectF(span.left(), axis + offset, span.width(), bars.width)
            if horizontal
            else QRectF(axis + offset, span.top(), bars.width, span.height())
        )
        yield from_device.mapRect(bar)


def _draw_ghost(
    painter: QPainter, a: QPointF, b: QPointF, mark_at: QPointF, look: BridgeLook, theme: Theme
) -> None:
    """What an explanation speaks of: a cross, or bridges beside those that are drawn.

    They are dashed, unless a band shows already that they are not drawn.
    """
    assert look.ghost is not None
    if look.count:
        _draw_lines(painter, a, b, max(look.count, look.ghost), QColor(theme.bridge))
    if look.ghost > look.count:
        for rect in list(_crisp_lines(painter, a, b, look.ghost))[look.count :]:
            if look.role is None:
                painter.fillRect(rect, QColor(theme.water))
            for bar in [rect] if look.role else _dashes(rect):
                painter.fillRect(bar, QColor(theme.hint_ink))
    elif look.ghost < 0:
        _draw_mark(painter, mark_at, QColor(theme.hint_ink), scale=1.7)


def _dashes(bar: QRectF) -> Iterator[QRectF]:
    """The dashes of a bar that is a ghost: longer than those of a tried bridge."""
    horizontal = bar.width() > bar.height()
    length = bar.width() if horizontal else bar.height()
    count = max(2, round(length / (1.5 * DASH_LENGTH)))
    step = length / count
    for n in range(count):
        dash = QRectF(bar)
        start = (n + 0.17) * step
        if horizontal:
            dash.setLeft(bar.left() + start)
            dash.setWidth(0.66 * step)
        else:
            dash.setTop(bar.top() + start)
            dash.setHeight(0.66 * step)
        yield dash


def _draw_preview(
    painter: QPainter, a: QPointF, b: QPointF, mark_at: QPointF, look: BridgeLook, theme: Theme
) -> None:
    """What a click would draw; what it would remove is drawn faded."""
    assert look.preview is not None
    accent = QColor(theme.accent)
    if look.preview > 0:
        accent.setAlphaF(0.75)
        _draw_lines(painter, a, b, look.preview, accent)
        return
    faded = QColor(theme.bridge)
    faded.setAlphaF(0.22)
    if look.count:
        _draw_lines(painter, a, b, look.count, faded)
    if look.preview < 0:
        _draw_mark(painter, mark_at, accent)
    elif look.marked:
        _draw_mark(painter, mark_at, faded)


def _draw_fault(painter: QPainter, at: QPointF, theme: Theme) -> None:
    """A cross on a disc: here something is wrong."""
    radius = 0.17 * UNIT
    painter.setPen(QPen(QColor(theme.water), 0.03 * UNIT))
    painter.setBrush(QColor(theme.fault))
    painter.drawEllipse(at, radius, radius)
    _draw_mark(painter, at, QColor(theme.on_accent), scale=0.7)


def _draw_mark(painter: QPainter, at: QPointF, colour: QColor, scale: float = 1.0) -> None:
    """A small cross: no bridge here."""
    arm = 0.09 * UNIT * scale
    pen = QPen(colour, 0.05 * UNIT * scale)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(QLineF(at.x() - arm, at.y() - arm, at.x() + arm, at.y() + arm))
    painter.drawLine(QLineF(at.x() - arm, at.y() + arm, at.x() + arm, at.y() - arm))
