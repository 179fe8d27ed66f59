"""The worker: answers questions about puzzles in a thread of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.gui.tasks.task_runner import Worker
from hashi_gui.logic import hint_from_technique, next_hint
from hashi_gui.logic.walkthrough import build_walkthrough
from hashi_gui.method_registry import solve
from hashi_gui.solving import CancelToken, Result, SatSolver
from hashi_gui.solving.methods import UnsupportedPuzzleError


class Question(Enum):
    """What the window asks, and the type of the answer."""

    HINT = "hint"
    """logic.Hint"""
    EXAMPLE = "example"
    """logic.Hint by the technique that the request names; None where it says nothing"""
    EXPLAIN = "explain"
    """logic.walkthrough.Walkthrough; None without a solution"""
    CHECK = "check"
    """frozenset of the edges to blame, empty where the board can be finished; None where the
    puzzle has no solution"""
    SOLVE = "solve"
    """bridges per edge as bytes, what is drawn kept if it can be; None without a solution"""
    METHOD = "method"
    """solving.Result by the method that the request names, or UnsupportedPuzzleError"""
    VERDICT = "verdict"
    """solving.Verdict"""


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """One question about a board as it stood at a revision.

    ``past`` are the boards before it; ``name`` is that of the technique or the method in question.
    """

    id: int
    question: Question
    puzzle: Puzzle
    board: Board
    revision: int
    past: Sequence[Board] = ()
    name: str = ""
    token: CancelToken = field(default_factory=CancelToken)


class SolverWorker(Worker):
    """Answers questions; the solver stays warm as long as the puzzle stays the same."""

    def __init__(self) -> None:
        super().__init__()
        self._solver: SatSolver | None = None
        self._puzzle: Puzzle | None = None

    def recover(self) -> None:
        if self._solver is not None:
            self._solver.close()
        self._solver = self._puzzle = None

    def _warm_solver(self, puzzle: Puzzle) -> SatSolver:
        if self._solver is None or self._puzzle is not puzzle:
            self.recover()
            self._solver, self._puzzle = SatSolver(puzzle), puzzle
        return self._solver

    def answer(self, request: Request) -> object:
        solver = self._warm_solver(request.puzzle)
        board, token = request.board, request.token
        match request.question:
            case Question.HINT:
                return next_hint(request.puzzle, board, solver, token, request.past)
            case Question.EXAMPLE:
                return hint_from_technique(request.name, request.puzzle, board, solver, token)
            case Question.EXPLAIN:
                solvable = solver.solution(token) is not None
                return build_walkthrough(request.puzzle, solver, token) if solvable else None
            case Question.CHECK:
                conflict = solver.smallest_conflict(board, token)
                return conflict if conflict or solver.is_solvable(board, token) else None
            case Question.SOLVE:
                return solver.solution(token, board) or solver.solution(token)
            case Question.METHOD:
                return _solved_by(request.name, request.puzzle, token)
            case Question.VERDICT:
                return solver.verdict(token)


def _solved_by(method: str, puzzle: Puzzle, token: CancelToken) -> Result | UnsupportedPuzzleError:
    try:
        return solve(puzzle, method, token)
    except UnsupportedPuzzleError as refusal:
        return refusal
