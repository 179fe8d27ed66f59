"""Shows a hint in three steps: where to look, why, and the move itself."""

from __future__ import annotations

from PySide6.QtCore import QObject

from hashi_gui.gui.board.controller import BoardController
from hashi_gui.gui.panels.explanation import explain_hint, where_to_look
from hashi_gui.gui.panels.message_bar import Action
from hashi_gui.gui.panels.teacher import Teacher
from hashi_gui.logic import Hint, HintKind


class HintPresenter(QObject):
    """Shows one hint, more of it at each request. Every move ends it."""

    def __init__(self, controller: BoardController, teacher: Teacher) -> None:
        super().__init__(controller)
        self._controller = controller
        self._teacher = teacher
        self._hint: Hint | None = None
        self._explained = False

    @property
    def active(self) -> bool:
        """Whether a hint is shown that another request would advance."""
        return self._hint is not None and bool(self._hint.moves)

    def show(self, hint: Hint) -> None:
        """Show a new hint: of a step only where it is, of anything else everything."""
        self._hint, self._explained = hint, False
        if hint.moves and not self._controller.game.finished:
            self._controller.game.hints += 1
        if hint.kind is HintKind.STEP:
            self._teacher.show(where_to_look(hint, [("Why?", self.advance)]))
        else:
            self.explain(hint)

    def advance(self) -> None:
        """Show the reason; after that, make the move."""
        if self._hint is None:
            return
        if self._explained:
            self._make_move()
        else:
            self.explain(self._hint)

    def end(self) -> None:
        self._hint = None

    def explain(self, hint: Hint) -> None:
        """Show everything about a hint."""
        self._hint, self._explained = hint, True
        self._teacher.show(explain_hint(hint, self._offers(hint)))

    def _offers(self, hint: Hint) -> list[Action]:
        if not hint.moves:
            return []
        if hint.kind is not HintKind.MISTAKE:
            return [("Draw it", self._make_move)]
        offers: list[Action] = [("Remove what is wrong", self._make_move)]
        if hint.correct_moves is not None:
            offers.append(("Go back to before it", self._go_back))
        return offers

    def _make_move(self) -> None:
        if self._hint is not None:
            self._controller.play(self._hint.moves)

    def _go_back(self) -> None:
        if self._hint is not None and self._hint.correct_moves is not None:
            self._controller.go_back(self._hint.correct_moves)
