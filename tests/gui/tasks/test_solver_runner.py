from __future__ import annotations

import ast
import importlib
from collections.abc import Mapping
from dataclasses import astuple, is_dataclass
from enum import Enum
from pathlib import Path
from threading import Event, get_ident

import pytest
from PySide6.QtCore import Qt

import hashi_gui.gui
from hashi_gui.core.board import Move
from hashi_gui.core.rules import is_solution
from hashi_gui.game import Game
from hashi_gui.gui.tasks import questions, solver_runner
from hashi_gui.gui.tasks.questions import Question
from hashi_gui.gui.tasks.solver_runner import SolverRunner
from hashi_gui.logic import HintKind
from hashi_gui.solving import CancelToken, VerdictKind

TIMEOUT_MS = 20_000

BELOW = ("hashi_gui.solving", "hashi_gui.logic")
TEXTS = ("hashi_gui.logic.wording", "hashi_gui.logic.review_text", "hashi_gui.logic.wording")


class Witness:
    """Records the outcome of each task in the worker, and what the runner reports of it.

    ``outcomes`` is complete when the runner is closed; ``worked`` is set at the first one.
    """

    def __init__(self, runner):
        self.outcomes = []
        self.reported = []
        self.busy = []
        self.worked = Event()
        worker = runner._worker
        for signal, name in (
            (worker.succeeded, "succeeded"),
            (worker.failed, "failed"),
            (worker.cancelled, "cancelled"),
        ):
            signal.connect(self._recorder(name), Qt.ConnectionType.DirectConnection)
        for signal, name in (
            (runner.answered, "answered"),
            (runner.failed, "failed"),
            (runner.stopped, "stopped"),
        ):
            signal.connect(lambda task, *_, name=name: self.reported.append((name, task)))
        runner.busy_changed.connect(self.busy.append)

    def _recorder(self, name):
        def record(task, *_):  # in the worker thread
            self.outcomes.append((task, name))
            self.worked.set()

        return record


@pytest.fixture
def runner(qtbot):
    runner = SolverRunner()
    yield runner
    runner.close()


@pytest.fixture
def witness(runner):
    return Witness(runner)


@pytest.fixture
def ask(runner):
    """Asks a question and returns its task."""

    def ask(question):
        runner.ask(question)
        return runner.current

    return ask


def ignore(_answer):
    pass


@pytest.fixture
def answer(runner, qtbot):
    """Asks a question, made by a function of module ``questions``, and waits for the answer."""

    def answer(make, *about):
        shown = []
        with qtbot.waitSignal(runner.answered, timeout=TIMEOUT_MS):
            runner.ask(make(*about, shown.append))
        (only,) = shown
        return only

    return answer


@pytest.fixture
def long_task(runner, ask, qtbot, hard):
    """A question that the solver works on, and will for long."""
    with qtbot.waitSignal(runner.busy_changed, timeout=TIMEOUT_MS):
        return ask(questions.verdict(hard, ignore))


def played(puzzle, *moves):
    game = Game(puzzle)
    for edge, state in moves:
        game.play(Move(((edge, state),)))
    return game


# Answers


def test_each_question_has_its_answer(answer, garden):
    game = Game(garden)
    verdict = answer(questions.verdict, garden)
    assert verdict.kind is VerdictKind.UNIQUE
    assert answer(questions.solution, game) == verdict.solution
    assert answer(questions.solution_by, game, "backtracking").counts == verdict.solution
    assert answer(questions.check, game) is None
    assert answer(questions.hint, game).kind is HintKind.STEP
    assert answer(questions.example, game, "Full house").technique == "Full house"
    assert answer(questions.example, game, "Three closed off") is None
    assert answer(questions.walkthrough, game).steps


def test_an_answer_is_shown_in_the_gui_thread(runner, qtbot, garden):
    threads = []
    question = Question(
        "", garden, lambda *_: threads.append(get_ident()), lambda _: threads.append(get_ident())
    )
    with qtbot.waitSignal(runner.answered, timeout=TIMEOUT_MS):
        runner.ask(question)
    worked, shown = threads
    assert shown == get_ident() != worked


def test_a_question_is_about_the_board_as_it_was_asked(answer, runner, qtbot, garden):
    game = Game(garden)
    counts = answer(questions.solution, game)
    wrong = next(edge for edge, count in enumerate(counts) if not count)
    shown = []
    question = questions.check(game, shown.append)
    game.play(Move(((wrong, 1),)))
    with qtbot.waitSignal(runner.answered, timeout=TIMEOUT_MS):
        runner.ask(question)
    assert shown == [None]
    assert answer(questions.check, game).edges == (wrong,)


