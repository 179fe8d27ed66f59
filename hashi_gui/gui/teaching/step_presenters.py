"""Shows steps of the solution: one as a hint, bit by bit, or all as a walkthrough."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.teaching.explanation import explain_hint, where_to_look
from hashi_gui.gui.teaching.teacher import Teacher
from hashi_gui.gui.widgets.messages import Button
from hashi_gui.logic import Hint, HintKind
from hashi_gui.logic.walkthrough import Walkthrough


class HintPresenter(QObject):
    """Shows one hint, more of it at each request. Every move ends it."""

    def __init__(
        self, controller: BoardController, teacher: Teacher, has_mastered: Callable[[str], bool]
    ) -> None:
        """``has_mastered`` says whether the player has mastered a technique."""
        super().__init__(controller)
        self._has_mastered = has_mastered
        self._controller = controller
        self._teacher = teacher
        self._hint: Hint | None = None
        self._explained = False
        self._taken = False

    @property
    def active(self) -> bool:
        """Whether a hint is shown that another request would advance."""
        return self._hint is not None and bool(self._hint.moves)

    def show(self, hint: Hint) -> None:
        """Show a new hint: of a step only where it is, of anything else everything."""
        self._hint, self._explained, self._taken = hint, False, bool(hint.moves)
        self._count(hints=1)
        if hint.kind is HintKind.STEP:
            self._show_where(hint)
        else:
            self._explain()

    def replace(self, hint: Hint) -> None:
        """Show another hint in place of one that has not been explained yet, if there is one."""
        if self._hint is not None and not self._explained:
            self._hint = hint
            self._show_where(hint)

    def advance(self) -> None:
        """Show the reason; after that, make the move."""
        if self._hint is None:
            return
        if self._explained:
            self._make_move()
        else:
            self._explain()

    def end(self) -> None:
        self._hint = None

    def explain(self, hint: Hint) -> None:
        """Show everything about a step or a mistake that the player has not taken as a hint."""
        self._hint, self._taken = hint, False
        self._explain()

    def _show_where(self, hint: Hint) -> None:
        known = self._has_mastered(hint.technique)
        self._teacher.show(where_to_look(hint, [("Why?", self.advance)], known=known))

    def _explain(self) -> None:
        assert self._hint is not None
        self._explained = True
        self._count(hints_explained=1)
        known = self._has_mastered(self._hint.technique)
        self._teacher.show(explain_hint(self._hint, self._offers(self._hint), known=known))

    def _count(self, **steps: int) -> None:
        """Count a step of a hint, if the player has taken it."""
        if self._taken:
            self._controller.game.count(**steps)

    def _offers(self, hint: Hint) -> list[Button]:
        if not hint.moves:
            return []
        if hint.kind is not HintKind.MISTAKE:
            return [("Draw it", self._make_move)]
        offers: list[Button] = [("Remove what is wrong", self._make_move)]
        if hint.correct_moves is not None:
            offers.append(("Go back to before the mistake", self._go_back))
        return offers

    def _make_move(self) -> None:
        if self._hint is not None:
            self._count(hints_drawn=1)
            self._controller.play(self._hint.moves)

    def _go_back(self) -> None:
        if self._hint is not None and self._hint.correct_moves is not None:
            self._controller.go_back(self._hint.correct_moves)


class WalkthroughPresenter(QObject):
    """Shows one step of a walkthrough at a time, on the board before it; at last the final board.

    A player who wants to change the game ends the walkthrough.
    """

    turned = Signal(int, object)
    """The number of the step shown, from 1, and the Walkthrough; at its end, one more than there
    are steps."""
    ended = Signal()

    def __init__(self, controller: BoardController) -> None:
        super().__init__(controller)
        self._controller = controller
        self._walkthrough: Walkthrough | None = None
        self._shown = 0
        controller.game_requested.connect(self.end)

    @property
    def running(self) -> bool:
        return self._walkthrough is not None

    def begin(self, walkthrough: Walkthrough) -> None:
        """Show the first step of a walkthrough."""
        self._walkthrough, self._shown = walkthrough, 0
        self.turn(0)

    def turn(self, by: int) -> None:
        """Go forward by some steps, or back, within the walkthrough."""
        if self._walkthrough is None:
            return
        steps = self._walkthrough.steps
        self._shown = shown = min(max(self._shown + by, 0), len(steps))
        ended = shown == len(steps)
        board = self._walkthrough.final_board if ended else steps[shown].before
        self._controller.show_other_board(board)
        self.turned.emit(shown + 1, self._walkthrough)

    def end(self) -> None:
        """Show the game again."""
        if self.running:
            self._walkthrough = None
            self._controller.show_own_board()
            self.ended.emit()
