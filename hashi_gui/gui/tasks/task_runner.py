"""Work in a thread of its own: one request at a time, each with exactly one outcome."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QObject, QThread, QTimer, Signal, Slot

from hashi_gui.gui.tasks.garbage_collection import GarbageCollector
from hashi_gui.solving import Cancelled, CancelToken

PATIENCE_MS = 300
"""How long a request may take before progress is shown."""


class Request(Protocol):
    """What a worker is asked; the rest is between the worker and who asks."""

    @property
    def token(self) -> CancelToken: ...


@dataclass(frozen=True, slots=True, eq=False)
class Reply:
    """What came of a request: an answer, or the text of an error inside the worker."""

    request: Any
    answer: Any = None
    error: str = ""


class Worker(QObject):
    """Lives in a thread of its own. Each request gets exactly one of the three signals."""

    succeeded = Signal(object)
    failed = Signal(object)
    cancelled = Signal(object)

    @abstractmethod
    def answer(self, request: Any) -> object:
        """The answer to a request; raises Stopped when its token is cancelled."""

    @abstractmethod
    def recover(self) -> None:
        """Forget what an error may have left in disorder."""

    @Slot(object)
    def take(self, request: Request) -> None:
        try:
            request.token.raise_if_cancelled()
            reply = Reply(request, self.answer(request))
        except Cancelled:
            self.cancelled.emit(Reply(request))
        except Exception as error:  # whatever it is, the window must hear of it
            self.recover()
            self.failed.emit(Reply(request, error=f"{type(error).__name__}: {error}"))
        else:
            self.succeeded.emit(reply)


class TaskRunner(QObject):
    """The window's side of a worker: asks, cancels, and drops answers nobody waits for.

    A new request cancels the one before, whose outcome is then not reported any more.
    """

    answered = Signal(object)
    """A Reply with its answer."""
    failed = Signal(object)
    """A Reply with its error."""
    stopped = Signal(object)
    """A Reply without an answer: the current request was cancelled by :meth:`stop`."""
    busy_changed = Signal(bool)
    """True once the current request has taken PATIENCE_MS, False when it is over."""

    _asked = Signal(object)

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        GarbageCollector.install()
        self._current: Request | None = None
        self._closed = False
        self._busy = False
        self._patience = QTimer(self, interval=PATIENCE_MS, singleShot=True)
        self._patience.timeout.connect(self._lose_patience)
        self._thread = QThread(self)
        self._thread.setObjectName(type(worker).__name__)
        self._worker = worker
        self._worker.moveToThread(self._thread)
        self._asked.connect(self._worker.take)
        self._worker.succeeded.connect(self._on_success)
        self._worker.failed.connect(self._on_failure)
        self._worker.cancelled.connect(self._on_cancel)
        self._thread.finished.connect(self._worker.deleteLater)
        self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether the current request takes so long that progress is shown."""
        return self._busy

    @property
    def current(self) -> Any:
        """The request that is being answered, or None."""
        return self._current

    def put(self, request: Request) -> bool:
        """Have a request answered; False after :meth:`close`."""
        if self._closed:
            return False
        self._drop()
        self._current = request
        self._patience.start()
        self._asked.emit(request)
        return True

    def stop(self) -> None:
        """Cancel the current request; ``stopped`` follows."""
        if self._current is not None:
            self._current.token.cancel()

    def forget(self) -> None:
        """Cancel the current request without a word: nobody waits for it any more."""
        self._drop()
        self._settle()

    def close(self) -> None:
        """Refuse new work, cancel, and wait for the thread to end."""
        self._closed = True
        self.forget()
        self._thread.quit()
        self._thread.wait()

    def wanted(self, request: Any) -> bool:
        """Whether the answer to a request is still of use when it comes."""
        return True

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
        return self.wanted(reply.request)

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
