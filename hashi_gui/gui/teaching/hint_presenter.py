"""Shows a hint bit by bit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject

from hashi_gui.core.i18n import N_, _, translated
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.tasks import questions
from hashi_gui.gui.tasks.questions import SolverRunner
from hashi_gui.gui.teaching.teacher import Teacher, Walker
from hashi_gui.gui.widgets.actions import key_of
from hashi_gui.gui.widgets.messages import Button
from hashi_gui.logic.teaching.explanation import (
    Explanation,
    ExplanationKind,
    where_to_look,
    why_it_is_wrong,
)

KNOWN = N_("You know this one.")
"""Said of a technique that the player has mastered in practice."""

Part = tuple[str, Callable[[], None]]
"""What the button that leads to a part of a hint says, and what shows that part."""


class HintPresenter(QObject):
    """Shows one hint, more of it at each request. Every move ends it."""

    def __init__(
        self,
        controller: BoardController,
        teacher: Teacher,
        has_mastered: Callable[[str], bool],
        runner: SolverRunner,
    ) -> None:
        """``has_mastered`` says whether the player has mastered a technique."""
        super().__init__(controller)
        self._runner = runner
        self._has_mastered = has_mastered
        self._controller = controller
        self._teacher = teacher
        self._hint = Explanation()
        self._parts: Sequence[Part] = ()
        self._walker = Walker(lambda number: self._parts[number][1]())
        self._taken = False

    @property
    def active(self) -> bool:
        """Whether a hint is shown that another request would advance."""
        return bool(self._hint.move)

    @property
    def shows_mistake(self) -> bool:
        """Whether the hint that is shown is about a mistake."""
        return self._hint.kind is ExplanationKind.MISTAKE

    def show(self, hint: Explanation) -> None:
        """Show the first part of a hint, or of a mistake that a check has found.

        If it was found in a hurry, look for an easier step or for a reason meanwhile.
        """
        self._show(hint, 0, taken=bool(hint.move))
        self._count(hints=1)
        if not hint.is_final:
            game, visible = self._controller.game, self._controller.cells_in_view()
            self._runner.ask(questions.easiest_hint(game, hint, self._replace, visible))

    def explain(self, hint: Explanation) -> None:
        """Show everything about a hint that the player has not taken."""
        self._show(hint, int(hint.kind is ExplanationKind.STEP), taken=False)

    def _replace(self, hint: Explanation) -> None:
        """Show another hint in place of one that has not been explained yet, if there is one."""
        number = self._walker.number
        if number is not None and (number == 0 or self.shows_mistake):
            self._show(hint, number, taken=self._taken)

    def advance(self) -> None:
        """Show the next part; the last one stays, and is said again."""
        if self._walker.at_end:
            self._teacher.say()
        self._walker.turn(1)

    def end(self) -> None:
        self._hint = Explanation()
        self._walker.reset()

    def _show(self, hint: Explanation, part: int, *, taken: bool) -> None:
        self._hint, self._taken = hint, taken
        self._parts = self._parts_of_hint()
        self._walker.reset(len(self._parts))
        self._walker.go_to(part)

    def _parts_of_hint(self) -> list[Part]:
        """What is wrong is removed by a button that says so, by no part."""
        if why := self._hint.why:
            parts: list[Part] = [("", self._say_what_is_wrong)]
            return parts if _is_seen(why) else [*parts, (_("Why?"), self._say_why_it_is_wrong)]
        parts = [("", self._explain)]
        if self._hint.kind is ExplanationKind.STEP:
            parts = [("", self._say_where), (_("Why?"), self._explain)]
        return [*parts, (_("Draw it"), self._make_move)] if self._hint.move else parts

    def _say(self, explanation: Explanation, *others: Button) -> None:
        """Show a part, with the button that leads to the next one."""
        later = self._parts[(self._walker.number or 0) + 1 :]
        following = [(label, self.advance) for label, _show in later[:1]]
        self._teacher.show(explanation, [*following, *others])

    def _known(self) -> list[str]:
        """A remark if the player has mastered the technique."""
        return [translated(KNOWN)] if self._has_mastered(self._hint.technique) else []

    def _say_where(self) -> None:
        page = where_to_look(self._hint)
        self._say(replace(page, reasons=[*page.reasons, *self._known()]))

    def _explain(self) -> None:
        self._count(hints_explained=1)
        known = Explanation(reasons=self._known())
        self._say(replace(self._hint, premises=[known, *self._hint.premises]))

    def _make_move(self) -> None:
        self._count(hints_drawn=1)
        is_step = self._hint.kind is ExplanationKind.STEP
        self._controller.show_own_board()
        self._controller.play(self._hint.move)  # Which ends the hint.
        if is_step and not self._controller.game.solved:
            text = _("Press {key} for the next step.").format(key=key_of("H"))
            self._teacher.show(Explanation(_("Drawn."), [text]))

    def _say_what_is_wrong(self) -> None:
        assert self._hint.why is not None
        if _is_seen(self._hint.why):
            self._say_why_it_is_wrong()
        else:
            self._say(self._hint, *self._corrections())
        self._controller.look_at(self._hint.highlight.islands)

    def _say_why_it_is_wrong(self) -> None:
        assert self._hint.why is not None
        self._count(hints_explained=int(self._hint.is_final))
        page = why_it_is_wrong(self._hint.heading, self._hint.reasons, self._hint.why)
        self._say(page, *self._corrections())
        self._controller.show_trials()

    def _corrections(self) -> list[Button]:
        """What takes away what is wrong, or all since then, if that is more than the last move."""
        buttons: list[Button] = [(_("Put it right"), self._make_move)]
        moves = self._hint.correct_moves
        if moves is not None and moves + 1 < len(self._controller.game.past_boards):
            back = partial(self._go_back, moves)
            buttons.append((_("Go back to before the mistake"), back))
        return buttons

    def _go_back(self, moves: int) -> None:
        self._controller.show_own_board()
        self._controller.go_back(moves)

    def _count(self, **steps: int) -> None:
        """Count a step of a hint, if the player has taken it."""
        if self._taken:
            self._controller.game.count(**steps)


def _is_seen(why: Explanation) -> bool:
    """Whether a look at the board shows that something is a mistake, so that it is said at once."""
    return why.is_final and why.board is None and not why.steps
