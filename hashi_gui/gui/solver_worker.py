"""The worker: answers questions about puzzles in a thread of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic import next_hint
from hashi_gui.logic.walkthrough import walk_through
from hashi_gui.solving import CancelToken, SatSolver, Stopped


class Question(Enum):
    """What the window asks, and the type of the answer."""

    HINT = "hint"
    """logic.Hint"""
    EXPLAIN = "explain"
    """logic.walkthrough.Walkthrough; None without a solution"""
    CHECK = "check"
    """frozenset of the edges to blame, empty where the board can be finished; None where the
    puzzle has no solution"""
    SOLVE = "solve"
    """bridges per edge as bytes, what is drawn kept if it can be; None without a solution"""
    VERDICT = "verdict"
    """solving.Verdict"""


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """One question about a board as it stood at a revision; ``past`` are the boards before it."""

    id: int
    question: Question
    puzzle: Puzzle
    board: Board
    revision: int
    past: Sequence[Board] = ()
    token: CancelToken = field(default_factory=CancelToken)


@dataclass(frozen=True, slots=True, eq=False)
class Reply:
    """What came of a request: an answer, or the text of an error inside the solver."""

    request: Request
    answer: Any = None
    error: str = ""


class SolverWorker(QObject):
    """Lives in the solver's thread. Each request gets exactly one of the three signals."""

    succeeded = Signal(object)
    failed = Signal(object)
    cancelled = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._solver: SatSolver | None = None
        self._puzzle: Puzzle | None = None

    @Slot(object)
    def take(self, request: Request) -> None:
        """Answer a request; the solver stays warm as long as the puzzle stays the same."""
        try:
            request.token.check()
            reply = Reply(request, self._answer(request, self._warm_solver(request.puzzle)))
        except Stopped:
            self.cancelled.emit(Reply(request))
        except Exception as error:  # whatever it is, the window must hear of it
            self._forget()
            self.failed.emit(Reply(request, error=f"{type(error).__name__}: {error}"))
        else:
            self.succeeded.emit(reply)

    def _forget(self) -> None:
        if self._solver is not None:
            self._solver.close()
        self._solver = self._puzzle = None

    def _warm_solver(self, puzzle: Puzzle) -> SatSolver:
        if self._solver is None or self._puzzle is not puzzle:
            self._forget()
            self._solver, self._puzzle = SatSolver(puzzle), puzzle
        return self._solver

    @staticmethod
    def _answer(request: Request, solver: SatSolver) -> object:
        board, token = request.board, request.token
        match request.question:
            case Question.HINT:
                return next_hint(request.puzzle, board, solver, token, request.past)
            case Question.EXPLAIN:
                solvable = solver.solution(token) is not None
                return walk_through(request.puzzle, solver, token) if solvable else None
            case Question.CHECK:
                blame = solver.blame(board, token)
                return blame if blame or solver.finishable(board, token) else None
            case Question.SOLVE:
                return solver.solution(token, board) or solver.solution(token)
            case Question.VERDICT:
                return solver.verdict(token)
