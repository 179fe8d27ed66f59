"""Drawing a whole board, for thumbnails, the pictures in Help, exported files and printed pages.

What islands, bridges and highlights look like is defined in one place each, for the window, too:
:mod:`hashi_gui.rendering.islands`, :mod:`hashi_gui.rendering.bridges` and
:mod:`hashi_gui.rendering.islands`. Everything is drawn in board units, see
:mod:`hashi_gui.rendering.geometry`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import product

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPaintDevice, QPainter, QPen

from hashi_gui.core.board import Board
from hashi_gui.core.highlight import Highlight
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import degrees, is_solution
from hashi_gui.rendering.bridges import cover_dots, draw_bridge
from hashi_gui.rendering.geometry import (
    UNIT,
    CellArea,
    board_rect,
    cells_in,
    centre,
    device_pixel,
    mark_position,
)
from hashi_gui.rendering.islands import draw_edge_highlight, draw_island, draw_under_island
from hashi_gui.rendering.labels import Beacon, draw_label, enlargement, label_offset, labels
from hashi_gui.rendering.looks import LIGHT_LEVELS, BridgeLook, IslandLook
from hashi_gui.rendering.resources import prepare_drawing
from hashi_gui.rendering.theme import Theme

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
        look = BridgeLook(board.counts[edge.id], edge.id in board.marks, role=role, ghost=ghost)
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
        draw_label(painter, QPointF(), label, theme)
        painter.restore()


def _island_looks(
    puzzle: Puzzle, board: Board, highlight: Highlight, area: CellArea
) -> Iterator[tuple[QPointF, IslandLook]]:
    """The looks of the islands in an area, and where they are."""
    light = LIGHT_LEVELS if is_solution(puzzle, board.counts) else 0
    for island, degree in zip(puzzle.islands, degrees(puzzle, board.counts)):
        if area.meets(island, island):
            role, locked = highlight.islands.get(island.id), island.id in board.locks
            look = IslandLook(island.clue, degree == island.clue, locked, role=role, light=light)
            yield centre(island), look


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
