"""The board of a game for screen readers: islands with their actions, and moves in words."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAccessible

from hashi_gui.core.i18n import _
from hashi_gui.gui.board.accessible import Thing, follow_focus, tell, tell_current
from hashi_gui.gui.board.picture import BoardPicture
from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.gui.board.speech import WAYS, action_texts, change_text, island_text
from hashi_gui.gui.board.view import BoardView
from hashi_gui.gui.widgets.controls import say

if TYPE_CHECKING:
    from hashi_gui.gui.play.controller import BoardController


class SpokenIslands:
    """Tells of the islands that the scene shows."""

    def __init__(self, view: BoardView, scene: BoardScene, controller: BoardController) -> None:
        self._view, self._scene, self._controller = view, scene, controller
        self._told, self._told_own, self._told_trials = scene.picture, True, 0
        self.go_to = controller.go_to
        view.spoken = self
        follow_focus(view)
        scene.shown.connect(self._tell)

    def count(self) -> int:
        return len(self._scene.picture.puzzle.islands)

    def current(self) -> int | None:
        return self._scene.picture.focus

    def thing(self, number: int) -> Thing:
        picture, controller = self._scene.picture, self._controller
        puzzle, board = picture.puzzle, picture.board
        actions = {
            text: partial(controller.change_towards, *WAYS[way], marking=marks)
            for way, texts in action_texts().items()
            if puzzle.edge_towards(number, *WAYS[way])
            for marks, text in zip((False, True), texts)
        }
        actions[_("Lock or unlock")] = partial(controller.lock, number)
        state, area = QAccessible.State(), self._scene.island_rect(number)
        built = sum(board.counts[edge] for edge in puzzle.incident[number])
        state.checked = puzzle.islands[number].clue == built
        state.readOnly = number in board.locks
        state.selected = number in picture.highlight.islands
        return Thing(island_text(picture, number), area, actions, state)

    def _tell(self) -> None:
        """Tell readers what the scene shows since the last time."""
        before, now = self._told, self._scene.picture
        was_own, is_own = self._told_own, now.board is self._controller.game.board
        trials_before, trials = self._told_trials, len(self._controller.game.trials)
        self._told, self._told_own, self._told_trials = now, is_own, trials
        if not QAccessible.isActive():
            return
        if now.puzzle is not before.puzzle:
            say(self._view, now.puzzle.size_text)
        elif now.board is not before.board and was_own and is_own:
            self._tell_changes(before, now)
        if trials != trials_before:
            begins = trials > trials_before
            say(self._view, _("A trial begins.") if begins else _("The trial is over."))
        if now.focus != before.focus:
            tell_current(self._view)

    def _tell_changes(self, before: BoardPicture, now: BoardPicture) -> None:
        say(self._view, change_text(before.board, now, now.focus))
        for island in now.puzzle.ends_of(e for e, _state in before.board.move_to(now.board).edges):
            tell(self._view, QAccessible.Event.NameChanged, island)
