"""The program by a screen reader alone: another process knows only what AT-SPI tells it."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.processes import TIMEOUT

FOLDER = Path(__file__).parent
EASY = min((FOLDER.parents[1] / "puzzles" / "1-easy" / "07x07").iterdir())

PYTHON = "/usr/bin/python3"
"""That of the system, for which distributions have ``gi``."""

CAN_READ = """
import gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi
Atspi.get_desktop(0).get_child_count()
"""

SECONDS = os.environ.get("HASHI_ABUSE_SECONDS", "2")


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The variables of a screen and a session bus, to which readers come."""
    for program in ("dbus-daemon", "Xvfb", PYTHON):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    libraries = [sys.executable, "-m", "hashi_gui.rendering.display_check", "window"]
    checked = subprocess.run(libraries, capture_output=True, text=True, check=False)
    if checked.returncode:
        pytest.skip(checked.stdout)
    with ExitStack() as stack:
        # The bus of readers is a socket there, which would otherwise be that of other tests.
        env = os.environ | {"XDG_RUNTIME_DIR": str(tmp_path_factory.mktemp("runtime"))}

        def first_line(*command: str) -> str:
            process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env
            )
            stack.enter_context(process)
            stack.callback(process.terminate)
            return process.stdout.readline().strip()

        screen = first_line("Xvfb", "-displayfd", "1", "-screen", "0", "1366x768x24")
        bus = first_line("dbus-daemon", "--session", "--print-address", "--nofork")
        variables = {
            "DISPLAY": f":{screen}",
            "DBUS_SESSION_BUS_ADDRESS": bus,
            "QT_QPA_PLATFORM": "xcb",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        }
        reads = [PYTHON, "-c", CAN_READ]
        if subprocess.run(reads, capture_output=True, check=False, env=env | variables).returncode:
            pytest.skip("AT-SPI is not installed: at-spi2-core, gir1.2-atspi-2.0, python3-gi")
        yield variables


Listen = Callable[..., str]


@pytest.fixture
def listen(session: dict[str, str], tmp_path: Path) -> Listen:
    """Lets a scenario meet the program; returns what it has printed."""

    def listen(scenario: str, *opened: Path) -> str:
        homes = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "DATA", "CACHE")}
        env = os.environ | session | homes | {"HASHI_READER_SECONDS": SECONDS}
        command = [sys.executable, "-m", "hashi_gui", "play", *map(str, opened)]
        program = subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True)
        try:
            reader = subprocess.run(
                [PYTHON, "-W", "ignore", FOLDER / "scenarios.py", scenario],
                capture_output=True,
                text=True,
                check=False,
                env=env,
                timeout=2 * TIMEOUT,
            )
        finally:
            program.send_signal(signal.SIGTERM)
            _, errors = program.communicate(timeout=TIMEOUT)
        assert reader.returncode == 0, f"{reader.stdout}\n{reader.stderr}\n{errors}"
        assert program.returncode == 0, errors
        assert "Traceback" not in errors
        return reader.stdout

    return listen


@pytest.mark.parametrize(
    ("scenario", "opened"),
    [("puzzle", [EASY]), ("lesson", []), ("practice", [EASY]), ("setting", [EASY]), ("keys", [])],
)
def test_what_is_told_is_enough(listen: Listen, scenario: str, opened: list[Path]) -> None:
    listen(scenario, *opened)


@pytest.mark.abuse
def test_a_reader_asks_for_everything_while_puzzles_change(listen: Listen) -> None:
    print(listen("hammer", EASY))
