"""The analysis in another process. No test depends on how fast the machine is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

import pytest

from hashi_gui.core.errors import WorkerLostError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing import analysis_client as module
from hashi_gui.editing.analysis import Finding, analyse
from hashi_gui.editing.analysis_client import AnalysisClient, AnalysisRequest
from hashi_gui.editing.analysis_server import AnalysisServer
from hashi_gui.formats import read
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.solving import Backbone, Cancelled, CancelToken, Solver, Verdict, VerdictKind
from hashi_gui.system import processes
from tests.measure.count import grid_of_twos
from tests.measure.setter import Setter

HARD = grid_of_twos(41, ((20, 20), (1, 2)))
"""A board that is too hard for any analysis to end soon."""


@pytest.fixture
def client() -> Iterator[AnalysisClient]:
    client = AnalysisClient()
    yield client
    client.close()


def findings(client: AnalysisClient, puzzle: Puzzle) -> list[Finding]:
    found: list[Finding] = []
    client.analyse(puzzle, CancelToken(), found.append)
    return found


@pytest.mark.parametrize("drawing", ["1.1", "1.2.2", "2.2.2\n.....\n?.?.?\n.....\n2.2.2"])
def test_the_findings_are_those_of_the_analysis(client: AnalysisClient, drawing: str) -> None:
    puzzle = read(drawing).puzzle
    assert findings(client, puzzle) == list(analyse(puzzle, CancelToken()))


def test_each_verdict_of_a_session_is_that_of_a_fresh_solver(client: AnalysisClient) -> None:
    generated = generate(GeneratorOptions(9, 9, 22, style="plain"), 3)
    kinds = set()
    for puzzle in Setter(generated.puzzle, generated.solution, 3).edits(150):
        verdict = findings(client, puzzle)[0]
        assert isinstance(verdict, Verdict)
        kinds.add(verdict.kind)
        with Solver(puzzle) as solver:
            assert verdict.kind == solver.verdict().kind
    assert kinds == {VerdictKind.NONE, VerdictKind.UNIQUE, VerdictKind.SEVERAL}


def test_the_findings_about_the_last_puzzles_are_remembered(
    client: AnalysisClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MEMORY", 2)
    puzzles = [read(drawing).puzzle for drawing in ("1.1", "2.2", "1.2.1")]
    found = [findings(client, puzzle) for puzzle in puzzles]
    client.close()
    monkeypatch.setattr(module, "ServerProcess", None)
    assert [findings(client, puzzle) for puzzle in puzzles[1:]] == found[1:]
    with pytest.raises(TypeError):
        findings(client, puzzles[0])


def test_other_clues_are_another_puzzle(client: AnalysisClient) -> None:
    kinds = [findings(client, read(drawing).puzzle)[0] for drawing in ("1.1", "1.2", "1.1")]
    assert [kind.kind for kind in kinds if isinstance(kind, Verdict)] == [
        VerdictKind.UNIQUE,
        VerdictKind.NONE,
        VerdictKind.UNIQUE,
    ]


def test_an_analysis_can_be_cancelled_while_it_runs_and_the_next_one_goes_on(
    client: AnalysisClient,
) -> None:
    token = CancelToken()
    found: list[Finding] = []
    canceller = Thread(target=token.cancel)
    canceller.start()
    with pytest.raises(Cancelled):
        client.analyse(HARD, token, found.append)
    canceller.join()
    assert Verdict(VerdictKind.NONE) not in found[1:]
    assert len(findings(client, read("1.1").puzzle)) == 4


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
        client.analyse(HARD, CancelledInTheBlock(), lambda _: None)
    assert len(findings(client, read("1.1").puzzle)) == 4


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
    found: list[Finding] = []

    def report(finding: Finding) -> None:
        found.append(finding)
        token.cancel()

    with pytest.raises(Cancelled):
        client.analyse(read("1.1").puzzle, token, report)
    assert len(found) == 1
    assert isinstance(findings(client, read("1.1").puzzle)[1], Backbone)


def test_the_error_of_a_lost_process_is_raised_once(client: AnalysisClient) -> None:
    puzzle = read("1.1").puzzle
    client.start()
    assert client._process is not None
    client._process.kill()
    with pytest.raises(WorkerLostError, match="The process that analyses puzzles"):
        findings(client, puzzle)
    assert len(findings(client, puzzle)) == 4


def test_the_window_does_not_import_numpy_for_it() -> None:
    code = "import sys, hashi_gui.editing.analysis_client; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
