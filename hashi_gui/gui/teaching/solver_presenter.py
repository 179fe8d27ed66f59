"""Asks the solver what the player wants to know, and shows its answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from hashi_gui.core.board import Board, Move
from hashi_gui.core.i18n import _, ngettext, translated
from hashi_gui.core.wording import short_number
from hashi_gui.game import Game
from hashi_gui.gui.play.play import Play
from hashi_gui.gui.play.playing import Companion
from hashi_gui.gui.tasks import questions
from hashi_gui.gui.tasks.questions import Question
from hashi_gui.gui.tasks.tasks import Task
from hashi_gui.gui.teaching.hint_presenter import HintPresenter
from hashi_gui.gui.teaching.methods import describe_result, solution_by
from hashi_gui.gui.teaching.review import ReplayBar, ReviewPresenter
from hashi_gui.gui.teaching.teacher import Teacher, Walker
from hashi_gui.gui.teaching.teacher_panel import TeacherPanel
from hashi_gui.gui.widgets.messages import Button, MessageBar
from hashi_gui.logic.teaching.explanation import Explanation, difference_page
from hashi_gui.solving import (
    MethodResult,
    Status,
    UnsupportedPuzzleError,
    Verdict,
    VerdictKind,
)

if TYPE_CHECKING:
    from hashi_gui.logic.teaching.review import Moment
    from hashi_gui.logic.teaching.walkthrough import Walkthrough


class SolverPresenter(QObject, Companion):
    """The player's questions about the game, and the answers to them."""

    def __init__(
        self,
        play: Play,
        bar: MessageBar,
        panel: TeacherPanel,
        add_replay_bar: Callable[[ReplayBar], object],
        has_mastered: Callable[[str], bool],
    ) -> None:
        """``has_mastered`` says whether the player has mastered a technique."""
        controller = play.controller
        super().__init__(controller)
        self._runner, self._verdicts = play.runner, play.verdicts
        self._scene = play.scene
        self._controller = controller
        self._bar = bar
        self.teacher = Teacher(panel, controller)
        self._hints = HintPresenter(controller, self.teacher, has_mastered, play.runner)
        self.reviews = ReviewPresenter(controller, self.teacher, add_replay_bar)
        self._walkthrough: Walkthrough | None = None
        self._pages = Walker(self._show_page)
        """Of the walkthrough: its steps, and how it ends."""
        self._asked_by_player = False
        self.reviews.why_requested.connect(self._ask_why)
        self._verdicts.found.connect(self._show_unasked_verdict)
        self._verdicts.counted.connect(self._show_count)
        self._runner.failed.connect(self._show_error)
        self._runner.stopped.connect(self._show_stopped)
        self._runner.busy_changed.connect(self._show_busy)
        self.teacher.closed.connect(self._end_explanation)
        bar.stop_pressed.connect(self._runner.stop)
        controller.changed.connect(self._on_change)
        controller.game_requested.connect(self._show_game)

    def game_opened(self) -> None:
        """Another game is on the board: nothing of the one before is shown any more."""
        self._end_walkthrough()
        self._asked_by_player = False
        self._clear_highlights()

    # Questions of the player

    def hint(self) -> None:
        """Show where the next step is; pressed again, why; pressed again, make it.

        Of a mistake, it is shown bit by bit, too, but never removed.
        """
        if self._hints.active:
            self._hints.advance()
        else:
            visible = self._controller.cells_in_view()
            self._ask(questions.hint(self._game, self._hints.show, visible))

    def show_example(self, technique: str) -> None:
        """Show a place on the board where a technique applies."""
        self._ask(questions.example(self._game, technique, partial(self._show_example, technique)))

    def explain(self) -> None:
        """Open the walkthrough of the whole solution, or close it."""
        if self.explains_solution:
            self._end_walkthrough()
        else:
            self._ask(questions.walkthrough(self._game, self._show_walkthrough))

    def review(self) -> None:
        """Show how the game was played so far; a replay goes on meanwhile."""
        game = self._game.to_document().game
        assert game is not None
        if game.log:
            question = questions.review(self._game, partial(self.reviews.show, game.start))
            (self._runner.ask if self.reviews.running else self._ask)(question)
        else:
            self._bar.show_message(_("There are no moves to review yet."))

    def _ask_why(self, moment: Moment, before: Board) -> None:
        """Ask why a move of the game in review was wrong."""
        show = partial(self.reviews.show_why, moment)
        self._runner.ask(questions.wrong_move(self._game.puzzle, before, moment.entry.move, show))

    def replay(self) -> None:
        """Show the replay of the game so far."""
        game = self._game.to_document().game
        assert game is not None
        self.reviews.show_replay(game.start, game.log)

    def check(self) -> None:
        """Show whether the board can still be finished; pressed again, more of the mistake."""
        if self._hints.shows_mistake:
            self._hints.advance()
        else:
            self._ask(questions.check(self._game, self._show_check))

    def undo_to_last_correct(self) -> None:
        """Go back to the last position from which the puzzle can be finished."""
        self._ask(questions.last_correct(self._game, self._go_back))

    def solve(self) -> None:
        """Draw a solution."""
        self._ask(questions.solution(self._game, self._show_solution))

    def solve_by(self, method: str) -> None:
        """Solve the puzzle from scratch with a method; show its answer, its time and its work."""
        self._ask(solution_by(self._game, method, self._show_result))

    def verdict(self) -> None:
        """Show how many solutions there are."""
        self._with_verdict(self._show_requested_verdict)

    def difference(self) -> None:
        """Highlight where two solutions differ."""
        self._with_verdict(self._show_difference)

    def walk(self, drow: int, dcol: int) -> bool:
        """Go to the next or previous step, while something that is shown has steps.

        During a walkthrough, Left and Right turn its pages; during a replay, they step through it.
        """
        if self.reviews.running and dcol:
            self.reviews.turn(dcol)
        elif self.teacher.has_steps and not (self.explains_solution and dcol):
            self.teacher.turn(drow + dcol)
        elif self.explains_solution:
            self._pages.turn(drow + dcol)
        else:
            return False
        return True

    @property
    def explains_solution(self) -> bool:
        return self._walkthrough is not None

    @property
    def stands_over_game(self) -> bool:
        return self.reviews.running

    @property
    def has_pages(self) -> bool:
        return self.reviews.running or self.explains_solution

    def stop(self) -> bool:
        """Take one thing back: what goes on, else all that is shown, else the panel itself."""
        if self.teacher.stop_playing():
            return True
        if self._scene.revealing:
            self._scene.skip_reveal()
        elif self.explains_solution:
            self._end_walkthrough()
        elif not self._stop_question():
            controller = self._controller
            shows = self.teacher.explains or controller.group_shown or controller.selected
            if not (shows or self._bar.text):
                self.teacher.hide()
            self._clear_highlights()
            self._controller.clear_all()
            self._bar.show_message("")
        return True

    def suspend(self) -> None:
        """Stop whatever goes on by itself; what is explained and shown stays."""
        self._scene.skip_reveal()
        self.reviews.pause()
        self.teacher.stop_playing()
        self._stop_question()
        self._bar.show_message("")

    @property
    def shown_question(self) -> Callable[[SolverPresenter], None] | None:
        """How another presenter is asked what is answered here at present; None for nothing."""
        if self.reviews.running:
            return SolverPresenter.review
        if self.explains_solution:
            return SolverPresenter.explain
        return SolverPresenter.hint_again if self._hints.active else None

    def hint_again(self) -> None:
        """Show a hint that was shown before, so that it is not counted."""
        self._ask(questions.hint(self._game, self._hints.explain, self._controller.cells_in_view()))

    @property
    def _game(self) -> Game:
        return self._controller.game

    def _ask(self, question: Question[Any]) -> None:
        if self._is_asked(question):
            return
        self._end_walkthrough()
        self._clear_highlights()
        self._bar.show_message("")
        self._asked_by_player = True
        self._runner.ask(question)

    def _is_asked(self, question: Question[Any]) -> bool:
        """Whether the answer to the same question is looked for already, so that this goes on."""
        task = self._runner.current
        if task is None or task is self._verdicts.task:
            return False
        return (task.label, task.revision) == (question.label, question.revision)

    def _stop_question(self) -> bool:
        """Stop looking for an answer, unless nobody waits for it; whether it was stopped."""
        if not self._runner.busy and self._runner.current in (None, self._verdicts.task):
            return False
        self._runner.stop()
        return True

    def _with_verdict(self, show: Callable[[Verdict], None]) -> None:
        """Show something of the verdict, as soon as it is known."""
        if self._verdicts.verdict is not None:
            show(self._verdicts.verdict)
            return

        def store_and_show(verdict: Verdict) -> None:
            self._verdicts.store(verdict)
            show(verdict)

        self._ask(questions.verdict(self._game.puzzle, store_and_show))

    # Events

    def _on_change(self, move: Move) -> None:
        """Drop all answers about the board before; tags change none."""
        if move.tags and not move.without_tags:
            return
        self._clear_highlights()
        self._bar.show_message("")
        if dropped := self._runner.board_changed(self._game.revision):
            self._bar.show_message(
                _("{question} has stopped, because the board has changed.").format(
                    question=dropped.label
                )
            )
        self._verdicts.look()

    def _show_game(self) -> None:
        """Show the game again in place of the board on which something is explained."""
        self._end_walkthrough()
        if self._hints.active:
            self._clear_highlights()

    def _clear_highlights(self) -> None:
        """Clear what is explained; a hint that is shown ends."""
        self._hints.end()
        self.teacher.clear()

    def _end_explanation(self) -> None:
        self._end_walkthrough()
        self._clear_highlights()

    def _show_busy(self, busy: bool) -> None:
        current = self._runner.current
        label = current.label if busy and current else ""
        self._bar.show_progress(label)
        self.teacher.show_search(label)

    def _show_error(self, _task: Task[Any], error: str) -> None:
        self._bar.show_message(
            _("The solver gave no answer; your board is unchanged. ({error})").format(error=error)
        )

    def _show_stopped(self, task: Task[Any]) -> None:
        if task is not self._verdicts.task:
            self._bar.show_message(_("Stopped."))

    # Answers

    def _show_example(self, technique: str, hint: Explanation | None) -> None:
        if hint is None:
            self._bar.show_message(
                _("“{technique}” does not apply to the board at present.").format(
                    technique=translated(technique)
                )
            )
        else:
            self._hints.explain(hint)

    def _show_walkthrough(self, walkthrough: Walkthrough | None) -> None:
        if walkthrough is None:
            self._explain_no_solution()
        elif walkthrough.steps:
            self._game.note_solution_shown()
            self._walkthrough = walkthrough
            self._pages.reset(len(walkthrough.steps) + 1)
            self._pages.go_to(0)
        else:
            self._bar.show_message(_("No step is certain: the puzzle has several solutions."))

    def _show_page(self, number: int) -> None:
        """Show a step of the walkthrough on the board before it; at last, how it ends."""
        assert self._walkthrough is not None
        steps = self._walkthrough.steps
        forward, back = self._pages.buttons()
        close = _("Close"), self._end_walkthrough
        if number < len(steps):
            position = _("Step {number} of {steps}").format(number=number + 1, steps=len(steps))
            self.teacher.show(replace(steps[number], position=position), [forward, back, close])
        else:
            board = self._walkthrough.final_board
            self.teacher.show(Explanation(self._walkthrough.ending, board=board), [back, close])

    def _end_walkthrough(self) -> None:
        """Show the game again."""
        if self.explains_solution:
            self._walkthrough = None
            self._pages.reset()
            self.teacher.clear()

    def _show_check(self, mistake: Explanation | None) -> None:
        self._game.count(checks=1)
        has_faults = self._controller.show_faults_now()
        if mistake is not None:
            self._hints.show(mistake)
        elif self._game.solved:
            self._bar.show_message(_("Everything is right: the puzzle is solved."))
        elif has_faults:
            self._bar.show_message(_("The board breaks a rule."))
        else:
            self._bar.show_message(_("No mistake so far: the board can be finished as it is."))

    def _go_back(self, position: int | None) -> None:
        wrong = len(self._game.past_boards) - (position or 0)
        if position is None:
            self._bar.show_message(VerdictKind.NONE.sentence)
        elif wrong:
            self._controller.go_back(position)
            text = ngettext(
                "{n} move undone. Redo brings it back.",
                "{n} moves undone. Redo brings them back.",
                wrong,
            )
            self._bar.show_message(text.format(n=wrong))
        else:
            self._bar.show_message(_("No mistake so far: there is nothing to undo."))

    def _show_solution(self, counts: bytes | None) -> None:
        if counts is None:
            self._bar.show_message(VerdictKind.NONE.sentence)
            return
        if self._game.solved:
            self._bar.show_message(_("The puzzle is solved."))
            return
        self._game.note_solution_shown()
        self._controller.draw_solution(counts)
        self._bar.show_message(_("Solved by the program. Undo brings your own board back."))

    def _show_result(self, result: MethodResult | UnsupportedPuzzleError) -> None:
        if isinstance(result, MethodResult):
            if result.status is Status.STOPPED:
                self._verdicts.give_up()
            if result.counts is not None and not self._game.solved:
                self._game.note_solution_shown()
                self._controller.draw_solution(result.counts)
        self._bar.show_message(describe_result(self._game.puzzle, result))

    def _show_unasked_verdict(self, verdict: Verdict) -> None:
        """Mention it only if it is a surprise and the player is not busy with an answer."""
        if verdict.kind is not VerdictKind.UNIQUE and not self._asked_by_player:
            self._show_verdict(verdict)

    def _show_count(self) -> None:
        """Say the number in place of "several", if that is what is shown."""
        verdict = self._verdicts.verdict
        if verdict and self._bar.text == verdict.kind.sentence:
            self._show_verdict(verdict)

    def _show_requested_verdict(self, verdict: Verdict) -> None:
        """Show a verdict; if there is no solution, also why."""
        if verdict.kind is VerdictKind.NONE:
            self._explain_no_solution()
        else:
            self._show_verdict(verdict)

    def _explain_no_solution(self) -> None:
        self._ask(questions.no_solution(self._game.puzzle, self._hints.explain))

    def _show_verdict(self, verdict: Verdict) -> None:
        offers: dict[VerdictKind, Button] = {
            VerdictKind.SEVERAL: (
                _("Show the difference"),
                partial(self._show_difference, verdict),
            ),
            VerdictKind.NONE: (_("Why?"), self._explain_no_solution),
        }
        sentence = verdict.kind.sentence
        if count := self._verdicts.count:
            sentence = count.sentence(short_number)
        self._bar.show_message(sentence, *(offers[k] for k in offers if k is verdict.kind))

    def _show_difference(self, verdict: Verdict) -> None:
        self._clear_highlights()
        if verdict.solution is None or verdict.second is None:
            self._show_requested_verdict(verdict)
        else:
            page = difference_page(self._game.puzzle, verdict.solution, verdict.second)
            self.teacher.show(page, self.teacher.step_buttons())
            self._bar.show_message("")
