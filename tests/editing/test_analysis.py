"""The findings about puzzles, compared with brute force on tiny ones, and the other process.

No test depends on how fast the machine is.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from operator import ne
from threading import Thread
from unittest.mock import Mock

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hashi_gui.core.errors import WorkerLostError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing import analysis
from hashi_gui.editing.analysis import AnalysisClient, AnalysisRequest, Finding, Solutions, analyse
from hashi_gui.editing.analysis_server import AnalysisServer
from hashi_gui.formats import read
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.logic.rating.grading import Grade, grade
from hashi_gui.logic.rating.solving_path import SolvingPath
from hashi_gui.logic.teaching.explanation import Explanation
from hashi_gui.solving import (
    Backbone,
    Cancelled,
    CancelToken,
    Count,
    Shares,
    Solver,
    Verdict,
    VerdictKind,
)
from hashi_gui.solving.counting import estimate
from hashi_gui.system import processes
from tests.measure.count import grid_of_twos
from tests.measure.setter import Setter
from tests.samples import find_all, small_puzzle


def findings(puzzle: Puzzle) -> list[Finding]:
    return list(analyse(puzzle, CancelToken()))


@given(st.integers(0, 10**9))
def test_the_findings_are_those_of_brute_force(seed: int) -> None:
    puzzle = small_puzzle(seed)
    solutions = find_all(puzzle)
    assume(solutions is not None)
    verdict, *others = findings(puzzle)
    assert isinstance(verdict, Verdict)
    match solutions:
        case []:
            assert verdict == Verdict(VerdictKind.NONE)
            assert others
            assert all(isinstance(reason, Explanation) for reason in others)
        case [solution]:
            assert verdict == Verdict(VerdictKind.UNIQUE, solution)
            assert others[0] == Backbone(solution, solution)
            assert [type(other) for other in others[1:]] == [Grade, SolvingPath]
        case _:
            assert verdict.kind == VerdictKind.SEVERAL
            assert {verdict.solution, verdict.second} <= set(solutions)
            assert verdict.solution != verdict.second
            *others, listed = others
            assert others == [
                Backbone(bytes(map(min, *solutions)), bytes(map(max, *solutions))),
                Shares(shares_of(puzzle, solutions), exact=True),
                Count(len(solutions), exact=True),
            ]
            assert isinstance(listed, Solutions)
            assert listed.solutions[0] == verdict.solution
            assert set(listed.solutions) <= set(solutions)
            assert len(listed.solutions) == min(len(solutions), analysis.MOST_SOLUTIONS)
            assert listed.complete == (len(solutions) <= analysis.MOST_SOLUTIONS)


def shares_of(puzzle: Puzzle, solutions: list[bytes]) -> tuple[tuple[float, ...], ...]:
    return tuple(
        tuple(
            float(Fraction(sum(each[edge] == count for each in solutions), len(solutions)))
            for count in range(puzzle.rules.max_bridges + 1)
        )
        for edge in range(len(puzzle.edges))
    )


def test_the_grade_is_the_same_as_elsewhere() -> None:
    puzzle = generate(GeneratorOptions(9, 9, 20), 0).puzzle
    assert grade(puzzle) in findings(puzzle)


def test_the_reasons_are_about_the_islands_that_contradict_each_other() -> None:
    _, *reasons = findings(read("1.1.1.1").puzzle)
    assert isinstance(reasons[-1], Explanation)
    assert list(reasons[-1].highlight.islands) == [1]
    assert reasons[-1].is_final
    assert reasons[-1].steps


def test_the_solution_that_is_drawn_comes_first_and_then_those_that_differ_least() -> None:
    puzzle = read("2.2.2\n.....\n?.?.?\n.....\n2.2.2").puzzle
    for drawn in find_all(puzzle) or []:
        listed = list(analyse(puzzle, CancelToken(), drawn))[-1]
        assert isinstance(listed, Solutions)
        assert listed.solutions[0] == drawn
        differences = [sum(map(ne, drawn, other)) for other in listed.solutions]
        assert differences == sorted(differences)


def test_what_takes_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "MAX_SECONDS", 0.0)
    assert findings(read("1.1").puzzle) == [Verdict(VerdictKind.STOPPED)]


def test_without_time_for_the_path_the_grade_is_the_last_finding(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(analysis, "build_solving_path", Mock(side_effect=Cancelled))
    assert [type(finding) for finding in findings(read("1.1").puzzle)] == [
        Verdict,
        Backbone,
        Grade,
    ]


def test_of_solutions_that_cannot_be_counted_the_shares_are_estimated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(analysis, "COUNT_MEMORY", 1000)
    monkeypatch.setattr(estimate, "ROUNDS", (1, 4))
    _, _, listed, *estimates, count = findings(grid_of_twos(6))
    assert isinstance(listed, Solutions)
    assert not listed.complete
    assert isinstance(estimates[-1], Shares)
    assert not estimates[-1].exact
    assert estimates[-1].edges[0] == (0.0, 1.0, 0.0)
    assert isinstance(count, Count)
    assert not count.exact
    assert 2 <= count.solutions <= 1072


@pytest.mark.parametrize("drawing", ["1.1", "1.1.1.1", "2.2.2\n.....\n?.?.?\n.....\n2.2.2"])
def test_it_can_be_cancelled_before_each_finding(drawing: str) -> None:
    puzzle = read(drawing).puzzle
    number = len(findings(puzzle))
    assert number >= 3
    for read_before in range(number):
        token = CancelToken()
        found = analyse(puzzle, token)
        for _ in range(read_before):
            next(found)
        token.cancel()
        with pytest.raises(Cancelled):
            next(found)


# In another process

HARD = grid_of_twos(41, ((20, 20), (1, 2)))
"""A board that is too hard for any analysis to end soon."""


@pytest.fixture
def client() -> Iterator[AnalysisClient]:
    client = AnalysisClient()
    yield client
    client.close()


def found_by(client: AnalysisClient, puzzle: Puzzle) -> list[Finding]:
    return list(client.analyse(puzzle, CancelToken()))


@pytest.mark.parametrize("drawing", ["1.1", "1.2.2", "2.2.2\n.....\n?.?.?\n.....\n2.2.2"])
def test_the_findings_are_those_of_the_analysis(client: AnalysisClient, drawing: str) -> None:
    puzzle = read(drawing).puzzle
    assert found_by(client, puzzle) == list(analyse(puzzle, CancelToken()))


def test_each_verdict_of_a_session_is_that_of_a_fresh_solver(client: AnalysisClient) -> None:
    generated = generate(GeneratorOptions(9, 9, 22, style="plain"), 3)
    kinds = set()
    for puzzle in Setter(generated.puzzle, generated.solution, 3).edits(150):
        verdict = found_by(client, puzzle)[0]
        assert isinstance(verdict, Verdict)
        kinds.add(verdict.kind)
        with Solver(puzzle) as solver:
            assert verdict.kind == solver.verdict().kind
    assert kinds == {VerdictKind.NONE, VerdictKind.UNIQUE, VerdictKind.SEVERAL}


def test_the_findings_about_the_last_puzzles_are_remembered(
    client: AnalysisClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "MEMORY", 2)
    puzzles = [read(drawing).puzzle for drawing in ("1.1", "2.2", "1.2.1")]
    found = [found_by(client, puzzle) for puzzle in puzzles]
    client.close()
    monkeypatch.setattr(analysis, "ServerProcess", None)
    assert [found_by(client, puzzle) for puzzle in puzzles[1:]] == found[1:]
    with pytest.raises(TypeError):
        found_by(client, puzzles[0])


def test_an_analysis_can_be_cancelled_while_it_runs_and_the_next_one_goes_on(
    client: AnalysisClient,
) -> None:
    token = CancelToken()
    canceller = Thread(target=token.cancel)
    canceller.start()
    with pytest.raises(Cancelled):
        list(client.analyse(HARD, token))
    canceller.join()
    assert len(found_by(client, read("1.1").puzzle)) == 4


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_suspended_process_is_given_up_when_its_analysis_is_cancelled(
    client: AnalysisClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    class CancelledInTheBlock(CancelToken):
        @contextmanager
        def on_cancel(self, interrupt: Callable[[], None]) -> Iterator[None]:
            with super().on_cancel(interrupt):
                self.cancel()
                yield

    monkeypatch.setattr(processes, "STOP_SECONDS", 0.01)
    client.start()
    assert client.process_id is not None
    os.kill(client.process_id, signal.SIGSTOP)
    with pytest.raises(Cancelled):
        next(client.analyse(HARD, CancelledInTheBlock()))
    assert len(found_by(client, read("1.1").puzzle)) == 4


def test_a_notice_cancels_only_the_analysis_with_its_number() -> None:
    puzzle = read("1.1").puzzle
    server = AnalysisServer()
    server.cancel(1)  # The notice may arrive before the request is answered.
    with pytest.raises(Cancelled):
        server.answer(AnalysisRequest(1, puzzle))
    assert isinstance(server.answer(AnalysisRequest(2, puzzle)), Verdict)
    server.cancel(1)
    assert isinstance(server.answer(AnalysisRequest(2, None)), Backbone)
    server.cancel(2)
    with pytest.raises(Cancelled):
        server.answer(AnalysisRequest(2, None))
    found = server.answer(AnalysisRequest(3, puzzle))
    while found is not None:
        found = server.answer(AnalysisRequest(3, None))


def test_nothing_is_reported_after_it_was_cancelled(client: AnalysisClient) -> None:
    token = CancelToken()
    finding = client.analyse(read("1.1").puzzle, token)
    next(finding)
    token.cancel()
    with pytest.raises(Cancelled):
        next(finding)
    assert isinstance(found_by(client, read("1.1").puzzle)[1], Backbone)


def test_the_error_of_a_lost_process_is_raised_once(client: AnalysisClient) -> None:
    puzzle = read("1.1").puzzle
    client.start()
    assert client._process is not None
    client._process.kill()
    with pytest.raises(WorkerLostError, match="The process that analyses puzzles"):
        found_by(client, puzzle)
    assert len(found_by(client, puzzle)) == 4


def test_the_window_does_not_import_numpy_for_it() -> None:
    code = "import sys, hashi_gui.editing.analysis; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
