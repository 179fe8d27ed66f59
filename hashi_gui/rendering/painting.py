"""Drawing a board: the one place that defines how islands and bridges look.

Everything is drawn in board units, see :mod:`hashi_gui.rendering.geometry`. The same functions
draw the window, thumbnails, the pictures in Help, exported files and printed pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import floor

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPaintDevice,
    QPaintEngine,
    QPainter,
    QPainterPath,
    QPen,
)

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import degrees
from hashi_gui.rendering.fonts import font
from hashi_gui.rendering.geometry import (
    HIGHLIGHT_WIDTH,
    ISLAND_RADIUS,
    UNIT,
    board_rect,
    centre,
    mark_position,
)
from hashi_gui.rendering.labels import draw_label, label_offset, labels
from hashi_gui.rendering.looks import BridgeLook, Highlight, IslandLook, Role
from hashi_gui.rendering.theme import Theme

DASH_LENGTH, GAP_LENGTH = 3 * UNIT / 16, UNIT / 16
"""The lengths of a dash of a bridge in a trial, and of a gap after it."""

DASH_PATTERNS = 3
"""How many patterns there are for nested trials: a dash, and up to two dots after it."""

SMALL_CELL = 20 / 96
"""If cells are smaller than this, in inches, clues are drawn larger to stay readable."""

MAX_CLUE = 0.68
"""The largest height of the font of clues that fits into an island, in cells."""

DOT_WIDTH = 0.07 * UNIT

GLOW_GROWTH = 0.14
"""How much larger an island is at the height of its glow."""

# By the number of bridges on an edge, in cells; 0 stands for a bridge that is possible.
_LINE_WIDTH = {0: 0.03, 1: 0.085, 2: 0.07, 3: 0.06, 4: 0.05}
_LINE_SPACING = {0: 0.0, 1: 0.0, 2: 0.19, 3: 0.15, 4: 0.12}


@contextmanager
def painting_on(device: QPaintDevice) -> Iterator[QPainter]:
    """A painter that ends before its device is destroyed, also after an error.

    Qt crashes if the device is destroyed first.
    """
    painter = QPainter(device)
    try:
        yield painter
    finally:
        painter.end()


def snap(position: float) -> int:
    """The whole pixel nearest to a position.

    Unlike ``round``, it gives the same picture if everything is moved by a whole pixel.
    """
    return floor(position + 0.5)


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


def draw_dots(painter: QPainter, places: Sequence[QPointF], theme: Theme) -> None:
    """The dots that show the cells of the water."""
    pen = QPen(QColor(theme.dot), DOT_WIDTH)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawPoints(places)


def draw_edge_highlight(
    painter: QPainter, a: QPointF, b: QPointF, role: Role, theme: Theme
) -> None:
    """The band under a highlighted edge; its fill and its outline depend on the role."""
    half = HIGHLIGHT_WIDTH / 2
    rect = QRectF(a, b).normalized().adjusted(-half, -half, half, half)
    painter.setPen(_highlight_pen(role, theme))
    painter.setBrush(_highlight_brush(role, theme))
    painter.drawRoundedRect(rect, half, half)


def draw_bridge(
    painter: QPainter, a: QPointF, b: QPointF, mark_at: QPointF, look: BridgeLook, theme: Theme
) -> None:
    """The bridges of an edge from ``a`` to ``b``, or its mark at ``mark_at``."""
    if look.preview is not None:
        _draw_preview(painter, a, b, mark_at, look, theme)
    elif look.ghost is not None:
        _draw_ghost(painter, a, b, mark_at, look, theme)
    elif look.count:
        if look.role is None:
            _clear_background(painter, a, b, look.count, QColor(theme.water))
        _draw_lines(painter, a, b, look.count, QColor(bridge_colour(look, theme)))
        if look.trial:
            for gap in gaps(a, b, look.trial):
                painter.fillRect(gap, QColor(theme.water))
    elif look.marked:
        _draw_mark(painter, mark_at, QColor(theme.muted))
    elif look.possible:
        _draw_lines(painter, a, b, 0, QColor(theme.dot))


def bridge_colour(look: BridgeLook, theme: Theme) -> str:
    """The colour of bridges that are not highlighted, as ``#rrggbb``."""
    if look.crossed:
        return theme.fault
    if look.trial:
        return theme.trials[(look.trial - 1) % len(theme.trials)]
    return group_colour(look.group, theme) or theme.ink


