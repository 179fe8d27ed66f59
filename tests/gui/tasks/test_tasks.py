"""Work outside the GUI thread: lanes, and those who run tasks in them."""

from functools import partial
from threading import Event, get_ident
from time import sleep

import pytest
from PySide6.QtCore import QThread
from shiboken6 import Shiboken

from hashi_gui.core.errors import HashiError
from hashi_gui.gui.tasks.tasks import Lane, Task, TaskRunner
from tests.processes import TIMEOUT


def lanes_with_thread(tasks):
    """The lanes that have a running thread."""
    names = {thread.objectName() for thread in tasks.findChildren(QThread) if thread.isRunning()}
    return {lane for lane in Lane if lane.name in names}


class Asker:
    """Runs tasks and notes what is shown and reported."""

    def __init__(self, qtbot, tasks, lane=Lane.DISK):
        self._qtbot = qtbot
        self.runner = TaskRunner(tasks, lane, tasks)
        self.shown, self.reported, self.busy = [], [], []
        for name in ("answered", "failed", "stopped"):
            getattr(self.runner, name).connect(lambda *about, name=name: self._note(name, *about))
        self.runner.busy_changed.connect(self.busy.append)

    def _note(self, name, task, *error):
        self.reported.append((name, task.label, *error))

    def start(self, label, work=lambda token: None):
        self.runner.start(Task(label, work, self.shown.append))

    def start_endless(self, label):
        """Start a task that ends when it is cancelled; returns once it has begun."""
        begun, cancelled = Event(), Event()

        def work(token):
            with token.on_cancel(cancelled.set):
                begun.set()
                assert cancelled.wait(TIMEOUT)
            token.raise_if_cancelled()

        self.start(label, work)
        assert begun.wait(TIMEOUT)

    def wait(self):
        self._qtbot.waitUntil(lambda: self.runner.current is None)

    def wait_until_busy(self):
        self._qtbot.waitUntil(lambda: self.runner.busy)


@pytest.fixture
def asker(qtbot, tasks):
    return Asker(qtbot, tasks)


def fail(error):
    raise error


def test_an_answer_is_shown_in_the_gui_thread(asker):
    shown = []
    asker.runner.start(Task("", lambda _: get_ident(), lambda at: shown.extend((at, get_ident()))))
    asker.wait()
    worked_in, shown_in = shown
    assert shown_in == get_ident() != worked_in


def test_a_lane_has_a_thread_once_it_is_used(qtbot, tasks):
    assert lanes_with_thread(tasks) == set()
    for lane in (Lane.DISK, Lane.COUNT):
        for _ in range(2):
            asker = Asker(qtbot, tasks, lane)
            asker.start("")
            asker.wait()
    assert lanes_with_thread(tasks) == {Lane.DISK, Lane.COUNT}


def test_a_fresh_window_has_threads_for_the_solver_and_to_load_the_editor(player):
    assert lanes_with_thread(player.window.context.tasks) <= {Lane.SOLVER, Lane.DISK}


def test_a_new_task_replaces_the_one_before_of_the_same_asker(asker):
    asker.start_endless("old")
    asker.start("waits behind it")
    asker.start("new", lambda token: "answer")
    asker.wait()
    assert asker.shown == ["answer"]
    assert asker.reported == [("answered", "new")]


def test_tasks_of_others_in_the_lane_wait_and_are_not_cancelled(qtbot, tasks, asker):
    other = Asker(qtbot, tasks)
    asker.start_endless("endless")
    other.start("replaced", lambda token: "replaced")
    other.start("waits", lambda token: "answer")
    other.wait_until_busy()
    assert asker.runner.current.label == "endless"
    asker.runner.stop()
    other.wait()
    assert other.shown == ["answer"]
    assert other.busy == [True, False]
    assert asker.reported == [("stopped", "endless")]


