"""How a board looks: the one place that knows how an island and a bridge are drawn.

Everything is drawn in units of UNIT to a cell, the centre of cell (row, col) at
(col * UNIT, row * UNIT). Looks are plain data; the same functions serve the window, its
thumbnails, the pictures in Help, exported files and paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from math import ceil, floor
from threading import get_ident

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPaintEngine,
    QPainter,
    QPainterPath,
    QPen,
)

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Edge, Island, Puzzle
from hashi_gui.core.rules import degrees
from hashi_gui.rendering.theme import FAMILY, Theme

UNIT = 64.0
RADIUS = 0.40 * UNIT
HIGHLIGHT_WIDTH = 0.40 * UNIT
DASH = UNIT / 4
MARGIN = 0.85
"""Cells of water around the outermost cell centres."""

SMALL_CELL = 20 / 96
"""The size of a cell, in inches, below which a clue fills its island, to stay readable."""

_LINE_WIDTH = {1: 0.085, 2: 0.07, 3: 0.06, 4: 0.05}
_LINE_PITCH = {1: 0.0, 2: 0.19, 3: 0.15, 4: 0.12}


class Role(Enum):
    """Why something is lit. Each role has a shape of its own beside its colour."""

    HINT = "hint"
    TARGET = "target"
    PREMISE = "premise"
    CONFLICT = "conflict"
    GROUP = "group"
    FIRST = "first"
    SECOND = "second"


@dataclass(frozen=True, slots=True)
class IslandLook:
    """What the drawing of one island shows. ``glow`` is 0 to 1, for the moment of success."""

    clue: int | None
    satisfied: bool = False
    locked: bool = False
    overfull: bool = False
    unsatisfiable: bool = False
    isolated: bool = False
    focused: bool = False
    role: Role | None = None
    glow: float = 0.0


@dataclass(frozen=True, slots=True)
class BridgeLook:
    """What the drawing of one edge shows.

    ``tried`` bridges belong to an open trial. ``preview`` is the state that a click would give
    (MARK for a mark), None without a pointer.
    """

    count: int = 0
    marked: bool = False
    crossed: bool = False
    tried: bool = False
    preview: int | None = None
    role: Role | None = None


def centre(island: Island) -> QPointF:
    return QPointF(island.col * UNIT, island.row * UNIT)


def board_rect(puzzle: Puzzle) -> QRectF:
    """The whole board with its margin of water."""
    return QRectF(
        -MARGIN * UNIT,
        -MARGIN * UNIT,
        (puzzle.cols - 1 + 2 * MARGIN) * UNIT,
        (puzzle.rows - 1 + 2 * MARGIN) * UNIT,
    )


def mark_position(puzzle: Puzzle, edge: Edge) -> QPointF:
    """Where the sign on an edge stands: near its middle, off every crossing."""
    a, b = puzzle.ends(edge.id)
    length = b.col - a.col if edge.horizontal else b.row - a.row
    shared = {cell for across in puzzle.crossings[edge.id] for cell in puzzle.water(across)}
    water = puzzle.water(edge.id)
    middle = length / 2
    if length % 2 == 0 and water[length // 2 - 1] in shared:
        middle -= 0.5
    step = QPointF(UNIT, 0) if edge.horizontal else QPointF(0, UNIT)
    return centre(a) + step * middle


def draw_water(painter: QPainter, puzzle: Puzzle, theme: Theme, exposed: QRectF) -> None:
    """A dot on each cell without an island, as far as the cells are exposed."""
    pen = QPen(QColor(theme.dot), 0.07 * UNIT)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawPoints(
        [
            QPointF(col * UNIT, row * UNIT)
            for row in _cells(exposed.top(), exposed.bottom(), puzzle.rows)
            for col in _cells(exposed.left(), exposed.right(), puzzle.cols)
            if puzzle.island_at(row, col) is None
        ]
    )


def draw_edge_highlight(
    painter: QPainter, a: QPointF, b: QPointF, role: Role, theme: Theme
) -> None:
    """The light under an edge; its fill and its outline tell the role."""
    rect = (
        QRectF(a, b)
        .normalized()
        .adjusted(
            -HIGHLIGHT_WIDTH / 2, -HIGHLIGHT_WIDTH / 2, HIGHLIGHT_WIDTH / 2, HIGHLIGHT_WIDTH / 2
        )
    )
    painter.setPen(_outline(role, theme))
    painter.setBrush(_light(role, theme))
    painter.drawRoundedRect(rect, HIGHLIGHT_WIDTH / 2, HIGHLIGHT_WIDTH / 2)


def draw_bridge(
    painter: QPainter, a: QPointF, b: QPointF, place: QPointF, look: BridgeLook, theme: Theme
) -> None:
    """The bridges of an edge from centre to centre; its mark at ``place``."""
    if look.preview is not None:
        _draw_preview(painter, a, b, place, look, theme)
    elif look.count:
        if look.role is None:
            _draw_lane(painter, a, b, look.count, QColor(theme.water))
        colour = theme.fault if look.crossed else theme.accent if look.tried else theme.ink
        _draw_lines(painter, a, b, look.count, QColor(colour))
        if look.tried:
            _draw_gaps(painter, a, b, QColor(theme.water))
    elif look.marked:
        _draw_mark(painter, place, QColor(theme.muted))


def draw_island(painter: QPainter, at: QPointF, look: IslandLook, theme: Theme) -> None:
    """A circle with its clue and all its signs."""
    if look.role is not None:
        _draw_halo(painter, at, look.role, theme)
    faulty = look.overfull or look.unsatisfiable or look.isolated
    calm = look.satisfied and not faulty
    ring = QPen(QColor(theme.fault if faulty else theme.dim_ink if calm else theme.ink))
    ring.setWidthF((0.03 if calm else theme.ring) * UNIT)
    if look.isolated and not (look.overfull or look.unsatisfiable):
        ring.setStyle(Qt.PenStyle.CustomDashLine)
        ring.setDashPattern([2.2, 1.6])
    fill = theme.fault_island if faulty else theme.dim_island if calm else theme.island
    painter.setPen(ring)
    painter.setBrush(_mixed(fill, theme.accent, look.glow * 0.55))
    painter.drawEllipse(at, RADIUS, RADIUS)
    text = theme.fault if faulty else theme.dim_clue if calm else theme.clue
    _draw_clue(painter, at, look, QColor(text))
    _draw_signs(painter, at, look, theme)


def draw_difference(painter: QPainter, at: QPointF, choices: tuple[int, int], theme: Theme) -> None:
    """A chip with the number of bridges in one solution (round) and in another (square)."""
    side = 0.34 * UNIT
    for number, colour, corner, shift in (
        (choices[0], theme.first, side / 2, -side / 2),
        (choices[1], theme.second, side / 8, side / 2),
    ):
        rect = QRectF(at.x() + shift - side / 2, at.y() - side / 2, side, side)
        painter.setPen(QPen(QColor(theme.water), 0.03 * UNIT))
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(rect, corner, corner)
        painter.setPen(QColor(theme.on_accent))
        painter.setFont(_font(0.25, QFont.Weight.DemiBold))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(number))


@dataclass(frozen=True, slots=True)
class Highlight:
    """What is lit on a board, and in which role.

    ``differences`` are the numbers of bridges in two solutions, on the edges where they differ.
    """

    islands: Mapping[int, Role] = field(default_factory=dict)
    edges: Mapping[int, Role] = field(default_factory=dict)
    differences: Mapping[int, tuple[int, int]] = field(default_factory=dict)


def draw_board(
    painter: QPainter, puzzle: Puzzle, board: Board, theme: Theme, highlight: Highlight
) -> None:
    """A whole board as it stands: for thumbnails and pictures."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_water(painter, puzzle, theme, board_rect(puzzle))
    for edge in puzzle.edges:
        role = highlight.edges.get(edge.id)
        look = BridgeLook(board.counts[edge.id], edge.id in board.marks, role=role)
        a, b = puzzle.ends(edge.id)
        if role is not None:
            draw_edge_highlight(painter, centre(a), centre(b), role, theme)
        draw_bridge(painter, centre(a), centre(b), mark_position(puzzle, edge), look, theme)
    for island, degree in zip(puzzle.islands, degrees(puzzle, board.counts)):
        satisfied = degree == island.clue
        look_there = IslandLook(
            island.clue,
            satisfied,
            island.id in board.locks,
            role=highlight.islands.get(island.id),
        )
        draw_island(painter, centre(island), look_there, theme)


