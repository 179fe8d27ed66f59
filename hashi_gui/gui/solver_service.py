"""The window's side of the solver: asks, cancels, and drops answers nobody waits for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from PySide6.QtCore import QObject, QThread, QTimer, Signal, Slot

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.gui.solver_worker import Question, Reply, Request, SolverWorker

PATIENCE_MS = 300
"""How long a question may take before progress is shown."""


class SolverService(QObject):
    """One question at a time: a new one cancels the one before.

    An answer arrives only while it is the current request's and the board still is the one it
    was asked about; a verdict speaks of the puzzle alone and outlives moves.
    """

    answered = Signal(object)
    """A Reply with its answer."""
    failed = Signal(object)
    """A Reply with its error."""
    stopped = Signal(object)
    """A Reply without an answer: the current request was cancelled by :meth:`stop`."""
    busy_changed = Signal(bool)
    """True once the current question has taken PATIENCE_MS, False when it is over."""

    _asked = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ids = count(1)
        self._current: Request | None = None
        self._revision = 0
        self._closed = False
        self._busy = False
        self._patience = QTimer(self, interval=PATIENCE_MS, singleShot=True)
        self._patience.timeout.connect(self._lose_patience)
        self._thread = QThread(self)
        self._thread.setObjectName("solver")
        self._worker = SolverWorker()
        self._worker.moveToThread(self._thread)
        self._asked.connect(self._worker.take)
        self._worker.succeeded.connect(self._on_success)
        self._worker.failed.connect(self._on_failure)
        self._worker.cancelled.connect(self._on_cancel)
        self._thread.finished.connect(self._worker.deleteLater)
        self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether the current question takes so long that progress is shown."""
        return self._busy

    @property
    def current(self) -> Request | None:
        """The question that is being answered."""
        return self._current

    def ask(
        self,
        question: Question,
        puzzle: Puzzle,
        board: Board,
        revision: int,
        past: Sequence[Board] = (),
    ) -> Request | None:
        """Put a question; None after :meth:`close`."""
        if self._closed:
            return None
        self._drop()
        self._revision = revision
        self._current = Request(next(self._ids), question, puzzle, board, revision, past)
        self._patience.start()
        self._asked.emit(self._current)
        return self._current

    def board_changed(self, revision: int) -> None:
        """The player has moved: what was asked about the old board is of no use any more."""
        self._revision = revision
        if self._current is not None and not self._still_wanted(self._current):
            self._drop()
            self._settle()

    def stop(self) -> None:
        """Cancel the current question; ``stopped`` follows."""
        if self._current is not None:
            self._current.token.cancel()

    def forget(self) -> None:
        """Cancel the current question without a word: the puzzle is about to change."""
        self._drop()
        self._settle()

    def close(self) -> None:
        """Refuse new work, cancel, and wait for the thread to end."""
        self._closed = True
        self._drop()
        self._settle()
        self._thread.quit()
        self._thread.wait()

    def _still_wanted(self, request: Request) -> bool:
        return request.question is Question.VERDICT or request.revision == self._revision

    def _drop(self) -> None:
        if self._current is not None:
            self._current.token.cancel()
            self._current = None

    def _settle(self) -> None:
        self._patience.stop()
        if self._busy:
            self._busy = False
            self.busy_changed.emit(False)

    def _lose_patience(self) -> None:
        self._busy = True
        self.busy_changed.emit(True)

    def _finish(self, reply: Reply) -> bool:
        """Whether a reply is the one waited for; the wait is then over."""
        if reply.request is not self._current:
            return False
        self._current = None
        self._settle()
        return self._still_wanted(reply.request)

    @Slot(object)
    def _on_success(self, reply: Reply) -> None:
        if self._finish(reply):
            self.answered.emit(reply)

    @Slot(object)
    def _on_failure(self, reply: Reply) -> None:
        if self._finish(reply):
            self.failed.emit(reply)

    @Slot(object)
    def _on_cancel(self, reply: Reply) -> None:
        if self._finish(reply):
            self.stopped.emit(reply)
