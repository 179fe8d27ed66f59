"""Shows a hint bit by bit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject

from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.tasks import questions
from hashi_gui.gui.tasks.questions import SolverRunner
from hashi_gui.gui.teaching.teacher import Teacher, Walker
from hashi_gui.gui.widgets.messages import Button
from hashi_gui.logic.teaching.explanation import (
    Explanation,
    ExplanationKind,
    something_is_wrong,
    where_it_is_wrong,
    where_to_look,
    why_it_is_wrong,
)

KNOWN = "You know this one."
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
        self._hint: Explanation | None = None
        self._parts: Sequence[Part] = ()
        self._walker = Walker(lambda number: self._parts[number][1]())
        self._taken = False

    @property
    def active(self) -> bool:
        """Whether a hint is shown that another request would advance."""
        return self._hint is not None and bool(self._hint.move)

    @property
    def shows_mistake(self) -> bool:
        """Whether the hint that is shown is about a mistake."""
        return self._hint is not None and self._hint.kind is ExplanationKind.MISTAKE

    def show(self, hint: Explanation, *, taken: bool = True) -> None:
        """Show the first part of a hint; ``taken`` unless the player has not asked for a hint.

        If it was found in a hurry, look for an easier step or for a reason meanwhile.
        """
        self._show(hint, 0, taken=taken and bool(hint.move))
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
        """Show the next part; the last one stays."""
        self._walker.turn(1)

    def end(self) -> None:
        self._hint = None
        self._walker.reset()

    def _show(self, hint: Explanation, part: int, *, taken: bool) -> None:
        self._hint, self._taken = hint, taken
        self._parts = self._parts_of(hint)
        self._walker.reset(len(self._parts))
        self._walker.go_to(part)

    def _parts_of(self, hint: Explanation) -> list[Part]:
        """What is wrong is removed by a button that says so, by no part."""
        if hint.kind is ExplanationKind.MISTAKE:
            return [
                ("", self._say_that_something_is_wrong),
                (_("Where?"), partial(self._say_where_it_is_wrong, hint)),
                (_("Which?"), partial(self._say_what_is_wrong, hint)),
                (_("Why?"), partial(self._say_why_it_is_wrong, hint)),
                (_("Put it right…"), partial(self._offer_correction, hint)),
            ]
        parts: list[Part] = [("", partial(self._explain, hint))]
        if hint.kind is ExplanationKind.STEP:
            parts = [("", partial(self._say_where, hint)), (_("Why?"), parts[0][1])]
        return [*parts, (_("Draw it"), partial(self._make_move, hint))] if hint.move else parts

    def _next(self) -> list[Button]:
        """The button that leads to the next part."""
        later = self._parts[(self._walker.number or 0) + 1 :]
        return [(label, self.advance) for label, _show in later[:1]]

    def _known(self, hint: Explanation) -> list[str]:
        """A remark if the player has mastered the technique."""
        return [KNOWN] if self._has_mastered(hint.heading) else []

    def _say_where(self, hint: Explanation) -> None:
        page = where_to_look(hint)
        page = replace(page, reasons=[*page.reasons, *self._known(hint)])
        self._teacher.show(page, self._next())

    def _explain(self, hint: Explanation) -> None:
        self._count(hints_explained=1)
        known = Explanation(reasons=self._known(hint))
        self._teacher.show(replace(hint, premises=[known, *hint.premises]), self._next())

    def _make_move(self, hint: Explanation) -> None:
        self._count(hints_drawn=1)
        self._controller.play(hint.move)
        if hint.kind is ExplanationKind.STEP and not self._controller.game.solved:
            self._teacher.show(Explanation(_("Drawn."), [_("Press H for the next step.")]))

    def _say_that_something_is_wrong(self) -> None:
        self._teacher.show(something_is_wrong(), self._next())

    def _say_where_it_is_wrong(self, mistake: Explanation) -> None:
        page = where_it_is_wrong(self._puzzle, self._controller.game.board, mistake)
        self._teacher.show(page, self._next())
        self._controller.look_at(page.highlight.islands)

    def _say_what_is_wrong(self, mistake: Explanation) -> None:
        last = len(self._parts) - 1
        skip = self._parts[last][0], partial(self._walker.go_to, last)
        self._teacher.show(mistake, [*self._next(), skip])

    def _say_why_it_is_wrong(self, mistake: Explanation) -> None:
        assert mistake.why is not None
        self._count(hints_explained=int(mistake.is_final))
        page = why_it_is_wrong(mistake.heading, mistake.reasons, mistake.why)
        self._teacher.show(page, self._next())

    def _offer_correction(self, mistake: Explanation) -> None:
        offers: list[Button] = [(self._correction_text(mistake), partial(self._make_move, mistake))]
        if mistake.correct_moves is not None:
            back = partial(self._controller.go_back, mistake.correct_moves)
            offers.append((_("Go back to before the mistake"), back))
        self._teacher.show(mistake, offers)

    def _correction_text(self, mistake: Explanation) -> str:
        """What the correction of a mistake takes away."""
        board = self._controller.game.board
        ((edge, right),) = mistake.move.edges
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