def test_the_solution_keeps_what_is_drawn_if_it_can(answer, several):
    for edge in (0, 1):
        assert answer(questions.solution, played(several, (edge, 2)))[edge] == 2
    hopeless = played(several, (1, 2), (0, 2))
    assert is_solution(several, answer(questions.solution, hopeless))


def test_a_puzzle_without_a_solution(answer, unsolvable):
    game = Game(unsolvable)
    assert answer(questions.verdict, unsolvable).kind is VerdictKind.NONE
    assert answer(questions.solution, game) is None
    assert answer(questions.check, game).kind is HintKind.NONE
    assert answer(questions.no_solution, unsolvable).kind is HintKind.NONE
    assert answer(questions.walkthrough, game) is None


# Many questions


def test_each_of_200_rapid_questions_has_one_outcome_and_the_last_is_answered(
    runner, witness, ask, qtbot, garden, several, hard
):
    makers = (
        lambda puzzle: questions.hint(Game(puzzle), ignore),
        lambda puzzle: questions.check(Game(puzzle), ignore),
        lambda puzzle: questions.solution(Game(puzzle), ignore),
        lambda puzzle: questions.verdict(puzzle, ignore),
    )
    with qtbot.waitSignal(runner.answered, timeout=TIMEOUT_MS):
        tasks = [ask(makers[n % 4]((garden, several, hard)[n % 3])) for n in range(200)]
        tasks.append(ask(questions.check(Game(garden), ignore)))
    runner.close()
    assert len(set(tasks)) == 201
    assert [task for task, _ in witness.outcomes] == tasks
    assert witness.reported == [("answered", tasks[-1])]
    assert runner.current is runner.question is None


def test_a_new_question_replaces_the_one_before(runner, witness, long_task, answer, garden):
    assert answer(questions.verdict, garden).kind is VerdictKind.UNIQUE
    runner.close()
    assert [name for _, name in witness.outcomes] == ["cancelled", "succeeded"]
    assert witness.outcomes[0][0] is long_task
    assert [name for name, _ in witness.reported] == ["answered"]


# Answers that come too late


@pytest.mark.parametrize("make", [questions.hint, questions.check, questions.last_correct])
def test_an_answer_about_a_board_that_has_changed_is_dropped(
    runner, witness, ask, answer, garden, make
):
    shown = []
    game = Game(garden)
    ask(make(game, shown.append))
    assert witness.worked.wait(TIMEOUT_MS / 1000)  # the answer is on its way here
    runner.board_changed(game.revision + 1)
    assert runner.current is None
    assert answer(questions.verdict, garden).kind is VerdictKind.UNIQUE
    assert shown == []
    assert len(witness.reported) == 1
    runner.close()
    assert [name for _, name in witness.outcomes] == ["succeeded", "succeeded"]


def test_a_question_about_the_same_board_goes_on(runner, ask, qtbot, garden):
    game = Game(garden)
    with qtbot.waitSignal(runner.answered, timeout=TIMEOUT_MS):
        task = ask(questions.hint(game, ignore))
        runner.board_changed(game.revision)
        assert runner.current is task


def test_a_verdict_is_about_the_puzzle_and_outlives_moves(runner, ask, qtbot, garden):
    with qtbot.waitSignal(runner.answered, timeout=TIMEOUT_MS):
        task = ask(questions.verdict(garden, ignore))
        runner.board_changed(4)
        assert runner.current is task


def test_a_discarded_question_is_never_answered(runner, witness, ask, answer, garden, several):
    shown = []
    ask(questions.verdict(garden, shown.append))
    assert witness.worked.wait(TIMEOUT_MS / 1000)
    runner.discard()
    assert answer(questions.verdict, several).kind is VerdictKind.SEVERAL
    assert shown == []
    assert len(witness.reported) == 1


# Stopping


def test_a_hard_question_is_stopped(runner, witness, long_task, qtbot):
    with qtbot.waitSignal(runner.stopped, timeout=TIMEOUT_MS) as stopped:
        runner.stop()
    assert stopped.args[0] is long_task
    assert runner.current is None
    runner.close()
    assert witness.outcomes == [(long_task, "cancelled")]


