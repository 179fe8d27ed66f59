"""Asks the solver, in a thread of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from PySide6.QtCore import QObject

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.gui.tasks.questions import Question
from hashi_gui.gui.tasks.task_runner import Task, TaskRunner
from hashi_gui.solving import Cancelled, CancelToken, SatSolver
from hashi_gui.solving.engines.auto import AutoEngine
from hashi_gui.system.processes import available_cores


class WarmSolver:
    """A solver that is reused as long as the puzzle stays the same. Lives in one thread."""

    def __init__(self) -> None:
        self._solver: SatSolver | None = None

    @contextmanager
    def loaded_with(self, puzzle: Puzzle) -> Iterator[SatSolver]:
        """A solver for the puzzle; after an error a new one is made the next time."""
        if self._solver is None or self._solver.puzzle is not puzzle:
            self._discard()
            self._solver = SatSolver(puzzle, partial(AutoEngine, threads=available_cores()))
        try:
            yield self._solver
        except Cancelled:
            raise
        except Exception:
            self._discard()
            raise

    def _discard(self) -> None:
        if self._solver is not None:
            self._solver.close()
            self._solver = None


class SolverRunner(TaskRunner):
    """Answers questions, one at a time; an answer about a board that has changed is dropped."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._warm_solver = WarmSolver()
        self._question: Question[Any] | None = None

    @property
    def question(self) -> Question[Any] | None:
        """The question that is being answered."""
        return self._question if self.current else None

    def ask(self, question: Question[Any]) -> None:
        """Ask a question in place of the current one."""
        warm_solver = self._warm_solver

        def work(token: CancelToken) -> object:
            with warm_solver.loaded_with(question.puzzle) as solver:
                return question.work(solver, token)

        self._question = question
        self.start(Task(question.label, work, question.show))

    def board_changed(self, revision: int) -> Question[Any] | None:
        """Drop a question about a board that is not the current one any more, and return it."""
        question = self.question
        if question is None or question.revision in (None, revision):
            return None
        self.discard()
        return question
