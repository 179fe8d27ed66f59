"""Work in a thread of its own: one task at a time, each with exactly one outcome."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QThread, QTimer, Signal, Slot

from hashi_gui.core.errors import HashiError
from hashi_gui.gui.tasks.garbage_collection import GarbageCollector
from hashi_gui.solving import Cancelled, CancelToken

BUSY_DELAY_MS = 300
"""How long a task may take before progress is shown."""

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, eq=False)
class Task(Generic[Answer]):
    """Work for the worker thread, and what the GUI thread does with its answer.

    ``work`` is called in the worker thread and raises Cancelled soon after its token is cancelled.
    ``show`` is called in the GUI thread. ``label`` says what is going on, for the player.
    """

    label: str
    work: Callable[[CancelToken], Answer]
    show: Callable[[Answer], None]
    token: CancelToken = field(default_factory=CancelToken)


class Worker(QObject):
    """Lives in a thread of its own. Each task leads to exactly one of the three signals."""

    succeeded = Signal(object, object)
    """The Task and its answer."""
    failed = Signal(object, str)
    """The Task and the error."""
    cancelled = Signal(object)
    """The Task."""

    @Slot(object)
    def run(self, task: Task[Any]) -> None:
        try:
            task.token.raise_if_cancelled()
            answer = task.work(task.token)
        except Cancelled:
            self.cancelled.emit(task)
        except Exception as error:  # the window must learn of every error
            known = isinstance(error, HashiError)
            self.failed.emit(task, str(error) if known else f"{type(error).__name__}: {error}")
        else:
            self.succeeded.emit(task, answer)


class TaskRunner(QObject):
    """The GUI thread's side of a worker: starts and cancels tasks and shows their answers.

    A new task cancels the one before, whose outcome is then dropped.
    """

    answered = Signal(object)
    """The answer to the Task has been shown."""
    failed = Signal(object, str)
    """The Task and the error in it."""
    stopped = Signal(object)
    """The Task, which was cancelled by :meth:`stop`."""
    busy_changed = Signal(bool)
    """True once the current task has taken BUSY_DELAY_MS, False when no task is left."""

    _started = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        GarbageCollector.install()
        self._current: Task[Any] | None = None
        self._closed = False
        self._busy = False
        self._busy_delay = QTimer(self, interval=BUSY_DELAY_MS, singleShot=True)
        self._busy_delay.timeout.connect(self._report_busy)
        self._thread = QThread(self)
        self._thread.setObjectName(type(self).__name__)
        self._worker = Worker()
        self._worker.moveToThread(self._thread)
        self._started.connect(self._worker.run)
        self._worker.succeeded.connect(self._on_success)
        self._worker.failed.connect(self._on_failure)
        self._worker.cancelled.connect(self._on_cancel)
        self._thread.finished.connect(self._worker.deleteLater)
        self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether the current task takes so long that progress is shown."""
        return self._busy

    @property
    def current(self) -> Task[Any] | None:
        """The task in the worker thread."""
        return self._current

    def start(self, task: Task[Any]) -> None:
        """Run a task; nothing happens after :meth:`close`."""
        if self._closed:
            return
        self._drop()
        self._current = task
        self._busy_delay.start()
        self._started.emit(task)

    def stop(self) -> None:
        """Cancel the current task; ``stopped`` follows."""
        if self._current is not None:
            self._current.token.cancel()

    def discard(self) -> None:
        """Cancel the current task and drop its outcome: nobody waits for it any more."""
        self._drop()
        self._end_wait()

    def close(self) -> None:
        """Accept no more tasks, cancel the current one and wait until the thread has ended."""
        self._closed = True
        self.discard()
        self._thread.quit()
        self._thread.wait()

    def _drop(self) -> None:
        if self._current is not None:
            self._current.token.cancel()
            self._current = None

    def _end_wait(self) -> None:
        self._busy_delay.stop()
        if self._busy:
            self._busy = False
            self.busy_changed.emit(False)

    def _report_busy(self) -> None:
        self._busy = True
        self.busy_changed.emit(True)

    def _finish(self, task: Task[Any]) -> bool:
        """Whether a task is the current one; it is not any more then."""
        if task is not self._current:
            return False
        self._current = None
        self._end_wait()
        return True

    @Slot(object, object)
    def _on_success(self, task: Task[Any], answer: Any) -> None:
        if self._finish(task):
            task.show(answer)
            self.answered.emit(task)

    @Slot(object, str)
    def _on_failure(self, task: Task[Any], error: str) -> None:
        if self._finish(task):
            self.failed.emit(task, error)

    @Slot(object)
    def _on_cancel(self, task: Task[Any]) -> None:
        if self._finish(task):
            self.stopped.emit(task)
