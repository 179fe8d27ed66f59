"""Help from the solver: puts the player's questions and shows what comes back."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.gui.board.controller import BoardController
from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.gui.panels.hint_presenter import HintPresenter
from hashi_gui.gui.panels.message_bar import MessageBar
from hashi_gui.gui.panels.methods_menu import describe_result
from hashi_gui.gui.panels.walkthrough_player import WalkthroughPlayer
from hashi_gui.gui.tasks.solver_service import SolverService
from hashi_gui.gui.tasks.solver_worker import Question
from hashi_gui.gui.tasks.task_runner import Reply
from hashi_gui.logic import Hint
from hashi_gui.logic.walkthrough import Step, Walkthrough
from hashi_gui.rendering.looks import Highlight, Role
from hashi_gui.solving import Result, Status, Verdict, VerdictKind
from hashi_gui.solving.methods import UnsupportedPuzzleError

BACKGROUND_LIMIT_MS = 20_000
"""How long the number of solutions is looked for unasked."""

WORKING = {
    Question.HINT: "Looking for a hint",
    Question.EXAMPLE: "Looking for an example",
    Question.EXPLAIN: "Thinking it through",
    Question.CHECK: "Checking the board",
    Question.SOLVE: "Solving",
    Question.METHOD: "Solving by {}",
    Question.VERDICT: "Counting solutions",
}


class SolverPresenter(QObject):
    """One conversation with the solver about the game on the table."""

    verdict_changed = Signal(str)
    """How many solutions the puzzle has, in a word or two; empty while it is not known."""

    def __init__(self, scene: BoardScene, controller: BoardController, bar: MessageBar) -> None:
        super().__init__(controller)
        self.service = SolverService(self)
        self._scene = scene
        self._controller = controller
        self._bar = bar
        self._guide = HintPresenter(controller, bar)
        self.walkthrough_player = WalkthroughPlayer(controller)
        self._verdict: Verdict | None = None
        self._difference_wanted = False
        self._talking = False
        self._background = False
        self._gave_up = False
        self._limit = QTimer(self, interval=BACKGROUND_LIMIT_MS, singleShot=True)
        self._limit.timeout.connect(self._stop_background)
        self.service.answered.connect(self._on_answer)
        self.service.failed.connect(self._on_failure)
        self.service.stopped.connect(self._on_stop)
        self.service.busy_changed.connect(self._show_busy)
        self.walkthrough_player.turned.connect(self._show_step)
        self.walkthrough_player.ended.connect(partial(bar.show_message, ""))
        bar.stop_pressed.connect(self.service.stop)
        controller.changed.connect(self._on_board_change)

    def game_opened(self) -> None:
        """A new puzzle is on the table: see how many solutions it has, in the background."""
        self.walkthrough_player.end()
        self.service.forget()
        self._verdict, self._gave_up = None, False
        self._talking = self._difference_wanted = False
        self._clear_highlights()
        self.verdict_changed.emit("")
        self._look_in_background()

    def hint(self) -> None:
        """Show where the next step is; when that is shown, why; then make it."""
        if self._guide.active:
            self._guide.go_on()
        else:
            self._ask(Question.HINT)

    def show_example(self, technique: str) -> None:
        """Show a place on the board where a technique says something."""
        self._ask(Question.EXAMPLE, name=technique)

    def explain(self) -> None:
        """Open the walk-through of the whole solution, or close it."""
        if self.walkthrough_player.running:
            self.walkthrough_player.end()
        else:
            self._ask(Question.EXPLAIN)

    def check(self) -> None:
        self._ask(Question.CHECK)

    def solve(self) -> None:
        self._ask(Question.SOLVE)

    def solve_by(self, method: str) -> None:
        """Have the puzzle solved by a method, from scratch; draw its answer and say its work."""
        self._ask(Question.METHOD, name=method)

    def verdict(self) -> None:
        """Say how many solutions there are."""
        if self._verdict is None:
            self._ask(Question.VERDICT)
        else:
            self._say_verdict(self._verdict)

    def difference(self) -> None:
        """Light where two solutions part."""
        if self._verdict is None:
            self._ask(Question.VERDICT)
            self._difference_wanted = True
        else:
            self._show_difference(self._verdict)

    def stop(self) -> None:
        """Stop what is going on: the animation, else the solver, else the lights go out."""
        if self._scene.revealing:
            self._scene.skip_reveal()
        elif self.walkthrough_player.running:
            self.walkthrough_player.end()
        elif self.service.current is not None and (self.service.busy or not self._background):
            self.service.stop()
        else:
            self._clear_highlights()
            self._bar.show_message("")

    def close(self) -> None:
        self._limit.stop()
        self.service.close()

    def _ask(self, question: Question, *, background: bool = False, name: str = "") -> None:
        game = self._controller.game
        if not background:
            self.walkthrough_player.end()
            self._clear_highlights()
            self._limit.stop()
            self._talking, self._difference_wanted = True, False
        self._background = background
        self.service.ask(
            question,
            game.puzzle,
            game.board,
            game.revision,
            tuple(game.past_boards),
            name,
        )

    def _look_in_background(self) -> None:
        if self._verdict is None and not self._gave_up and self.service.current is None:
            self._limit.start()
            self._ask(Question.VERDICT, background=True)

    def _stop_background(self) -> None:
        if self._background:
            self.service.stop()

    def _on_board_change(self) -> None:
        self._clear_highlights()
        self._bar.show_message("")
        self.service.board_changed(self._controller.game.revision)
        self._look_in_background()

    def _clear_highlights(self) -> None:
        """Put out every light; the hint that is shown is over."""
        self._guide.clear_highlights()
        self._scene.set_highlight(Highlight())

    @Slot(bool)
    def _show_busy(self, busy: bool) -> None:
        current = self.service.current
        self._bar.show_progress(
            WORKING[current.question].format(current.name) if busy and current else ""
        )

    @Slot(object)
    def _on_answer(self, reply: Reply) -> None:
        unasked, self._background = self._background, False
        match reply.request.question:
            case Question.HINT:
                self._guide.show(reply.answer)
            case Question.EXAMPLE:
                self._show_example(reply.answer, reply.request.name)
            case Question.EXPLAIN:
                self._show_walkthrough(reply.answer)
            case Question.CHECK:
                self._show_check(reply.answer)
            case Question.SOLVE:
                self._show_solution(reply.answer)
            case Question.METHOD:
                self._show_result(reply.answer)
            case Question.VERDICT:
                self._take_verdict(reply.answer, unasked)
        self._look_in_background()

    @Slot(object)
    def _on_failure(self, reply: Reply) -> None:
        self._background = False
        self._bar.show_message(f"The solver failed; your board is untouched. ({reply.error})")

    @Slot(object)
    def _on_stop(self, reply: Reply) -> None:
        unasked, self._background = self._background, False
        self._difference_wanted = False
        self._gave_up = True
        if not unasked:
            self._bar.show_message("Stopped.")

    def _show_example(self, hint: Hint | None, technique: str) -> None:
        if hint is None:
            self._bar.show_message(f"“{technique}” says nothing on the board as it stands.")
        else:
            self._guide.explain(hint)

    def _show_walkthrough(self, walkthrough: Walkthrough | None) -> None:
        if walkthrough is None:
            self._bar.show_message(VerdictKind.NONE.sentence)
        elif walkthrough.steps:
            self.walkthrough_player.begin(walkthrough.steps)
        else:
            self._bar.show_message("Nothing follows for sure: the puzzle has several solutions.")

    @Slot(int, int, object)
    def _show_step(self, number: int, steps: int, step: Step) -> None:
        self._bar.show_message(
            f"{number} of {steps}. {step.technique}. {step.reason}",
            *self._bar.details_actions(step.refutation),
            ("‹ Back", partial(self.walkthrough_player.turn, -1)),
            ("Next ›", partial(self.walkthrough_player.turn, 1)),
            ("Close", self.walkthrough_player.end),
        )

    def _show_check(self, conflict: frozenset[int] | None) -> None:
        faulty = self._controller.show_faults_now()
        if conflict is None:
            self._bar.show_message(VerdictKind.NONE.sentence)
        elif conflict:
            self._controller.highlight(self._lit(conflict, Role.CONFLICT))
            self._bar.show_message(_conflict_sentence(self._controller.game.puzzle, conflict))
        elif self._controller.game.solved:
            self._bar.show_message("Everything is right: the puzzle is finished.")
        elif faulty:
            self._bar.show_message("The board breaks a rule.")
        else:
            self._bar.show_message("No mistake so far: the board can be finished as it is.")

    def _show_solution(self, counts: bytes | None) -> None:
        if counts is None:
            self._bar.show_message(VerdictKind.NONE.sentence)
            return
        self._controller.draw_solution(counts)
        self._bar.show_message("Solved by the program. Undo gives your own board back.")

    def _show_result(self, result: Result | UnsupportedPuzzleError) -> None:
        if isinstance(result, Result):
            self._gave_up |= result.status is Status.STOPPED
            if result.counts is not None:
                self._controller.draw_solution(result.counts)
        self._bar.show_message(describe_result(self._controller.game.puzzle, result))

    def _take_verdict(self, verdict: Verdict, unasked: bool) -> None:
        self._verdict = verdict
        self.verdict_changed.emit(
            {
                VerdictKind.UNIQUE: "One solution",
                VerdictKind.SEVERAL: "Several solutions",
                VerdictKind.NONE: "No solution",
            }[verdict.kind]
        )
        if self._difference_wanted:
            self._difference_wanted = False
            self._show_difference(verdict)
        elif not unasked or not (self._talking or verdict.kind is VerdictKind.UNIQUE):
            self._say_verdict(verdict)

    def _say_verdict(self, verdict: Verdict) -> None:
        offer = ("Show the difference", partial(self._show_difference, verdict))
        actions = [offer] if verdict.kind is VerdictKind.SEVERAL else []
        self._bar.show_message(verdict.kind.sentence, *actions)

    def _show_difference(self, verdict: Verdict) -> None:
        self._clear_highlights()
        if verdict.solution is None or verdict.second is None:
            self._say_verdict(verdict)
            return
        one, two = verdict.solution, verdict.second
        parting = [e for e in range(len(one)) if one[e] != two[e]]
        self._controller.highlight(
            Highlight(
                edges={e: Role.FIRST if one[e] > two[e] else Role.SECOND for e in parting},
                differences={e: (one[e], two[e]) for e in parting},
            )
        )
        places = "place" if len(parting) == 1 else "places"
        self._bar.show_message(
            f"Two solutions part at {len(parting)} {places}: the round number is the bridges in "
            "one, the square number in the other."
        )

    def _lit(self, edges: Iterable[int], role: Role) -> Highlight:
        puzzle = self._controller.game.puzzle
        lit = list(edges)
        islands = {i for e in lit for i in (puzzle.edges[e].a, puzzle.edges[e].b)}
        return Highlight(dict.fromkeys(islands, role), dict.fromkeys(lit, role))


def _conflict_sentence(puzzle: Puzzle, conflict: frozenset[int]) -> str:
    if len(conflict) == 1:
        a, b = puzzle.ends(next(iter(conflict)))
        return (
            f"The board cannot be finished: what is drawn between row {a.row + 1}, column "
            f"{a.col + 1} and row {b.row + 1}, column {b.col + 1} is in no solution."
        )
    return f"The board cannot be finished: the {len(conflict)} lit edges cannot stand together."
