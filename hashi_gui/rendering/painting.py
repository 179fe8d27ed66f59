"""Drawing a whole board with its labels, for thumbnails, Help, exported files and printed pages.

What islands, bridges and highlights look like is defined once, for the window, too, in
:mod:`hashi_gui.rendering.pieces`. All is drawn in units of :mod:`hashi_gui.rendering.geometry`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from math import sqrt

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPaintDevice, QPainter, QPen, QPixmap

from hashi_gui.core.board import NO_TAG, Board, Tags
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import degrees, is_solution
from hashi_gui.rendering.geometry import (
    ISLAND_RADIUS,
    UNIT,
    CellArea,
    board_rect,
    cells_in,
    centre,
    device_pixel,
    mark_position,
    square,
)
from hashi_gui.rendering.looks import LIGHT_LEVELS, BridgeLook, IslandLook
from hashi_gui.rendering.pieces import (
    cover_dots,
    draw_bridge,
    draw_edge_highlight,
    draw_island,
    draw_under_island,
)
from hashi_gui.rendering.resources import font, prepare_drawing
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

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """A circle that is as large in cells of all sizes."""
        pixel = UNIT / MIN_CELL
        outside = BEACON_RADIUS + 2.5
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width, radius in (
            (theme.island, 2, outside),
            (theme.hint_ink, 3, BEACON_RADIUS),
        ):
            painter.setPen(QPen(QColor(colour), width * pixel))
            painter.drawEllipse(QPointF(), radius * pixel, radius * pixel)


@dataclass(frozen=True, slots=True)
class Letter:
    """What an island is called."""

    text: str

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """A letter on a disc."""
        radius = 0.2 * UNIT
        painter.setPen(QPen(QColor(theme.water), 0.04 * UNIT))
        painter.setBrush(QColor(theme.text))
        painter.drawEllipse(QPointF(), radius, radius)
        size = 0.29 if len(self.text) == 1 else 0.2
        _draw_text(painter, QPointF(), radius, self.text, size, QColor(theme.window))


@dataclass(frozen=True, slots=True)
class Limit:
    """The most bridges on an edge."""

    number: int

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """``≤1`` on a patch of water."""
        half = 0.26 * UNIT
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.water))
        painter.drawEllipse(QPointF(), half, 0.75 * half)
        _draw_text(painter, QPointF(), half, f"≤{self.number}", 0.32, QColor(theme.hint_ink))


@dataclass(frozen=True, slots=True)
class Difference:
    """The numbers of bridges on an edge in two solutions."""

    counts: tuple[int, int]

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """The number of bridges in one solution (round) and in another (square)."""
        half = 0.17 * UNIT
        for number, colour, corner, shift in (
            (self.counts[0], theme.first, half, -half),
            (self.counts[1], theme.second, half / 4, half),
        ):
            place = QPointF(shift, 0)
            painter.setPen(QPen(QColor(theme.water), 0.03 * UNIT))
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(square(place, half), corner, corner)
            _draw_text(painter, place, half, str(number), 0.25, QColor(theme.on_accent))


Label = Beacon | Letter | Limit | Difference
"""What is drawn around the origin, above everything else."""


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


def _draw_text(
    painter: QPainter, at: QPointF, half: float, text: str, size: float, colour: QColor
) -> None:
    painter.setPen(colour)
    painter.setFont(font(size, QFont.Weight.DemiBold))
    painter.drawText(square(at, half), Qt.AlignmentFlag.AlignCenter, text)


DOT_WIDTH = 0.06 * UNIT

CORNER = 0.42 * UNIT
"""The radius of the corners of the sheet of water."""

MIN_CORNER, MAX_CORNER = 10, 24
"""The smallest and the largest one, in pixels."""


@contextmanager
def painting_on(device: QPaintDevice) -> Iterator[QPainter]:
    """A painter that ends before its device is destroyed, also after an error.

    Qt crashes if the device is destroyed first.
    """
    prepare_drawing()
    painter = QPainter(device)
    try:
        yield painter
    finally:
        painter.end()


def draw_sheet(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """The sheet of water on which a board lies, with a line of one pixel around it."""
    pixel = device_pixel(painter)
    corner = min(max(CORNER, MIN_CORNER * pixel), MAX_CORNER * pixel)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.edge), pixel) if theme.edge else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.water))
    half = pixel / 2
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), corner, corner)


def draw_dots(painter: QPainter, places: Sequence[QPointF], theme: Theme) -> None:
    """The dots that show the cells of the water."""
    pen = QPen(QColor(theme.dot), DOT_WIDTH)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawPoints(places)


def draw_board(
    painter: QPainter,
    puzzle: Puzzle,
    board: Board,
    theme: Theme,
    highlight: Highlight,
    exposed: QRectF | None = None,
) -> None:
    """A whole board, for thumbnails and pictures, or what of it reaches into a rectangle."""
    if board.tags and is_solution(puzzle, board.counts):
        board = board._replace(tags=Tags())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    area = cells_in((exposed or board_rect(puzzle)).adjusted(-UNIT, -UNIT, UNIT, UNIT))
    cells = product(
        range(max(area.top, 0), min(area.bottom + 1, puzzle.rows)),
        range(max(area.left, 0), min(area.right + 1, puzzle.cols)),
    )
    water = [cell for cell in cells if puzzle.island_at(*cell) is None]
    draw_dots(painter, [QPointF(col * UNIT, row * UNIT) for row, col in water], theme)
    edges = [edge for edge in puzzle.edges if area.meets(*puzzle.ends(edge.id))]
    for edge in edges:
        a, b = puzzle.ends(edge.id)
        cover_dots(painter, centre(a), centre(b), board.counts[edge.id], theme)
    island_looks = [*_island_looks(puzzle, board, highlight, area)]
    for at, island_look in island_looks:
        draw_under_island(painter, at, island_look, theme)
    for edge in edges:
        a, b = puzzle.ends(edge.id)
        role = highlight.edges.get(edge.id)
        ghost = highlight.ghosts.get(edge.id)
        look = BridgeLook(
            board.counts[edge.id],
            edge.id in board.marks,
            role=role,
            ghost=ghost,
            tag=board.tags.edges.get(edge.id, NO_TAG),
        )
        if role is not None:
            draw_edge_highlight(painter, centre(a), centre(b), role, theme)
        draw_bridge(painter, centre(a), centre(b), mark_position(puzzle, edge), look, theme)
    for at, island_look in island_looks:
        draw_island(painter, at, island_look, theme)
    larger = enlargement(painter.worldTransform().m11() * UNIT)
    for at, label in labels(puzzle, highlight):
        if isinstance(label, Beacon):  # For those who search on a board of their own.
            continue
        painter.save()
        painter.translate(at + label_offset(label, larger))
        painter.scale(larger, larger)
        label.draw(painter, theme)
        painter.restore()


def _island_looks(
    puzzle: Puzzle, board: Board, highlight: Highlight, area: CellArea
) -> Iterator[tuple[QPointF, IslandLook]]:
    """The looks of the islands in an area, and where they are."""
    light = LIGHT_LEVELS if is_solution(puzzle, board.counts) else 0
    for island, degree in zip(puzzle.islands, degrees(puzzle, board.counts)):
        if area.meets(island, island):
            role, locked = highlight.islands.get(island.id), island.id in board.locks
            tag = board.tags.islands.get(island.id, NO_TAG)
            look = IslandLook(
                island.clue, degree == island.clue, locked, role=role, light=light, tag=tag
            )
            yield centre(island), look


def transparent_pixmap(size: QSize, ratio: float = 1.0) -> QPixmap:
    """A picture to draw on; ``ratio`` is that of the screen."""
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap


def draw_fitted(
    painter: QPainter,
    rect: QRectF,
    puzzle: Puzzle,
    board: Board,
    theme: Theme,
    highlight: Highlight | None = None,
) -> None:
    """A whole board on its sheet of water, placed by :func:`fit_board`."""
    painter.save()
    fit_board(painter, rect, puzzle)
    draw_sheet(painter, board_rect(puzzle), theme)
    draw_board(painter, puzzle, board, theme, highlight or Highlight())
    painter.restore()


def fit_board(painter: QPainter, rect: QRectF, puzzle: Puzzle) -> None:
    """Place a board in the middle of a rectangle: as large as fits, but not above full size."""
    board_area = board_rect(puzzle)
    scale = min(rect.width() / board_area.width(), rect.height() / board_area.height(), 1.0)
    painter.translate(rect.center())
    painter.scale(scale, scale)
    painter.translate(-board_area.center())
