"""The program as a process: one instance, signals, the log, and obstacles in its folders."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMessageBox

from hashi_gui.game import GameStore
from hashi_gui.gui.window.start import NO_BUTTON_ICONS, show_error

TIMEOUT = 60

ROW = "1.2.1\n"
PAIR = "2.2\n"

posix_only = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals or files")


def wait_for(condition: Callable[[], object], process: subprocess.Popen[str]) -> None:
    end = monotonic() + TIMEOUT
    while not condition():
        assert process.poll() is None, process.communicate()
        assert monotonic() < end
        sleep(0.02)


class Home:
    """A home folder with the program's data, and the processes started in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data" / "hashi"
        self.processes: list[subprocess.Popen[str]] = []
        self.environment = {
            **os.environ,
            "HOME": str(folder),
            "USERPROFILE": str(folder),
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_CONFIG_HOME": str(folder / "config"),
        }

    def start(self, *arguments: str | Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "hashi_gui", "play", *map(str, arguments)]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        process = subprocess.Popen(command, env=self.environment, text=True, **pipes)
        self.processes.append(process)
        return process

    def puzzle(self, name: str, text: str) -> Path:
        file = self.folder / name
        file.write_text(text)
        return file

    def last(self) -> str | None:
        """The clues of the game that the next start would show."""
        document = GameStore(self.data).load_last()
        return None if document is None else "".join(str(i.clue) for i in document.puzzle.islands)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    yield home
    for process in home.processes:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=TIMEOUT)


@posix_only
def test_a_second_start_hands_its_puzzle_to_the_first_and_ends(home):
    first = home.start(home.puzzle("row.txt", ROW))
    wait_for(lambda: home.last() == "121", first)
    second = home.start(home.puzzle("pair.txt", PAIR))
    assert second.wait(TIMEOUT) == 0, second.communicate()
    wait_for(lambda: home.last() == "22", first)
    third = home.start("https://puzz.link/p?hashi/5/1/1g2g1")
    assert third.wait(TIMEOUT) == 0
    wait_for(lambda: home.last() == "121", first)
    assert home.start().wait(TIMEOUT) == 0
    assert first.poll() is None


@posix_only
def test_starts_at_the_same_time_open_one_window_with_all_puzzles(home):
    files = [home.puzzle(f"{clue}.txt", f"{clue}.{clue}\n") for clue in (1, 2)]
    processes = list(map(home.start, files))
    games = home.data / "games"
    end = monotonic() + TIMEOUT
    while len(list(games.glob("*.hashi"))) < len(files) and monotonic() < end:
        sleep(0.02)
    codes = {process.poll() for process in processes}
    while codes == {None} and monotonic() < end:
        codes = {process.poll() for process in processes}
    assert codes == {0, None}
    assert read_log(home).count("the window is open") == 1


@posix_only
def test_a_lock_file_of_another_machine_does_not_prevent_a_start(home):
    home.data.mkdir(parents=True)
    (home.data / "lock").write_text(f"{os.getpid()}\npython\nanother-machine\n")
    process = home.start(home.puzzle("row.txt", ROW))
    wait_for(lambda: home.last() == "121", process)


@posix_only
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_signal_saves_the_game_and_ends_the_program(home, name):
    process = home.start(home.puzzle("row.txt", ROW))
    wait_for(lambda: "the window is open" in read_log(home), process)
    process.send_signal(getattr(signal, name))
    output, errors = process.communicate(timeout=TIMEOUT)
    assert (process.returncode, output, errors) == (0, "", "")
    assert home.last() == "121"


@posix_only
def test_after_a_crash_the_next_start_finds_the_game(home):
    process = home.start(home.puzzle("row.txt", ROW))
    wait_for(lambda: "the window is open" in read_log(home), process)
    wait_for(lambda: home.last() == "121", process)
    process.kill()
    process.communicate(timeout=TIMEOUT)
    again = home.start()
    wait_for(lambda: read_log(home).count("the window is open") == 2, again)
    again.send_signal(signal.SIGTERM)
    assert again.wait(TIMEOUT) == 0
    assert home.last() == "121"


@posix_only
def test_nobody_else_may_read_what_the_program_writes(home):
    home.data.mkdir(parents=True, mode=0o755)
    (home.data / "solved").write_text("")  # As an earlier version has left it.
    process = home.start(home.puzzle("row.txt", ROW))
    wait_for(lambda: "the window is open" in read_log(home), process)
    process.terminate()
    assert process.wait(TIMEOUT) == 0
    config = home.folder / "config" / "hashi"
    own = [home.data, *home.data.rglob("*"), config, *config.rglob("*")]
    assert {"hashi.ini", "hashi.log", "lock", "results.sqlite"} <= {path.name for path in own}
    assert [path for path in own if path.lstat().st_mode & 0o077] == []


def read_log(home: Home) -> str:
    file = home.data / "hashi.log"
    return file.read_text() if file.is_file() else ""


@posix_only
def test_the_log_names_the_versions(home):
    process = home.start(home.puzzle("row.txt", ROW))
    wait_for(lambda: "PySide6" in read_log(home), process)
    assert "Python" in read_log(home)


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_folder(path: Path) -> None:
    path.mkdir()


def make_loop(path: Path) -> None:
    path.symlink_to(path)


@posix_only
@pytest.mark.parametrize("make", [make_pipe, make_folder, make_loop])
def test_nothing_in_the_place_of_a_file_prevents_a_start(home, make):
    (home.folder / "config" / "hashi").mkdir(parents=True)
    home.data.mkdir(parents=True)
    make(home.folder / "config" / "hashi" / "hashi.ini")
    for name in ("last", "solved", "dailies", "games", "lock"):
        make(home.data / name)
    process = home.start(home.puzzle("row.txt", ROW))
    wait_for(lambda: "the window is open" in read_log(home), process)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 0, errors


@posix_only
@pytest.mark.parametrize("make", [make_pipe, make_folder, make_loop])
def test_the_program_starts_without_a_log(home, make):
    home.data.mkdir(parents=True)
    for name in ("hashi.log", "hashi.crash", "results.sqlite"):
        make(home.data / name)
    process = home.start(home.puzzle("row.txt", ROW))
    wait_for(lambda: home.last() == "121", process)
    process.terminate()
    assert process.communicate(timeout=TIMEOUT) == ("", "")


def test_a_file_with_several_puzzles_is_refused(home):
    file = home.puzzle("two.txt", "https://puzz.link/p?hashi/5/1/1g2g1\n" * 2)
    process = home.start(file)
    _, errors = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 2
    assert errors == f"hashi: {file} holds several puzzles, where one is expected.\n"


def test_an_error_is_shown_in_a_window(qapp, monkeypatch):
    shown = []
    monkeypatch.setattr(QMessageBox, "critical", staticmethod(lambda *words: shown.append(words)))
    show_error("two.txt holds several puzzles.")
    assert [words[-1] for words in shown] == ["two.txt holds several puzzles."]


def test_the_buttons_of_dialogs_have_no_icons(qtbot):
    """Not even those of a dialog that is made before it has a parent."""

    def has_icon():
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        qtbot.addWidget(buttons)
        return not buttons.buttons()[0].icon().isNull()

    application = QApplication.instance()
    try:
        application.setStyleSheet(NO_BUTTON_ICONS.replace("0", "1"))
        assert has_icon()
        application.setStyleSheet(NO_BUTTON_ICONS)
        assert not has_icon()
    finally:
        application.setStyleSheet("")
