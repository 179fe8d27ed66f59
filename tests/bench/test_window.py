from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

FIGURE = re.compile(r"[\d.]+( \([\d.]+\))?")

MEASURED = {"start", "open a puzzle", "click", "undo", "hint", "solve", "pan", "zoom"} | {
    "edit",
    "findings about an edit, longest stall",
    "undo an edit",
    "drag an island",
}


def run(*arguments, **environment):
    command = [sys.executable, "-m", "hashi_gui.bench.window", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | environment
    )


def test_the_benchmark_plays_on_boards_of_each_size():
    result = run("30", "60", "--count", "10")
    assert result.returncode == 0, result.stderr
    tables = [part.splitlines() for part in re.findall(r"(?:\|.*\n)+", result.stdout)]
    assert len(tables) == 2
    for header, _, *lines in tables:
        assert header == "| islands | 30 | 60 |"
        rows = [line.strip("| ").split(" | ") for line in lines]
        assert {row[0] for row in rows} > MEASURED
        assert all(FIGURE.fullmatch(figure) for row in rows for figure in row[1:])


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_one_sentence_says_that_there_is_no_display():
    result = run(QT_QPA_PLATFORM="", DISPLAY="", WAYLAND_DISPLAY="")
    assert result.returncode == 2
    assert "No display was found" in result.stderr.splitlines()[-1]


@pytest.mark.parametrize("islands", ["1", "0", "many", "99999999"])
def test_sizes_that_no_board_has_are_refused(islands):
    result = run(islands)
    assert result.returncode == 2
    assert "must be a whole number from 2" in result.stderr
