"""Processes that answer one request after the other, each when it is asked.

Unlike the processes of :mod:`multiprocessing`, they can be started from any process, also from a
daemonic one, and share nothing with it.
"""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from hashi_gui.system import interrupts
from hashi_gui.system.processes import WorkerLostError


class ServerProcess:
    """A process that runs a module, which calls :func:`serve`. It ends with this process."""

    def __init__(self, module: str, name: str) -> None:
        """``name`` is the subject of the message if the process ends too early."""
        self._name = name
        with interrupts.blocked_in_children():
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", module],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        atexit.register(self.end)

    def ask(self, request: object) -> Any:
        """Return the answer to a request, or raise what the process raised.

        Raises WorkerLostError if the process ends before it answers.
        """
        assert self._process.stdin
        assert self._process.stdout
        try:
            pickle.dump(request, self._process.stdin)
            self._process.stdin.flush()
            answer = pickle.load(self._process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            raise WorkerLostError(f"{self._name} ended too early.") from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def kill(self) -> None:
        """End the process in the middle of an answer."""
        self._process.kill()

    def end(self) -> None:
        """End the process and close the pipes."""
        atexit.unregister(self.end)
        with suppress(OSError), self._process:  # An answer or request may be half written.
            self._process.kill()


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


def serve(answer: Callable[[Any], object]) -> None:
    """Answer the requests of the process that started this one, until that ends."""
    # Whatever a library prints must not get among the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    requests: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, requests), daemon=True).start()
    while True:
        pickle.dump(_answer_or_error(answer, requests.get()), answers)
        answers.flush()


def _read(stream: BinaryIO, requests: SimpleQueue[Any]) -> None:
    """Pass on the requests, and end the process with its input, whatever it is doing."""
    try:
        while True:
            requests.put(pickle.load(stream))
    except EOFError:
        os._exit(0)


def _answer_or_error(answer: Callable[[Any], object], request: Any) -> object:
    try:
        return answer(request)
    except Exception as error:
        return error
