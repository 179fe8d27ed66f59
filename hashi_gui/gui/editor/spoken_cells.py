"""The board of the editor for screen readers: the cells of the grid, with or without an island."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAccessible

from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Cell
from hashi_gui.core.wording import listed_apart
from hashi_gui.gui.board.accessible import Thing, follow_focus, tell, tell_current
from hashi_gui.gui.board.speech import WAYS, action_texts, island_text, place_text
from hashi_gui.gui.editor.scene import EditorScene, EditorView
from hashi_gui.gui.widgets.controls import say

if TYPE_CHECKING:
    from hashi_gui.gui.editor.controller import EditorController


class SpokenCells:
    """Tells of the cells that the scene shows, row by row."""

    def __init__(self, view: EditorView, scene: EditorScene, controller: EditorController) -> None:
        self._view, self._scene, self._controller = view, scene, controller
        self._told = scene.draft_picture
        view.spoken = self
        follow_focus(view)
        scene.shown.connect(self._tell)

    def count(self) -> int:
        draft = self._scene.draft_picture.draft
        return draft.rows * draft.cols

    def current(self) -> int | None:
        picture = self._scene.draft_picture
        if picture.cursor is None or not picture.draft.contains(picture.cursor):
            return None
        return picture.cursor[0] * picture.draft.cols + picture.cursor[1]

    def thing(self, number: int) -> Thing:
        cell, controller = self._cell(number), self._controller
        state = QAccessible.State()
        state.selected = cell in self._scene.draft_picture.selection
        actions: dict[str, Callable[[], object]] = {
            _("Add 1 to the clue"): partial(controller.step_clue, 1),
            _("Take 1 from the clue"): partial(controller.step_clue, -1),
            **{
                build: partial(controller.bridge_towards, *WAYS[way])
                for way, (build, _mark) in action_texts().items()
            },
            _("Remove the island"): controller.toggle_island,
        }
        if cell not in self._scene.draft_picture.draft.clues:
            actions = {_("Place an island"): controller.toggle_island}
        return Thing(self._text(cell), self._scene.cell_rect(cell), actions, state)

    def go_to(self, number: int) -> None:
        self._controller.go_to(self._cell(number))

    def _cell(self, number: int) -> Cell:
        return divmod(number, self._scene.draft_picture.draft.cols)

    def _text(self, cell: Cell) -> str:
        picture = self._scene.draft_picture
        island = picture.island_on(cell)
        parts = [
            place_text(_("water"), *cell)
            if island is None
            else island_text(picture.board, island, picture.origin)
        ]
        parts += [_("kept")] if cell in picture.draft.kept else []
        return listed_apart(parts)

    def _tell(self) -> None:
        """Tell readers what the scene shows since the last time."""
        before, now = self._told, self._scene.draft_picture
        self._told = now
        if not QAccessible.isActive():
            return
        if (before.draft.rows, before.draft.cols) != (now.draft.rows, now.draft.cols):
            say(self._view, now.draft.size_text)
        current = self.current()
        if now.draft is not before.draft and now.cursor is not None:
            say(self._view, self._text(now.cursor))
            if current is not None:
                tell(self._view, QAccessible.Event.NameChanged, current)
        if now.cursor != before.cursor:
            tell_current(self._view)
