"""Cancelling. No test here depends on how fast the machine is.

Questions that must be cancelled while the engine searches are too hard to be ever answered; the
engine's own counters show when it searches. TIMEOUT only ends tests that fail.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.lab.methods import Method
from hashi_gui.lab.methods.exact import SAT
from hashi_gui.lab.methods.sat import METHODS as SAT_VARIANTS
from hashi_gui.solving import Cancelled, CancelToken, Solver, Status, VerdictKind, clue_sets
from hashi_gui.solving.clue_sets import Constraints, smallest_unsatisfiable_subset
from hashi_gui.solving.encoding import violated_clauses
from hashi_gui.solving.engines import lazy_sat
from hashi_gui.solving.engines.lazy_sat import LazySatEngine
from hashi_gui.solving.engines.sat_solver import SatSolver
from tests.measure.count import grid_of_twos
from tests.measure.makers import uniform
from tests.processes import TIMEOUT, outcome_when_cancelled
from tests.samples import square_and_corner

SEARCHING = 100
"""How many conflicts of an engine show that it is searching."""


def hard_puzzle() -> Puzzle:
    """A puzzle without a solution, and without a short proof of it.

    The hole leaves 221 cells of one colour and 219 of the other, and lets two of the 221 see each
    other, which makes up for only half of the difference. With 11 rows and columns the engine
    needs half a minute, and exponentially longer with more. Other engines refute it at once.
    """
    return uniform(rows=21, cols=21, clue=2, holes=[(1, 2)])


def hard_board() -> tuple[Puzzle, Board]:
    """A puzzle with solutions, and a board that none extends, without a short proof of it.

    Marks leave two edges between the left and the right half, both on the colour that has fewer
    cells in its half.
    """
    puzzle = uniform(rows=21, cols=42, clue=2)
    marks = set()
    for edge in puzzle.edges:
        a, b = puzzle.ends(edge.id)
        if (a.col, b.col) == (20, 21) and a.row not in (3, 5):
            marks.add(edge.id)
    return puzzle, Board(bytes(len(puzzle.edges)), frozenset(marks))


@pytest.fixture
def count_conflicts(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """A function that returns the conflicts of the SAT solver created last, also while it runs."""
    solvers: list[SatSolver] = []

    def create(*arguments: Any) -> SatSolver:
        solvers.append(SatSolver(*arguments))
        return solvers[-1]

    monkeypatch.setattr(lazy_sat, "SatSolver", create)

    def count() -> int:
        return solvers[-1].conflicts() if solvers and solvers[-1]._solver else 0

    return count


def cancelled_while_searching(
    question: Callable[[CancelToken], object], count_conflicts: Callable[[], int]
) -> object:
    """Cancel a question while the engine searches: the answer, or the exception Cancelled."""
    enough = count_conflicts() + SEARCHING
    return outcome_when_cancelled(question, lambda: count_conflicts() >= enough)


@pytest.mark.parametrize("many_islands", [10_000, 0])
def test_questions_about_a_puzzle_are_cancelled(
    many_islands: int, monkeypatch: pytest.MonkeyPatch, count_conflicts: Callable[[], int]
) -> None:
    monkeypatch.setattr(lazy_sat, "_MANY_ISLANDS", many_islands)
    with Solver(hard_puzzle(), create_engine=LazySatEngine) as solver:
        for question in (solver.verdict, solver.solution):
            assert isinstance(cancelled_while_searching(question, count_conflicts), Cancelled)


def test_questions_about_a_board_are_cancelled_and_the_solver_can_still_be_used(
    count_conflicts: Callable[[], int],
) -> None:
    puzzle, board = hard_board()
    with Solver(puzzle, create_engine=LazySatEngine) as solver:
        for question in (solver.is_solvable, solver.backbone, solver.smallest_conflict):
            outcome = cancelled_while_searching(
                lambda token, question=question: question(board, token), count_conflicts
            )
            assert isinstance(outcome, Cancelled)
        solution = solver.solution()
        assert solution is not None
        assert is_solution(puzzle, solution)
        assert solver.is_solvable(Board(solution))


@pytest.mark.parametrize("method", [SAT, *SAT_VARIANTS], ids=lambda method: method.name)
def test_a_cancelled_method_returns_its_status_and_stats(
    method: Method, count_conflicts: Callable[[], int]
) -> None:
    puzzle = hard_puzzle()
    result: Any = cancelled_while_searching(
        lambda token: method.solve(puzzle, token), count_conflicts
    )
    assert (result.status, result.counts) == (Status.STOPPED, None)
    assert result.stats["rounds"] >= 1


def test_the_search_for_a_hitting_set_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sets to hit are random triples, far too many to finish."""
    everything = frozenset(range(90))
    triples = list(map(frozenset, combinations(everything, 3)))
    Random(1).shuffle(triples)

    def extend(chosen: Constraints) -> Constraints | None:
        return next((everything - triple for triple in triples if not triple & chosen), None)

    created: list[RecordedRC2] = []

    class RecordedRC2(clue_sets.RC2):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            created.append(self)

    monkeypatch.setattr(clue_sets, "RC2", RecordedRC2)

    def count_conflicts() -> int:
        return created[0].oracle.accum_stats()["conflicts"] if created else 0

    outcome = cancelled_while_searching(
        lambda token: smallest_unsatisfiable_subset(everything, extend, token), count_conflicts
    )
    assert isinstance(outcome, Cancelled)