def draw_fitted(
    painter: QPainter,
    space: QRectF,
    puzzle: Puzzle,
    board: Board,
    theme: Theme,
    highlight: Highlight | None = None,
) -> None:
    """A whole board, as large as fits into a space, in its middle."""
    rect = board_rect(puzzle)
    scale = min(space.width() / rect.width(), space.height() / rect.height(), 1.0)
    painter.save()
    painter.translate(space.center())
    painter.scale(scale, scale)
    painter.translate(-rect.center())
    draw_board(painter, puzzle, board, theme, highlight or Highlight())
    painter.restore()


def _cells(low: float, high: float, cells: int) -> range:
    """The rows or columns that have anything between two coordinates."""
    return range(max(0, floor(low / UNIT)), min(cells, ceil(high / UNIT) + 1))


def _draw_lines(painter: QPainter, a: QPointF, b: QPointF, count: int, colour: QColor) -> None:
    for rect in _crisp_lines(painter, a, b, count):
        painter.fillRect(rect, colour)


def _draw_gaps(painter: QPainter, a: QPointF, b: QPointF, colour: QColor) -> None:
    """Break the bridges into dashes: they are only tried."""
    span = QRectF(a, b).normalized()
    along = a.y() == b.y()
    length = span.width() if along else span.height()
    for n in range(1, int(length / DASH)):
        gap = (
            QRectF(0, 0, DASH / 4, HIGHLIGHT_WIDTH)
            if along
            else QRectF(0, 0, HIGHLIGHT_WIDTH, DASH / 4)
        )
        gap.moveCenter(a + (QPointF(n * DASH, 0) if along else QPointF(0, n * DASH)))
        painter.fillRect(gap, colour)


