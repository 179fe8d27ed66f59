"""Watches whether the board can still be finished, while the player goes on."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.tasks import questions
from hashi_gui.gui.tasks.questions import SolverRunner
from hashi_gui.gui.tasks.tasks import Lane, Tasks

LIMIT_MS = 20_000
"""How long one board is looked at."""


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
            self._start()
            self.check()
        else:
            self._end()

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

    def _start(self) -> None:
        self._runner = SolverRunner(self._tasks, Lane.CHECK, self)
        self._runner.busy_changed.connect(self._on_busy)
        self._runner.stopped.connect(self._forget)
        self._runner.failed.connect(self._forget)
        self._limit.timeout.connect(self._runner.stop)

    def _end(self) -> None:
        """Check no more, and free the solver."""
        assert self._runner is not None
        self._limit.stop()
        self._runner.discard()
        self._runner.deleteLater()
        self._runner = None
        self.found.emit(None)

    @Slot(bool)
    def _on_busy(self, busy: bool) -> None:
        if busy:
            self._forget()

    @Slot()
    def _forget(self) -> None:
        """What was found before need not hold for the board now."""
        self.found.emit(None)
