from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from types import ModuleType

import pytest

from hashi_gui.core.errors import WorkerLostError
from hashi_gui.system import processes
from hashi_gui.system.processes import ServerPool, ServerProcess
from tests.processes import TIMEOUT


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerProcess]:
    monkeypatch.syspath_prepend(Path(__file__).parent)
    server = ServerProcess("answering", "The server")
    yield server
    server.end()


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerPool]:
    monkeypatch.syspath_prepend(Path(__file__).parent)
    pool = ServerPool("answering", "The server")
    yield pool
    for server in pool._idle:
        server.end()


def test_it_answers_one_request_after_the_other(server: ServerProcess):
    assert [server.ask(("echo", number)) for number in range(3)] == [0, 1, 2]


def test_what_a_library_prints_is_no_answer(server: ServerProcess):
    assert server.ask(("print", "nonsense")) == server.ask(("print", "more"))


def test_an_error_is_raised_here_and_the_process_goes_on(server: ServerProcess):
    with pytest.raises(ZeroDivisionError):
        server.ask(("divide", 0))
    assert server.ask(("divide", 1)) == 1


def test_a_process_that_ends_too_early_is_lost(server: ServerProcess):
    for _ in range(2):
        with pytest.raises(WorkerLostError, match=r"^The server ended too early\.$"):
            server.ask(("end", None))


def test_it_can_be_killed_while_it_is_busy(server: ServerProcess):
    timer = Timer(0.1, server.kill)
    timer.start()
    with pytest.raises(WorkerLostError):
        server.ask(("sleep", 1000))
    timer.join()


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_suspended_process_that_is_asked_to_stop_is_killed(
    server: ServerProcess, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(processes, "STOP_SECONDS", 0.01)
    os.kill(server.id, signal.SIGSTOP)
    with server.stoppable("stop") as stop:
        stop()
        stop()
        with pytest.raises(WorkerLostError):
            server.ask(("echo", 1))


def test_a_process_that_stops_when_it_is_asked_to_goes_on(
    server: ServerProcess, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(processes, "STOP_SECONDS", TIMEOUT)
    with server.stoppable("stop") as stop:
        stop()
        assert server.ask(("notice", None)) == "stop"
    assert server.ask(("echo", 1)) == 1


def test_a_notice_arrives_while_it_is_busy(server: ServerProcess):
    timer = Timer(0.1, server.notify, [("stop", 5)])
    timer.start()
    assert server.ask(("notice", None)) == ("stop", 5)
    timer.join()
    server.notify("early")
    assert [server.ask(("echo", 1)), server.ask(("notice", None))] == [1, "early"]


def test_a_notice_to_a_process_that_has_ended_is_lost(server: ServerProcess):
    with pytest.raises(WorkerLostError):
        server.ask(("end", None))
    server.notify("anyone there?")


def test_it_ends_with_its_input(server: ServerProcess):
    server._process.communicate(timeout=TIMEOUT)
    assert server._process.returncode == 0


def test_a_pool_uses_a_process_again_unless_there_was_an_error(pool: ServerPool):
    with pool.process() as first, pool.process() as second:
        assert first is not second
    with pool.process() as third:
        assert third in (first, second)
    with pytest.raises(ZeroDivisionError), pool.process() as lost:
        lost.ask(("divide", 0))
    with pytest.raises(WorkerLostError), pool.process() as dead:
        dead.ask(("end", None))
    with pool.process() as new:
        assert new not in (lost, dead)
        assert new.ask(("echo", 1)) == 1


def test_a_request_that_cannot_be_pickled_is_an_error_of_its_own(server: ServerProcess):
    with pytest.raises(Exception, match=r"(?i)pickle|local object"):
        server.ask(("echo", lambda: 1))
    assert server.ask(("echo", 1)) == 1


def test_an_answer_that_cannot_be_pickled_is_an_error(server: ServerProcess):
    with pytest.raises(Exception, match=r"(?i)pickle|local object"):
        server.ask(("function", None))
    assert server.ask(("echo", 1)) == 1


def test_a_request_that_cannot_be_unpickled_is_an_error(
    server: ServerProcess, monkeypatch: pytest.MonkeyPatch
):
    module = ModuleType("only_here")
    monkeypatch.setitem(sys.modules, "only_here", module)
    module.Thing = type("Thing", (), {"__module__": "only_here"})
    with pytest.raises(ModuleNotFoundError, match="only_here"):
        server.ask(("echo", module.Thing()))
    assert server.ask(("echo", 1)) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_it_is_quiet_if_the_process_that_starts_it_is_killed_at_once():
    """As soon as the process runs, its parent is killed; only an end by itself is waited for."""
    code = """
from hashi_gui.system.processes import ServerProcess
from tests.processes import TIMEOUT
import os, signal
server = ServerProcess("hashi_gui.system.worker", "A worker process")
os.kill(os.getpid(), signal.SIGKILL)
"""
    for _ in range(3):
        ended = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=TIMEOUT)
        assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGKILL, b"", b"")