SQUARE_AND_CORNER, SQUARE, CORNER = square_and_corner()


@pytest.mark.parametrize(
    ("ask", "expected"),
    [
        (lambda solver, token: is_solution(solver.puzzle, solver.solution(token)), True),
        (lambda solver, token: solver.verdict(token).kind, VerdictKind.SEVERAL),
        (lambda solver, token: solver.is_solvable(SQUARE.apply(CORNER), token), False),
        (lambda solver, token: len(solver.smallest_conflict(SQUARE.apply(CORNER), token)), 1),
        (lambda solver, token: set(solver.backbone(Board.empty(solver.puzzle), token).high), {1}),
    ],
    ids=["solution", "verdict", "is_solvable", "smallest_conflict", "backbone"],
)
def test_every_call_of_an_engine_can_be_cancelled(
    ask: Callable[[Solver, CancelToken], object], expected: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[None] = []
    cancel_at: dict[int, CancelToken] = {}

    start = SatSolver.solve

    def solve(*arguments: Any) -> object:
        calls.append(None)
        if len(calls) in cancel_at:
            cancel_at[len(calls)].cancel()
        return start(*arguments)

    monkeypatch.setattr(SatSolver, "solve", solve)
    with Solver(SQUARE_AND_CORNER) as solver:
        assert ask(solver, CancelToken()) == expected
    last = len(calls)
    assert last >= 1
    for number in range(1, last + 1):
        with Solver(SQUARE_AND_CORNER) as solver:
            calls.clear()
            cancel_at[number] = CancelToken()
            with pytest.raises(Cancelled):
                ask(solver, cancel_at[number])
            assert not calls[number:]
            del cancel_at[number]
            assert ask(solver, CancelToken()) == expected


def test_a_cancelled_token_cancels_every_question_at_once() -> None:
    puzzle = grid_of_twos(4)
    token = CancelToken()
    assert not token.cancelled
    token.cancel()
    assert token.cancelled
    with Solver(puzzle) as solver:
        for ask in (solver.verdict, solver.solution):
            with pytest.raises(Cancelled):
                ask(token)
        for ask_about in (solver.is_solvable, solver.backbone, solver.smallest_conflict):
            with pytest.raises(Cancelled):
                ask_about(Board.empty(puzzle), token)
        assert solver.stats["rounds"] == 0
        assert solver.solution() is not None


def test_one_token_serves_several_questions_and_does_not_affect_those_of_others() -> None:
    token = CancelToken()
    puzzle = grid_of_twos(4)
    with Solver(puzzle) as solver:
        assert solver.is_solvable(Board.empty(puzzle), token)
        assert solver.solution(token) is not None
        token.cancel()
        assert solver.solution() is not None


def test_an_interrupt_too_late_for_one_question_does_not_end_the_next() -> None:
    with Solver(grid_of_twos(4)) as solver:
        solver._engine._sat._solver.interrupt()
        assert solver.solution() is not None


def test_an_interrupt_just_before_the_engine_starts_is_not_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = SatSolver.solve
    token = CancelToken()
    outcome: list[object] = []

    def cancel_and_start(*arguments: Any, **options: Any) -> object:
        token.cancel()
        return start(*arguments, **options)

    monkeypatch.setattr(SatSolver, "solve", cancel_and_start)
    with Solver(hard_puzzle(), create_engine=LazySatEngine) as solver:

        def ask() -> None:
            with pytest.raises(Cancelled):
                outcome.append(solver.solution(token))

        asking = threading.Thread(target=ask, daemon=True)
        asking.start()
        asking.join(TIMEOUT)
        assert not asking.is_alive()
    assert not outcome


def test_cancelling_between_two_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    token = CancelToken()

    def cancel_and_cut(*arguments: Any) -> object:
        token.cancel()
        return violated_clauses(*arguments)

    with Solver(grid_of_twos(10)) as solver:
        with monkeypatch.context() as patch:
            patch.setattr("hashi_gui.solving.engines.lazy_sat.violated_clauses", cancel_and_cut)
            with pytest.raises(Cancelled):
                solver.solution(token)
        assert solver.stats["rounds"] == 1
        assert solver.solution() is not None


def test_on_cancel_blocks_nest_and_end_and_only_the_innermost_is_called() -> None:
    calls: list[None] = []
    token = CancelToken()
    with token.on_cancel(lambda: calls.append("outer")):
        with token.on_cancel(lambda: calls.append("inner")):
            pass
        token.cancel()
    token.cancel()
    assert calls == ["outer"]
    with pytest.raises(Cancelled), token.on_cancel(lambda: calls.append("never")):
        pytest.fail("the block of a cancelled token was entered")
    token = CancelToken()
    with (
        token.on_cancel(lambda: calls.append("outer")),
        token.on_cancel(lambda: calls.append("inner")),
    ):
        token.cancel()
    assert calls == ["outer", "inner"]
