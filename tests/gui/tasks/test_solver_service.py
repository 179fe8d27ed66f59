from __future__ import annotations

import ast
import importlib
from dataclasses import is_dataclass
from enum import Enum
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt

import hashi_gui.gui
from hashi_gui.core.board import Board, Move
from hashi_gui.core.rules import is_solution
from hashi_gui.gui.tasks import solver_worker
from hashi_gui.gui.tasks.solver_service import SolverService
from hashi_gui.gui.tasks.solver_worker import Question
from hashi_gui.logic import HintKind
from hashi_gui.solving import CancelToken, VerdictKind

PATIENCE_MS = 20_000

BELOW = ("hashi_gui.solving", "hashi_gui.logic")


class Witness:
    """Sees what the worker makes of each request, and what the service passes on.

    ``outcomes`` is complete when the service is closed; ``worked`` is set at the first one.
    """

    def __init__(self, service):
        self.outcomes = []
        self.passed_on = []
        self.busy = []
        self.worked = Event()
        worker = service._worker
        for signal, name in (
            (worker.succeeded, "succeeded"),
            (worker.failed, "failed"),
            (worker.cancelled, "cancelled"),
        ):
            signal.connect(self._noter(name), Qt.ConnectionType.DirectConnection)
        for signal, name in (
            (service.answered, "answered"),
            (service.failed, "failed"),
            (service.stopped, "stopped"),
        ):
            signal.connect(lambda reply, name=name: self.passed_on.append((name, reply)))
        service.busy_changed.connect(self.busy.append)

    def _noter(self, name):
        def note(reply):  # in the worker's thread
            self.outcomes.append((reply.request.id, name))
            self.worked.set()

        return note


@pytest.fixture
def service(qtbot):
    service = SolverService()
    yield service
    service.close()


@pytest.fixture
def witness(service):
    return Witness(service)


@pytest.fixture
def ask(service):
    def ask(question, puzzle, board=None, revision=0):
        return service.ask(question, puzzle, board or Board.empty(puzzle), revision)

    return ask


@pytest.fixture
def answer(service, ask, qtbot):
    """Asks a question and waits for the answer."""

    def answer(question, puzzle, board=None):
        with qtbot.waitSignal(service.answered, timeout=PATIENCE_MS) as answered:
            ask(question, puzzle, board)
        return answered.args[0].answer

    return answer


@pytest.fixture
def under_way(service, ask, qtbot, hard):
    """A question that the solver works on, and will for long."""
    with qtbot.waitSignal(service.busy_changed, timeout=PATIENCE_MS):
        return ask(Question.VERDICT, hard)


# Answers


def test_each_question_has_its_answer(answer, garden):
    verdict = answer(Question.VERDICT, garden)
    assert verdict.kind is VerdictKind.UNIQUE
    assert answer(Question.SOLVE, garden) == verdict.solution
    assert answer(Question.CHECK, garden) == frozenset()
    assert answer(Question.HINT, garden).kind is HintKind.STEP


def test_the_solution_keeps_what_is_drawn_if_it_can(answer, several):
    for edge in (0, 1):
        drawn = Board.empty(several).apply(Move(((edge, 2),)))
        assert answer(Question.SOLVE, several, drawn)[edge] == 2
    hopeless = drawn.apply(Move(((0, 2),)))
    assert is_solution(several, answer(Question.SOLVE, several, hopeless))


def test_a_puzzle_without_a_solution(answer, unsolvable):
    assert answer(Question.VERDICT, unsolvable).kind is VerdictKind.NONE
    assert answer(Question.SOLVE, unsolvable) is None


# Many requests


def test_of_200_rapid_requests_each_is_dealt_with_once_and_the_last_is_answered(
    service, witness, ask, qtbot, garden, several, hard
):
    questions = list(Question)
    requests = []
    with qtbot.waitSignal(service.answered, timeout=PATIENCE_MS):
        for n in range(200):
            puzzle = (garden, several, hard)[n % 3]
            requests.append(ask(questions[n % 4], puzzle, revision=n))
        last = ask(Question.CHECK, garden, revision=200)
    service.close()
    ids = [request.id for request in [*requests, last]]
    assert len(set(ids)) == 201
    assert sorted(number for number, _ in witness.outcomes) == ids
    assert [(name, reply.request) for name, reply in witness.passed_on] == [("answered", last)]
    assert service.current is None


def test_a_new_question_takes_the_place_of_the_one_before(
    service, witness, under_way, answer, garden
):
    assert answer(Question.VERDICT, garden).kind is VerdictKind.UNIQUE
    service.close()
    assert witness.outcomes == [(under_way.id, "cancelled"), (under_way.id + 1, "succeeded")]
    assert [name for name, _ in witness.passed_on] == ["answered"]


# Answers that come too late


