"""Connects the board of the editor with the draft: gestures and keys become edits."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from itertools import product

from PySide6.QtCore import QObject, QRectF, Qt, Signal

from hashi_gui.core.board import Board
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.i18n import N_, _, ngettext, translated
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.symmetry import Symmetry, Transform
from hashi_gui.editing import Draft, DraftHistory, EditError, Editing, SizeChange
from hashi_gui.editing.draft import Pair, pair_of
from hashi_gui.editing.draft_store import REDO_LINE, UNDO_LINE, edit_line
from hashi_gui.editing.operations import box_of, piece_of, symmetric_size_change
from hashi_gui.formats import PuzzleInfo
from hashi_gui.gui.board.picture import BoardPicture
from hashi_gui.gui.editor.drafts import copy_piece
from hashi_gui.gui.editor.gestures import (
    EditorGesture,
    FloatingPiece,
    Tool,
    begin,
    cell_at,
    sides_at,
    within_room,
)
from hashi_gui.gui.editor.scene import DraftPicture, EditorScene, EditorView
from hashi_gui.gui.editor.spoken_cells import SpokenCells
from hashi_gui.gui.settings.preferences import AnimationSetting
from hashi_gui.rendering.looks import Overlay

NEXT_DIGIT_SECONDS = 1.2
"""How long a second digit is added to the first one."""

SELECT_FIRST = N_("Select some islands first.")

CURSORS = {
    frozenset({"left"}): Qt.CursorShape.SizeHorCursor,
    frozenset({"right"}): Qt.CursorShape.SizeHorCursor,
    frozenset({"top"}): Qt.CursorShape.SizeVerCursor,
    frozenset({"bottom"}): Qt.CursorShape.SizeVerCursor,
    frozenset({"left", "top"}): Qt.CursorShape.SizeFDiagCursor,
    frozenset({"right", "bottom"}): Qt.CursorShape.SizeFDiagCursor,
    frozenset({"right", "top"}): Qt.CursorShape.SizeBDiagCursor,
    frozenset({"left", "bottom"}): Qt.CursorShape.SizeBDiagCursor,
}


class EditorController(QObject):
    """Edits one draft. Nothing else changes its history."""

    changed = Signal(str)
    """The draft is another one; carries the line of the file with it, see DraftStore."""
    selection_changed = Signal()
    pressed = Signal()
    """The setter begins a gesture on the board."""
    floated = Signal()
    """Something is about to float; nothing else is to be shown in place of the draft."""
    restored = Signal()
    """The board shows the draft again, after another one in its place."""
    status_changed = Signal(str)
    """What a gesture would lead to, in a few words; empty when it is over."""
    message_requested = Signal(str)
    """Something cannot be done, or what is done is not seen; carries one sentence."""

    def __init__(self, scene: EditorScene, view: EditorView) -> None:
        super().__init__(view)
        self._scene = scene
        self._show = scene.show_draft
        self._view = view
        self.history = DraftHistory(Draft(1, 1))
        self.editing = Editing()
        self.tool = Tool.ISLANDS
        self.revision = 0
        """Increases with every change of the draft."""
        self._gesture: EditorGesture | None = None
        self._floating: FloatingPiece | None = None
        self._area: frozenset[Cell] = frozenset()
        """The cells that were chosen with the mouse, without an island."""
        self._pointer: Cell | None = None
        """The cell that the pointer was moved to, unless the cursor was moved since."""
        self._digit_typed_at = 0.0
        SpokenCells(view, scene, self)
        view.pressed.connect(self._press)
        view.dragged.connect(self._drag)
        view.released.connect(self._release)
        view.cancelled.connect(self._cancel)
        view.hovered.connect(self._hover)
        view.menu_requested.connect(self._choose)
        view.digit_typed.connect(self.type_digit)
        view.space_tapped.connect(self.toggle_island)

    def open(self, history: DraftHistory) -> None:
        """Edit another draft."""
        self.history = history
        self.revision += 1
        self._gesture = self._floating = None
        self._area = frozenset()
        self._show(DraftPicture.of(self.draft))
        self._view.start()
        self.selection_changed.emit()

    @property
    def draft(self) -> Draft:
        return self.history.draft

    @property
    def puzzle(self) -> Puzzle:
        """The draft as a puzzle, which it must be."""
        return self.draft.to_puzzle()

    @property
    def selection(self) -> frozenset[Cell]:
        """The cells of the selected islands."""
        return self._shown.selection

    @property
    def shown_draft(self) -> Draft:
        """The draft that the board shows: this one, or what a gesture would lead to."""
        return self._shown.draft

    @property
    def symmetry_text(self) -> str:
        """The symmetry that edits keep, in a sentence; empty if there is none."""
        symmetry = self.draft.symmetry
        if symmetry is Symmetry.NONE:
            return ""
        return _("Edits keep the symmetry “{name}”.").format(name=symmetry.label)

    @property
    def previewing(self) -> bool:
        """Whether the board shows another draft in place of this one."""
        return self.shown_draft is not self.draft

    # Modes

    def set_solution_first(self, solution_first: bool) -> None:
        """Draw bridges and let the clues follow, or place islands and set their clues."""
        self.tool = Tool.BRIDGES if solution_first else Tool.ISLANDS
        self.editing = Editing(automatic_clues=solution_first)

    # Edits

    def undo(self) -> None:
        """Undo the last edit; what floats is dropped instead."""
        if self.floats:
            self.drop()
        elif self.history.undo():
            self._show_change(UNDO_LINE)

    def redo(self) -> None:
        if self.history.redo():
            self._show_change(REDO_LINE)

    def commit(self, draft: Draft) -> None:
        """Go on to another draft, in one undo step."""
        change = self.history.edit(draft)
        if not change:
            return
        self._show_change(edit_line(change))
        seen = self._view.seen
        unseen = sum(not seen.intersects(self._scene.cell_rect(cell)) for cell in change.clues)
        if unseen and not change.size:
            text = ngettext(
                "{n} change is outside the view.", "{n} changes are outside the view.", unseen
            )
            self.message_requested.emit(text.format(n=unseen))

    def edit(self, operation: Callable[[Draft], Draft]) -> None:
        """Do an operation; one that is impossible is refused."""
        try:
            self.commit(operation(self.draft))
        except EditError as error:
            self.message_requested.emit(str(error))

    def place_at(self, cell: Cell, clue: int | None = None) -> None:
        """Place an island and select it; its clue is "?", or 0 if clues are automatic."""
        clue = self.editing.new_clue if clue is None else clue
        self.edit(lambda draft: self.editing.place(draft, {cell: clue}))
        self.select({cell}, cell)

    def draw_solution(self, counts: bytes) -> None:
        """Draw the bridges of a solution of the draft, which must be a puzzle."""
        document = self.draft.to_document()
        board = Board(counts)
        drawn = Draft.from_board(document.puzzle, board, self.draft.info)
        self.commit(replace(self.draft, bridges=drawn.bridges))

    def toggle_island(self) -> None:
        """Place an island on the cursor, or remove the one that is there; or what floats."""
        if self._floating is not None:
            self.place_floating()
        elif self._shown.cursor is None:
            self.move_cursor(0, 0)
        elif self._shown.cursor in self.draft.clues:
            self.remove_selected()
        else:
            self.place_at(self._shown.cursor)

    def remove_selected(self) -> None:
        self._edit_selected(lambda draft: self.editing.remove(draft, self.selection))

    def set_clue(self, clue: int | None) -> None:
        """Give the selected islands a clue; without any, place an island on the cursor.

        If that is not there yet, it begins at the first cell; an island there is only selected.
        """
        if self.selection:
            self.edit(lambda draft: self.editing.set_clue(draft, self.selection, clue))
        elif self._shown.cursor is not None:
            self.place_at(self._shown.cursor, clue)
        else:
            self.move_cursor(0, 0)
            if not self.selection:
                self.place_at((0, 0), clue)

    def type_digit(self, digit: int) -> None:
        """Set a clue by its digits: a second one soon after the first is added to it."""
        clues = {self.draft.clues.get(cell) for cell in self.selection}
        now, clue = time.monotonic(), digit
        if now - self._digit_typed_at < NEXT_DIGIT_SECONDS and len(clues) == 1:
            before = clues.pop()
            if before and before * 10 + digit <= self.draft.rules.max_clue:
                clue = before * 10 + digit
        self.set_clue(clue)
        self._digit_typed_at = now

    def step_clue(self, step: int) -> None:
        """Add 1 or -1 to the clues of the selected islands."""
        self._edit_selected(lambda draft: self.editing.step_clue(draft, self.selection, step))

    @property
    def chosen(self) -> frozenset[Cell]:
        """The selected islands; without any, the area, or the cell of the cursor."""
        cursor = self._shown.cursor
        return self.selection or self._area or frozenset(() if cursor is None else [cursor])

    def choose_area(self, one: Cell, two: Cell) -> None:
        """Choose the cells of a rectangle between two corners."""
        top, left, rows, cols = box_of((one, two))
        cells = product(range(top, top + rows), range(left, left + cols))
        self._area = frozenset(filter(self.draft.contains, cells))
        if self._area:
            top, left, rows, cols = box_of(self._area)
            self.show_band(left - 0.5, top - 0.5, cols, rows)
            self.selection_changed.emit()

    def toggle_kept(self) -> None:
        """Let the assistant leave what is chosen as it is, or change it again."""
        area = self._area
        self.edit(lambda draft: self.editing.toggle_kept(draft, self.chosen))
        if area:
            self.choose_area(min(area), max(area))
        if self.chosen <= self.draft.kept:
            self.message_requested.emit(_("The assistant leaves this as it is."))
        else:
            self.message_requested.emit(_("The assistant may change this again."))

    def cycle_bridge(self, pair: Pair) -> None:
        """Add a bridge between two islands, or remove all if there are as many as allowed."""
        self.edit(lambda draft: self.editing.cycle(draft, *pair))

    def clear_bridges(self) -> None:
        self.edit(self.editing.clear_bridges)

    def turn(self, transform: Transform) -> None:
        """Turn or reflect what floats, or the selected islands, or everything without any."""
        if self._floating is not None:
            self._floating.turn(transform)
        elif self.selection:
            self.edit(lambda draft: self.editing.transform(draft, self.selection, transform))
            self.select(())
        else:
            self.edit(lambda draft: self.editing.transform_board(draft, transform))

    def resize(self, size_change: SizeChange) -> None:
        before = self.draft
        self.edit(lambda draft: self.editing.resize(draft, size_change))
        if (
            self.draft is not before
            and symmetric_size_change(self.draft.symmetry, size_change) != size_change
        ):
            text = _("Opposite sides change alike, for the symmetry. The grid is {size} now.")
            self.message_requested.emit(text.format(size=self.draft.size_text))

    def set_limit(self, max_bridges: int) -> None:
        self.edit(lambda draft: self.editing.set_limit(draft, max_bridges))

    def toggle_loops(self) -> None:
        rules = self.draft.rules
        self.commit(replace(self.draft, rules=rules._replace(loops=not rules.loops)))

    def set_symmetry(self, symmetry: Symmetry) -> None:
        """Keep a symmetry of the islands from now on, if the grid can have it."""
        rows, cols, clues = self.draft.rows, self.draft.cols, self.draft.clues
        if not symmetry.fits(rows, cols):
            self.message_requested.emit(_("This symmetry needs a square grid."))
            return
        self.commit(replace(self.draft, symmetry=symmetry))
        missing = len(symmetry.with_images(clues, rows, cols)) - len(clues)
        if missing:
            text = ngettext(
                "Your islands stay as they are: {n} more would make them symmetric.",
                "Your islands stay as they are: {n} more would make them symmetric.",
                missing,
            )
            self.message_requested.emit(text.format(n=missing))

    def toggle_tie(self) -> None:
        """Let clues and bridges follow at the images of islands, or no longer."""
        self.commit(replace(self.draft, ties_clues=not self.draft.ties_clues))

    def set_info(self, info: PuzzleInfo) -> None:
        self.commit(replace(self.draft, info=info))

    def move_selected(self, down: int, right: int) -> None:
        """Move the selected islands by one cell, as far as there is room."""
        if not self.selection:
            self.message_requested.emit(translated(SELECT_FIRST))
            return
        cells = sorted(self.selection)
        row, col = self._shown.cursor if self._shown.cursor in self.selection else cells[0]
        down, right = by = within_room(self.draft, cells, (down, right))
        self.commit(self.moved(cells, by))
        moved = [(cell[0] + down, cell[1] + right) for cell in cells]
        self.select(moved, (row + down, col + right))

    def bridge_towards(self, down: int, right: int) -> None:
        """Build a bridge from the island at the cursor to the next one in a direction."""
        if self._shown.cursor is None or self._shown.cursor not in self.draft.clues:
            self.message_requested.emit(_("Go to an island first."))
            return
        row, col = self._shown.cursor
        while self.draft.contains((row, col)):
            row, col = row + down, col + right
            if (row, col) in self.draft.clues:
                self.cycle_bridge(pair_of(self._shown.cursor, (row, col)))
                return
        self.message_requested.emit(_("There is no island in that direction."))

    # Clipboard

    def copy(self) -> bool:
        """Copy the selected islands with the bridges between them; whether there were any."""
        if not self.selection:
            self.message_requested.emit(translated(SELECT_FIRST))
            return False
        copy_piece(piece_of(self.draft, self.selection))
        return True

    def cut(self) -> None:
        if self.copy():
            self.remove_selected()

    def insert(self, puzzle: Draft) -> None:
        """Let a whole puzzle float; without any islands yet, it comes at once, with its size."""
        if self.draft.clues:
            self.let_float(puzzle)
        else:
            self.commit(puzzle)
            self.message_requested.emit(self.symmetry_text)

    def let_float(self, piece: Draft) -> None:
        """Let islands and bridges float at the pointer or on the cursor, to be placed."""
        at = self._pointer or self._shown.cursor or (0, 0)
        self.drop()
        self.floated.emit()
        self.select(())
        self._floating = FloatingPiece(self, piece, at)
        self.selection_changed.emit()

    @property
    def floats(self) -> bool:
        """Whether something that was pasted is not placed yet."""
        return self._floating is not None

    def move_floating(self, down: int, right: int) -> None:
        if self._floating is not None:
            self._floating.move(down, right)

    def place_floating(self) -> None:
        """Place what floats where it is, and select it."""
        if self._floating is not None:
            result, cells = self._floating.result, self._floating.cells
            self.drop()
            self.commit(result)
            self.select(cells, min(cells))

    def drop(self) -> bool:
        """Let go of what floats; a gesture ends without an effect. Whether there was either."""
        if self._floating is None:
            had_gesture = self._gesture is not None
            self._cancel()
            return had_gesture
        self._floating = None
        self.preview(None)
        self.show_band(0, 0, 0, 0)
        self.status_changed.emit("")
        self.selection_changed.emit()
        return True

    # Selection and cursor

    def select(self, cells: Collection[Cell], cursor: Cell | None = None) -> None:
        """Select islands and no others, and move the cursor; cells of water are left out."""
        if self._area:
            self._area = frozenset()
            self.show_band(0, 0, 0, 0)
        selection = frozenset(cell for cell in cells if cell in self.draft.clues)
        self._show(replace(self._shown, selection=selection, cursor=cursor))
        self.selection_changed.emit()

    def select_all(self) -> None:
        self.select(self.draft.clues.keys(), self._shown.cursor)

    def select_none(self) -> bool:
        """Select no islands; whether there were any."""
        had_some = bool(self.selection or self._area)
        self.select(())
        return had_some

    def move_cursor(self, down: int, right: int, *, extends: bool = False) -> None:
        """Move the cursor by cells; the island there is selected, or added to the selection."""
        row, col = self._shown.cursor or (0, 0)
        if self._shown.cursor is not None:
            row = min(max(row + down, 0), self.draft.rows - 1)
            col = min(max(col + right, 0), self.draft.cols - 1)
        self.go_to((row, col), extends=extends)

    def go_to(self, cell: Cell, *, extends: bool = False) -> None:
        """Move the cursor to a cell; the island there is selected, or added to the selection."""
        self._digit_typed_at = 0.0
        self._pointer = None
        self.select((self.selection if extends else set()) | {cell}, cell)
        self._view.scroll_to(self._scene.cell_rect(cell))

    # What is explained

    @property
    def animation(self) -> AnimationSetting:
        return self._scene.animation

    def light(self, islands: Collection[int]) -> None:
        self._show_board(replace(self._shown.board, lit=frozenset(islands)))

    def look_at(self, islands: Collection[int]) -> None:
        self._view.show_area(self._scene.area_of(islands))

    def highlight(self, highlight: Highlight) -> None:
        """Highlight what the solver has found, beside the selection."""
        self._show_board(replace(self._shown.board, highlight=highlight))

    def clear_highlight(self) -> None:
        self.highlight(Highlight())

    def show_overlay(self, overlay: Overlay) -> None:
        """Show what is known of all solutions."""
        self._show_board(replace(self._shown.board, overlay=overlay))

    def show_other_board(self, board: Board) -> None:
        """Show a board of the draft's puzzle in place of the bridges of the draft."""
        self._show_board(replace(self._shown.board, board=board, overlay=Overlay()))

    def show_own_board(self) -> None:
        """Show the bridges of the draft again."""
        self._show_board(replace(self._shown.board, board=self._shown.drawn))

    # What gestures need

    def moved(self, cells: Collection[Cell], by: Cell) -> Draft:
        return self.editing.move(self.draft, cells, by)

    def bridged(self, one: Cell, two: Cell) -> Draft:
        return self.editing.cycle(self.draft, one, two)

    def preview(self, draft: Draft | None) -> None:
        """Show another draft for as long as a gesture lasts, or the draft itself again."""
        if draft is not None:
            self._show(self._shown.with_draft(draft))
        elif self.previewing:
            self._show(self._shown.with_draft(self.draft))
            self.restored.emit()

    def show_floating(
        self, draft: Draft, cells: Collection[Cell], replaced: Collection[Cell]
    ) -> None:
        """Show a draft with what floats on some cells, and where it replaces other islands."""
        shown = self._shown.with_draft(draft)
        new = {*cells, *(draft.clues.keys() - self.draft.clues.keys())}
        roles = {**dict.fromkeys(new, Role.SELECTED), **dict.fromkeys(replaced, Role.CONFLICT)}
        islands = {shown.island_on(cell): role for cell, role in roles.items()}
        highlight = Highlight(
            {island: role for island, role in islands.items() if island is not None}
        )
        top, left, rows, cols = box_of(cells)
        band = QRectF(left - 0.5, top - 0.5, cols, rows)
        self._show(replace(shown, board=replace(shown.board, highlight=highlight), band=band))

    def show_removed(self, removed: Mapping[Cell, int | None]) -> None:
        """Show the clues of islands where the draft that is previewed has none any more."""
        self._show(replace(self._shown, removed=removed))

    def show_band(self, x: float, y: float, width: float, height: float) -> None:
        """Show a rubber band, in cells of the draft."""
        self._show(replace(self._shown, band=QRectF(x, y, width, height)))

    @property
    def _shown(self) -> DraftPicture:
        return self._scene.draft_picture

    def _show_board(self, board: BoardPicture) -> None:
        self._show(replace(self._shown, board=board))

    def _press(self, x: float, y: float, extends: bool) -> None:
        self._digit_typed_at = 0.0
        if self._floating is not None:
            self._hover(x, y)
            self.place_floating()
            return
        self.pressed.emit()
        self._gesture = begin(self, self.tool, x, y, extends=extends)

    def _drag(self, x: float, y: float) -> None:
        if self._gesture is not None:
            self._gesture.drag(x, y)

    def _release(self, x: float, y: float) -> None:
        gesture, self._gesture = self._gesture, None
        if gesture is not None:
            gesture.release(x, y)

    def _cancel(self) -> None:
        gesture, self._gesture = self._gesture, None
        if gesture is not None:
            gesture.cancel()

    def _choose(self, x: float, y: float) -> None:
        """Select what a menu is asked for, unless it is chosen already, or something floats."""
        cell = cell_at(x, y)
        if self._floating is None and cell not in self.chosen:
            self.select({cell}, cell if self.draft.contains(cell) else None)

    def _hover(self, x: float, y: float) -> None:
        before, self._pointer = self._pointer, cell_at(x, y)
        if self._floating is not None and self._pointer != before:
            self._floating.move_to(self._pointer)
        on_island = cell_at(x, y) in self.draft.clues or self._floating is not None
        shape = None if on_island else CURSORS.get(sides_at(self.draft, x, y))
        if shape is None:
            self._view.viewport().unsetCursor()
        else:
            self._view.viewport().setCursor(shape)

    def _edit_selected(self, operation: Callable[[Draft], Draft]) -> None:
        if self.selection:
            self.edit(operation)
        else:
            self.message_requested.emit(translated(SELECT_FIRST))

    def _show_change(self, line: str) -> None:
        self.revision += 1
        self._gesture = self._floating = None  # They have begun with another draft.
        self._show(replace(self._shown.with_draft(self.draft), band=QRectF()))
        self._view.make_room()
        self.select(self.selection, self._shown.cursor)
        self.changed.emit(line)
