"""What islands, bridges, marks and highlights look like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from math import floor

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPaintEngine,
    QPainter,
    QPainterPath,
    QPen,
    QRadialGradient,
)

from hashi_gui.core.board import MARK, Tag
from hashi_gui.core.highlight import Role
from hashi_gui.rendering.geometry import (
    HIGHLIGHT_WIDTH,
    ISLAND_RADIUS,
    SMALL_CELL,
    UNIT,
    cell_pixels,
    device_pixel,
    dots_per_unit,
    square,
)
from hashi_gui.rendering.looks import LIGHT_LEVELS, SHADING_LEVELS, BridgeLook, IslandLook
from hashi_gui.rendering.resources import font
from hashi_gui.rendering.theme import Theme

FINE_CELL = 28
"""From this size of a cell on, in pixels of 1/96 inch, clues need not be bold."""

MAX_CLUE = 0.68
"""The largest height of the font of clues that fits into an island, in cells."""

DASHES = [2.2, 1.6]
"""The pattern of dashed rings, in widths of the ring."""

FOCUS_RADIUS, SHALLOW_RADIUS = 0.485 * UNIT, 0.50 * UNIT

LIGHT_RADIUS = 0.74 * UNIT
"""How far the light of a lantern reaches from its middle."""

_LIGHT = ((0.0, 0.80), (0.5, 0.55), (0.7, 0.24), (0.85, 0.08), (1.0, 0.0))
"""The opacity of the light of a lantern, by shares of its radius."""

_DISCS = 5
"""In how many steps the opacity changes from one of those to the next, where it cannot flow."""

_CLUE_SWITCHES = 0.4
"""The share of its light at which a lantern shows its clue in another colour."""


def draw_under_island(painter: QPainter, at: QPointF, look: IslandLook, theme: Theme) -> None:
    """What is under the bridges of an island: light, a highlight, or shallow water."""
    if look.light and theme.halo:
        _draw_light(painter, at, look.light / LIGHT_LEVELS, theme)
    elif look.role is not None and look.role is not Role.CONFLICT:
        draw_halo(painter, at, look.role, theme)
    elif theme.shallow:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.shallow))
        painter.drawEllipse(at, SHALLOW_RADIUS, SHALLOW_RADIUS)


def _draw_light(painter: QPainter, at: QPointF, share: float, theme: Theme) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    if painter.paintEngine().type() == QPaintEngine.Type.Pdf:
        _draw_light_in_discs(painter, at, share, theme)
        return
    light = QRadialGradient(at, LIGHT_RADIUS)
    for place, opacity in _LIGHT:
        colour = QColor(theme.halo)
        colour.setAlphaF(opacity * share)
        light.setColorAt(place, colour)
    painter.setBrush(light)
    painter.drawEllipse(at, LIGHT_RADIUS, LIGHT_RADIUS)


def _draw_light_in_discs(painter: QPainter, at: QPointF, share: float, theme: Theme) -> None:
    """The same for a PDF, in which Qt loses the opacity of gradients."""
    colour, before = QColor(theme.halo), 0.0
    for (far, little), (near, much) in pairwise(reversed(_LIGHT)):
        for step in range(_DISCS):
            opacity = share * (little + (much - little) * (step + 0.5) / _DISCS)
            colour.setAlphaF(1 - (1 - opacity) / (1 - before))
            before = opacity
            radius = LIGHT_RADIUS * (far + (near - far) * step / _DISCS)
            painter.setBrush(colour)
            painter.drawEllipse(at, radius, radius)


@dataclass(frozen=True, slots=True)
class _Colours:
    """Those of an island, and the width of its ring in cells; some rings are dashed."""

    fill: str
    ring: str
    clue: str
    width: float
    dashed: bool = False


def _colours(look: IslandLook, theme: Theme) -> _Colours:
    group = theme.group_colour(look.group)
    if look.overfull or look.unsatisfiable:
        return _Colours(theme.fault, theme.fault, theme.on_accent, theme.ring)
    if look.isolated or look.role is Role.CONFLICT:
        return _Colours(theme.fault_island, theme.fault_soft, theme.clue, 0.04, dashed=True)
    if look.role is Role.HINT:
        return _Colours(theme.lit, theme.hint_ink, theme.lit_clue, 0.045)
    if look.satisfied:
        return _Colours(theme.dim_island, group or theme.dim_ink, theme.dim_clue, 0.025)
    return _Colours(theme.island, group or theme.ink, theme.clue, theme.ring)


def _lit(unlit: _Colours, light: float, theme: Theme) -> _Colours:
    """The colours of an island that is becoming a lantern; ``light`` is above 0, up to 1."""
    return _Colours(
        _mix(unlit.fill, theme.lit, light).name(),
        _mix(unlit.ring, theme.lit_ring, light).name(),
        theme.lit_clue if light >= _CLUE_SWITCHES else unlit.clue,
        theme.ring,
    )


def draw_island(painter: QPainter, at: QPointF, look: IslandLook, theme: Theme) -> None:
    """A disc with the clue and all signs of an island; not what is under its bridges."""
    cell = cell_pixels(painter)
    colours = _colours(look, theme)
    if look.light:
        colours = _lit(colours, look.light / LIGHT_LEVELS, theme)
    fill, ring = QColor(colours.fill), QPen(QColor(colours.ring))
    if look.pointed_at:
        fill, ring = _mix(colours.fill, theme.accent, 0.55), QPen(QColor(theme.accent))
    ring.setWidthF(max(colours.width * UNIT, device_pixel(painter)))
    if colours.dashed and cell >= SMALL_CELL:
        ring.setStyle(Qt.PenStyle.CustomDashLine)
        ring.setDashPattern(DASHES)
    painter.setPen(ring)
    painter.setBrush(fill)
    painter.drawEllipse(at, ISLAND_RADIUS, ISLAND_RADIUS)
    _draw_clue(painter, at, look, QColor(colours.clue), theme)
    _draw_signs(painter, at, look, theme, small=cell < SMALL_CELL)


def draw_removed_island(painter: QPainter, at: QPointF, clue: int | None, theme: Theme) -> None:
    """Where an island with a clue was before."""
    colour = QColor(theme.muted)
    ring = QPen(colour, theme.ring * UNIT, Qt.PenStyle.CustomDashLine)
    ring.setDashPattern(DASHES)
    painter.setPen(ring)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(at, ISLAND_RADIUS, ISLAND_RADIUS)
    _draw_clue(painter, at, IslandLook(clue), colour, theme)


def _mix(one: str, two: str, share: float) -> QColor:
    """A colour between two others; ``share`` is the share of the second, from 0 to 1."""
    if not share:
        return QColor(one)
    a, b = QColor(one), QColor(two)
    parts = zip((a.red(), a.green(), a.blue()), (b.red(), b.green(), b.blue()))
    return QColor(*(round(x + (y - x) * share) for x, y in parts))


def _draw_clue(
    painter: QPainter, at: QPointF, look: IslandLook, colour: QColor, theme: Theme
) -> None:
    text = "?" if look.number is None else str(look.number).replace("-", "−")
    cell = cell_pixels(painter)
    weight = QFont.Weight.Medium if cell >= FINE_CELL else QFont.Weight.DemiBold
    size = min((0.62 if cell < SMALL_CELL else 0.50) * theme.digits, MAX_CLUE)
    clue_font = font(size if len(text) == 1 else 0.8 * size, weight)
    if painter.paintEngine().type() == QPaintEngine.Type.SVG:
        # An SVG only refers to fonts by name, so clues are drawn as outlines.
        painter.fillPath(_text_outline(text, clue_font).translated(at), colour)
        return
    painter.setFont(clue_font)
    painter.setPen(colour)
    painter.drawText(square(at, ISLAND_RADIUS), Qt.AlignmentFlag.AlignCenter, text)


def _text_outline(text: str, used: QFont) -> QPainterPath:
    """The outline of a text centred on the origin, as ``drawText`` would place it."""
    metrics = QFontMetricsF(used)
    baseline = (metrics.ascent() - metrics.descent()) / 2
    path = QPainterPath()
    path.addText(QPointF(-metrics.horizontalAdvance(text) / 2, baseline), used, text)
    return path


def _draw_signs(
    painter: QPainter, at: QPointF, look: IslandLook, theme: Theme, *, small: bool
) -> None:
    corner = 0.30 * UNIT
    if (look.overfull or look.unsatisfiable) and not small:
        _draw_triangle(painter, at + QPointF(corner, -corner), up=look.overfull, theme=theme)
    if look.locked:
        draw_padlock(painter, at + QPointF(corner, corner), theme)
    if look.focused:
        painter.setPen(QPen(QColor(theme.accent), max(0.055 * UNIT, 2 * device_pixel(painter))))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at, FOCUS_RADIUS, FOCUS_RADIUS)
    if look.tag:
        _draw_tag(painter, at + QPointF(-corner, corner), look.tag, theme)


def _draw_triangle(painter: QPainter, at: QPointF, *, up: bool, theme: Theme) -> None:
    """A triangle that points up for too many bridges, down if there cannot be enough."""
    size = 0.15 * UNIT * (-1 if up else 1)
    triangle = QPainterPath(at + QPointF(0, size))
    triangle.lineTo(at + QPointF(-abs(size), -size * 0.75))
    triangle.lineTo(at + QPointF(abs(size), -size * 0.75))
    triangle.closeSubpath()
    painter.setPen(QPen(QColor(theme.water), 0.035 * UNIT))
    painter.setBrush(QColor(theme.fault))
    painter.drawPath(triangle)


def _draw_tag(painter: QPainter, at: QPointF, tag: Tag, theme: Theme) -> None:
    """A disc, or a diamond with a hole; "at least one" is a ring, around them if they are there."""
    half, water = 0.15 * UNIT, QColor(theme.water)
    painter.setPen(QPen(water, 0.04 * UNIT))
    if Tag.AT_LEAST_ONE in tag:
        painter.setBrush(water)
        painter.setPen(QPen(QColor(theme.muted), 0.05 * UNIT))
        radius = 0.22 * UNIT if tag & Tag.COLOURS else 0.11 * UNIT
        painter.drawEllipse(at, radius, radius)
        painter.setPen(Qt.PenStyle.NoPen)
    if Tag.DISC in tag:
        painter.setBrush(QColor(theme.tags[0]))
        painter.drawEllipse(at, half, half)
    if Tag.DIAMOND in tag:
        far = half * 1.4
        painter.setBrush(QColor(theme.tags[1]))
        ways = QPointF(far, 0), QPointF(0, far), QPointF(-far, 0), QPointF(0, -far)
        painter.drawPolygon([at + way for way in ways])
        painter.setBrush(water)
        painter.drawEllipse(at, half / 2.5, half / 2.5)


def draw_padlock(painter: QPainter, at: QPointF, theme: Theme) -> None:
    """The sign of what stays as it is."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.water))
    painter.drawEllipse(at, 0.16 * UNIT, 0.16 * UNIT)
    body = QRectF(at.x() - 0.085 * UNIT, at.y() - 0.02 * UNIT, 0.17 * UNIT, 0.125 * UNIT)
    shackle = QRectF(at.x() - 0.05 * UNIT, at.y() - 0.11 * UNIT, 0.10 * UNIT, 0.16 * UNIT)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.muted), 0.03 * UNIT))
    painter.drawArc(shackle, 0, 180 * 16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.muted))
    painter.drawRoundedRect(body, 0.02 * UNIT, 0.02 * UNIT)


