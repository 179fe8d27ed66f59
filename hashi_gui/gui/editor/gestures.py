"""The gestures of the editor, without Qt: each is one press, drag and release of the mouse.

Positions are in cells of the draft, x to the right and y down; the centre of cell (row, col) is at
(col, row).
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from math import hypot
from typing import TYPE_CHECKING

from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Cell
from hashi_gui.core.symmetry import Transform
from hashi_gui.core.wording import sentences
from hashi_gui.editing import Draft, EditError, SizeChange
from hashi_gui.editing.draft import Pair, pair_of
from hashi_gui.editing.operations import symmetric_size_change
from hashi_gui.gui.editor.scene import BORDER, ROOM

if TYPE_CHECKING:
    from hashi_gui.gui.editor.controller import EditorController

BORDER_REACH = 0.22
"""How far from the border it can be grabbed, in cells."""

CLICK_REACH = 0.35
"""How far the pointer may move in a click, in cells."""

ISLAND_REACH = 0.45
"""The radius within which an island is hit, in cells."""


class Tool(StrEnum):
    """What a drag on the board does."""

    ISLANDS = "islands"
    BRIDGES = "bridges"


class EditorGesture:
    """A gesture in progress. ``cancel`` may come at any time, in place of ``release``."""

    def __init__(self, target: EditorController, x: float, y: float) -> None:
        self.target = target
        self.start = x, y
        self.cell = cell_at(x, y)
        self.is_click = True

    def drag(self, x: float, y: float) -> None:
        """The pointer has moved to a position."""
        if hypot(x - self.start[0], y - self.start[1]) > CLICK_REACH:
            self.is_click = False
        if not self.is_click:
            self._drag(x, y)

    def release(self, x: float, y: float) -> None:
        """The button was released at a position."""
        self.drag(x, y)
        if self.is_click:
            self._click()
        else:
            self._finish()
        self._restore()

    def cancel(self) -> None:
        """End without an effect."""
        self._restore()

    def _restore(self) -> None:
        """Show the draft as it is."""
        self.target.preview(None)
        self.target.show_band(0, 0, 0, 0)

    def _drag(self, x: float, y: float) -> None:
        """Show what releasing the button here would do."""

    def _click(self) -> None:
        """The pointer was not moved."""

    def _finish(self) -> None:
        """The pointer was moved, and the button is released."""


class EditingDrag(EditorGesture):
    """A drag that leads to another draft, which is shown meanwhile."""

    _result: Draft | None = None
    _refusal = ""

    def _show(self, result: Draft | None) -> None:
        if result != self._result:
            self._result = result
            self.target.preview(result)

    def _finish(self) -> None:
        if self._result is not None:
            self.target.commit(self._result)
        elif self._refusal:
            self.target.message_requested.emit(self._refusal)


class RubberBand(EditorGesture):
    """Selects the islands in a rectangle, or its cells if there are none.

    A click selects the island of a cell, or places one.
    """

    def __init__(self, target: EditorController, x: float, y: float, *, extends: bool) -> None:
        super().__init__(target, x, y)
        self._before = target.selection if extends else frozenset()
        self._end = self.start

    def _drag(self, x: float, y: float) -> None:
        self._end = x, y
        left, right = sorted((x, self.start[0]))
        top, bottom = sorted((y, self.start[1]))
        self.target.show_band(left, top, right - left, bottom - top)
        inside = [
            (row, col)
            for row, col in self.target.draft.clues
            if left <= col <= right and top <= row <= bottom
        ]
        self.target.select(self._before | set(inside))

    def release(self, x: float, y: float) -> None:
        super().release(x, y)
        if not self.is_click and not self.target.selection:
            self.target.choose_area(self.cell, cell_at(*self._end))

    def _click(self) -> None:
        if self.cell in self.target.draft.clues:
            self.target.select(self._before | {self.cell}, self.cell)
        elif self.target.draft.contains(self.cell):
            self.target.place_at(self.cell)
        else:
            self.target.select(())


class MoveDrag(EditingDrag):
    """Moves the selected islands; begins on one of them, and selects another one if it must.

    A click on the only selected island adds 1 to its clue.
    """

    def __init__(self, target: EditorController, x: float, y: float, *, extends: bool) -> None:
        super().__init__(target, x, y)
        self._was_selected = self.cell in target.selection
        self._extends = extends
        if not self._was_selected:
            target.select((target.selection if extends else set()) | {self.cell}, self.cell)
        # The island that was grabbed comes first: it moves with the pointer, images may not.
        self._cells = [self.cell, *sorted(target.selection - {self.cell})]
        self._by: Cell = (0, 0)

    def _drag(self, x: float, y: float) -> None:
        row, col = cell_at(x, y)
        by = row - self.cell[0], col - self.cell[1]
        self._by = within_room(self.target.draft, self._cells, by)
        self._show(self.target.moved(self._cells, self._by) if any(self._by) else None)

    def _click(self) -> None:
        if not self._was_selected:
            return
        others = self.target.selection - {self.cell}
        if others or self._extends:
            self.target.select(others if self._extends else {self.cell}, self.cell)
        else:
            self.target.step_clue(1)

    def _finish(self) -> None:
        super()._finish()
        if self._result is not None:
            down, right = self._by
            cells = [(row + down, col + right) for row, col in self._cells]
            self.target.select(cells, cells[0])


class BridgeDrag(EditingDrag):
    """Builds a bridge from cell to cell; a click builds on the edge under the pointer."""

    def _drag(self, x: float, y: float) -> None:
        end = self._end(x, y)
        self._refusal = ""
        try:
            result = None if end == self.cell else self.target.bridged(self.cell, end)
        except EditError as error:
            result, self._refusal = None, str(error)
        self._show(result)

    def _click(self) -> None:
        pair = edge_at(self.target.draft, *self.start)
        if self.cell in self.target.draft.clues:
            self.target.select({self.cell}, self.cell)
        elif pair is not None:
            self.target.cycle_bridge(pair)
        elif self.target.draft.contains(self.cell):
            self.target.place_at(self.cell)

    def _end(self, x: float, y: float) -> Cell:
        """The cell on the same row or column that the drag has come to."""
        row, col = cell_at(x, y)
        if abs(y - self.start[1]) > abs(x - self.start[0]):
            col = self.cell[1]
        else:
            row = self.cell[0]
        draft = self.target.draft
        return min(max(row, 0), draft.rows - 1), min(max(col, 0), draft.cols - 1)


class BorderDrag(EditorGesture):
    """Moves one or two sides of the border; the new one is shown as an outline."""

    def __init__(
        self, target: EditorController, x: float, y: float, sides: Collection[str]
    ) -> None:
        super().__init__(target, x, y)
        self._sides = sides
        self._size_change = SizeChange()

    def _drag(self, x: float, y: float) -> None:
        draft = self.target.draft
        down, right = round(y - self.start[1]), round(x - self.start[0])
        up_to, left_to = draft.rows - 1, draft.cols - 1
        # At least one row and one column stay, also if the opposite side moves alike.
        sides = 2 if draft.symmetry.transforms else 1
        most_up, most_left = -(up_to // sides), -(left_to // sides)
        dragged = SizeChange(
            max(-down, most_up) if "top" in self._sides else 0,
            max(-right, most_left) if "left" in self._sides else 0,
            max(down, most_up) if "bottom" in self._sides else 0,
            max(right, most_left) if "right" in self._sides else 0,
        )
        self._size_change = size_change = symmetric_size_change(draft.symmetry, dragged)
        self.target.show_band(
            -BORDER - size_change.left,
            -BORDER - size_change.top,
            left_to + 2 * BORDER + size_change.left + size_change.right,
            up_to + 2 * BORDER + size_change.top + size_change.bottom,
        )
        width = draft.cols + size_change.left + size_change.right
        height = draft.rows + size_change.top + size_change.bottom
        self.target.status_changed.emit(f"{width} × {height}")

    def _finish(self) -> None:
        self.target.status_changed.emit("")
        if self._size_change != SizeChange():
            self.target.resize(self._size_change)

    def cancel(self) -> None:
        super().cancel()
        self.target.status_changed.emit("")


class FloatingPiece:
    """What is pasted, over the board until it is placed or dropped."""

    def __init__(self, target: EditorController, piece: Draft, middle: Cell) -> None:
        """The middle of the piece is on a cell, as far as there is room around the grid."""
        self._target, self._piece = target, piece
        self._at: Cell = (0, 0)
        self.move_to(middle)

    @property
    def cells(self) -> list[Cell]:
        return [(row + self._at[0], col + self._at[1]) for row, col in self._piece.clues]

    @property
    def result(self) -> Draft:
        """The draft after the piece is placed here."""
        return self._target.editing.paste(self._target.draft, self._piece, self._at)

    def move_to(self, middle: Cell) -> None:
        """Move it under the pointer."""
        row, col = self._middle
        self.move(middle[0] - row, middle[1] - col)

    def move(self, down: int, right: int) -> None:
        """Move it by cells."""
        rows, cols = zip(*self.cells)
        down = _within(down, rows, self._target.draft.rows)
        right = _within(right, cols, self._target.draft.cols)
        self._at = self._at[0] + down, self._at[1] + right
        self._show()

    def turn(self, transform: Transform) -> None:
        """Turn or reflect it around its middle."""
        middle = self._middle
        self._piece = self._target.editing.transform_board(self._piece, transform)
        self.move_to(middle)

    @property
    def _middle(self) -> Cell:
        return self._at[0] + self._piece.rows // 2, self._at[1] + self._piece.cols // 2

    def _show(self) -> None:
        draft, result, cells = self._target.draft, self.result, self.cells
        there = [cell for cell in cells if cell in draft.clues]
        replaced = [cell for cell in there if draft.clues[cell] != result.clues[cell]]
        self._target.show_floating(result, cells, replaced)
        texts = [_("Click or press Enter to place it, Esc to drop it.")]
        if replaced:
            text = ngettext("It replaces {n} island.", "It replaces {n} islands.", len(replaced))
            texts.append(text.format(n=len(replaced)))
        new = {*cells, *(result.clues.keys() - draft.clues.keys())}
        if outside := sum(not draft.contains(cell) for cell in new):
            text = ngettext(
                "{n} island would be outside the border.",
                "{n} islands would be outside the border.",
                outside,
            )
            texts.append(text.format(n=outside))
        self._target.status_changed.emit(sentences(*texts))


def _within(by: int, places: Collection[int], length: int) -> int:
    """How far a piece moves so that it is in the room around the grid; it is if it fits there."""
    least, most = -ROOM - min(places), length - 1 + ROOM - max(places)
    return min(max(by, least), most) if least <= most else -min(places)


def begin(
    target: EditorController, tool: Tool, x: float, y: float, *, extends: bool
) -> EditorGesture:
    """The gesture that begins with a press of the button at a position."""
    sides = sides_at(target.draft, x, y)
    cell = cell_at(x, y)
    on_island = cell in target.draft.clues and hypot(x - cell[1], y - cell[0]) <= ISLAND_REACH
    if sides and not on_island:
        return BorderDrag(target, x, y, sides)
    if on_island and (tool is Tool.ISLANDS or extends):
        return MoveDrag(target, x, y, extends=extends)
    if tool is Tool.ISLANDS or extends or not target.draft.contains(cell):
        return RubberBand(target, x, y, extends=extends)
    return BridgeDrag(target, x, y)


def within_room(draft: Draft, cells: Collection[Cell], by: Cell) -> Cell:
    """How far islands can be moved towards ``by`` without going beyond the room for them."""

    def limited(axis: int, length: int) -> int:
        places = [cell[axis] for cell in cells]
        least, most = min(-ROOM - min(places), 0), max(length - 1 + ROOM - max(places), 0)
        return min(max(by[axis], least), most)

    return limited(0, draft.rows), limited(1, draft.cols)


def cell_at(x: float, y: float) -> Cell:
    return round(y), round(x)


def sides_at(draft: Draft, x: float, y: float) -> frozenset[str]:
    """The sides of the border that can be grabbed at a position."""
    reach = BORDER + BORDER_REACH
    if not (-reach <= x <= draft.cols - 1 + reach and -reach <= y <= draft.rows - 1 + reach):
        return frozenset()
    places = {
        "left": x + BORDER,
        "right": x - (draft.cols - 1 + BORDER),
        "top": y + BORDER,
        "bottom": y - (draft.rows - 1 + BORDER),
    }
    return frozenset(side for side, distance in places.items() if abs(distance) <= BORDER_REACH)


def edge_at(draft: Draft, x: float, y: float) -> Pair | None:
    """The pair of islands between which a position is, or None.

    Of two pairs it is the one with bridges, else the one that is nearer to the direction from the
    centre of the cell.
    """
    row, col = cell_at(x, y)
    along = _ends(draft, row, col, (0, 1))
    across = _ends(draft, row, col, (1, 0))
    if along is None or across is None:
        return along or across
    for pair in (along, across):
        if pair in draft.bridges:
            return pair
    return along if abs(x - col) > abs(y - row) else across


def _ends(draft: Draft, row: int, col: int, step: Cell) -> Pair | None:
    found = [_next_island(draft, row, col, (sign * step[0], sign * step[1])) for sign in (-1, 1)]
    before, after = found
    return None if before is None or after is None else pair_of(before, after)


def _next_island(draft: Draft, row: int, col: int, step: Cell) -> Cell | None:
    while draft.contains((row, col)):
        row, col = row + step[0], col + step[1]
        if (row, col) in draft.clues:
            return row, col
    return None
