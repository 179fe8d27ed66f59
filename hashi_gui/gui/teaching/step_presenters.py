"""Shows steps of the solution: one as a hint, bit by bit, or all as a walkthrough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.teaching.explanation import (
    Explanation,
    explain_hint,
    something_is_wrong,
    what_is_wrong,
    where_it_is_wrong,
    where_to_look,
    why_it_is_wrong,
)
from hashi_gui.gui.teaching.teacher import Teacher
from hashi_gui.gui.widgets.messages import Button

if TYPE_CHECKING:
    from hashi_gui.logic.teaching.hint import Hint
    from hashi_gui.logic.teaching.walkthrough import Walkthrough

Stage = tuple[str, Callable[["Hint"], None]]
"""What the button that leads to a stage of a hint says, and what shows the stage."""


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
        self._stages: Sequence[Stage] = ()
        self._stage = 0
        self._taken = False

    @property
    def active(self) -> bool:
        """Whether a hint is shown that another request would advance."""
        return self._hint is not None and bool(self._hint.moves)

    @property
    def shows_mistake(self) -> bool:
        """Whether the hint that is shown is about a mistake."""
        from hashi_gui.logic.teaching.hint import HintKind

        return self._hint is not None and self._hint.kind is HintKind.MISTAKE

    def show(self, hint: Hint, *, taken: bool = True) -> None:
        """Show the first stage of a hint; ``taken`` unless the player has not asked for a hint."""
        self._begin(hint, 0, taken=taken and bool(hint.moves))
        self._count(hints=1)

    def explain(self, hint: Hint) -> None:
        """Show everything about a hint that the player has not taken."""
        from hashi_gui.logic.teaching.hint import HintKind

        self._begin(hint, 1 if hint.kind is HintKind.STEP else 0, taken=False)

    def replace(self, hint: Hint) -> None:
        """Show another hint in place of one that has not been explained yet, if there is one."""
        if self._hint is not None and (self._stage == 0 or self.shows_mistake):
            self._begin(hint, self._stage, taken=self._taken)

    def advance(self) -> None:
        """Show the next stage; the last one stays."""
        self._show_stage(min(self._stage + 1, len(self._stages) - 1))

    def end(self) -> None:
        self._hint = None

    def _begin(self, hint: Hint, stage: int, *, taken: bool) -> None:
        self._hint, self._taken = hint, taken
        self._stages = self._stages_of(hint)
        self._show_stage(stage)

    def _show_stage(self, stage: int) -> None:
        if self._hint is not None:
            self._stage = stage
            _label, show = self._stages[stage]
            show(self._hint)

    def _stages_of(self, hint: Hint) -> list[Stage]:
        """What is wrong is removed by a button that says so, by no stage."""
        from hashi_gui.logic.teaching.hint import HintKind

        if hint.kind is HintKind.MISTAKE:
            return [
                ("", self._say_that_something_is_wrong),
                (_("Where?"), self._say_where_it_is_wrong),
                (_("Which?"), self._say_what_is_wrong),
                (_("Why?"), self._say_why_it_is_wrong),
                (_("Put it right…"), self._offer_correction),
            ]
        stages: list[Stage] = [("", self._explain)]
        if hint.kind is HintKind.STEP:
            stages = [("", self._say_where), (_("Why?"), self._explain)]
        return [*stages, (_("Draw it"), self._make_move)] if hint.moves else stages

    def _next(self) -> list[Button]:
        """The button that leads to the next stage."""
        later = self._stages[self._stage + 1 :]
        return [(label, self.advance) for label, _show in later[:1]]

    def _say_where(self, hint: Hint) -> None:
        known = self._has_mastered(hint.technique)
        self._teacher.show(where_to_look(hint, self._next(), known=known))

    def _explain(self, hint: Hint) -> None:
        self._count(hints_explained=1)
        known = self._has_mastered(hint.technique)
        self._teacher.show(explain_hint(hint, self._next(), known=known))

    def _make_move(self, hint: Hint) -> None:
        from hashi_gui.logic.teaching.hint import HintKind

        self._count(hints_drawn=1)
        self._controller.play(hint.moves)
        if hint.kind is HintKind.STEP and not self._controller.game.solved:
            self._teacher.show(Explanation(_("Drawn."), [_("Press H for the next step.")]))

    def _say_that_something_is_wrong(self, _mistake: Hint) -> None:
        self._teacher.show(something_is_wrong(self._next()))

    def _say_where_it_is_wrong(self, mistake: Hint) -> None:
        board = self._controller.game.board
        page = where_it_is_wrong(self._puzzle, board, mistake, self._next())
        self._teacher.show(page)
        self._controller.look_at(page.highlight.islands)

    def _say_what_is_wrong(self, mistake: Hint) -> None:
        last = len(self._stages) - 1
        skip = self._stages[last][0], partial(self._show_stage, last)
        self._teacher.show(what_is_wrong(self._puzzle, mistake, [*self._next(), skip]))

    def _say_why_it_is_wrong(self, mistake: Hint) -> None:
        self._count(hints_explained=int(mistake.is_easiest))
        self._teacher.show(
            why_it_is_wrong(
                mistake.technique, mistake.reasons, mistake, mistake.board, self._next()
            )
        )

    def _offer_correction(self, mistake: Hint) -> None:
        offers: list[Button] = [(self._correction_text(mistake), partial(self._make_move, mistake))]
        if mistake.correct_moves is not None:
            back = partial(self._controller.go_back, mistake.correct_moves)
            offers.append((_("Go back to before the mistake"), back))
        self._teacher.show(what_is_wrong(self._puzzle, mistake, offers))

    def _correction_text(self, mistake: Hint) -> str:
        """What the correction of a mistake takes away."""
        board = self._controller.game.board
        ((edge, right),) = mistake.moves.edges
        if edge in board.marks:
            return _("Remove the mark")
        number = board.counts[edge] - right
        return ngettext("Remove one bridge", "Remove {n} bridges", number).format(n=number)

    def _count(self, **steps: int) -> None:
        """Count a step of a hint, if the player has taken it."""
        if self._taken:
            self._controller.game.count(**steps)

    @property
    def _puzzle(self) -> Puzzle:
        return self._controller.game.puzzle


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