@pytest.mark.parametrize("question", [Question.HINT, Question.CHECK, Question.SOLVE])
def test_an_answer_about_a_board_that_has_changed_is_dropped(
    service, witness, ask, answer, garden, question
):
    ask(question, garden, revision=3)
    assert witness.worked.wait(PATIENCE_MS / 1000)  # the answer is on its way here
    service.board_changed(4)
    assert service.current is None
    assert answer(Question.VERDICT, garden).kind is VerdictKind.UNIQUE
    assert [reply.request.question for _, reply in witness.passed_on] == [Question.VERDICT]
    service.close()
    assert [name for _, name in witness.outcomes] == ["succeeded", "succeeded"]


def test_a_verdict_speaks_of_the_puzzle_and_outlives_moves(service, witness, ask, qtbot, garden):
    with qtbot.waitSignal(service.answered, timeout=PATIENCE_MS):
        request = ask(Question.VERDICT, garden, revision=3)
        service.board_changed(4)
        assert service.current is request


def test_what_is_forgotten_is_never_heard_of_again(service, witness, ask, answer, garden, several):
    ask(Question.VERDICT, garden)
    assert witness.worked.wait(PATIENCE_MS / 1000)
    service.forget()
    assert answer(Question.VERDICT, several).kind is VerdictKind.SEVERAL
    assert len(witness.passed_on) == 1


# Stopping


def test_a_hard_question_is_stopped(service, witness, under_way, qtbot):
    with qtbot.waitSignal(service.stopped, timeout=PATIENCE_MS) as stopped:
        service.stop()
    assert stopped.args[0].request is under_way
    assert service.current is None
    service.close()
    assert witness.outcomes == [(under_way.id, "cancelled")]


def test_after_a_stop_the_same_puzzle_can_be_asked_about_again(
    service, under_way, ask, qtbot, hard, answer, garden
):
    for _ in range(3):
        with qtbot.waitSignal(service.stopped, timeout=PATIENCE_MS):
            service.stop()
        ask(Question.SOLVE, hard)
    assert answer(Question.VERDICT, garden).kind is VerdictKind.UNIQUE


def test_stop_without_a_question_does_nothing(service, witness, answer, garden):
    service.stop()
    assert answer(Question.VERDICT, garden).kind is VerdictKind.UNIQUE


# Progress


def test_a_long_question_shows_that_it_is_under_way_and_when_it_is_over(
    service, witness, under_way, qtbot
):
    assert witness.busy == [True]
    with qtbot.waitSignal(service.stopped, timeout=PATIENCE_MS):
        service.stop()
    assert witness.busy == [True, False]


def test_a_long_question_that_is_dropped_is_over(service, witness, under_way):
    service.forget()
    assert witness.busy == [True, False]


def test_a_quick_question_shows_no_progress(witness, answer, garden):
    answer(Question.VERDICT, garden)
    assert witness.busy == []


# Errors


class Broken:
    def __init__(self, puzzle):
        raise RuntimeError("no such engine")


@pytest.mark.parametrize(
    ("name", "broken", "error"),
    [
        ("SatSolver", Broken, "RuntimeError: no such engine"),
        ("next_hint", lambda *_: {}["missing"], "KeyError: 'missing'"),
    ],
)
def test_an_error_in_the_worker_is_reported_and_the_next_question_answered(
    service, witness, ask, answer, qtbot, garden, monkeypatch, name, broken, error
):
    with monkeypatch.context() as patch:
        patch.setattr(solver_worker, name, broken)
        with qtbot.waitSignal(service.failed, timeout=PATIENCE_MS) as failed:
            request = ask(Question.HINT, garden)
    assert failed.args[0].request is request
    assert failed.args[0].error == error
    assert service.current is None
    assert answer(Question.HINT, garden).kind is HintKind.STEP
    service.close()
    assert witness.outcomes == [(request.id, "failed"), (request.id + 1, "succeeded")]


# The end


def test_closing_in_mid_solve_ends_the_thread(service, witness, under_way):
    service.close()  # and no thread may be left running after any test
    assert witness.outcomes == [(under_way.id, "cancelled")]
    assert witness.passed_on == []
    assert witness.busy == [True, False]


def test_after_closing_there_are_no_answers(service, ask, garden):
    service.close()
    assert ask(Question.VERDICT, garden) is None
    assert service.current is None
    service.close()


# The plan


def imports_from_below(file):
    """What a module imports from the rooms that work answers out."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(BELOW):
            room = importlib.import_module(str(node.module))
            yield from (getattr(room, alias.name) for alias in node.names)


def is_plain_data(thing):
    harmless = (Enum, Exception, CancelToken)
    return isinstance(thing, type) and (is_dataclass(thing) or issubclass(thing, harmless))


def test_only_the_solvers_worker_solves():
    """The rest of the window knows what answers look like, but nothing that works one out.

    Help shows the examples of the techniques, which are tiny.
    """
    files = list(Path(hashi_gui.gui.__file__).parent.rglob("*.py"))
    busy = {file.name for file in files if not all(map(is_plain_data, imports_from_below(file)))}
    assert busy == {"help.py", "solver_worker.py"}
