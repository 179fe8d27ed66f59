"""The window's side of the solver."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from PySide6.QtCore import QObject

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.gui.tasks.solver_worker import Question, Request, SolverWorker
from hashi_gui.gui.tasks.task_runner import TaskRunner


class SolverService(TaskRunner):
    """Asks the solver about boards.

    An answer arrives only while the board still is the one it was asked about; a verdict speaks
    of the puzzle alone and outlives moves.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(SolverWorker(), parent)
        self._ids = count(1)
        self._revision = 0

    def ask(
        self,
        question: Question,
        puzzle: Puzzle,
        board: Board,
        revision: int,
        past: Sequence[Board] = (),
        name: str = "",
    ) -> Request | None:
        """Put a question; None after :meth:`close`."""
        self._revision = revision
        request = Request(next(self._ids), question, puzzle, board, revision, past, name)
        return request if self.put(request) else None

    def board_changed(self, revision: int) -> None:
        """The player has moved: what was asked about the old board is of no use any more."""
        self._revision = revision
        if self.current is not None and not self.wanted(self.current):
            self.forget()

    def wanted(self, request: Request) -> bool:
        return request.question is Question.VERDICT or request.revision == self._revision
