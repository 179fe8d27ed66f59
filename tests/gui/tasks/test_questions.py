import ast
import importlib
from collections.abc import Mapping
from dataclasses import astuple, is_dataclass
from enum import Enum
from pathlib import Path
from threading import Event

import pytest

import hashi_gui.gui
from hashi_gui.core.board import Move
from hashi_gui.core.rules import is_solution
from hashi_gui.game import Game
from hashi_gui.gui.tasks import questions
from hashi_gui.gui.tasks.questions import Question, SolverRunner
from hashi_gui.gui.tasks.tasks import Lane
from hashi_gui.logic.teaching.explanation import ExplanationKind
from hashi_gui.solving import CancelToken, VerdictKind
from tests.processes import TIMEOUT

BELOW = ("hashi_gui.solving", "hashi_gui.logic")
TEXTS = (
    "hashi_gui.logic.wording",
    "hashi_gui.logic.teaching.explanation",
    "hashi_gui.logic.teaching.review_text",
)


@pytest.fixture
def runner(tasks):
    return SolverRunner(tasks, Lane.SOLVER, tasks)


@pytest.fixture
def reported(runner):
    """What the runner reports: each time the name of the signal and the task."""
    reported = []
    for name in ("answered", "failed", "stopped"):
        getattr(runner, name).connect(lambda task, *_, name=name: reported.append((name, task)))
    return reported


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
        with qtbot.waitSignal(runner.answered):
            runner.ask(make(*about, shown.append))
        (only,) = shown
        return only

    return answer


@pytest.fixture
def long_task(runner, ask, qtbot, hard):
    """A question that the solver works on, and will for long."""
    with qtbot.waitSignal(runner.busy_changed):
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
    assert answer(questions.check, game) is None
    assert answer(questions.hint, game).kind is ExplanationKind.STEP
    assert answer(questions.example, game, "Full house").technique == "Full house"
    assert answer(questions.example, game, "Three closed off") is None
    assert answer(questions.walkthrough, game).steps


def test_a_question_is_about_the_board_as_it_was_asked(answer, runner, qtbot, garden):
    game = Game(garden)
    counts = answer(questions.solution, game)
    wrong = next(edge for edge, count in enumerate(counts) if not count)
    shown = []
    question = questions.check(game, shown.append)
    game.play(Move(((wrong, 1),)))
    with qtbot.waitSignal(runner.answered):
        runner.ask(question)
    assert shown == [None]
    assert list(answer(questions.check, game).highlight.edges) == [wrong]


def test_the_solution_keeps_what_is_drawn_if_it_can(answer, several):
    for edge in (0, 1):
        assert answer(questions.solution, played(several, (edge, 2)))[edge] == 2
    hopeless = played(several, (1, 2), (0, 2))
    assert is_solution(several, answer(questions.solution, hopeless))


def test_a_puzzle_without_a_solution(answer, unsolvable):
    game = Game(unsolvable)
    assert answer(questions.verdict, unsolvable).kind is VerdictKind.NONE
    assert answer(questions.solution, game) is None
    assert answer(questions.check, game).kind is ExplanationKind.NONE
    assert answer(questions.no_solution, unsolvable).kind is ExplanationKind.NONE
    assert answer(questions.walkthrough, game) is None


# Many questions


def test_each_of_200_rapid_questions_has_one_outcome_and_the_last_is_answered(
    runner, reported, ask, qtbot, garden, several, hard
):
    makers = (
        lambda puzzle: questions.hint(Game(puzzle), ignore),
        lambda puzzle: questions.check(Game(puzzle), ignore),
        lambda puzzle: questions.solution(Game(puzzle), ignore),
        lambda puzzle: questions.verdict(puzzle, ignore),
    )
    with qtbot.waitSignal(runner.answered):
        asked = [ask(makers[n % 4]((garden, several, hard)[n % 3])) for n in range(200)]
        asked.append(ask(questions.check(Game(garden), ignore)))
    assert len(set(asked)) == 201
    assert reported == [("answered", asked[-1])]
    assert runner.current is None


# Answers that come too late


@pytest.mark.parametrize("make", [questions.hint, questions.check, questions.last_correct])
def test_an_answer_about_a_board_that_has_changed_is_dropped(
    tasks, runner, reported, ask, answer, garden, make
):
    shown = []
    game = Game(garden)
    ask(make(game, shown.append))
    worked = Event()
    tasks.run(Lane.SOLVER, worked.set, ignore)
    assert worked.wait(TIMEOUT)  # the answer is on its way here
    runner.board_changed(game.revision + 1)
    assert runner.current is None
    assert answer(questions.verdict, garden).kind is VerdictKind.UNIQUE
    assert shown == []
    assert [name for name, _ in reported] == ["answered"]


@pytest.mark.parametrize("is_about_board", [True, False])
def test_a_question_about_the_same_board_or_about_the_puzzle_goes_on(
    runner, ask, qtbot, garden, is_about_board
):
    game = Game(garden)
    about_board, about_puzzle = questions.hint(game, ignore), questions.verdict(garden, ignore)
    with qtbot.waitSignal(runner.answered):
        task = ask(about_board if is_about_board else about_puzzle)
        runner.board_changed(game.revision + (not is_about_board))
        assert runner.current is task


# Stopping


def test_after_a_stop_the_same_puzzle_can_be_asked_about_again(
    runner, long_task, ask, qtbot, hard, answer, garden
):
    task = long_task
    for _ in range(3):
        with qtbot.waitSignal(runner.stopped) as stopped:
            runner.stop()
        assert stopped.args == [task]
        task = ask(questions.solution(Game(hard), ignore))
    assert answer(questions.verdict, garden).kind is VerdictKind.UNIQUE


# Errors


class Broken:
    def __init__(self, *_, **__):
        raise RuntimeError("no such engine")


@pytest.mark.parametrize(
    ("name", "broken", "error"),
    [
        ("hashi_gui.solving.solver.Solver", Broken, "RuntimeError: no such engine"),
        (
            "hashi_gui.logic.teaching.hints.next_hint",
            lambda *_, **_options: {}["missing"],
            "KeyError: 'missing'",
        ),
    ],
)
def test_an_error_in_the_worker_is_reported_and_the_next_question_answered(
    runner, reported, ask, answer, qtbot, garden, monkeypatch, name, broken, error
):
    game = Game(garden)
    with monkeypatch.context() as patch:
        patch.setattr(name, broken)
        with qtbot.waitSignal(runner.failed) as failed:
            task = ask(questions.hint(game, ignore))
    assert failed.args == [task, error]
    assert runner.current is None
    assert answer(questions.hint, game).kind is ExplanationKind.STEP
    assert [name for name, _ in reported] == ["failed", "answered"]


def test_the_solver_stays_loaded_until_an_error_or_another_puzzle(runner, qtbot, garden, several):
    solvers = []

    def ask_and_wait(puzzle, work):
        signal = runner.failed if work is fail else runner.answered
        with qtbot.waitSignal(signal):
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
    harmless = (tuple, Enum, Exception, CancelToken)
    return isinstance(thing, type) and (is_dataclass(thing) or issubclass(thing, harmless))


def test_only_the_worker_thread_solves():
    """The rest of the window knows what answers look like, but nothing that computes them.

    The searches of the assistant, and what makes books, run in threads of their own. Help shows
    the examples of the techniques, which are tiny.
    """
    files = list(Path(hashi_gui.gui.__file__).parent.rglob("*.py"))
    busy = {file.name for file in files if not all(map(is_plain_data, imports_from_below(file)))}
    assert busy == {"assistant.py", "help.py", "methods.py", "packs.py", "questions.py"}