def _draw_lane(painter: QPainter, a: QPointF, b: QPointF, count: int, colour: QColor) -> None:
    """Clear water under the bridges, so that no dot shows between them."""
    lines = list(_crisp_lines(painter, a, b, count))
    painter.fillRect(lines[0].united(lines[-1]), colour)


def _crisp_lines(painter: QPainter, a: QPointF, b: QPointF, count: int) -> Iterator[QRectF]:
    """``count`` parallel bars whose long sides lie exactly on the borders of device pixels."""
    to_device = painter.deviceTransform()
    from_device, _ = to_device.inverted()
    span = to_device.mapRect(QRectF(a, b).normalized())
    cell = to_device.m11() * UNIT
    width = max(1, round(_LINE_WIDTH[count] * cell))
    pitch = max(width + 1, round(_LINE_PITCH[count] * cell))
    whole = width + (count - 1) * pitch
    along = a.y() == b.y()
    middle = span.center().y() if along else span.center().x()
    first = round(middle - whole / 2)
    for i in range(count):
        side = first + i * pitch
        bar = (
            QRectF(span.left(), side, span.width(), width)
            if along
            else QRectF(side, span.top(), width, span.height())
        )
        yield from_device.mapRect(bar)


def _draw_preview(
    painter: QPainter, a: QPointF, b: QPointF, place: QPointF, look: BridgeLook, theme: Theme
) -> None:
    """What a click would draw; what it would take away is shown as it fades."""
    assert look.preview is not None
    accent = QColor(theme.accent)
    if look.preview > 0:
        accent.setAlphaF(0.75)
        _draw_lines(painter, a, b, look.preview, accent)
        return
    fading = QColor(theme.ink)
    fading.setAlphaF(0.22)
    if look.count:
        _draw_lines(painter, a, b, look.count, fading)
    if look.preview < 0:
        _draw_mark(painter, place, accent)
    elif look.marked:
        _draw_mark(painter, place, fading)


def _draw_mark(painter: QPainter, at: QPointF, colour: QColor) -> None:
    """A small cross: no bridge here."""
    arm = 0.09 * UNIT
    pen = QPen(colour, 0.05 * UNIT)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(QLineF(at.x() - arm, at.y() - arm, at.x() + arm, at.y() + arm))
    painter.drawLine(QLineF(at.x() - arm, at.y() + arm, at.x() + arm, at.y() - arm))


def _draw_halo(painter: QPainter, at: QPointF, role: Role, theme: Theme) -> None:
    painter.setPen(_outline(role, theme))
    painter.setBrush(_light(role, theme))
    radius = RADIUS + 0.11 * UNIT
    painter.drawEllipse(at, radius, radius)


