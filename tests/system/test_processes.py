import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from gettext import NullTranslations
from pathlib import Path
from threading import Timer
from types import ModuleType

import pytest

from hashi_gui.core import i18n
from hashi_gui.core.errors import WorkerLostError
from hashi_gui.system import languages, processes
from hashi_gui.system.processes import ServerPool, ServerProcess, WorkerPool
from tests.processes import TIMEOUT, allow_any_module


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerProcess]:
    allow_any_module(monkeypatch, Path(__file__).parent)
    server = ServerProcess("answering", "The server")
    yield server
    server.end()


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerPool]:
    allow_any_module(monkeypatch, Path(__file__).parent)
    pool = ServerPool("answering", "The server")
    yield pool
    for server in pool._idle:
        server.end()


def test_it_answers_one_request_after_the_other(server: ServerProcess):
    """What a library prints is no answer, and an error is raised here."""
    assert server.ask(("print", "nonsense")) == server.ask(("print", "more"))
    for request, error, message in (
        (("divide", 0), ZeroDivisionError, "zero"),
        (("echo", lambda: 1), Exception, r"(?i)pickle|local object"),
        (("function", None), Exception, r"(?i)pickle|local object"),
    ):
        with pytest.raises(error, match=message):
            server.ask(request)
        assert server.ask(("echo", 1)) == 1


def test_it_speaks_the_language_of_the_process_that_starts_it(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("LANGUAGE", "de")
    monkeypatch.setattr(i18n, "_translations", NullTranslations())
    languages.speak("de")
    server: ServerProcess = request.getfixturevalue("server")
    assert server.ask(("translate", "Undo")) == i18n.translated("Undo")


@pytest.mark.parametrize("module", ["hashi_gui.verify_certificate", "pdb"])
def test_only_the_modules_that_serve_can_be_started(module: str):
    ended = subprocess.run([*processes.ENTRY, module], capture_output=True, timeout=TIMEOUT)
    assert (ended.returncode, ended.stdout) == (2, b"")


def test_a_process_that_ends_too_early_is_lost(server: ServerProcess):
    for _ in range(2):
        with pytest.raises(WorkerLostError, match=r"^The server ended too early\.$"):
            server.ask(("end", None))
    server.notify("anyone there?")


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


# The functions are looked up in modules that a new process can import.


def test_calls_are_made_in_other_processes() -> None:
    with WorkerPool(2) as pool:
        processes = [pool.submit(os.getpid) for _ in range(20)]
        results = [pool.submit(pow, n, 2, mod=5) for n in range(20)]
        assert [future.result() for future in results] == [n**2 % 5 for n in range(20)]
        found = {future.result() for future in processes}
    assert os.getpid() not in found
    assert len(found) <= 2


def test_errors_come_back_with_the_traceback_of_the_worker() -> None:
    with WorkerPool(1) as pool:
        with pytest.raises(ZeroDivisionError) as caught:
            pool.submit(divmod, 1, 0).result()
        assert "in _answer_or_error" in caught.value.__notes__[0]
        with pytest.raises(Exception, match=r"(?i)pickle|local object"):
            pool.submit(lambda: 1).result()
        assert pool.submit(divmod, 7, 2).result() == (3, 1)
        with pytest.raises(WorkerLostError, match=r"^A worker process ended too early\.$"):
            pool.submit(os._exit, 3).result()


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (signal.SIGTERM, "by SIGTERM."),
        (getattr(signal, "SIGKILL", 9), "by SIGKILL, perhaps because memory ran out."),
    ],
)
def test_a_worker_that_is_killed_lets_all_that_follows_fail(number: int, reason: str) -> None:
    with WorkerPool(2) as pool:
        assert pool.submit(int).result() == 0
        futures = [pool.submit(signal.raise_signal, number) for _ in range(2)]
        futures += [pool.submit(int) for _ in range(9)]
        for future in futures[:2]:
            with pytest.raises(WorkerLostError, match=rf"^A worker process was ended {reason}$"):
                future.result()
        with pytest.raises(WorkerLostError):
            pool.submit(int).result()


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_worker_that_is_killed_while_it_has_nothing_to_do_is_lost() -> None:
    with WorkerPool(1) as pool:
        os.kill(pool.submit(os.getpid).result(), signal.SIGKILL)
        with pytest.raises(WorkerLostError):
            pool.submit(int).result()


def test_leaving_the_block_ends_the_workers_and_cancels_the_calls() -> None:
    with WorkerPool(1) as pool:
        process = pool.submit(os.getpid).result()
        busy = pool.submit(time.sleep, 1000)
        waiting = pool.submit(int)
    with pytest.raises(CancelledError):
        waiting.result()
    with pytest.raises((CancelledError, WorkerLostError)):  # It may not have begun.
        busy.result()
    if sys.platform != "win32":
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
