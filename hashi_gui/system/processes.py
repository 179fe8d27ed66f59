"""Processes that do part of the work: each answers one request after the other, or makes calls.

Unlike the processes of :mod:`multiprocessing`, they can be started from any process, also from a
daemonic one, share nothing with it, and end in silence if it is killed while they start.

Requests and answers are pickled twice, so that one that cannot be pickled or unpickled does not
disturb those that follow.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Lock, Thread, Timer
from time import process_time
from traceback import format_exc
from typing import Any, BinaryIO, NamedTuple, ParamSpec, TypeVar

from hashi_gui.core.errors import WorkerLostError
from hashi_gui.core.i18n import N_, _, translated
from hashi_gui.system import interrupts, languages
from hashi_gui.system.machine import cpu_seconds_of

_PR_SET_PDEATHSIG = 1
"""From ``linux/prctl.h``."""

_NICENESS = 10


def end_with_starter() -> None:
    """On Linux, let the system end this process with the thread that started it.

    That happens even inside native code that never returns.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def lower_priority() -> None:
    """Let other processes go first from now on, if the system can do that."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)


ENTRY = [sys.executable, "-P", "-m", "hashi_gui", "--serve"]
"""The command that runs a module as a process; a frozen program has no interpreter but itself."""

if hasattr(sys, "frozen"):
    ENTRY = [sys.executable, "--serve"]

STOP_SECONDS = 1.0
"""How long a process may take to stop what it does when it is asked to."""

_EXIT_SECONDS = 1.0
"""Time for the system to report how a process ended whose pipes are closed."""


class ServerProcess:
    """A process that runs a module, one of those that :mod:`hashi_gui.__main__` allows.

    The module calls :func:`serve`. The process ends with this one.
    """

    def __init__(self, module: str, name: str) -> None:
        """``name``, marked by ``N_``, is the subject of the message if the process ends early."""
        self._name = name
        self._writing = Lock()
        with interrupts.blocked_in_children():
            self._process = subprocess.Popen(
                [*ENTRY, module],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        atexit.register(self.end)

    @property
    def id(self) -> int:
        """The id that the system has given to the process."""
        return self._process.pid

    def ask(self, request: object) -> Any:
        """Return the answer to a request, or raise what the process raised.

        Raises WorkerLostError if the process ends before it answers.
        """
        assert self._process.stdout
        data = pickle.dumps(request)
        try:
            self._send(data)
            data = pickle.load(self._process.stdout)  # nosec B301
        except (EOFError, OSError, pickle.UnpicklingError):
            raise WorkerLostError(self._how_it_ended()) from None
        answer, error, cpu_seconds_of[self.id] = pickle.loads(data)  # nosec B301
        if error:
            raise error
        return answer

    def notify(self, notice: object) -> None:
        """Send a notice, which is not answered; any thread may do that during a request."""
        with suppress(OSError):  # Who waits for the answer learns that the process has ended.
            self._send(_Notice(pickle.dumps(notice)))

    @contextmanager
    def stoppable(self, notice: object) -> Iterator[Callable[[], None]]:
        """Yield a function that asks the process, with a notice, to stop what the block waits for.

        Any thread may call it, one at a time. If the block then takes longer than STOP_SECONDS, the
        process is killed: it may be suspended.
        """
        killer = Timer(STOP_SECONDS, self.kill)

        def stop() -> None:
            if killer.ident is None:
                killer.start()
                self.notify(notice)

        try:
            yield stop
        finally:
            killer.cancel()
            if killer.ident is not None:
                killer.join()

    def kill(self) -> None:
        """End the process in the middle of an answer."""
        self._process.kill()

    def end(self) -> None:
        """End the process and close the pipes."""
        atexit.unregister(self.end)
        with suppress(OSError), self._process:  # An answer or request may be half written.
            self._process.kill()
        cpu_seconds_of.pop(self.id, None)  # The system counts those of a process that has ended.

    def _send(self, message: bytes | _Notice) -> None:
        assert self._process.stdin
        with self._writing:
            pickle.dump(message, self._process.stdin)
            self._process.stdin.flush()

    def _how_it_ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_EXIT_SECONDS)
        code, name = self._process.returncode, translated(self._name)
        if code is None or code >= 0:
            return _("{process} ended too early.").format(process=name)
        found = signal.Signals(-code).name
        text = _("{process} was ended by {signal}.")
        if found == "SIGKILL":
            text = _("{process} was ended by {signal}, perhaps because memory ran out.")
        return text.format(process=name, signal=found)


class ServerPool:
    """Processes of one module, each of which answers one thread at a time and is used again."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name
        self._idle: list[ServerProcess] = []

    @contextmanager
    def process(self) -> Iterator[ServerProcess]:
        """A process for this block, started if none is idle; an error in the block ends it."""
        try:
            process = self._idle.pop()
        except IndexError:
            process = ServerProcess(self._module, self._name)
        try:
            yield process
        except BaseException:
            process.end()
            raise
        self._idle.append(process)


