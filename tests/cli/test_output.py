"""Output and exit codes of real processes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

UNIQUE = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
HASHI = [sys.executable, "-m", "hashi_gui"]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_drawing_in_an_encoding_without_box_characters(encoding: str) -> None:
    result = subprocess.run(
        [*HASHI, "solve", UNIQUE],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
    )
    assert result.stdout.decode(encoding).splitlines() == [
        "4===2 . .",
        '"',
        '" 3-----2',
        '" "     |',
        '3 " . . |',
        '| "     |',
        "| 3---1 |",
        "|       |",
        "3===4===3",
    ]


def test_a_closed_pipe_prints_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        result = subprocess.run(
            [*HASHI, "solve", UNIQUE], stdout=writing, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(writing)
    assert (result.returncode, result.stderr) == (141, b"")


def test_the_process_ends_with_the_exit_code() -> None:
    result = subprocess.run([*HASHI, "solve", "3.3"], capture_output=True, check=False)
    assert result.returncode == 1
