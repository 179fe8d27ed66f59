"""Where a board is in the room that it shares with panels, which come and go without moving it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QMargins, QPointF, QSize, QSizeF

from hashi_gui.gui.widgets.controls import Side

MAX_FITTED_CELL = 96
"""The largest cell, in pixels, when the board is fitted to the window."""

MIN_CELL, MAX_CELL = 6.0, 200.0
"""The smallest and the largest cell, in pixels, that the player can zoom to."""

AROUND_BOARD = QMargins(24, 20, 24, 20)
"""The least room around the whole board, in pixels."""

BESIDE, BELOW, SHARE_BELOW = 328, 132, 0.3
"""The room that is left for panels at the right of the board or below it, in pixels; and how much
of a low room at most."""

MUCH_LARGER = 1.06
"""Only if the cells are so much larger with the panels below, they are not beside the board."""

LEAST_SHARE, LEAST_BESIDE = 0.6, 144
"""No room is left if the board's cells would be smaller than this share, nor, at its right, if the
room has less height in pixels."""

PANEL, CARD, NARROW_CARD, GAP = QSize(320, 260), QSize(428, 88), 316, 8
"""The largest panel and card in pixels: the width at the right of the board, the height below it;
the least width of a card, and what is between it and the board."""

LEAST_PANEL, MAX_SHARE = 150, 0.42
"""The least height of a panel in pixels, if that is no more than this share of the room."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The cells of a fitted board and its middle in the room; what panel and card get, and where.

    All in pixels: ``panel`` and ``card`` are widths at the right of the board, or heights below it.
    If the room is too small to leave any for them, ``leaves_room`` is false.
    """

    cell: float
    middle: QPointF
    side: Side
    panel: int
    card: int
    leaves_room: bool


def fitted_cell(board: QSizeF, room: QSize) -> float:
    """The size of a cell of a board, given in cells, that fills a room, in whole pixels."""
    fitting = min(room.width() / board.width(), room.height() / board.height())
    return min(max(float(int(fitting)), MIN_CELL), MAX_FITTED_CELL)


def place_board(board: QSizeF, room: QSize, growth: float = 1.0) -> Placement:
    """Place a board, given in cells, so that panels cover it as little as possible.

    A flat card never covers the board, and a panel
    below it little more than its margin. The board is in the middle of the room if it can be.
    Where there is room, panels grow with the texts, by ``growth``.
    """
    around = AROUND_BOARD
    whole = fitted_cell(board, room.shrunkBy(around))
    beside = room.shrunkBy(QMargins(around.left(), around.top(), BESIDE, around.bottom()))
    kept = min(max(int(SHARE_BELOW * room.height()), CARD.height()), BELOW)
    below = room.shrunkBy(QMargins(around.left(), around.top(), around.right(), kept))
    cell, cell_above = fitted_cell(board, beside), fitted_cell(board, below)
    side = Side.RIGHT
    if room.height() < LEAST_BESIDE or cell_above > MUCH_LARGER * cell:
        side, cell = Side.BELOW, cell_above
    leaves_room = cell >= LEAST_SHARE * whole
    cell = cell if leaves_room else whole
    size = board * cell
    across, down = room.width() / 2, room.height() / 2
    if side is Side.RIGHT:
        across = min(across, room.width() - BESIDE - size.width() / 2)
        free = int(room.width() - across - size.width() / 2)
        panel = min(PANEL.width(), max(free, int(MAX_SHARE * room.width())))
        panel = max(panel, min(free, int(growth * PANEL.width())))
        card = min(int(growth * CARD.width()), max(free - GAP, NARROW_CARD))
    else:
        top = size.height() / 2 + around.top()
        down = min(down, max(room.height() - PANEL.height() - size.height() / 2, top))
        free = int(room.height() - down - size.height() / 2)
        least = min(LEAST_PANEL, int(MAX_SHARE * room.height()))
        panel = min(PANEL.height(), max(free, least))
        card = min(CARD.height(), int(MAX_SHARE * room.height()))
    return Placement(cell, QPointF(across, down), side, panel, card, leaves_room)