_OUTLINE = {Role.FIRST: 0.08, Role.HINT: 0.025, Role.CONFLICT: 0.0}
"""The width of the outline of a highlight, in cells, where it is not the usual one."""

_OPACITY = {Role.HINT: 0.38, Role.CONFLICT: 0.16}


def draw_edge_highlight(
    painter: QPainter, a: QPointF, b: QPointF, role: Role, theme: Theme
) -> None:
    """The band under a highlighted edge; its fill and its outline depend on the role."""
    half = HIGHLIGHT_WIDTH / 2
    rect = QRectF(a, b).normalized().adjusted(-half, -half, half, half)
    painter.setPen(_highlight_pen(role, theme))
    painter.setBrush(_highlight_brush(role, theme))
    painter.drawRoundedRect(rect, half, half)


def draw_halo(painter: QPainter, at: QPointF, role: Role, theme: Theme) -> None:
    """The disc under a highlighted island."""
    painter.setPen(_highlight_pen(role, theme))
    painter.setBrush(_highlight_brush(role, theme))
    radius = ISLAND_RADIUS + 0.11 * UNIT
    painter.drawEllipse(at, radius, radius)


@cache
def _highlight_brush(role: Role, theme: Theme) -> QBrush:
    if role is Role.GROUP:
        return QBrush(Qt.BrushStyle.NoBrush)
    colour = _role_colour(role, theme)
    colour.setAlphaF(_OPACITY.get(role, 0.30))
    return QBrush(colour)


