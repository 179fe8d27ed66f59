from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from hashi_gui.system import files
from hashi_gui.system.files import open_regular_file, read_regular_file

posix_only = pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


@posix_only
@pytest.mark.parametrize("mode", ["rb", "r+b", "ab"])
@pytest.mark.parametrize("make", [make_pipe, make_device, make_socket, Path.mkdir])
def test_what_is_no_file_is_not_opened(tmp_path, monkeypatch, make, mode):
    monkeypatch.chdir(tmp_path)  # The path of a socket must be short.
    make(Path("thing"))
    with pytest.raises(OSError, match="it is not a file"):
        open_regular_file("thing", mode)


@posix_only
@pytest.mark.parametrize("make", [make_pipe, make_device])
def test_what_takes_the_place_of_a_file_at_the_last_moment_is_not_read(tmp_path, monkeypatch, make):
    monkeypatch.setattr(files, "check_regular_file", lambda _: None)
    make(tmp_path / "thing")
    with pytest.raises(OSError, match="it is not a file"):
        read_regular_file(tmp_path / "thing")


def test_a_file_is_opened_as_usual(tmp_path):
    file = tmp_path / "file"
    with open_regular_file(file, "ab") as new:
        new.write(b"12")
    with open_regular_file(file, "ab") as more:
        more.write(b"345")
    assert read_regular_file(file) == b"12345"
    assert read_regular_file(file, 3) == b"123"


@pytest.mark.parametrize("path", ["missing", "a\0b", "x" * 5000])
def test_a_file_that_is_missing_is_an_error_of_the_system(tmp_path, path):
    with pytest.raises(OSError, match=r"No such file|null|too long"):
        read_regular_file(tmp_path / path)