def _draw_clue(painter: QPainter, at: QPointF, look: IslandLook, colour: QColor) -> None:
    text = "?" if look.clue is None else str(look.clue)
    weight = QFont.Weight.Medium if look.satisfied else QFont.Weight.DemiBold
    size = 0.62 if _cell_inches(painter) < SMALL_CELL else 0.50
    font = _font(size if len(text) == 1 else 0.8 * size, weight)
    if painter.paintEngine().type() == QPaintEngine.Type.SVG:
        # An SVG names its fonts and does not hold them: there a clue is an outline.
        painter.fillPath(_outlined(text, font).translated(at), colour)
        return
    painter.setFont(font)
    painter.setPen(colour)
    box = QRectF(at.x() - RADIUS, at.y() - RADIUS, 2 * RADIUS, 2 * RADIUS)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _cell_inches(painter: QPainter) -> float:
    device = painter.device()
    dots = device.logicalDpiX() * device.devicePixelRatio()
    return painter.deviceTransform().m11() * UNIT / dots


def _outlined(text: str, font: QFont) -> QPainterPath:
    """The outline of a text whose middle is the origin, where ``drawText`` would put it."""
    metrics = QFontMetricsF(font)
    baseline = (metrics.ascent() - metrics.descent()) / 2
    path = QPainterPath()
    path.addText(QPointF(-metrics.horizontalAdvance(text) / 2, baseline), font, text)
    return path


def _draw_signs(painter: QPainter, at: QPointF, look: IslandLook, theme: Theme) -> None:
    corner = 0.30 * UNIT
    if look.overfull or look.unsatisfiable:
        _draw_badge(painter, at + QPointF(corner, -corner), up=look.overfull, theme=theme)
    if look.locked:
        _draw_padlock(painter, at + QPointF(corner, corner), theme)
    if look.focused:
        _draw_focus(painter, at, theme)


def _draw_badge(painter: QPainter, at: QPointF, *, up: bool, theme: Theme) -> None:
    """A triangle: pointing up for too many bridges, down for no way to get enough."""
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
    """The square around the island that the keyboard acts on."""
    pen = QPen(QColor(theme.accent), 0.05 * UNIT)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    half = RADIUS + 0.07 * UNIT
    box = QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
    painter.drawRoundedRect(box, 0.12 * UNIT, 0.12 * UNIT)


def _role_colour(role: Role, theme: Theme) -> QColor:
    return QColor(
        {
            Role.HINT: theme.hint,
            Role.TARGET: theme.hint,
            Role.PREMISE: theme.muted,
            Role.CONFLICT: theme.fault,
            Role.GROUP: theme.group,
            Role.FIRST: theme.first,
            Role.SECOND: theme.second,
        }[role]
    )


_PATTERNS = {Role.CONFLICT: Qt.BrushStyle.BDiagPattern, Role.PREMISE: Qt.BrushStyle.NoBrush}
_DASHES = {Role.CONFLICT: [3.0, 2.5], Role.SECOND: [3.0, 2.5], Role.PREMISE: [0.1, 2.4]}


def _light(role: Role, theme: Theme) -> QBrush:
    colour = _role_colour(role, theme)
    colour.setAlphaF(0.45 if role in (Role.CONFLICT, Role.HINT) else 0.30)
    return QBrush(colour, _PATTERNS.get(role, Qt.BrushStyle.SolidPattern))


def _outline(role: Role, theme: Theme) -> QPen:
    if role is Role.HINT:
        return QPen(Qt.PenStyle.NoPen)
    pen = QPen(_role_colour(role, theme), 0.045 * UNIT)
    if role in _DASHES:
        pen.setStyle(Qt.PenStyle.CustomDashLine)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setDashPattern(_DASHES[role])
    return pen


def _mixed(one: str, two: str, share: float) -> QColor:
    if not share:
        return QColor(one)
    a, b = QColor(one), QColor(two)
    parts = zip((a.red(), a.green(), a.blue()), (b.red(), b.green(), b.blue()))
    return QColor(*(round(x + (y - x) * share) for x, y in parts))


def _font(cells: float, weight: QFont.Weight) -> QFont:
    return _font_in(get_ident(), cells, weight)


@lru_cache
def _font_in(_thread: int, cells: float, weight: QFont.Weight) -> QFont:
    """One for each thread that draws, because a font of Qt keeps what it finds out for one."""
    font = QFont(FAMILY)
    font.setPixelSize(round(cells * UNIT))
    font.setWeight(weight)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font
