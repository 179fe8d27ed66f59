"""Work in other threads: the lanes, tasks and those who run them, cancelling, and the one close."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import partial
from itertools import count
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, Qt, QThread, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication

from hashi_gui.core.errors import HashiError
from hashi_gui.solving import Cancelled, CancelToken

COLLECTION_MS = 200
"""How often garbage may be collected."""

THOROUGH_SECONDS = 300.0
"""How often all objects are examined at most."""

BULK = 5_000
"""Of how many new objects it is not worth the time to look for garbage among them."""

BUSY_DELAY_MS = 300
"""How long a task may take before progress is shown."""

Answer = TypeVar("Answer")


class GarbageCollector(QObject):
    """Collects garbage in the GUI thread by a timer, as often as Python would by itself.

    To examine all objects would stop the window for some frames. So those that a full collection
    has found to be in use are left alone, until the player looks at another program. So are objects
    that come in bulk: they belong to a large puzzle, which is freed without a collection.
    """

    @classmethod
    def install(cls) -> None:
        """Limit collection to the GUI thread from now on. Further calls do nothing."""
        application = QCoreApplication.instance()
        if application is not None and application.findChild(cls) is None:
            cls(application)

    def __init__(self, application: QCoreApplication) -> None:
        super().__init__(application)
        gc.disable()
        gc.freeze()
        self._next_thorough = time.monotonic() + THOROUGH_SECONDS
        self._timer = QTimer(self, interval=COLLECTION_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._on_state_change)

    def collect(self) -> None:
        """Collect the oldest generation that is due."""
        if gc.get_count()[0] > BULK:
            gc.freeze()
            return
        due = list(zip(gc.get_count(), gc.get_threshold()))
        for generation in reversed(range(len(due))):
            count, threshold = due[generation]
            if 0 < threshold < count:
                gc.collect(generation)
                if generation == len(due) - 1:
                    gc.freeze()
                return

    def collect_all(self) -> None:
        """Examine all objects."""
        self._next_thorough = time.monotonic() + THOROUGH_SECONDS
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def _on_state_change(self, state: Qt.ApplicationState) -> None:
        is_used = state is Qt.ApplicationState.ApplicationActive
        if not is_used and time.monotonic() > self._next_thorough:
            self.collect_all()


class Lane(Enum):
    """The threads. Work in a lane waits for what was begun there before.

    So whatever may take long, and goes on while the player does something else, has its own lane.
    """

    SOLVER = auto()
    """What the player asks about the game, and the verdict on it."""
    CHECK = auto()
    """The check after each move, which does not stop a question and does not wait for it."""
    COUNT = auto()
    """Waits for the process that counts solutions, while the player asks the solver."""
    GENERATOR = auto()
    """A puzzle that the player waits for; it may take minutes."""
    PREVIEW = auto()
    """A puzzle in a dialog, which may be open while another puzzle is generated."""
    EXERCISES = auto()
    """Exercises that are found ahead, while the player looks at the present one."""
    ANALYSIS = auto()
    """Waits for the process that analyses what is in the editor."""
    PROPOSALS = auto()
    """The assistant in the editor; what it finds is analysed while it looks for more."""
    DISK = auto()
    """Reads and writes drafts, games, results and single puzzles of packs: always quick."""
    READING = auto()
    """Reads what the player opens, perhaps from a slow disk, or a long text."""
    PACKS = auto()
    """Imports and exports of whole packs."""
    LEVELS = auto()
    """The levels of all puzzles in packs, which may take hours."""
    PICTURES = auto()
    """Draws and exports the board and replays of it."""


class _LaneThread(QThread):
    """The thread of a lane; what is given to it before it starts waits for that."""

    given = Signal(object)

    def __init__(self, lane: Lane, parent: QObject) -> None:
        super().__init__(parent)
        self.setObjectName(lane.name)
        worker = _Worker()
        worker.moveToThread(self)
        self.given.connect(worker.do, Qt.ConnectionType.QueuedConnection)
        self.finished.connect(worker.deleteLater)
        self._worker = worker

    def end(self) -> None:
        """Wait until all jobs are done, and end."""
        self.given.emit(self.quit)
        self.wait()


class _Worker(QObject):
    """Lives in the thread of a lane, and does one job after the other."""

    @Slot(object)
    def do(self, job: Callable[[], None]) -> None:
        job()


@dataclass(frozen=True, slots=True, eq=False)
class _Job(Generic[Answer]):
    """Some work, and what is to be called with its outcome."""

    work: Callable[[], Answer]
    end: Callable[[Future[Answer]], object]
    done: Future[Answer] = field(default_factory=Future)


class Tasks(QObject):
    """Runs work in lanes. The thread of a lane starts when the lane is first used.

    The threads know their jobs by number only. What a job refers to, perhaps a widget that is gone,
    is let go in the GUI thread alone: PySide crashes if another thread lets go of it last.
    """

    closing = Signal()
    """Nobody waits for answers any more."""
    closed = Signal()
    """All threads have ended."""

    _called = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        GarbageCollector.install()
        self._threads: dict[Lane, _LaneThread] = {}
        self._jobs: dict[int, _Job[Any]] = {}
        self._numbers = count()
        self._held = self._closed = False
        self._called.connect(self._call, Qt.ConnectionType.QueuedConnection)

    def run(
        self, lane: Lane, work: Callable[[], Answer], end: Callable[[Future[Answer]], object]
    ) -> bool:
        """Do some work in a lane, then hand its answer or error to ``end``, in the GUI thread.

        What was begun is always done, but ``end`` is not called after :meth:`close`; a TaskRunner
        can cancel it. Returns False if nothing is accepted any more.
        """
        if self._closed:
            return False
        if lane not in self._threads:
            self._threads[lane] = _LaneThread(lane, self)
            if not self._held:
                self._threads[lane].start()
        number = next(self._numbers)
        self._jobs[number] = _Job(work, end)
        self._threads[lane].given.emit(partial(self._do, number))
        return True

    def call(self, function: Callable[[], object]) -> None:
        """Call a function in the GUI thread, soon, unless it is closed; from any thread."""
        self._called.emit(function)

    def hold(self) -> None:
        """Let all threads wait until :meth:`proceed`, because what they load takes a while."""
        self._held = True

    def proceed(self) -> None:
        """Let threads run from now on."""
        self._held = False
        for thread in self._threads.values():
            thread.start()

    def close(self) -> None:
        """Accept no more work, cancel tasks, and wait until all threads have ended."""
        self._closed = True
        self.closing.emit()
        self.proceed()
        while self._threads:
            self._threads.popitem()[1].end()
        self._jobs.clear()
        self.closed.emit()

    def _do(self, number: int) -> None:
        """Do a job, in the thread of its lane."""
        job = self._jobs[number]
        try:
            job.done.set_result(job.work())
        except BaseException as error:  # whatever it is, the asker must learn of it
            job.done.set_exception(error)
        del job  # Its error refers to this frame, and both would wait for the garbage collector.
        self.call(partial(self._end, number))

    def _end(self, number: int) -> None:
        job = self._jobs.pop(number)
        job.end(job.done)

    @Slot(object)
    def _call(self, function: Callable[[], object]) -> None:
        if not self._closed:
            function()


@dataclass(frozen=True, slots=True, eq=False)
class Task(Generic[Answer]):
    """Work for a lane, and what the GUI thread does with its answer.

    ``work`` is called in the thread of the lane and raises Cancelled soon after its token is
    cancelled. ``show`` is called in the GUI thread. ``label`` says what is going on, for the
    player. ``revision`` is that of the board in question, None for a task whose answer outlives
    moves.
    """

    label: str
    work: Callable[[CancelToken], Answer]
    show: Callable[[Answer], None]
    revision: int | None = None
    token: CancelToken = field(default_factory=CancelToken)

    def do(self) -> Answer:
        """Do the work, if it is not cancelled yet."""
        self.token.raise_if_cancelled()
        return self.work(self.token)


class TaskRunner(QObject):
    """Runs one task at a time in a lane, where others may run theirs.

    A new task cancels the one before, whose outcome is then dropped. So does the end of the runner:
    no task outlives what shows it.
    """

    answered = Signal(object)
    """The answer to the Task has been shown."""
    failed = Signal(object, str)
    """The Task and the error in it."""
    stopped = Signal(object)
    """The Task, which was cancelled by :meth:`stop`."""
    busy_changed = Signal(bool)
    """True once the current task has taken BUSY_DELAY_MS, False when no task is left."""

    def __init__(self, tasks: Tasks, lane: Lane, parent: QObject) -> None:
        super().__init__(parent)
        self.tasks = tasks
        self._lane = lane
        self._running: list[Task[Any]] = []
        self.destroyed.connect(partial(_drop, self._running))
        self.busy = False
        """Whether the current task takes so long that progress is shown."""
        self._busy_delay = QTimer(self, interval=BUSY_DELAY_MS, singleShot=True)
        self._busy_delay.timeout.connect(self._report_busy)
        tasks.closing.connect(self.discard)

    @property
    def current(self) -> Task[Any] | None:
        """The task that is running, or waits for others in its lane."""
        return self._running[0] if self._running else None

    def start(self, task: Task[Any]) -> None:
        """Run a task; nothing happens once the service is closed."""
        _drop(self._running)
        if self.tasks.run(self._lane, task.do, partial(self._end, task)):
            self._running.append(task)
            self._busy_delay.start()

    def report(self, token: CancelToken, show: Callable[[], object]) -> None:
        """Show in the GUI thread what the task with this token has so far; from any thread.

        Nothing is shown once it is not the current task any more.
        """
        self.tasks.call(partial(self._report, token, show))

    def stop(self) -> None:
        """Cancel the current task; ``stopped`` follows."""
        if self.current is not None:
            self.current.token.cancel()

    def discard(self) -> None:
        """Cancel the current task and drop its outcome: nobody waits for it any more."""
        _drop(self._running)
        self._end_wait()

    def _report(self, token: CancelToken, show: Callable[[], object]) -> None:
        if self.current is not None and self.current.token is token:
            show()

    def _end_wait(self) -> None:
        self._busy_delay.stop()
        if self.busy:
            self.busy = False
            self.busy_changed.emit(False)

    def _report_busy(self) -> None:
        self.busy = True
        self.busy_changed.emit(True)

    def _end(self, task: Task[Any], done: Future[Any]) -> None:
        """Report the outcome of a task, if it is the current one."""
        if task is not self.current:
            return
        self._running.clear()
        self._end_wait()
        try:
            answer = done.result()
        except Cancelled:
            self.stopped.emit(task)
        except Exception as error:  # the window must learn of every error
            known = isinstance(error, HashiError)
            self.failed.emit(task, str(error) if known else f"{type(error).__name__}: {error}")
        else:
            task.show(answer)
            self.answered.emit(task)


def _drop(running: list[Task[Any]]) -> None:
    """Cancel the task of a runner, which may be deleted, and forget it."""
    while running:
        running.pop().token.cancel()
