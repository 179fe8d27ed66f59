"""The symmetries that an edit can keep, and the turns and reflections of which they consist."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from hashi_gui.core.puzzle import Cell

Transform = Callable[[Cell, Cell], Cell]
"""Takes a cell of a box that begins at (0, 0), and the last cell of the box, at the bottom right.

Returns where the cell goes. A quarter turn leads to a box with rows and columns exchanged."""


def half_turn(cell: Cell, last: Cell) -> Cell:
    return last[0] - cell[0], last[1] - cell[1]


def turn_right(cell: Cell, last: Cell) -> Cell:
    return cell[1], last[0] - cell[0]


def turn_left(cell: Cell, last: Cell) -> Cell:
    return last[1] - cell[1], cell[0]


def mirror(cell: Cell, last: Cell) -> Cell:
    """Exchange left and right."""
    return cell[0], last[1] - cell[1]


def flip(cell: Cell, last: Cell) -> Cell:
    """Exchange top and bottom."""
    return last[0] - cell[0], cell[1]


QUARTER_TURNS = (turn_left, turn_right)


class BoardSymmetry(StrEnum):
    """What the islands of a board can be symmetric under."""

    NONE = "none"
    HALF_TURN = "half turn"
    QUARTER_TURNS = "quarter turns"
    LEFT_RIGHT = "left and right"
    TOP_BOTTOM = "top and bottom"
    BOTH_MIRRORS = "both mirrors"

    @property
    def transforms(self) -> tuple[Transform, ...]:
        """The turns and reflections under which the board looks the same, but for leaving it."""
        return _TRANSFORMS[self]

    def fits(self, rows: int, cols: int) -> bool:
        """Whether a grid of this size can have the symmetry: quarter turns need a square."""
        return self is not BoardSymmetry.QUARTER_TURNS or rows == cols


_TRANSFORMS: dict[BoardSymmetry, tuple[Transform, ...]] = {
    BoardSymmetry.NONE: (),
    BoardSymmetry.HALF_TURN: (half_turn,),
    BoardSymmetry.QUARTER_TURNS: (turn_right, half_turn, turn_left),
    BoardSymmetry.LEFT_RIGHT: (mirror,),
    BoardSymmetry.TOP_BOTTOM: (flip,),
    BoardSymmetry.BOTH_MIRRORS: (mirror, flip, half_turn),
}