def group_colour(group: int | None, theme: Theme) -> str:
    """The colour of the bridges and rings of a group; empty if it has none."""
    return "" if group is None else theme.groups[group % len(theme.groups)]


def draw_island(painter: QPainter, at: QPointF, look: IslandLook, theme: Theme) -> None:
    """A circle with the clue and all symbols of an island."""
    if look.role is not None:
        _draw_halo(painter, at, look.role, theme)
    has_error = look.overfull or look.unsatisfiable or look.isolated
    dimmed = look.satisfied and not has_error
    usual = group_colour(look.group, theme) or (theme.dim_ink if dimmed else theme.ink)
    ring = QPen(_mix(theme.fault if has_error else usual, theme.accent, look.glow))
    ring.setWidthF((0.03 if dimmed else theme.ring) * UNIT)
    if look.isolated and not (look.overfull or look.unsatisfiable):
        ring.setStyle(Qt.PenStyle.CustomDashLine)
        ring.setDashPattern([2.2, 1.6])
    fill = theme.fault_island if has_error else theme.dim_island if dimmed else theme.island
    painter.setPen(ring)
    painter.setBrush(_mix(fill, theme.accent, look.glow * 0.55))
    radius = ISLAND_RADIUS * (1 + GLOW_GROWTH * look.glow)
    painter.drawEllipse(at, radius, radius)
    text = theme.fault if has_error else theme.dim_clue if dimmed else theme.clue
    _draw_clue(painter, at, look, QColor(text), theme)
    _draw_symbols(painter, at, look, theme)


