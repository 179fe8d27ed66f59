"""What islands look like: circle, clue and symbols."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPaintEngine,
    QPainter,
    QPainterPath,
    QPen,
)

from hashi_gui.rendering.geometry import ISLAND_RADIUS, UNIT, square
from hashi_gui.rendering.highlights import draw_halo
from hashi_gui.rendering.looks import IslandLook, Role
from hashi_gui.rendering.resources import font
from hashi_gui.rendering.theme import Theme

SMALL_CELL = 20 / 96
"""If cells are smaller than this, in inches, clues are drawn larger to stay readable."""

MAX_CLUE = 0.68
"""The largest height of the font of clues that fits into an island, in cells."""

GLOW_GROWTH = 0.14
"""How much larger an island is at the height of its glow."""


def draw_island(painter: QPainter, at: QPointF, look: IslandLook, theme: Theme) -> None:
    """A circle with the clue and all symbols of an island."""
    if look.role is not None:
        draw_halo(painter, at, look.role, theme)
    is_wrong = look.overfull or look.unsatisfiable
    dimmed = look.satisfied and not (is_wrong or look.isolated)
    usual = theme.group_colour(look.group) or (theme.dim_ink if dimmed else theme.ink)
    ring = QPen(_mix(theme.fault if is_wrong else usual, theme.accent, look.glow))
    ring.setWidthF((0.03 if dimmed else theme.ring) * UNIT)
    fill = theme.fault if is_wrong else theme.dim_island if dimmed else theme.island
    text = theme.on_accent if is_wrong else theme.dim_clue if dimmed else theme.clue
    if look.isolated and not is_wrong:
        ring.setColor(_mix(theme.fault, theme.fault_island, 0.4))
        ring.setWidthF(0.04 * UNIT)
        ring.setStyle(Qt.PenStyle.CustomDashLine)
        ring.setDashPattern([2.2, 1.6])
        fill = theme.fault_island
    if look.role is Role.HINT and not (is_wrong or look.isolated):
        ring.setColor(QColor(theme.hint_ink))
        fill, text = theme.lit, theme.lit_clue
    painter.setPen(ring)
    painter.setBrush(_mix(fill, theme.accent, look.glow * 0.55))
    radius = ISLAND_RADIUS * (1 + GLOW_GROWTH * look.glow)
    painter.drawEllipse(at, radius, radius)
    _draw_clue(painter, at, look, QColor(text), theme)
    _draw_symbols(painter, at, look, theme)


def draw_removed_island(painter: QPainter, at: QPointF, clue: int | None, theme: Theme) -> None:
    """Where an island with a clue was before."""
    colour = QColor(theme.muted)
    ring = QPen(colour, theme.ring * UNIT, Qt.PenStyle.CustomDashLine)
    ring.setDashPattern([2.2, 1.6])
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
    painter.drawText(square(at, ISLAND_RADIUS), Qt.AlignmentFlag.AlignCenter, text)


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
    painter.drawRoundedRect(square(at, half), 0.12 * UNIT, 0.12 * UNIT)
