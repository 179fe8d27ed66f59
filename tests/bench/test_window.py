from __future__ import annotations

import os
import re
import subprocess
import sys
from operator import attrgetter

import pytest

from hashi_gui.bench.__main__ import main
from hashi_gui.bench.window import Duration, table

FIGURE = re.compile(r"[\d.]+( \([\d.]+\))?")

MEASURED = {"start", "open a puzzle", "click", "undo", "hint", "solve", "pan", "zoom"} | {
    "edit",
    "findings about an edit, longest stall",
    "undo an edit",
    "drag an island",
}


def run(*arguments, **environment):
    command = [sys.executable, "-m", "hashi_gui.bench", "window", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | environment
    )


def test_the_benchmark_plays_on_a_board_and_edits_it():
    result = run("20", "--count", "5")
    assert result.returncode == 0, result.stderr
    tables = [part.splitlines() for part in re.findall(r"(?:\|.*\n)+", result.stdout)]
    assert len(tables) == 2
    for header, _, *lines in tables:
        assert header.split() == ["|", "islands", "|", "20", "|"]
        rows = [list(map(str.strip, line.strip("| ").split(" | "))) for line in lines]
        assert {row[0] for row in rows} > MEASURED
        assert all(FIGURE.fullmatch(figure) for _, figure in rows)


def test_the_table_has_the_median_and_the_longest_time_for_each_size():
    small = {"start": [Duration(0.5, 0.25)], "click": [Duration(n / 1000, 0) for n in (1, 2, 9)]}
    large = {"start": [Duration(1.5, 0.75)], "click": [Duration(n / 100, 0) for n in (1, 2, 9)]}
    found = table("Elapsed", {30: small, 10_000: large}, attrgetter("elapsed"))
    assert found.head == ["islands", "30", "10,000"]
    assert found.rows == [
        ["start", "500", "1500"],
        ["click", "2.00 (9.00)", "20.0 (90.0)"],
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_one_sentence_says_that_there_is_no_display():
    result = run(QT_QPA_PLATFORM="", DISPLAY="", WAYLAND_DISPLAY="")
    assert result.returncode == 2
    assert "No display was found" in result.stderr.splitlines()[-1]


@pytest.mark.parametrize("islands", ["1", "0", "many", "99999999"])
def test_sizes_that_no_board_has_are_refused(islands, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["window", islands])
    assert ended.value.code == 2
    assert "must be a whole number from 2" in capsys.readouterr().err
