from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import pytest
from pysat.solvers import Minisat22

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.solving import Cancelled, CancelToken, SatSolver, Status, engine
from hashi_gui.solving.connectivity import find_cuts
from hashi_gui.solving.hitting_sets import Constraints, smallest_unsatisfiable_subset
from hashi_gui.solving.methods import SAT, Method
from hashi_gui.solving.methods.sat import SAT_VARIANTS

LONG = 60.0


def grid_of_twos(rows: int, cols: int, *holes: tuple[int, int]) -> Puzzle:
    cells = {(r, c) for r in range(rows) for c in range(cols)} - set(holes)
    return Puzzle.from_clues(rows, cols, dict.fromkeys(cells, 2))


def hard_puzzle() -> Puzzle:
    """No solution, and no short proof of it: the hole leaves 61 cells of one colour and 59 of the
    other, and lets two of the 61 see each other, which makes up for half of that only."""
    return grid_of_twos(11, 11, (1, 2))


def hard_board() -> tuple[Puzzle, Board]:
    """A puzzle with solutions, and a board that no solution extends, without a short proof: marks
    leave two ways between the halves, both on the colour that has fewer cells in its half."""
    puzzle = grid_of_twos(11, 22)
    marks = set()
    for edge in puzzle.edges:
        a, b = puzzle.ends(edge.id)
        if (a.col, b.col) == (10, 11) and a.row not in (3, 5):
            marks.add(edge.id)
    return puzzle, Board(bytes(len(puzzle.edges)), frozenset(marks))


def stopped(question: Callable[[CancelToken], object], after: float = 0.2) -> bool:
    """Whether a question asked in one thread is stopped when another cancels its token."""
    token = CancelToken()
    outcome: list[object] = []

    def ask() -> None:
        try:
            outcome.append(question(token))
        except Cancelled as reason:
            outcome.append(reason)

    asking = threading.Thread(target=ask, daemon=True)
    cancelling = threading.Timer(after, token.cancel)
    asking.start()
    cancelling.start()
    asking.join(LONG)
    cancelling.cancel()
    cancelling.join()
    return isinstance(outcome[0], Cancelled)


def test_verdict_and_solution_stop() -> None:
    with SatSolver(hard_puzzle()) as solver:
        assert stopped(lambda token: solver.verdict(token))
        assert stopped(lambda token: solver.solution(token))


def test_questions_about_a_board_stop_and_leave_the_solver_fit() -> None:
    puzzle, board = hard_board()
    with SatSolver(puzzle) as solver:
        assert stopped(lambda token: solver.is_solvable(board, token))
        assert stopped(lambda token: solver.solution_bounds(board, token))
        assert stopped(lambda token: solver.smallest_conflict(board, token))
        solution = solver.solution()
        assert solution is not None
        assert is_solution(puzzle, solution)
        assert solver.is_solvable(Board(solution))


@pytest.mark.parametrize("method", [SAT, *SAT_VARIANTS], ids=lambda method: method.name)
def test_solve_says_that_it_was_stopped(method: Method) -> None:
    token = CancelToken()
    cancelling = threading.Timer(0.2, token.cancel)
    cancelling.start()
    result = method.solve(hard_puzzle(), token)
    cancelling.join()
    assert (result.status, result.counts) == (Status.STOPPED, None)
    assert result.stats["rounds"] >= 1


def test_the_solver_for_many_islands_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_MANY_ISLANDS", 0)
    with SatSolver(hard_puzzle()) as solver:
        assert stopped(solver.solution)


def test_the_search_for_a_hitting_set_stops() -> None:
    """The sets to hit are triples without structure, far too many to finish."""
    everything = frozenset(range(90))
    triples = list(map(frozenset, combinations(everything, 3)))
    Random(1).shuffle(triples)

    def extend(chosen: Constraints) -> Constraints:
        missed = next(triple for triple in triples if not triple & chosen)
        return everything - missed

    assert stopped(
        lambda token: smallest_unsatisfiable_subset(everything, extend, token), after=1.0
    )


def test_a_cancelled_token_stops_every_question_at_once() -> None:
    puzzle = grid_of_twos(4, 4)
    token = CancelToken()
    assert not token.cancelled
    token.cancel()
    assert token.cancelled
    with SatSolver(puzzle) as solver:
        for ask in (solver.verdict, solver.solution):
            with pytest.raises(Cancelled):
                ask(token)
        for ask_about in (solver.is_solvable, solver.solution_bounds, solver.smallest_conflict):
            with pytest.raises(Cancelled):
                ask_about(Board.empty(puzzle), token)
        assert solver.stats.rounds == 0
        assert solver.solution() is not None


def test_one_token_for_several_questions() -> None:
    token = CancelToken()
    puzzle = grid_of_twos(4, 4)
    with SatSolver(puzzle) as solver:
        assert solver.is_solvable(Board.empty(puzzle), token)
        assert solver.solution(token) is not None


def test_a_cancel_after_the_answer_does_not_reach_the_next_question() -> None:
    token = CancelToken()
    with SatSolver(grid_of_twos(4, 4)) as solver:
        assert solver.solution(token) is not None
        token.cancel()
        assert solver.solution() is not None


def test_an_interrupt_too_late_for_one_question_does_not_stop_the_next() -> None:
    with SatSolver(grid_of_twos(4, 4)) as solver:
        solver._engine._solver.interrupt()
        assert solver.solution() is not None


def test_an_interrupt_just_before_the_engine_starts_is_not_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = Minisat22.solve_limited
    with SatSolver(hard_puzzle()) as solver:

        def question(token: CancelToken) -> object:
            def cancelled_first(*arguments: Any, **options: Any) -> object:
                token.cancel()
                return start(*arguments, **options)

            monkeypatch.setattr(Minisat22, "solve_limited", cancelled_first)
            return solver.solution(token)

        assert stopped(question, after=LONG)


def test_a_cancel_between_two_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    token = CancelToken()

    def cancelled_after(*arguments: Any) -> object:
        token.cancel()
        return find_cuts(*arguments)

    with SatSolver(grid_of_twos(10, 10)) as solver:
        with monkeypatch.context() as patch:
            patch.setattr("hashi_gui.solving.engine.find_cuts", cancelled_after)
            with pytest.raises(Cancelled):
                solver.solution(token)
        assert solver.stats.rounds == 1
        assert solver.solution() is not None


def test_bound_blocks_nest_and_end() -> None:
    calls = []
    token = CancelToken()
    with token.on_cancel(lambda: calls.append("outer")):
        with token.on_cancel(lambda: calls.append("inner")):
            pass
        token.cancel()
    token.cancel()
    assert calls == ["outer"]
    with pytest.raises(Cancelled), token.on_cancel(lambda: calls.append("never")):
        pytest.fail("the block of a cancelled token was entered")
