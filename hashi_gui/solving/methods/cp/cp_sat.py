"""The method ``cp-sat``."""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.methods.cp.model import Answer
from hashi_gui.solving.methods.method import Method
from hashi_gui.solving.results import UnsupportedPuzzleError
from hashi_gui.system import interrupts
from hashi_gui.system.processes import WorkerLostError

_idle: list[_Process] = []
"""The processes that wait for a puzzle. To start one takes longer than most puzzles."""


class _Process:
    """A process of :mod:`hashi_gui.solving.methods.cp.worker`."""

    def __init__(self) -> None:
        with interrupts.blocked_in_children():
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "hashi_gui.solving.methods.cp.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        atexit.register(self.end)

    def ask(self, puzzle: Puzzle) -> Answer:
        """The answer to a puzzle. Raises WorkerLostError if the process ends before it."""
        assert self._process.stdin
        assert self._process.stdout
        try:
            pickle.dump(puzzle, self._process.stdin)
            self._process.stdin.flush()
            answer: Answer | Exception = pickle.load(self._process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            raise WorkerLostError("The process of CP-SAT ended too early.") from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def kill(self) -> None:
        """End the process in the middle of an answer."""
        self._process.kill()

    def end(self) -> None:
        """End the process and close the pipes."""
        atexit.unregister(self.end)
        with suppress(OSError), self._process:  # An answer or puzzle may be half written.
            self._process.kill()


def _search(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
    if find_spec("ortools") is None:
        raise UnsupportedPuzzleError("CP-SAT needs OR-Tools: pip install 'hashi-gui[cp]'")
    cancel.raise_if_cancelled()
    if not puzzle.edges:
        return b"" if is_solution(puzzle, b"") else None
    process = _idle_or_new_process()
    try:
        with cancel.on_cancel(process.kill):
            counts, found = process.ask(puzzle)
        cancel.raise_if_cancelled()
    except Exception:
        process.end()
        cancel.raise_if_cancelled()
        raise
    _idle.append(process)
    stats |= found
    return counts


def _idle_or_new_process() -> _Process:
    try:
        return _idle.pop()
    except IndexError:
        return _Process()


CP_SAT = Method(
    "cp-sat",
    "OR-Tools, CP-SAT; connectivity as a tree with ranks, Miller, Tucker and Zemlin, 1960",
    "to compare constraint programming; sees at once where clues cannot add up",
    _search,
    library="ortools",
)
"""Its stats are the ``engine``, the ``variables`` and ``constraints`` of its model, and the
``branches`` and ``conflicts`` of the search.
"""