@dataclass(frozen=True, slots=True)
class _Notice:
    """A notice, pickled."""

    data: bytes


def serve(answer: Callable[[Any], object], notice: Callable[[Any], None] = lambda _: None) -> None:
    """Answer the requests of the process that started this one, in its language, until that ends.

    ``notice`` gets each notice at once, in another thread than the one that answers.
    """
    languages.choose(None)
    # Whatever a library prints must not get among the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    requests: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, requests, notice), daemon=True).start()
    with suppress(OSError):  # That process has ended.
        while True:
            pickle.dump(_answer_or_error(answer, requests.get()), answers)
            answers.flush()
    os._exit(0)  # The interpreter must not end by itself while the thread waits for its input.


def _read(stream: BinaryIO, requests: SimpleQueue[bytes], notice: Callable[[Any], None]) -> None:
    """Pass on requests and notices, and end the process with its input, whatever it is doing."""
    with suppress(EOFError, pickle.UnpicklingError):
        while True:
            message = pickle.load(stream)  # nosec B301
            if isinstance(message, _Notice):
                notice(pickle.loads(message.data))  # nosec B301
            else:
                requests.put(message)
    os._exit(0)


def _answer_or_error(answer: Callable[[Any], object], request: bytes) -> bytes:
    try:
        result = answer(pickle.loads(request))  # nosec B301
        return pickle.dumps((result, None, process_time()))
    except Exception as error:
        error.add_note(format_exc())
        return pickle.dumps((None, error, process_time()))


P = ParamSpec("P")
T = TypeVar("T")


class WorkerPool(Executor):
    """Calls functions in up to ``count`` processes, which are started when there is work for them.

    If a worker ends too early, its call and all that follow fail with WorkerLostError. Each worker
    has pipes of its own, so that one that is killed while it writes disturbs no other. Leaving the
    ``with`` block ends all workers, whatever they are doing.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._workers: list[_Worker] = []
        self._lost: WorkerLostError | None = None

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Make a call as soon as a worker is free.

        The thread that submits calls must not end before them.
        """
        future: Future[T] = Future()
        if len(self._workers) < self._count:
            self._workers.append(_Worker(self))
        self._calls.put(_Call(future, fn, args, kwargs))
        if self._lost:
            self.fail(self._lost)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """End all workers; calls that are not finished are cancelled."""
        for call in self._take_waiting():
            call.future.cancel()
        self._calls.put(None)
        for worker in self._workers:
            worker.end()

    def next_call(self) -> _Call | None:
        """Wait for a call; None if there will be no more."""
        call = self._calls.get()
        if call is None:
            self._calls.put(None)  # For the next worker.
        return call

    def fail(self, error: WorkerLostError) -> None:
        """Let the calls that are waiting, and all that follow, fail."""
        self._lost = error
        for call in self._take_waiting():
            call.future.set_exception(error)

    def _take_waiting(self) -> list[_Call]:
        """Remove the calls that no worker has begun."""
        calls = []
        with suppress(Empty):
            while call := self._calls.get_nowait():
                calls.append(call)
            self._calls.put(None)  # It ends the calls, and stays the last.
        return calls


class _Call(NamedTuple):
    """A call to make, and the future for its result."""

    future: Future[Any]
    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


class _Worker:
    """A process, and the thread that gives it one call after the other."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._process = ServerProcess("hashi_gui.system.worker", N_("A worker process"))
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._process.kill()
        self._thread.join()
        self._process.end()

    def _serve(self) -> None:
        while call := self._pool.next_call():
            future, *work = call
            try:
                future.set_result(self._process.ask(work))
            except WorkerLostError as error:
                future.set_exception(error)
                self._pool.fail(error)
                return
            except Exception as error:
                future.set_exception(error)