def test_a_task_that_takes_long_is_busy_until_it_is_stopped_or_discarded(asker):
    asker.start_endless("stopped")
    asker.wait_until_busy()
    asker.runner.stop()
    asker.wait()
    assert asker.busy == [True, False]
    asker.runner.stop()
    assert asker.reported == [("stopped", "stopped")]
    asker.start_endless("discarded")
    asker.wait_until_busy()
    asker.runner.discard()
    assert asker.runner.current is None
    assert asker.busy == [True, False] * 2
    asker.start("next")
    asker.wait()
    assert asker.reported == [("stopped", "stopped"), ("answered", "next")]


def test_a_task_ends_with_the_runner_that_shows_it(qtbot, tasks, asker):
    """A dialog may be deleted in the midst of it, whatever has closed first."""
    other, runner = Asker(qtbot, tasks), asker.runner
    asker.start_endless("cancelled")
    token = runner.current.token
    asker.wait_until_busy()
    Shiboken.delete(runner)
    runner.report(token, lambda: asker.shown.append("so far"))
    other.start("next")
    other.wait()
    assert token.cancelled
    assert asker.shown == asker.reported == []


def test_what_a_task_has_so_far_is_shown_while_it_is_the_current_one(qtbot, tasks, asker):
    other, tokens, shown = Asker(qtbot, tasks), [], []
    report = asker.runner.report
    for name in ("replaced", "current"):
        asker.start_endless(name)
        tokens.append(asker.runner.current.token)
    for name, token in zip(("replaced", "current"), tokens, strict=True):
        report(token, partial(shown.append, name))
    asker.runner.stop()
    asker.wait()
    report(tokens[1], partial(shown.append, "over"))
    other.start("next")
    other.wait()
    assert shown == ["current"]


@pytest.mark.parametrize(
    ("error", "text"),
    [(KeyError("missing"), "KeyError: 'missing'"), (HashiError("A sentence."), "A sentence.")],
)
def test_an_error_is_reported_and_the_next_task_done(asker, error, text):
    asker.start("broken", lambda token: fail(error))
    asker.wait()
    asker.start("next")
    asker.wait()
    assert asker.reported == [("failed", "broken", text), ("answered", "next")]


def test_closing_cancels_tasks_finishes_other_work_and_refuses_more(qapp, tasks, asker):
    asker.start_endless("cancelled")
    asker.wait_until_busy()
    finished, shown, closed = [], [], []
    for number in range(3):
        tasks.run(Lane.DISK, lambda number=number: finished.append(number), shown.append)
    tasks.closed.connect(lambda: closed.append(lanes_with_thread(tasks)))
    tasks.close()
    assert closed == [set()]
    assert finished == [0, 1, 2]
    qapp.processEvents()
    assert shown == asker.shown == asker.reported == []
    assert asker.busy == [True, False]
    asker.start("refused")
    assert asker.runner.current is None
    assert not tasks.run(Lane.DISK, lambda: None, print)
    assert lanes_with_thread(tasks) == set()


@pytest.mark.parametrize("end", ["proceed", "close"])
def test_held_work_is_done_later(tasks, end):
    worked = Event()
    tasks.hold()
    tasks.run(Lane.DISK, worked.set, print)
    assert not any(thread.isRunning() for thread in tasks.findChildren(QThread))
    getattr(tasks, end)()
    assert worked.wait(TIMEOUT)


@pytest.mark.parametrize("fails", [False, True])
def test_what_a_task_refers_to_is_let_go_in_the_gui_thread(qtbot, tasks, monkeypatch, fails):
    """It may be a widget, and another thread must not delete its Python object."""
    let_go, ended, call = [], Event(), tasks.call

    class Referred:
        def __del__(self):
            let_go.append(get_ident())

        def work(self):
            if fails:
                raise HashiError("It failed.")

        def end(self, _done):
            ended.set()

    def call_and_stay(function):
        """The thread of the lane is slow to return."""
        call(function)
        ended.wait()
        sleep(0.05)

    monkeypatch.setattr(tasks, "call", call_and_stay)
    referred = Referred()
    tasks.run(Lane.DISK, referred.work, referred.end)
    del referred
    qtbot.waitUntil(lambda: bool(let_go))
    assert let_go == [get_ident()]