def draw_board(
    painter: QPainter, puzzle: Puzzle, board: Board, theme: Theme, highlight: Highlight
) -> None:
    """A whole board, for thumbnails and pictures."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    cells = product(range(puzzle.rows), range(puzzle.cols))
    water = [cell for cell in cells if puzzle.island_at(*cell) is None]
    draw_dots(painter, [QPointF(col * UNIT, row * UNIT) for row, col in water], theme)
    for edge in puzzle.edges:
        role = highlight.edges.get(edge.id)
        ghost = highlight.ghosts.get(edge.id)
        look = BridgeLook(board.counts[edge.id], edge.id in board.marks, role=role, ghost=ghost)
        a, b = puzzle.ends(edge.id)
        if role is not None:
            draw_edge_highlight(painter, centre(a), centre(b), role, theme)
        draw_bridge(painter, centre(a), centre(b), mark_position(puzzle, edge), look, theme)
    for island, degree in zip(puzzle.islands, degrees(puzzle, board.counts)):
        satisfied = degree == island.clue
        island_look = IslandLook(
            island.clue,
            satisfied,
            island.id in board.locks,
            role=highlight.islands.get(island.id),
        )
        draw_island(painter, centre(island), island_look, theme)
    for at, label in labels(puzzle, highlight):
        draw_label(painter, at + label_offset(label), label, theme)


def draw_fitted(
    painter: QPainter,
    rect: QRectF,
    puzzle: Puzzle,
    board: Board,
    theme: Theme,
    highlight: Highlight | None = None,
) -> None:
    """A whole board, placed by :func:`fit_board`."""
    painter.save()
    fit_board(painter, rect, puzzle)
    draw_board(painter, puzzle, board, theme, highlight or Highlight())
    painter.restore()


def fit_board(painter: QPainter, rect: QRectF, puzzle: Puzzle) -> None:
    """Place a board in the middle of a rectangle: as large as fits, but not above full size."""
    board_area = board_rect(puzzle)
    scale = min(rect.width() / board_area.width(), rect.height() / board_area.height(), 1.0)
    painter.translate(rect.center())
    painter.scale(scale, scale)
    painter.translate(-board_area.center())


def _draw_lines(painter: QPainter, a: QPointF, b: QPointF, count: int, colour: QColor) -> None:
    for rect in _crisp_lines(painter, a, b, count):
        painter.fillRect(rect, colour)


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


def _clear_background(
    painter: QPainter, a: QPointF, b: QPointF, count: int, colour: QColor
) -> None:
    """Cover the dots between the bridges."""
    lines = list(_crisp_lines(painter, a, b, count))
    painter.fillRect(lines[0].united(lines[-1]), colour)


def _crisp_lines(painter: QPainter, a: QPointF, b: QPointF, count: int) -> Iterator[QRectF]:
    """``count`` parallel bars whose long sides are aligned with the pixels of the device."""
    to_device = painter.deviceTransform()
    from_device, _ = to_device.inverted()
    span = to_device.mapRect(QRectF(a, b).normalized())
    bars = bar_layout(count, to_device.m11() * UNIT)
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
    """What an explanation speaks of: dashed bridges beside those that are drawn, or a cross."""
    assert look.ghost is not None
    if look.count:
        _draw_lines(painter, a, b, max(look.count, look.ghost), QColor(theme.ink))
    if look.ghost > look.count:
        for rect in list(_crisp_lines(painter, a, b, look.ghost))[look.count :]:
            painter.fillRect(rect, QColor(theme.water))
            for dash in _dashes(rect):
                painter.fillRect(dash, QColor(theme.hint))
    elif look.ghost < 0:
        _draw_mark(painter, mark_at, QColor(theme.hint), scale=1.7)


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
    faded = QColor(theme.ink)
    faded.setAlphaF(0.22)
    if look.count:
        _draw_lines(painter, a, b, look.count, faded)
    if look.preview < 0:
        _draw_mark(painter, mark_at, accent)
    elif look.marked:
        _draw_mark(painter, mark_at, faded)


def _draw_mark(painter: QPainter, at: QPointF, colour: QColor, scale: float = 1.0) -> None:
    """A small cross: no bridge here."""
    arm = 0.09 * UNIT * scale
    pen = QPen(colour, 0.05 * UNIT * scale)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(QLineF(at.x() - arm, at.y() - arm, at.x() + arm, at.y() + arm))
    painter.drawLine(QLineF(at.x() - arm, at.y() + arm, at.x() + arm, at.y() - arm))


def _draw_halo(painter: QPainter, at: QPointF, role: Role, theme: Theme) -> None:
    painter.setPen(_highlight_pen(role, theme))
    painter.setBrush(_highlight_brush(role, theme))
    radius = ISLAND_RADIUS + 0.11 * UNIT
    painter.drawEllipse(at, radius, radius)


def _draw_clue(
    painter: QPainter, at: QPointF, look: IslandLook, colour: QColor, theme: Theme
) -> None:
    text = "?" if look.number is None else str(look.number).replace("-", "−")
    weight = QFont.Weight.Medium if look.satisfied else QFont.Weight.DemiBold
    size = 0.62 if _cell_inches(painter) < SMALL_CELL else 0.50
    size = min(size * theme.digits, MAX_CLUE)
    clue_font = font(size if len(text) == 1 else 0.8 * size, weight)
    if painter.paintEngine().type() == QPaintEngine.Type.SVG:
        # An SVG only refers to fonts by name, so clues are drawn as outlines.
        painter.fillPath(_text_outline(text, clue_font).translated(at), colour)
        return
    painter.setFont(clue_font)
    painter.setPen(colour)
    painter.drawText(_square(at, ISLAND_RADIUS), Qt.AlignmentFlag.AlignCenter, text)


def _cell_inches(painter: QPainter) -> float:
    """The size of a cell on the device, in inches."""
    device = painter.device()
    dots_per_inch = device.logicalDpiX() * device.devicePixelRatio()
    return painter.deviceTransform().m11() * UNIT / dots_per_inch


def _text_outline(text: str, used: QFont) -> QPainterPath:
    """The outline of a text centred on the origin, as ``drawText`` would place it."""
    metrics = QFontMetricsF(used)
    baseline = (metrics.ascent() - metrics.descent()) / 2
    path = QPainterPath()
    path.addText(QPointF(-metrics.horizontalAdvance(text) / 2, baseline), used, text)
    return path


def _draw_symbols(painter: QPainter, at: QPointF, look: IslandLook, theme: Theme) -> None:
    corner = 0.30 * UNIT
    if look.overfull or look.unsatisfiable:
        _draw_triangle(painter, at + QPointF(corner, -corner), up=look.overfull, theme=theme)
    if look.locked:
        _draw_padlock(painter, at + QPointF(corner, corner), theme)
    if look.focused:
        _draw_focus(painter, at, theme)


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


def _draw_padlock(painter: QPainter, at: QPointF, theme: Theme) -> None:
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


def _draw_focus(painter: QPainter, at: QPointF, theme: Theme) -> None:
    """The frame around the island that the keyboard acts on."""
    pen = QPen(QColor(theme.accent), 0.05 * UNIT)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    half = ISLAND_RADIUS + 0.07 * UNIT
    painter.drawRoundedRect(_square(at, half), 0.12 * UNIT, 0.12 * UNIT)


def _square(centre: QPointF, half_side: float) -> QRectF:
    return QRectF(centre.x() - half_side, centre.y() - half_side, 2 * half_side, 2 * half_side)


def _role_colour(role: Role, theme: Theme) -> QColor:
    return QColor(
        {
            Role.HINT: theme.hint,
            Role.BUILD: theme.hint,
            Role.NO_BRIDGE: theme.hint,
            Role.PREMISE: theme.muted,
            Role.CONFLICT: theme.fault,
            Role.GROUP: theme.group,
            Role.FIRST: theme.first,
            Role.SECOND: theme.second,
        }[role]
    )


_BRUSH_STYLES = {
    Role.CONFLICT: Qt.BrushStyle.BDiagPattern,
    Role.PREMISE: Qt.BrushStyle.NoBrush,
    Role.NO_BRIDGE: Qt.BrushStyle.NoBrush,
    Role.GROUP: Qt.BrushStyle.NoBrush,
}
_DASH_PATTERNS = {
    Role.CONFLICT: [3.0, 2.5],
    Role.SECOND: [3.0, 2.5],
    Role.NO_BRIDGE: [3.0, 2.5],
    Role.PREMISE: [0.1, 2.4],
}

DASHED_ROLES = frozenset(_DASH_PATTERNS)
"""The roles whose outline is not the same everywhere."""

HATCHED_ROLES = frozenset({Role.CONFLICT})
"""The roles whose fill depends on the place, because it continues over islands and edges."""


def _highlight_brush(role: Role, theme: Theme) -> QBrush:
    colour = _role_colour(role, theme)
    colour.setAlphaF(0.45 if role in (Role.CONFLICT, Role.HINT) else 0.30)
    return QBrush(colour, _BRUSH_STYLES.get(role, Qt.BrushStyle.SolidPattern))


def _highlight_pen(role: Role, theme: Theme) -> QPen:
    if role is Role.HINT:
        return QPen(Qt.PenStyle.NoPen)
    pen = QPen(_role_colour(role, theme), (0.08 if role is Role.FIRST else 0.045) * UNIT)
    if role in _DASH_PATTERNS:
        pen.setStyle(Qt.PenStyle.CustomDashLine)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setDashPattern(_DASH_PATTERNS[role])
    return pen


def _mix(one: str, two: str, share: float) -> QColor:
    """A colour between two others; ``share`` is the share of the second, from 0 to 1."""
    if not share:
        return QColor(one)
    a, b = QColor(one), QColor(two)
    parts = zip((a.red(), a.green(), a.blue()), (b.red(), b.green(), b.blue()))
    return QColor(*(round(x + (y - x) * share) for x, y in parts))
