"""What a window receives from other starts, and from anyone who writes to its socket."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from hashi_gui.gui.documents.arrivals import Arrivals, Request
from hashi_gui.gui.window import start
from hashi_gui.gui.window.start import MAX_MESSAGE, InstanceError, SingleInstance

posix_only = pytest.mark.skipif(os.name == "nt", reason="Windows has pipes with names")


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

    arrivals.add(ask)
    arrivals.add(lambda: opened.append("next"))
    assert opened == []  # Not in the middle of the caller.
    qtbot.waitUntil(lambda: len(opened) == 4)
    assert opened == ["asks", "answered", "next", "last"]


def test_what_arrives_waits_for_a_dialog_that_the_player_has_opened(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    dialog = QDialog(window)
    dialog.open()
    arrivals, opened = Arrivals(window, print), []
    arrivals.add(lambda: opened.append("file"))
    QApplication.processEvents()
    assert opened == []
    dialog.reject()
    qtbot.waitUntil(lambda: opened == ["file"])
