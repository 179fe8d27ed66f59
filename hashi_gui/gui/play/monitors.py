"""What the window finds out unasked while the player plays: solutions, and dead ends."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from hashi_gui.core.i18n import N_, translated
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import short_number
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.tasks import questions
from hashi_gui.gui.tasks.questions import SolverRunner
from hashi_gui.gui.tasks.tasks import Lane, Task, TaskRunner, Tasks
from hashi_gui.solving import Count, Verdict, VerdictKind

LIMIT_MS = 20_000
"""How long the window looks for something without being asked."""

VERDICT_LABELS = {
    VerdictKind.SEVERAL: N_("several solutions"),
    VerdictKind.NONE: N_("no solution"),
}


class SolvabilityMonitor(QObject):
    """Checks the board after each move, once it is switched on.

    It has a solver of its own, so that it neither stops other questions nor waits for them.
    """

    found = Signal(object)
    """Whether the board can still be finished; None while that is unknown or not asked for."""

    def __init__(self, controller: BoardController, tasks: Tasks) -> None:
        super().__init__(controller)
        self._controller = controller
        self._tasks = tasks
        self._runner: SolverRunner | None = None
        self._limit = QTimer(self, interval=LIMIT_MS, singleShot=True)
        controller.changed.connect(self.check)

    def set_enabled(self, enabled: bool) -> None:
        if enabled == (self._runner is not None):
            return
        if enabled:
            self._runner = SolverRunner(self._tasks, Lane.CHECK, self)
            self._runner.busy_changed.connect(self._on_busy)
            self._runner.stopped.connect(self._forget)
            self._runner.failed.connect(self._forget)
            self._limit.timeout.connect(self._runner.stop)
            self.check()
        elif self._runner is not None:
            self._limit.stop()
            self._runner.discard()
            self._runner.deleteLater()  # It frees the solver.
            self._runner = None
            self.found.emit(None)

    def check(self) -> None:
        """Look at the board of the game as it is now."""
        if self._runner is None:
            return
        game = self._controller.game
        self._limit.start()
        if game.solved:
            self._runner.discard()
            self.found.emit(None)
        else:
            self._runner.ask(questions.solvable(game, self.found.emit))

    def _on_busy(self, busy: bool) -> None:
        if busy:
            self._forget()

    def _forget(self) -> None:
        """What was found before need not hold for the board now."""
        self.found.emit(None)


class VerdictMonitor(QObject):
    """The verdict on the puzzle, looked for whenever the solver has nothing else to do.

    If there are several solutions, it counts them meanwhile.
    """

    changed = Signal(str)
    """How many solutions the puzzle has, in a word or two; empty for one, or if it is unknown."""
    found = Signal(object)
    """A Verdict that was found without being asked for."""
    counted = Signal()
    """The count says more than the verdict."""

    def __init__(self, controller: BoardController, runner: SolverRunner) -> None:
        super().__init__(controller)
        self.verdict: Verdict | None = None
        self.count: Count | None = None
        self.task: Task[Any] | None = None
        """The last task that looked for the verdict without being asked, running or not."""
        self.counter = TaskRunner(runner.tasks, Lane.COUNT, self)
        self._controller = controller
        self._runner = runner
        self._allowed = True
        self._limit = QTimer(self, interval=LIMIT_MS, singleShot=True)
        self._limit.timeout.connect(self._stop)
        runner.answered.connect(self.look)
        runner.stopped.connect(self.give_up)

    @property
    def only_solution(self) -> bytes | None:
        """The solution; None if there are several, or none, or if this is not known yet."""
        verdict = self.verdict
        return verdict.solution if verdict and verdict.kind is VerdictKind.UNIQUE else None

    def game_opened(self) -> None:
        """Another game is in play: forget the verdict, and look for the new one."""
        self.counter.discard()
        self.verdict, self.count, self._allowed = None, None, True
        self.changed.emit("")
        self.look()

    def look(self) -> None:
        """Look for the verdict, if it is not known and the solver has nothing else to do."""
        if self.verdict is None and self._allowed and self._runner.current is None:
            self._limit.start()
            self._runner.ask(questions.verdict(self._puzzle, self._on_found))
            self.task = self._runner.current

    def give_up(self) -> None:
        """Look no more in this game, unless the player asks."""
        self._allowed = False

    def store(self, verdict: Verdict) -> None:
        """Remember the verdict on the puzzle in play, and count if there are several solutions."""
        self.verdict = verdict
        self.changed.emit(translated(VERDICT_LABELS.get(verdict.kind, "")))
        if verdict.kind is VerdictKind.SEVERAL:
            self.counter.start(questions.count(self._puzzle, self._on_counted))

    @property
    def _puzzle(self) -> Puzzle:
        return self._controller.game.puzzle

    def _stop(self) -> None:
        if self._runner.current is self.task:
            self._runner.stop()

    def _on_found(self, verdict: Verdict) -> None:
        self.store(verdict)
        self.found.emit(verdict)

    def _on_counted(self, count: Count) -> None:
        if count.exact or count.solutions > 2:
            self.count = count
            self.changed.emit(count.phrase(short_number))
            self.counted.emit()