def test_after_a_stop_the_same_puzzle_can_be_asked_about_again(
    runner, long_task, ask, qtbot, hard, answer, garden
):
    for _ in range(3):
        with qtbot.waitSignal(runner.stopped, timeout=TIMEOUT_MS):
            runner.stop()
        ask(questions.solution(Game(hard), ignore))
    assert answer(questions.verdict, garden).kind is VerdictKind.UNIQUE


def test_stop_without_a_question_does_nothing(runner, answer, garden):
    runner.stop()
    assert answer(questions.verdict, garden).kind is VerdictKind.UNIQUE


# Progress


def test_a_long_question_shows_that_it_is_being_answered_and_when_it_ends(
    runner, witness, long_task, qtbot
):
    assert witness.busy == [True]
    with qtbot.waitSignal(runner.stopped, timeout=TIMEOUT_MS):
        runner.stop()
    assert witness.busy == [True, False]


def test_a_long_question_that_is_discarded_ends(runner, witness, long_task):
    runner.discard()
    assert witness.busy == [True, False]


def test_a_quick_question_shows_no_progress(witness, answer, garden):
    answer(questions.verdict, garden)
    assert witness.busy == []


# Errors


class Broken:
    def __init__(self, *_):
        raise RuntimeError("no such engine")


@pytest.mark.parametrize(
    ("module", "name", "broken", "error"),
    [
        (solver_runner, "SatSolver", Broken, "RuntimeError: no such engine"),
        (questions, "next_hint", lambda *_: {}["missing"], "KeyError: 'missing'"),
    ],
)
def test_an_error_in_the_worker_is_reported_and_the_next_question_answered(
    runner, witness, ask, answer, qtbot, garden, monkeypatch, module, name, broken, error
):
    game = Game(garden)
    with monkeypatch.context() as patch:
        patch.setattr(module, name, broken)
        with qtbot.waitSignal(runner.failed, timeout=TIMEOUT_MS) as failed:
            task = ask(questions.hint(game, ignore))
    assert failed.args == [task, error]
    assert runner.current is None
    assert answer(questions.hint, game).kind is HintKind.STEP
    runner.close()
    assert [name for _, name in witness.outcomes] == ["failed", "succeeded"]


def test_the_solver_stays_loaded_until_an_error_or_another_puzzle(runner, qtbot, garden, several):
    solvers = []

    def ask_and_wait(puzzle, work):
        signal = runner.failed if work is fail else runner.answered
        with qtbot.waitSignal(signal, timeout=TIMEOUT_MS):
            runner.ask(Question("", puzzle, work, ignore))

    def note(solver, _token):
        solvers.append(solver)

    def fail(solver, _token):
        raise RuntimeError

    ask_and_wait(garden, note)
    ask_and_wait(garden, note)
    assert solvers[0] is solvers[1]
    ask_and_wait(garden, fail)
    ask_and_wait(garden, note)
    ask_and_wait(several, note)
    assert len(set(map(id, solvers))) == 3


# Closing


def test_closing_during_a_question_ends_the_thread(runner, witness, long_task):
    runner.close()  # and no thread may be left running after any test
    assert witness.outcomes == [(long_task, "cancelled")]
    assert witness.reported == []
    assert witness.busy == [True, False]


def test_after_closing_there_are_no_answers(runner, ask, garden):
    runner.close()
    assert ask(questions.verdict(garden, ignore)) is None
    runner.close()


# Architecture


def imports_from_below(file):
    """What a module imports from the packages that can solve puzzles."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(BELOW):
            if node.module in TEXTS:
                continue
            module = importlib.import_module(str(node.module))
            yield from (getattr(module, alias.name) for alias in node.names)


def is_plain_data(thing):
    if isinstance(thing, tuple):
        return all(isinstance(value, str) for each in thing for value in astuple(each))
    if isinstance(thing, frozenset | Mapping):
        return all(isinstance(each, str) for each in thing)
    harmless = (Enum, Exception, CancelToken)
    return isinstance(thing, type) and (is_dataclass(thing) or issubclass(thing, harmless))


def test_only_the_worker_thread_solves():
    """The rest of the window knows what answers look like, but nothing that computes them.

    Help shows the examples of the techniques, which are tiny.
    """
    files = list(Path(hashi_gui.gui.__file__).parent.rglob("*.py"))
    busy = {file.name for file in files if not all(map(is_plain_data, imports_from_below(file)))}
    assert busy == {"help.py", "questions.py", "solver_runner.py"}
