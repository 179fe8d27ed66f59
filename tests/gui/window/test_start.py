"""The start of the program: one instance, signals, the log, and obstacles in its folders."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QMessageBox, QWidget

from hashi_gui.cli.terminal import ExitCode
from hashi_gui.core.errors import HashiError
from hashi_gui.formats.sources import read_single
from hashi_gui.game import GameStore
from hashi_gui.gui.documents.arrivals import Arrivals, Request
from hashi_gui.gui.window import start
from hashi_gui.gui.window.start import (
    APPLICATION_STYLE_SHEET,
    END_SIGNALS,
    MAX_MESSAGE,
    EndSignals,
    InstanceError,
    SingleInstance,
    _open_request,
    _PrivateFileHandler,
    _request,
    run,
    show_error,
)
from tests.processes import TIMEOUT

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


def read_log(home: Home) -> str:
    file = home.data / "hashi.log"
    return file.read_text() if file.is_file() else ""


@posix_only
def test_a_second_start_a_crash_and_the_next_start(home):
    home.data.mkdir(parents=True, mode=0o755)
    (home.data / "solved").write_text("")  # As an earlier version has left it.
    (home.data / "lock").write_text(f"{os.getpid()}\npython\nanother-machine\n")
    first = home.start(home.puzzle("row.txt", ROW))
    wait_for(lambda: home.last() == "121", first)
    bad = home.puzzle("bad.txt", "No puzzle.")
    for file in (bad, home.puzzle("pair.txt", PAIR)):
        second = home.start(file)
        assert second.wait(TIMEOUT) == 0, second.communicate()
    assert home.start(home.folder / "gone.txt").wait(TIMEOUT) == ExitCode.BAD_INPUT
    wait_for(lambda: home.last() == "22", first)
    first.kill()
    first.communicate(timeout=TIMEOUT)
    assert home.start(bad).wait(TIMEOUT) == ExitCode.BAD_INPUT
    again = home.start("--say-all", bad)
    wait_for(lambda: read_log(home).count("the window is open") == 2, again)
    again.terminate()
    assert again.communicate(timeout=TIMEOUT) == ("", "")
    assert again.returncode == 0
    assert home.last() == "22"
    assert re.search(r"Python .*PySide6", read_log(home))
    folders = home.data, home.folder / "config" / "hashi"
    own = [path for folder in folders for path in (folder, *folder.rglob("*"))]
    assert {"hashi.ini", "hashi.log", "lock", "results.sqlite"} <= {path.name for path in own}
    assert [path for path in own if path.lstat().st_mode & 0o077] == []  # Nobody else may read.


OPENED_AGAIN = """
import os
import sys
from dataclasses import replace
from PySide6.QtCore import QTimer
from hashi_gui.gui.settings.preferences import Language
from hashi_gui.gui.window import start

class Application(start.Application):
    def open_window(self, *arguments):
        before, window = self.window, super().open_window(*arguments)
        if before is None:
            window.play.controller.play(window.play.controller.game.toggle_lock(0))
            window.play.view.zoom(1.5)
            window.teaching.teacher.open()
            window.context.preferences.show_dialog()
            preferences = window.context.preferences
            chosen = replace(preferences.current, language=Language.GERMAN)
            speak = lambda: preferences.set(chosen)
            press = lambda: preferences.set_keys({"F9": ["F8"]})
            QTimer.singleShot(0, press if sys.argv[1:] else speak)
        else:
            self.look = QTimer(interval=50)
            self.look.timeout.connect(self.end)
            self.look.start()
        return window

    def end(self):
        window = self.window
        if window.teaching.teacher.is_open and window.context.preferences.dialog_is_open:
            locks, place = window.play.controller.game.board.locks, window.play.view.place
            print(os.environ["LANGUAGE"], *locks, place is not None, window.locale().name())
            tip = window.teaching.teacher.panel.close_button.toolTip()
            print(tip, window.context.messages.bar.text)
            window.close_without_asking()