@cache
def _highlight_pen(role: Role, theme: Theme) -> QPen:
    width = _OUTLINE.get(role, 0.045)
    if not width:
        return QPen(Qt.PenStyle.NoPen)
    colour = QColor(theme.lit_ring) if role is Role.HINT else _role_colour(role, theme)
    pen = QPen(colour, width * UNIT)
    if role is Role.SECOND:
        pen.setStyle(Qt.PenStyle.CustomDashLine)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setDashPattern([3.0, 2.5])
    return pen


def _role_colour(role: Role, theme: Theme) -> QColor:
    return QColor(
        {
            Role.HINT: theme.hint,
            Role.CONFLICT: theme.fault,
            Role.GROUP: theme.group,
            Role.FIRST: theme.first,
            Role.SECOND: theme.second,
            Role.SELECTED: theme.accent,
        }[role]
    )


DASH_LENGTH, GAP_LENGTH = 3 * UNIT / 16, UNIT / 16
"""The lengths of a dash of a bridge in a trial, and of a gap after it."""

PREVIEW_GAP = UNIT / 8
"""Between a bridge that is not there yet and its islands, where they are not too near."""

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
    """The bridges of an edge from ``a`` to ``b``; at ``mark_at`` its mark, its tags, its fault."""
    if look.preview is not None:
        _draw_preview(painter, a, b, mark_at, look, theme)
    elif look.ghost is not None:
        _draw_ghost(painter, a, b, mark_at, look, theme)
    else:
        _draw_drawn(painter, a, b, mark_at, look, theme)
    if look.tag and look.ghost is None:
        _draw_tag(painter, mark_at, look.shown_tag, theme)
        if look.tag & Tag.COLOURS and (look.marked or look.preview == MARK):
            _draw_mark(painter, mark_at, QColor(theme.water))
    if look.role is Role.CONFLICT and cell_pixels(painter) >= SMALL_CELL:
        _draw_fault(painter, mark_at, theme)


def _draw_drawn(
    painter: QPainter, a: QPointF, b: QPointF, mark_at: QPointF, look: BridgeLook, theme: Theme
) -> None:
    """What there is on an edge."""
    if look.count:
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
    """What a click would draw, which touches no island; what it would remove is drawn faded."""
    assert look.preview is not None
    accent = QColor(theme.accent)
    if look.preview > 0:
        accent.setAlphaF(0.75)
        length = (b - a).manhattanLength()
        away = ISLAND_RADIUS + min(PREVIEW_GAP, (length - 2 * ISLAND_RADIUS) / 4)
        end = (b - a) * (away / length)
        _draw_lines(painter, a + end, b - end, look.preview, accent)
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
