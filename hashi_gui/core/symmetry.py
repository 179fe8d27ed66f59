"""The symmetries that a board can have, and the turns and reflections of which they consist."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from enum import StrEnum

from hashi_gui.core.i18n import N_, translated
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


def swap(cell: Cell, _last: Cell) -> Cell:
    """Exchange rows and columns."""
    return cell[1], cell[0]


QUARTER_TURNS = (turn_left, turn_right)


_LEAST_MOVED = 6
"""How many islands each turn or reflection of a symmetry takes elsewhere, unless it is chance."""


class Symmetry(StrEnum):
    """What the islands of a board can be symmetric under. The values are for commands and files."""

    NONE = "none"
    HALF_TURN = "rotate"
    QUARTER_TURNS = "quarter-turns"
    LEFT_RIGHT = "mirror"
    TOP_BOTTOM = "flip"
    BOTH_MIRRORS = "both-mirrors"
    DIAGONAL = "diagonal"

    @classmethod
    def of(cls, cells: Collection[Cell], rows: int, cols: int) -> Symmetry:
        """The symmetry with the most turns and reflections that some cells of a grid have.

        A few cells, or cells on an axis, have one only by chance: that is none.
        """
        last, places = (rows - 1, cols - 1), set(cells)

        def is_symmetry(transform: Transform) -> bool:
            if any(transform(cell, last) not in places for cell in cells):
                return False
            return sum(transform(cell, last) != cell for cell in cells) >= _LEAST_MOVED

        found = (
            each for each in cls if each.fits(rows, cols) and all(map(is_symmetry, each.transforms))
        )
        return max(found, key=lambda each: len(each.transforms))

    @property
    def label(self) -> str:
        """The symmetry in words."""
        return translated(_LABELS[self])

    @property
    def transforms(self) -> tuple[Transform, ...]:
        """The turns and reflections under which the board looks the same, but for leaving it."""
        return _TRANSFORMS[self]

    def fits(self, rows: int, cols: int) -> bool:
        """Whether a grid of this size can have the symmetry: some need a square."""
        return self not in (Symmetry.QUARTER_TURNS, Symmetry.DIAGONAL) or rows == cols

    def with_images(self, cells: Iterable[Cell], rows: int, cols: int) -> set[Cell]:
        """Cells of a grid of this size, and where the turns and reflections take them."""
        cells = set(cells)
        last = rows - 1, cols - 1
        return cells.union(transform(cell, last) for transform in self.transforms for cell in cells)


_LABELS = {
    Symmetry.NONE: N_("None"),
    Symmetry.HALF_TURN: N_("Half turn"),
    Symmetry.QUARTER_TURNS: N_("Quarter turns"),
    Symmetry.LEFT_RIGHT: N_("Left and right"),
    Symmetry.TOP_BOTTOM: N_("Top and bottom"),
    Symmetry.BOTH_MIRRORS: N_("Both mirrors"),
    Symmetry.DIAGONAL: N_("Along the diagonal"),
}

_TRANSFORMS: dict[Symmetry, tuple[Transform, ...]] = {
    Symmetry.NONE: (),
    Symmetry.HALF_TURN: (half_turn,),
    Symmetry.QUARTER_TURNS: (turn_right, half_turn, turn_left),
    Symmetry.LEFT_RIGHT: (mirror,),
    Symmetry.TOP_BOTTOM: (flip,),
    Symmetry.BOTH_MIRRORS: (mirror, flip, half_turn),
    Symmetry.DIAGONAL: (swap,),
}
