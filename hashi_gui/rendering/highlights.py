"""What highlights look like: bands under edges and halos around islands."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from hashi_gui.core.highlight import Role
from hashi_gui.rendering.geometry import HIGHLIGHT_WIDTH, ISLAND_RADIUS, UNIT
from hashi_gui.rendering.theme import Theme

_WITHOUT_OUTLINE = frozenset({Role.HINT, Role.CONFLICT})

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
    if role in _WITHOUT_OUTLINE:
        return QPen(Qt.PenStyle.NoPen)
    pen = QPen(_role_colour(role, theme), (0.08 if role is Role.FIRST else 0.045) * UNIT)
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