start.Application = Application
start.run()
"""


@pytest.mark.parametrize(
    ("change", "language", "tip"),
    [([], "de 0 True de_DE", "(F9)"), (["keys"], "en 0 True", "Close the panel (F8)")],
)
def test_another_language_or_key_opens_the_window_again_with_all_that_it_shows(
    home, change, language, tip
):
    result = subprocess.run(
        [sys.executable, "-c", OPENED_AGAIN, *change],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        env=home.environment,
        check=True,
    )
    assert result.stdout.startswith(language)
    assert result.stdout.rstrip().endswith(tip)  # And nothing is said.


@posix_only
def test_every_signal_to_end_is_received(qtbot):
    handlers = {
        each: signal.getsignal(each) for each in map(signal.Signals.__getitem__, END_SIGNALS)
    }
    signals = EndSignals()
    try:
        for each in handlers:
            with qtbot.waitSignal(signals.received):
                os.kill(os.getpid(), each)
    finally:
        signal.set_wakeup_fd(-1)
        for each, handler in handlers.items():
            signal.signal(each, handler)
        signals._notifier.setEnabled(False)
        signals._reader.close()
        signals._writer.close()


def test_another_start_brings_a_file_or_a_link_or_nothing_but_the_window(player, tmp_path):
    file = tmp_path / "pair.txt"
    file.write_text(PAIR)
    for source, islands in ((str(file), 2), ("https://puzz.link/p?hashi/5/1/1g2g1", 3), (None, 3)):
        document = None if source is None else read_single(source, streams=False)
        _open_request(
            SimpleNamespace(current=player.window), _request(source, document).to_message()
        )
        player.wait(lambda expected=islands: len(player.puzzle.islands) == expected)
    file.write_text("No puzzle.")
    for bad, said in ((file, "Open a .hashi file."), (tmp_path / "gone", "is not there")):
        message = _request(str(bad), None).to_message()
        _open_request(SimpleNamespace(current=player.window), message)
        player.wait(lambda said=said: said in player.bar.text)


@posix_only
@pytest.mark.parametrize(
    "names",
    [
        ("../../config/hashi/hashi.ini", "last", "solved", "dailies", "games", "lock"),
        ("hashi.log", "hashi.crash", "results.sqlite"),
    ],
)
def test_nothing_in_the_place_of_a_file_prevents_a_start(home, names):
    (home.folder / "config" / "hashi").mkdir(parents=True)
    home.data.mkdir(parents=True)

    def make_loop(path: Path) -> None:
        path.symlink_to(path)

    for name, make in zip(names, cycle((os.mkfifo, Path.mkdir, make_loop))):
        make(home.data / name)
    process = home.start(home.puzzle("row.txt", ROW))
    wait_for(lambda: "the window is open" in read_log(home) or home.last() == "121", process)
    process.terminate()
    assert process.communicate(timeout=TIMEOUT) == ("", "")
    assert process.returncode == 0


def test_a_file_with_several_puzzles_is_refused(tmp_path):
    file = tmp_path / "two.txt"
    file.write_text("https://puzz.link/p?hashi/5/1/1g2g1\n" * 2)
    with pytest.raises(HashiError, match="holds several puzzles"):
        run(str(file))


def test_an_error_is_shown_in_a_window(qapp, monkeypatch):
    shown = []
    monkeypatch.setattr(QMessageBox, "critical", staticmethod(lambda *words: shown.append(words)))
    show_error("two.txt holds several puzzles.")
    assert [words[-1] for words in shown] == ["two.txt holds several puzzles."]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
def test_a_log_that_cannot_be_written_is_not_printed(capsys):
    handler = _PrivateFileHandler("/dev/full", maxBytes=1000)
    handler.handle(logging.makeLogRecord({"msg": "lost"}))
    with suppress(OSError):  # It is written once more.
        handler.close()
    assert capsys.readouterr().err == ""


def test_the_buttons_of_dialogs_have_no_icons(qtbot):
    """Not even those of a dialog that is made before it has a parent."""

    def has_icon():
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        qtbot.addWidget(buttons)
        return not buttons.buttons()[0].icon().isNull()

    application = QApplication.instance()
    try:
        application.setStyleSheet(APPLICATION_STYLE_SHEET.replace("0", "1"))
        assert has_icon()
        application.setStyleSheet(APPLICATION_STYLE_SHEET)
        assert not has_icon()
    finally:
        application.setStyleSheet("")


@pytest.fixture
def tmp_path():
    """A folder with a path that is short enough for a socket."""
    with TemporaryDirectory(prefix="hashi-") as folder:
        yield Path(folder)


@pytest.fixture
def runtime(tmp_path, monkeypatch):
    folder = tmp_path / "runtime"
    folder.mkdir(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return folder


@pytest.fixture
def first(qapp, tmp_path, runtime):
    instance = SingleInstance(tmp_path / "data")
    instance.messages = []
    instance.message_received.connect(instance.messages.append)
    assert instance.claim()
    yield instance
    instance.release()


def client(instance):
    """A program that is connected to the socket."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(instance._server.fullServerName())
    return connection


