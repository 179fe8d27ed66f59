"""The assistant for setters: proposals on the board, to be applied or dismissed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from hashi_gui.core.errors import HashiError
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.i18n import N_, _, ngettext, pgettext, translated
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.core.wording import islands_text, sentences, shown_level, stated
from hashi_gui.editing import Draft
from hashi_gui.editing.minimal_changes import change_level, make_unique
from hashi_gui.editing.proposal import Restrictions
from hashi_gui.editing.proposed_draft import (
    ProposedDraft,
    draft_of_fewest_clues,
    draft_of_proposal,
    draft_of_puzzle,
    fewest_clues,
)
from hashi_gui.editing.search import NO_DEMANDS, Demands
from hashi_gui.generating import GeneratedPuzzle, GenerationError, GeneratorOptions, generate
from hashi_gui.generating.completion import (
    PartialPuzzle,
    Requirement,
    Requirements,
    complete,
    ways_out,
)
from hashi_gui.generating.path_search import refuse_impossible
from hashi_gui.generating.required_path import RequiredPath, satisfies
from hashi_gui.gui.editor.controller import EditorController
from hashi_gui.gui.editor.verdict_presenter import VerdictPresenter
from hashi_gui.gui.tasks.tasks import Lane, Task, TaskRunner, Tasks
from hashi_gui.gui.teaching.teacher import Teacher
from hashi_gui.gui.widgets.messages import Button, MessageBar
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.solving_path import path_outline
from hashi_gui.logic.teaching.explanation import Explanation
from hashi_gui.solving import Cancelled, CancelToken, VerdictKind

ProposalSearch = Callable[[CancelToken], Iterator[Sequence[ProposedDraft]]]
"""Yields the best proposals so far, the best first; each time they replace those before."""

MAKE_UNIQUE, FEWEST, EASIER, HARDER, COMPLETE, STORY = (
    N_("Make it unique"),
    N_("Fewest clues"),
    N_("Make it easier"),
    N_("Make it harder"),
    N_("Complete"),
    N_("Require a technique"),
)
NOTHING_FOUND = {
    MAKE_UNIQUE: N_("Found no small change that leaves one solution."),
    FEWEST: N_("No number can be hidden."),
    EASIER: N_("Found no small change that makes it easier."),
    HARDER: N_("Found no small change that makes it harder."),
    COMPLETE: N_("Found no way to complete the board."),
    STORY: N_("Found no such puzzle."),
}

NOT_UNIQUE = {
    VerdictKind.NONE: N_("This puzzle has no solution; for that, it needs exactly one."),
    VerdictKind.SEVERAL: N_("This puzzle has several solutions; for that, it needs exactly one."),
    VerdictKind.STOPPED: N_("For that, it needs exactly one solution, and this one is too hard."),
}


class _NothingFoundError(HashiError):
    """Nothing was found; each button looks again without one of the requirements."""

    def __init__(self, text: str, buttons: Sequence[Button] = ()) -> None:
        super().__init__(text)
        self.buttons = buttons


def _way_out(requirement: Requirement, way: Requirements) -> tuple[str, str]:
    """What works without a requirement, and the text of its button."""
    islands = way.options.islands
    text, button = {
        Requirement.STEPS: (_("It works with fewer {level} steps."), _("Fewer steps")),
        Requirement.LEVEL: (_("It works at another level."), _("Any level")),
        Requirement.LOOPS: (_("It works with loops."), _("With loops")),
        Requirement.ISLANDS: (
            ngettext("It works with {n} island.", "It works with {n} islands.", islands),
            islands_text(islands),
        ),
        Requirement.SYMMETRY: (_("It works without the symmetry."), _("Without symmetry")),
    }[requirement]
    fields = {"level": shown_level(way.options.level or ""), "n": islands}
    return text.format(**fields), button.format(**fields)


def _kept_inside(draft: Draft) -> Iterator[Cell]:
    return filter(draft.contains, draft.kept)


class Assistant(QObject):
    """Looks for proposals outside the GUI thread and shows them one at a time."""

    proposal_changed = Signal()
    """Another proposal is on the board, or none any more."""

    def __init__(
        self,
        controller: EditorController,
        verdicts: VerdictPresenter,
        teacher: Teacher,
        bar: MessageBar,
        tasks: Tasks,
    ) -> None:
        """The setter's next press on the board dismisses the proposal that is shown there."""
        super().__init__(controller)
        self._controller = controller
        self._verdicts = verdicts
        self._teacher = teacher
        self._bar = bar
        self._title = ""
        self._offered_buttons: Sequence[Button] = ()
        self._proposals: Sequence[ProposedDraft] = ()
        self._shown: int | None = None
        self._turned = False
        """The setter has chosen which proposal to see."""
        self._previewed: Draft | None = None
        self._runner = TaskRunner(tasks, Lane.PROPOSALS, self)
        self._runner.busy_changed.connect(self._show_busy)
        self._runner.failed.connect(self._show_failure)
        controller.changed.connect(self.discard)
        controller.pressed.connect(self._dismiss_shown)
        controller.floated.connect(self.dismiss)
        teacher.closed.connect(self._dismiss_shown)
        bar.stop_pressed.connect(self.stop)

    @property
    def searching(self) -> bool:
        """Whether more proposals are being looked for."""
        return self._runner.current is not None

    @property
    def proposal(self) -> ProposedDraft | None:
        """The proposal on the board; None if there is none."""
        return None if self._shown is None else self._proposals[self._shown]

    # Searches

    def make_unique(self) -> None:
        """Look for small changes that leave one solution."""
        if self._verdicts.only_solution is not None:
            self._bar.show_message(_("This puzzle has exactly one solution already."))
            return
        puzzle, draft = self._puzzle(), self._controller.draft
        if puzzle is None:
            return
        drawn = draft.board_on(puzzle, (0, 0)).counts if draft.bridges else None

        def search(token: CancelToken) -> Iterator[Sequence[ProposedDraft]]:
            for proposals in make_unique(puzzle, drawn, self._restrictions, cancel=token):
                yield [draft_of_proposal(draft, proposal) for proposal in proposals]

        self._look_for(MAKE_UNIQUE, search)

    def find_fewest_clues(self) -> None:
        """Hide as many numbers as possible."""
        puzzle, draft = self.unique_puzzle(), self._controller.draft
        if puzzle is None:
            return

        def search(token: CancelToken) -> Iterator[Sequence[ProposedDraft]]:
            for found in fewest_clues(puzzle, self._restrictions, token):
                yield [draft_of_fewest_clues(draft, found)] if found.proposal.changes else []

        self._look_for(FEWEST, search)

    def other_level(self, step: int) -> Level | None:
        """The level that is one easier (-1) or harder (1); if there is none, the setter is told."""
        grade = self._verdicts.grade
        if self.unique_puzzle() is None:
            return None
        if grade is None:
            self._bar.show_message(_("The level is not known yet. Try again in a moment."))
            return None
        rank = grade.level.rank + step
        if 0 <= rank < len(Level):
            return list(Level)[rank]
        easiest, hardest = _("It cannot get easier."), _("It cannot get harder.")
        self._bar.show_message(easiest if step < 0 else hardest)
        return None

    def change_level(
        self, step: int, demands: Demands = NO_DEMANDS, symmetry: Symmetry | None = None
    ) -> None:
        """Look for small changes that make the puzzle one level easier (-1) or harder (1).

        ``symmetry`` is what they keep, None for that of the draft.
        """
        level, draft = self.other_level(step), self._controller.draft
        if level is None:
            return
        puzzle = draft.to_puzzle()
        restrictions = Restrictions(draft.kept, draft.symmetry if symmetry is None else symmetry)

        def search(token: CancelToken) -> Iterator[Sequence[ProposedDraft]]:
            for proposals in change_level(puzzle, level, restrictions, demands, token):
                yield [draft_of_proposal(draft, proposal) for proposal in proposals]

        self._look_for(EASIER if step < 0 else HARDER, search)

    def complete(self, options: GeneratorOptions, seed: int, hard_steps: int = 1) -> None:
        """Add islands until the board is a puzzle as asked for; say what is in the way of that."""
        draft, requirements = self._controller.draft, Requirements(options, hard_steps)
        given = PartialPuzzle(
            dict(draft.clues), dict(draft.bridges), frozenset(_kept_inside(draft))
        )

        def search(token: CancelToken) -> Iterator[Sequence[ProposedDraft]]:
            try:
                are_met = partial(requirements.are_met_by, cancel=token)
                made = complete(given, options, seed, token, are_met)
            except GenerationError as error:
                texts, buttons = [str(error)], []
                for requirement, way in ways_out(given, requirements, seed, token).items():
                    text, button = _way_out(requirement, way)
                    texts.append(text)
                    again = partial(self.complete, way.options, seed, way.hard_steps)
                    buttons.append((button, again))
                raise _NothingFoundError(sentences(*texts), buttons) from error
            added = len(made.puzzle.islands) - len(draft.clues)
            text = ngettext("{n} island added.", "{n} islands added.", added).format(n=added)
            yield [draft_of_puzzle(draft, made.puzzle, made.solution, text)]

        another: Button = (
            pgettext("proposal", "Another"),
            partial(self.complete, options, seed + 1, hard_steps),
        )
        self._look_for(COMPLETE, search, another)

    def tell_story(self, options: GeneratorOptions, seed: int) -> None:
        """Generate a puzzle with the story of the options, around what is kept."""
        draft, story = self._controller.draft, RequiredPath.parse(options.story)
        kept = frozenset(_kept_inside(draft))
        clues = {cell: draft.clues[cell] for cell in kept & draft.clues.keys()}

        def search(token: CancelToken) -> Iterator[Sequence[ProposedDraft]]:
            def tells_it(made: GeneratedPuzzle) -> bool:
                return satisfies(story, path_outline(made.puzzle, made.solution, token))

            if kept:
                refuse_impossible(story, options)
                others = replace(options, story="")
                made = complete(PartialPuzzle(clues, kept=kept), others, seed, token, tells_it)
            else:
                made = generate(options, seed, token)
            text = sentences(stated(islands_text(len(made.puzzle.islands))), story.text)
            yield [draft_of_puzzle(draft, made.puzzle, made.solution, text)]

        again: Button = (
            pgettext("proposal", "Another"),
            partial(self.tell_story, options, seed + 1),
        )
        self._look_for(STORY, search, again)

    def unique_puzzle(self) -> Puzzle | None:
        """The puzzle of the draft; if it has not exactly one solution, the setter is told."""
        puzzle = self._puzzle()
        if puzzle is None or self._verdicts.only_solution is not None:
            return puzzle
        if self._verdicts.verdict is None:
            self._bar.show_message(_("Still working it out. Try again in a moment."))
        else:
            self._bar.show_message(
                translated(NOT_UNIQUE[self._verdicts.verdict.kind]),
                (translated(MAKE_UNIQUE), self.make_unique),
            )
        return None

    # The outcome

    def apply(self) -> None:
        """Go on with the draft of the proposal, in one undo step."""
        proposal = self.proposal
        if proposal is not None:
            self.discard()
            self._controller.commit(proposal.draft)
            self._controller.select(proposal.changed_cells)

    def dismiss(self) -> None:
        """Show the draft as it is, and look for no more proposals."""
        was_shown = self._shown is not None
        self.discard()
        if was_shown:
            self._bar.show_message("")
            self._verdicts.look()

    def turn(self, by: int) -> None:
        if self._shown is not None:
            self._turned = True
            self._show((self._shown + by) % len(self._proposals))

    def _dismiss_shown(self) -> None:
        if self._shown is not None:
            self.dismiss()

    def stop(self) -> None:
        """Look no further; what was found stays."""
        if self.searching:
            self._runner.discard()
            self._end()

    def discard(self) -> None:
        """Forget the proposals, and stop looking for more."""
        self._runner.discard()
        self._bar.show_progress("")
        was_shown = self._shown is not None
        self._proposals, self._shown, self._previewed = (), None, None
        self._turned = False
        self._controller.preview(None)
        if was_shown:
            self.proposal_changed.emit()

    # How it is done

    @property
    def _restrictions(self) -> Restrictions:
        draft = self._controller.draft
        return Restrictions(draft.kept, draft.symmetry)

    def _puzzle(self) -> Puzzle | None:
        """The puzzle of the draft; if there is none, the setter is told why."""
        draft = self._controller.draft
        if not draft.clues:
            text = _("The grid is empty. Click it, or type a number, to place an island.")
            self._bar.show_message(text)
            return None
        if draft.faults():
            self._bar.show_message(
                _("This is not a puzzle yet. {fault}").format(fault=draft.fault_text())
            )
            return None
        return draft.to_puzzle()

    def _look_for(self, title: str, search: ProposalSearch, *buttons: Button) -> None:
        self._controller.drop()
        self.dismiss()
        self._bar.show_message("")
        self._title, self._offered_buttons = title, buttons

        def work(token: CancelToken) -> HashiError | None:
            try:
                for proposals in search(token):
                    self._runner.report(token, partial(self._show_found, proposals))
            except Cancelled:
                raise
            except HashiError as error:
                return error
            return None

        self._runner.start(Task(title, work, self._finish))

    def _show_found(self, proposals: Sequence[ProposedDraft]) -> None:
        shown = self.proposal
        self._proposals = proposals
        if proposals:
            self._show(proposals.index(shown) if shown in proposals else 0)

    def _finish(self, error: HashiError | None) -> None:
        if error is not None:
            ways = error.buttons if isinstance(error, _NothingFoundError) else ()
            self._bar.show_message(str(error), *(ways or self._offered_buttons))
        else:
            if self._shown is not None and not self._turned:
                self._shown = 0
            self._end()

    def _end(self) -> None:
        """Nothing more is looked for."""
        self._bar.show_progress("")
        if self._shown is None:
            self._bar.show_message(translated(NOTHING_FOUND[self._title]))
            self._verdicts.look()
        else:
            self._show(self._shown)

    def _show_busy(self, busy: bool) -> None:
        self._bar.show_progress(f"{translated(self._title)}…" if busy else "")

    def _show_failure(self, _task: object, error: str) -> None:
        self._bar.show_message(_("Something went wrong. ({error})").format(error=error))

    def _show(self, number: int) -> None:
        """Show a proposal on the board and in the panel."""
        self._shown = number
        proposal = self._proposals[number]
        total = len(self._proposals)
        buttons: list[Button] = [(_("Apply"), self.apply)]
        if total > 1:
            buttons += [(pgettext("proposal", "Next"), partial(self.turn, 1))]
        buttons += [*self._offered_buttons, (pgettext("proposal", "Dismiss"), self.dismiss)]
        if proposal.draft != self._previewed:
            self._previewed = proposal.draft
            self._controller.drop()
            self._controller.preview(proposal.draft)
            self._controller.show_removed(proposal.removed)
            self._verdicts.look_at_proposal(proposal.draft)
        self._teacher.show(
            Explanation(
                translated(self._title),
                proposal.texts,
                Highlight(dict.fromkeys(proposal.changed, Role.HINT)),
                buttons=buttons,
                position=_("Proposal {n} of {total}").format(n=number + 1, total=total)
                if total > 1
                else _("Proposal"),
            )
        )
        self.proposal_changed.emit()
