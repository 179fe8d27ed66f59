"""Asks the solver about the draft after every edit, and shows what it finds."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import ceil

from PySide6.QtCore import QObject, QTimer, Signal

from hashi_gui.core.board import Board
from hashi_gui.core.i18n import N_, _, ngettext, translated
from hashi_gui.core.wording import capitalized, listed, short_number
from hashi_gui.editing import Draft
from hashi_gui.editing.analysis import AnalysisClient, Finding, Solutions
from hashi_gui.formats import Document, PuzzleInfo
from hashi_gui.game.calibration import UNCALIBRATED
from hashi_gui.gui.editor.controller import EditorController
from hashi_gui.gui.editor.verdict_card import VerdictCard, path_note, step_marks
from hashi_gui.gui.tasks import questions
from hashi_gui.gui.tasks.questions import drawn_solution
from hashi_gui.gui.tasks.tasks import Lane, TaskRunner, Tasks
from hashi_gui.gui.teaching.teacher import Teacher, Walker
from hashi_gui.gui.widgets.local_texts import level_name
from hashi_gui.logic.rating.grading import Grade
from hashi_gui.logic.rating.solving_path import SolvingPath
from hashi_gui.logic.teaching.explanation import Explanation, solution_page
from hashi_gui.rendering.looks import SHADING_LEVELS, Overlay
from hashi_gui.solving import Backbone, Count, Shares, Verdict, VerdictKind

UNKNOWN_SHADING = SHADING_LEVELS // 2
"""The shading of edges while it is not known how many solutions have a bridge there."""

HEADINGS = {
    VerdictKind.UNIQUE: N_("✓ One solution"),
    VerdictKind.SEVERAL: N_("Several solutions"),
    VerdictKind.NONE: N_("✗ No solution"),
    VerdictKind.STOPPED: N_("Too hard to decide"),
}

EXPIRY_MS = 100
"""How long what is shown of the draft before an edit stays, if nothing new is known yet."""

REASON_MS = 60
"""The shortest time for which a reason is shown, while better ones are being found."""

MOODS = {VerdictKind.UNIQUE: "right", VerdictKind.NONE: "wrong"}


def overlay_for(bounds: Backbone, shares: Shares | None, board: Board) -> Overlay:
    """The overlay for the bounds of all solutions.

    The shading is the darker, the more of the solutions have more bridges than all of them have.
    """
    differing = [e for e, (low, high) in enumerate(zip(bounds.low, bounds.high)) if low < high]
    return Overlay(
        {edge: low for edge, low in enumerate(bounds.low) if low},
        {edge: _shading(edge, bounds, shares) for edge in differing},
        frozenset(e for e, high in enumerate(bounds.high) if board.counts[e] > high),
    )


def _shading(edge: int, bounds: Backbone, shares: Shares | None) -> int:
    if shares is None:
        return UNKNOWN_SHADING
    more = sum(shares.edges[edge][bounds.low[edge] + 1 :])
    return min(max(ceil(more * SHADING_LEVELS), 1), SHADING_LEVELS)


class VerdictPresenter(QObject):
    """Shows on the card and on the board what is known of the draft.

    After an edit, the verdict is greyed. The rest of what was known before is replaced when
    something new is known, or vanishes after EXPIRY_MS, so that nothing flickers. While a
    proposal is on the board, all is about that. ``verdict`` and ``grade`` are always about the
    draft; None if they are not known.
    """

    step_changed = Signal()
    """The board shows another step, see ``step``, or none any more."""

    def __init__(
        self, controller: EditorController, card: VerdictCard, teacher: Teacher, tasks: Tasks
    ) -> None:
        super().__init__(controller)
        self._controller = controller
        self._card = card
        self._teacher = teacher
        self.verdict: Verdict | None = None
        self.grade: Grade | None = None
        self.shows_solutions = True
        """Whether the board shows what all solutions share, and where they differ."""
        self._steps = Walker(self._show_page)
        self._analysed = controller.draft
        self._document: Document | None = None
        """The draft as a puzzle with a board, once it is being analysed."""
        self._shown_kind: VerdictKind | None = None
        self._bounds: Backbone | None = None
        self._shares: Shares | None = None
        self._path: SolvingPath | None = None
        self._solutions: Solutions | None = None
        self._findings: list[Finding] = []
        self._analysis = AnalysisClient()
        tasks.closed.connect(self._analysis.close)
        self._runner = TaskRunner(tasks, Lane.ANALYSIS, self)
        self._start = QTimer(self, singleShot=True)
        self._start.timeout.connect(self._start_analysis)
        self._expiry = QTimer(self, singleShot=True, interval=EXPIRY_MS)
        self._expiry.timeout.connect(self._expire)
        self._reason: Explanation | None = None
        self._next_reason = QTimer(self, singleShot=True, interval=REASON_MS)
        self._next_reason.timeout.connect(self._show_reason)
        self._runner.failed.connect(self._on_failure)
        card.path.chosen.connect(self.show_step)
        card.browse_button.clicked.connect(lambda: self.show_step(0))
        teacher.closed.connect(self.clear_explanation)
        controller.floated.connect(self.clear_explanation)
        controller.restored.connect(self._show_again)

    @property
    def only_solution(self) -> bytes | None:
        """The solution of the draft; None if there is not exactly one, or if it is not known."""
        verdict = self.verdict
        return verdict.solution if verdict and verdict.kind is VerdictKind.UNIQUE else None

    @property
    def settled(self) -> bool:
        """Whether all is known of the draft that can be found out."""
        return self._runner.current is None and not self._start.isActive()

    def look(self) -> None:
        """Find out all about the draft as it is now."""
        self.verdict = self.grade = None
        self._forget(self._controller.draft)
        self._end_explanation()
        self._card.path.leave()
        fault = self._analysed.fault_text()
        if fault:
            self._show_overlay()
            self._show_problem(_("Not a puzzle yet"), fault)
        else:
            self._analyse()

    def look_at_proposal(self, draft: Draft) -> None:
        """Find out all about a draft that is suggested, and is on the board."""
        self._forget(draft)
        self._analyse()

    def _analyse(self) -> None:
        """Analyse the draft as soon as the window has shown it."""
        if self._shown_kind is None:
            self._card.show_checking()
        else:
            self._card.show_mood("old")  # The verdict is of the draft before the last edit.
        self._start.start()
        self._expiry.start()

    def _start_analysis(self) -> None:
        self._runner.start(
            questions.analysis(
                self._analysed, self._analysis, self._runner, self._note, self._show_last_reason
            )
        )

    def stop(self) -> None:
        """Show nothing, because the editor is left."""
        self._forget(self._controller.draft)
        self.clear_explanation()

    @property
    def path(self) -> SolvingPath | None:
        """The solving path of the draft; None if it is not known."""
        return self._path if self._is_about_draft else None

    @property
    def step(self) -> int | None:
        """The number of the step that the board shows, from 0: of the solving path, of the way to
        a contradiction, or of several solutions one.
        """
        return self._steps.number

    @property
    def step_count(self) -> int:
        """How many steps can be shown of the draft."""
        if not self._is_about_draft:
            return 0
        if self._solutions is not None:
            return len(self._solutions.solutions)
        return len(self._path.steps if self._path else self._reason.steps if self._reason else ())

    def show_step(self, number: int) -> None:
        """Show a step on the board, and explain it: of the solving path, or one of the solutions,
        or a step to the contradiction.

        Instead of a step before the first or after the last one, that one is shown.
        """
        self._controller.drop()
        if self._document is not None:
            self._steps.count = self.step_count
            self._steps.go_to(number)

    def _show_page(self, number: int) -> None:
        if self._solutions is not None:
            page = self._solution_page(self._solutions, number)
        else:
            found = self._path or self._reason
            assert found is not None
            position = _("Step {n} of {total}").format(n=number + 1, total=len(found.steps))
            page = replace(found.steps[number], position=position)
        buttons = [*self._steps.buttons(), (_("Close"), self.leave_steps)]
        self._teacher.show(page, buttons)
        self._card.path.select(number if self._path else None)
        self.step_changed.emit()

    def _solution_page(self, listed: Solutions, number: int) -> Explanation:
        solution, first = listed.solutions[number], listed.solutions[0]
        position = (
            _("Solution {n} of {total}")
            if listed.complete
            else _("Solution {n} of more than {total}")
        ).format(n=number + 1, total=len(listed.solutions))
        drawn = self._document is not None and first == drawn_solution(self._document)
        return solution_page(solution, first, position, drawn=drawn)

    def toggle_solutions(self) -> None:
        """Show what is known of all solutions, or hide it."""
        self.shows_solutions = not self.shows_solutions
        self._show_overlay()

    def clear_explanation(self) -> None:
        """Show the board without a step, and explain nothing."""
        self._end_explanation()
        self._show_overlay()

    def leave_steps(self) -> None:
        """Show the board without a step."""
        self.clear_explanation()
        self._show_reason()

    def _end_explanation(self) -> None:
        self._end_steps()
        self._teacher.clear()
        self._teacher.hide()
        self._controller.show_own_board()

    def _end_steps(self) -> None:
        self._card.path.select(None)
        if self.step is not None:
            self._steps.reset()
            self.step_changed.emit()

    @property
    def _is_about_draft(self) -> bool:
        return self._analysed is self._controller.draft

    @property
    def _is_on_board(self) -> bool:
        """Whether the board shows what is analysed, and not what a gesture would lead to."""
        return self._controller.shown_draft is self._analysed

    def _forget(self, draft: Draft) -> None:
        """Analyse another draft from now on."""
        self._runner.discard()
        for timer in (self._start, self._expiry, self._next_reason):
            timer.stop()
        self._analysed, self._document = draft, None
        self._card.show_rules(draft.rules)
        self._bounds = self._shares = self._path = self._solutions = None
        self._findings, self._reason = [], None
        self._end_steps()

    def _expire(self) -> None:
        """Show only what is known of the draft as it is now."""
        if self.settled:
            return
        if self._is_on_board:
            self._shown_kind = None
            self._card.show_checking()
            self._show_all()
        else:
            self._controller.show_overlay(Overlay())

    def _note(self, document: Document, finding: Finding) -> None:
        """Remember what was found out about what is analysed, and show it."""
        self._document = document
        self._findings.append(finding)
        if self._is_about_draft:
            if isinstance(finding, Verdict):
                self.verdict = finding
            elif isinstance(finding, Grade):
                self.grade = finding
        if self._is_on_board:
            self._show(finding)
            if isinstance(finding, (Verdict, Backbone, Shares)):
                self._show_overlay()

    def _show_again(self) -> None:
        """Show all that is known: the board has shown another draft meanwhile."""
        if self._is_on_board:
            self._end_explanation()
            self._show_all()

    def _show_all(self) -> None:
        for finding in self._findings:
            self._show(finding)
        self._show_overlay()
        if self.settled:
            self._show_last_reason()

    def _show(self, finding: Finding) -> None:
        match finding:
            case Verdict():
                self._show_verdict(finding)
            case Backbone():
                self._bounds = finding
                self._show_differences(finding)
            case Shares():
                self._shares = finding
            case Count():
                self._show_count(finding)
            case Solutions():
                self._solutions = finding
                self._card.browse_button.setVisible(self._is_about_draft)
            case Explanation():
                self._note_reason(finding)
            case Grade():
                self._show_grade(finding)
            case SolvingPath():
                self._show_path(finding)

    def _show_overlay(self) -> None:
        if not self._is_on_board or self.step is not None:
            return
        overlay = Overlay()
        if self.shows_solutions and self._document is not None and self._bounds is not None:
            overlay = overlay_for(self._bounds, self._shares, self._document.board)
        self._controller.show_overlay(overlay)

    def _on_failure(self, _task: object, error: str) -> None:
        self._show_problem(_("No answer"), error)

    def _show_problem(self, heading: str, details: str) -> None:
        self._shown_kind = None
        self._card.show_verdict(heading)
        self._card.show_details(details)

    def _show_verdict(self, verdict: Verdict) -> None:
        mood = MOODS.get(verdict.kind, "")
        if verdict.kind is not self._shown_kind:
            self._shown_kind = verdict.kind
            self._card.show_verdict(translated(HEADINGS[verdict.kind]), mood=mood)
        elif verdict.kind is not VerdictKind.SEVERAL:  # Their number may be another one.
            self._card.show_mood(mood)

    def _show_differences(self, bounds: Backbone) -> None:
        differing = sum(low < high for low, high in zip(bounds.low, bounds.high))
        if differing:
            self._card.show_details(
                ngettext(
                    "They differ in {n} place.", "They differ in {n} places.", differing
                ).format(n=differing)
            )

    def _show_count(self, count: Count) -> None:
        heading = translated(HEADINGS[VerdictKind.SEVERAL])
        if count.exact or count.solutions > 2:
            heading = capitalized(count.phrase(short_number))
        self._card.heading.setText(heading)
        self._card.show_mood("")

    def _note_reason(self, reason: Explanation) -> None:
        """Show a reason soon: better ones may come at once."""
        if self.step is not None:
            return  # The setter follows the steps of the last one.
        self._reason = reason
        if not self._next_reason.isActive():
            self._next_reason.start()

    def _show_last_reason(self) -> None:
        """Show the last reason at once, because there will be no better one."""
        if self._next_reason.isActive():
            self._next_reason.stop()
            self._show_reason()

    def _show_reason(self) -> None:
        reason = self._reason
        if reason is None or not self._is_on_board or self.step is not None:
            return
        buttons = [(_("Step by step"), partial(self.show_step, 0))] if self.step_count else ()
        heading = _("Why there is none")
        self._teacher.show(replace(reason, heading=heading, steps=()), buttons)

    def _show_grade(self, grade: Grade) -> None:
        time = UNCALIBRATED.text_with_whose(grade.noted_in(PuzzleInfo()))
        self._card.show_details(listed((level_name(grade.level), time)))
        self._card.show_counts(grade.techniques)

    def _show_path(self, path: SolvingPath) -> None:
        self._path = path
        self._card.path.setEnabled(self._is_about_draft)
        self._card.show_path(step_marks(path), path_note(path))
