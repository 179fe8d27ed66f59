"""What holds for every test: no window on the screen, no real settings, no thread left behind."""

from __future__ import annotations

import logging
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partialmethod
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from pytestqt.qtbot import QtBot

from hashi_gui.solving import CancelToken
from hashi_gui.system import interrupts, languages
from tests.processes import TIMEOUT

if TYPE_CHECKING:
    from PySide6.QtGui import QGuiApplication
    from PySide6.QtWidgets import QApplication

NOT_SET_ON_A_FRESH_MACHINE = re.compile("PYTHON(UNBUFFERED|DONTWRITEBYTECODE)|(QT|XDG)_.*")
for variable in filter(NOT_SET_ON_A_FRESH_MACHINE.fullmatch, list(os.environ)):
    del os.environ[variable]
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["LANGUAGE"] = "en"

# A shell that starts a job in the background ignores SIGINT, and nohup SIGHUP. The programs under
# test would inherit that.
for name, handler in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
    number = getattr(signal, name, None)  # Windows has no SIGHUP.
    if number is not None and signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, handler)

settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=30)
settings.load_profile("repeatable")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With a seed in ``HASHI_ORDER``, the tests run in a random order."""
    seed = os.environ.get("HASHI_ORDER")
    if seed is not None:
        Random(seed).shuffle(items)


@pytest.fixture(autouse=True, scope="session")
def _home_of_nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Settings and saved games go to a folder of their own, never to the user's."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for variable in ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"):
            patch.setenv(variable, str(home))
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            patch.setenv(variable, str(home / variable))
        yield


WAITS = ("waitActive", "waitExposed", "waitSignal", "waitUntil")

PatientBot = type(
    "PatientBot",
    (QtBot,),
    {name: partialmethod(getattr(QtBot, name), timeout=TIMEOUT * 1000) for name in WAITS},
)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """It waits for as long as no machine needs; by itself, it would give up after 5 seconds."""
    return PatientBot(request)


@pytest.fixture(scope="session")
def fonts(qapp: QGuiApplication) -> None:
    """The fonts that boards are drawn with."""
    from hashi_gui.rendering.resources import prepare_drawing

    prepare_drawing()


@pytest.fixture(autouse=True)
def _same_settings_of_python() -> Iterator[None]:
    """Commands choose a language, print numbers of any length, and end without a log."""
    digits, disabled = sys.get_int_max_str_digits(), logging.root.manager.disable
    yield
    if os.environ.get("LANGUAGE") != languages.ENGLISH:
        languages.speak(languages.ENGLISH)
    languages._by_option = False
    sys.set_int_max_str_digits(digits)
    logging.disable(disabled)


@pytest.fixture
def cancelled() -> CancelToken:
    """A token that was cancelled before it is given to anything."""
    token = CancelToken()
    token.cancel()
    return token


@pytest.fixture(autouse=True)
def _no_thread_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that leaves a thread running fails. Torn down last, after qtbot closes its windows."""
    before = _running_threads(request)
    yield
    for thread in threading.enumerate():
        if thread.name == "HiGHS":
            thread.join(TIMEOUT)  # It may go on after it has lost a race.
    left = _running_threads(request) - before
    assert not left, f"left running: {left}"


CLUSTER = """\
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    workers, processes = map(int, sys.argv[1:])
    options = {"processes": bool(processes), "protocol": "tcp://", "dashboard_address": None}
    with LocalCluster(n_workers=workers, threads_per_worker=1, **options) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""

StartCluster = Callable[..., AbstractContextManager[tuple[subprocess.Popen[str], str]]]


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> StartCluster:
    """Starts a process with a Dask cluster; gives the process and the address of its scheduler.

    It can import from the folders in ``path``. The workers have ``processes`` of their own, or are
    threads, which start much faster.
    """
    script = tmp_path_factory.mktemp("cluster") / "cluster.py"
    script.write_text(CLUSTER)
    root = Path(__file__).parents[1]

    @contextmanager
    def cluster(
        workers: int, *path: Path, processes: bool = False
    ) -> Iterator[tuple[subprocess.Popen[str], str]]:
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        env = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (*path, root)))}
        command = [sys.executable, str(script), str(workers), str(int(processes))]
        with subprocess.Popen(command, text=True, env=env, cwd=script.parent, **pipes) as process:
            yield process, process.stdout.readline().strip()
            process.communicate("")

    return cluster


def _running_threads(request: pytest.FixtureRequest) -> set[object]:
    # Python's stand-in for a thread of Qt outlives it; those are looked up at Qt.
    threads: set[object] = {
        thread for thread in threading.enumerate() if not isinstance(thread, threading._DummyThread)
    }
    if "qapp" in request.fixturenames:
        from PySide6.QtCore import QThread
        from shiboken6 import Shiboken

        threads |= {
            wrapper
            for wrapper in Shiboken.getAllValidWrappers()
            if isinstance(wrapper, QThread)
            and wrapper.isRunning()
            and not wrapper.isCurrentThread()
        }
    return threads


@pytest.fixture
def ctrl_c_is_handled() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in interrupts.SIGNALS}
    interrupts.install()
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