@posix_only
def test_the_socket_is_in_a_private_folder(first, tmp_path, runtime, monkeypatch):
    assert Path(first._server.fullServerName()).parent == runtime
    first.release()
    runtime.chmod(0o755)
    for data, place in ((tmp_path / "data", tmp_path / "data"), (tmp_path / ("d" * 60), None)):
        other = SingleInstance(data)
        assert other.claim()
        address = Path(other._server.fullServerName())
        assert address.stat().st_mode & 0o077 == 0
        assert place in (None, address.parent)
        other.release()


@posix_only
def test_a_start_with_another_environment_finds_the_socket(first, tmp_path, monkeypatch, qtbot):
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert str(first._server.fullServerName()).encode() in (tmp_path / "data" / "lock").read_bytes()
    assert SingleInstance(tmp_path / "data")._announced().startswith(os.fsencode(tmp_path))


@posix_only
def test_if_nothing_can_be_received_another_start_says_so_at_once(
    qapp, tmp_path, runtime, monkeypatch
):
    monkeypatch.setattr(start, "_addresses", lambda _: iter([f"{tmp_path}/no/socket"]))
    first = SingleInstance(tmp_path / "data")
    assert first.claim()
    assert first.problem
    with pytest.raises(InstanceError, match="Open the puzzle there"):
        SingleInstance(tmp_path / "data").claim_or_send(b"{}")
    first.release()


@posix_only
@pytest.mark.parametrize("sent", [b"", b'{"file": "half', b"x" * (MAX_MESSAGE + 2)])
def test_who_sends_no_whole_message_is_dropped(first, monkeypatch, qtbot, sent, caplog):
    monkeypatch.setattr(start, "RECEIVING_MS", 50)
    with client(first) as connection:
        connection.setblocking(False)
        while sent:
            try:
                sent = sent[connection.send(sent) :]
            except BlockingIOError:
                QApplication.processEvents()
            except BrokenPipeError:
                break
        qtbot.waitUntil(lambda: "a message was dropped" in caplog.text)
    assert first.messages == []
    qtbot.waitUntil(lambda: first._received == {})
    with client(first) as connection:
        connection.sendall(b"{}\0")
        qtbot.waitUntil(lambda: first.messages == [b"{}"])


def test_a_message_that_is_too_long_is_not_sent(qapp, tmp_path):
    with pytest.raises(InstanceError, match="large puzzle"):
        SingleInstance(tmp_path).send(b"x" * (MAX_MESSAGE + 1))


@pytest.mark.parametrize(
    "request_", [Request(), Request((Path("/ü/\udcff"), Path("/a"))), Request(text="1")]
)
def test_a_request_is_received_as_it_was_sent(request_):
    if os.name != "nt":
        assert Request.from_message(request_.to_message()) == request_


MALFORMED = [
    b"",
    b"nonsense",
    b"\xff\xfe",
    b"5",
    b"[]",
    b"null",
    b"[" * 10_000,
    b'{"a":' * 10_000,
    b"9" * 5_000,
    b'{"files": 5}',
    b'{"files": []}',
    b'{"files": [null]}',
    b'{"files": ["/a", "relative"]}',
    b'{"files": ["/a\\u0000b"]}',
    b'{"text": ["2.2"]}',
    b'{"text": "\\ud800"}',
    b'{"text": "2.2", "files": ["/a"]}',
    b'{"files": ["/a"], "then": "delete"}',
    b'{"delete": "/a"}',
]


@pytest.mark.parametrize("message", MALFORMED)
def test_a_malformed_message_is_one_line_in_the_log(message, caplog):
    start._open_request(None, message)
    (record,) = caplog.records
    assert record.getMessage().startswith("a message was not understood: ")
    assert record.exc_info is None


def test_windows_opens_nothing_of_another_computer(monkeypatch):
    monkeypatch.setattr("hashi_gui.gui.documents.arrivals.is_on_another_computer", lambda _: True)
    with pytest.raises(ValueError, match="of this computer"):
        Request.from_message(json.dumps({"files": [str(Path("a.hashi").resolve())]}).encode())


def test_what_arrives_is_opened_one_after_the_other_while_no_dialog_is_open(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    dialog = QDialog(window)
    arrivals, opened = Arrivals(window, print), []

    def ask():
        opened.append("asks")
        QTimer.singleShot(0, answer)
        dialog.exec()
        opened.append("answered")

    def answer():
        arrivals.add(lambda: opened.append("last"))
        QApplication.processEvents()
        assert opened == ["asks"]
        dialog.reject()

    dialog.open()
    arrivals.add(ask)
    arrivals.add(lambda: opened.append("next"))
    QApplication.processEvents()
    assert opened == []  # Neither in the middle of the caller, nor while the player is asked.
    dialog.reject()
    qtbot.waitUntil(lambda: len(opened) == 4)
    assert opened == ["asks", "answered", "next", "last"]
