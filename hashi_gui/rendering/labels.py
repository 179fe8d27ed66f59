"""Labels above the islands and edges of a board: letters, limits, and numbers that differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.rendering.geometry import ISLAND_RADIUS, UNIT, centre, mark_position, square
from hashi_gui.rendering.resources import font
from hashi_gui.rendering.theme import Theme

LABEL_REACH = 0.52
"""How far a label reaches from its place, in cells."""

MIN_CELL = 34
"""In smaller cells, in pixels, labels are as large as in these, so that they can be read."""


BEACON_CELL = 24
"""In smaller cells, in pixels, beacons show where the islands of a hint are."""

BEACON_RADIUS = 15
"""The radius of a beacon, in pixels."""


@dataclass(frozen=True, slots=True)
class Beacon:
    """A circle around an island that a hint is about."""


@dataclass(frozen=True, slots=True)
class Letter:
    """What an island is called."""

    text: str


@dataclass(frozen=True, slots=True)
class Limit:
    """The most bridges on an edge."""

    number: int


@dataclass(frozen=True, slots=True)
class Difference:
    """The numbers of bridges on an edge in two solutions."""

    counts: tuple[int, int]


Label = Beacon | Letter | Limit | Difference


def labels(puzzle: Puzzle, highlight: Highlight) -> Iterator[tuple[QPointF, Label]]:
    """The labels of a highlight, and the middle of what each belongs to, in board units."""

    def on_edge(edge: int) -> QPointF:
        return mark_position(puzzle, puzzle.edges[edge])

    for island, role in highlight.islands.items():
        if role is Role.HINT:
            yield centre(puzzle.islands[island]), Beacon()
    for edge, number in highlight.limits.items():
        yield on_edge(edge), Limit(number)
    for edge, counts in highlight.differences.items():
        yield on_edge(edge), Difference(counts)
    for island, text in highlight.letters.items():
        yield centre(puzzle.islands[island]), Letter(text)


def enlargement(cell: float) -> float:
    """How many times as large as usual labels are; ``cell`` is the size of a cell in pixels."""
    return max(1.0, MIN_CELL / cell) if cell else 1.0


def is_shown(label: Label, cell: float) -> bool:
    """Whether a label is drawn where a cell has a size, in pixels."""
    return not isinstance(label, Beacon) or cell < BEACON_CELL


def label_offset(label: Label, larger: float = 1.0) -> QPointF:
    """Where a label is, seen from the middle of what it belongs to: letters at the top left.

    ``larger`` is its :func:`enlargement`.
    """
    if not isinstance(label, Letter):
        return QPointF()
    away = ISLAND_RADIUS + 0.13 * larger * UNIT
    if larger > MIN_CELL / BEACON_CELL:
        away = max(away, BEACON_RADIUS * larger * UNIT / MIN_CELL)
    aside = -away / sqrt(2)
    return QPointF(aside, aside)


def draw_label(painter: QPainter, at: QPointF, label: Label, theme: Theme) -> None:
    """Draw a label, with its middle at a point."""
    match label:
        case Beacon():
            _draw_beacon(painter, at, theme)
        case Letter(text):
            _draw_letter(painter, at, text, theme)
        case Limit(number):
            _draw_limit(painter, at, number, theme)
        case Difference(counts):
            _draw_difference(painter, at, counts, theme)


def _draw_beacon(painter: QPainter, at: QPointF, theme: Theme) -> None:
    """A circle that is as large in cells of all sizes."""
    pixel = UNIT / MIN_CELL
    outside = BEACON_RADIUS + 2.5
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width, radius in (
        (theme.island, 2, outside),
        (theme.hint_ink, 3, BEACON_RADIUS),
    ):
        painter.setPen(QPen(QColor(colour), width * pixel))
        painter.drawEllipse(at, radius * pixel, radius * pixel)


def _draw_letter(painter: QPainter, at: QPointF, text: str, theme: Theme) -> None:
    """A letter on a disc."""
    radius = 0.2 * UNIT
    painter.setPen(QPen(QColor(theme.water), 0.04 * UNIT))
    painter.setBrush(QColor(theme.text))
    painter.drawEllipse(at, radius, radius)
    size = 0.29 if len(text) == 1 else 0.2
    _draw_text(painter, at, radius, text, size, QColor(theme.window))


def _draw_limit(painter: QPainter, at: QPointF, number: int, theme: Theme) -> None:
    """``≤1`` on a patch of water."""
    half = 0.26 * UNIT
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.water))
    painter.drawEllipse(at, half, 0.75 * half)
    _draw_text(painter, at, half, f"≤{number}", 0.32, QColor(theme.hint_ink))


def _draw_difference(painter: QPainter, at: QPointF, counts: tuple[int, int], theme: Theme) -> None:
    """The number of bridges in one solution (round) and in another (square)."""
    half = 0.17 * UNIT
    for number, colour, corner, shift in (
        (counts[0], theme.first, half, -half),
        (counts[1], theme.second, half / 4, half),
    ):
        place = at + QPointF(shift, 0)
        painter.setPen(QPen(QColor(theme.water), 0.03 * UNIT))
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(square(place, half), corner, corner)
        _draw_text(painter, place, half, str(number), 0.25, QColor(theme.on_accent))


def _draw_text(
    painter: QPainter, at: QPointF, half: float, text: str, size: float, colour: QColor
) -> None:
    painter.setPen(colour)
    painter.setFont(font(size, QFont.Weight.DemiBold))
    painter.drawText(square(at, half), Qt.AlignmentFlag.AlignCenter, text)
