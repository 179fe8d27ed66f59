"""The default engine on questions that are hard for one of its engines."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.solving import Cancelled, CancelToken, Solver, VerdictKind
from hashi_gui.solving.encoding import Literals
from hashi_gui.solving.engines import asp, frontier, linear
from hashi_gui.solving.engines.auto import FIRST_TURN, race
from hashi_gui.solving.results import GaveUp
from hashi_gui.system import libraries
from tests.measure.boards import FAMILIES, boards
from tests.measure.makers import chessboard
from tests.processes import TIMEOUT, outcome_when_cancelled
from tests.samples import sample

twos_and_unknown = partial(chessboard, clue=2, limit=2, colour_of_clues=0)

HARD = [family for family in FAMILIES if family != "growth"]
"""Those whose boards are not hard because they are large."""


@pytest.mark.parametrize(("family", "threads"), list(zip(HARD, cycle([1, 2, 3]))))
def test_the_first_board_of_each_hard_family(family: str, threads: int) -> None:
    """It is the smallest one, or nearly as small."""
    board = next(boards(family))
    puzzle = board.puzzle()
    with Solver(puzzle, threads=threads) as solver:
        solution = solver.solution()
    assert solution is None or is_solution(puzzle, solution)
    if board.solvable is not None:
        assert (solution is not None) is board.solvable


def test_every_question_about_a_hard_board_is_answered() -> None:
    puzzle = twos_and_unknown(rows=20, cols=20)
    with Solver(puzzle) as solver:
        verdict = solver.verdict()
        assert solver.stats["hard"]
        assert verdict.kind is VerdictKind.SEVERAL
        assert is_solution(puzzle, verdict.solution)
        assert is_solution(puzzle, verdict.second)
        board = Board(verdict.solution)
        assert solver.is_solvable(board)
        bounds = solver.backbone(board)
        assert bounds.low == bounds.high == verdict.solution
        assert not solver.smallest_conflict(board)


def test_with_one_thread_the_answer_is_always_the_same() -> None:
    puzzle = twos_and_unknown(rows=20, cols=20)
    answers = set()
    for _ in range(2):
        with Solver(puzzle) as solver:
            answers.add(solver.solution())
            assert solver.stats["hard"]
    assert len(answers) == 1


@pytest.mark.parametrize("threads", [1, 3])
def test_a_race_is_cancelled(threads: int) -> None:
    """On a large chessboard clingo and HiGHS search for many seconds."""
    with Solver(twos_and_unknown(rows=60, cols=60), threads=threads) as solver:
        outcome = outcome_when_cancelled(solver.solution, lambda: solver.stats["hard"])
    assert isinstance(outcome, Cancelled)


@pytest.mark.parametrize(
    "missing",
    [
        [asp.LIBRARY],
        [linear.LIBRARY],
        [linear.LIBRARY, frontier.LIBRARY],
        [asp.LIBRARY, linear.LIBRARY],
        [asp.LIBRARY, linear.LIBRARY, frontier.LIBRARY],
    ],
    ids="-".join,
)
def test_without_a_library_the_other_engines_answer(
    missing: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for library in missing:
        monkeypatch.setitem(sys.modules, library, None)
    other_engines_answer()


def test_if_libraries_are_broken_the_other_engines_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "import_module", lambda name: 1 / 0)
    other_engines_answer()


def other_engines_answer() -> None:
    puzzles = [sample(seed, max_side=8) for seed in range(5)]
    puzzles.append(Puzzle.from_clues(2, 4, {(0, 0): 1, (0, 3): 2, (1, 0): 1, (1, 3): 2}))
    for threads in (1, 2):
        for puzzle in puzzles:
            with Solver(puzzle) as solver:
                expected = solver.verdict().kind
            with Solver(puzzle, threads=threads) as solver:
                solver._engine._first_conflicts = 0
                assert solver.verdict().kind is expected
                assert solver.stats["hard"]


class FakeEngine:
    """An engine that answers as a function says, and remembers how long its turns were."""

    def __init__(self, answer: Callable[[CancelToken, int | None], bytes | None]) -> None:
        self.turns: list[int | None] = []
        self.tokens: list[CancelToken] = []
        self._answer = answer

    @contextmanager
    def cancellable(self, cancel: CancelToken | None) -> Iterator[CancelToken]:
        assert cancel
        yield cancel

    def solve(
        self, token: CancelToken, assumptions: Literals = (), max_conflicts: int | None = None
    ) -> bytes | None:
        assert list(assumptions) == [1, -2]
        self.turns.append(max_conflicts)
        self.tokens.append(token)
        return self._answer(token, max_conflicts)


def wait_until_cancelled(token: CancelToken, _max_conflicts: int | None) -> bytes | None:
    cancelled = threading.Event()
    with token.on_cancel(cancelled.set):
        assert cancelled.wait(TIMEOUT)
    raise Cancelled


def give_up(_token: CancelToken, _max_conflicts: int | None) -> bytes | None:
    raise GaveUp


def run(*lanes: list[FakeEngine], token: CancelToken | None = None) -> bytes | None:
    return race(lanes, token or CancelToken(), [1, -2])


def test_the_first_answer_counts_and_the_others_are_stopped() -> None:
    slow, fast = FakeEngine(wait_until_cancelled), FakeEngine(lambda *_: b"\1")
    assert run([slow], [fast]) == b"\1"
    assert slow.tokens[0].cancelled
    assert fast.turns == [None]
    assert run([FakeEngine(wait_until_cancelled)], [FakeEngine(lambda *_: None)]) is None


def test_engines_in_one_lane_take_turns_that_grow() -> None:
    def third_time(_token: CancelToken, _max_conflicts: int | None) -> bytes | None:
        if len(patient.turns) < 3:
            raise GaveUp
        return b"\2"

    hasty, patient = FakeEngine(give_up), FakeEngine(third_time)
    assert run([hasty, patient]) == b"\2"
    assert hasty.turns == patient.turns == [FIRST_TURN, 2 * FIRST_TURN, 4 * FIRST_TURN]


def test_cancelling_stops_all_engines() -> None:
    engines = [FakeEngine(wait_until_cancelled) for _ in range(3)]
    outcome = outcome_when_cancelled(
        lambda token: run(*([engine] for engine in engines), token=token), lambda: True
    )
    assert isinstance(outcome, Cancelled)
    assert not [each for each in threading.enumerate() if each.name == "engine"]


def test_an_error_ends_the_race() -> None:
    def fail(_token: CancelToken, _max_conflicts: int | None) -> bytes | None:
        raise RuntimeError("broken")

    slow = FakeEngine(wait_until_cancelled)
    with pytest.raises(RuntimeError, match="broken"):
        run([slow], [FakeEngine(fail)])
    assert slow.tokens[0].cancelled
