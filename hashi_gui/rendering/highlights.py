"""What highlights look like: bands under edges and halos around islands."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from hashi_gui.rendering.geometry import HIGHLIGHT_WIDTH, ISLAND_RADIUS, UNIT
from hashi_gui.rendering.looks import Role
from hashi_gui.rendering.theme import Theme

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
    colour = _role_colour(role, theme)
    colour.setAlphaF(0.45 if role in (Role.CONFLICT, Role.HINT) else 0.30)
    return QBrush(colour, _BRUSH_STYLES.get(role, Qt.BrushStyle.SolidPattern))


@cache
def _highlight_pen(role: Role, theme: Theme) -> QPen:
    if role is Role.HINT:
        return QPen(Qt.PenStyle.NoPen)
    pen = QPen(_role_colour(role, theme), (0.08 if role is Role.FIRST else 0.045) * UNIT)
    if role in _DASH_PATTERNS:
        pen.setStyle(Qt.PenStyle.CustomDashLine)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setDashPattern(_DASH_PATTERNS[role])
    return pen


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
            Role.SELECTED: theme.accent,
        }[role]
    )
