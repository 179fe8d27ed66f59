from __future__ import annotations

from statistics import median

import pytest

from hashi_gui.formats import read, read_path
from hashi_gui.logic.expected_time import DRAW_SECONDS, STEP_SECONDS, minutes_text
from hashi_gui.logic.grading import grade
from hashi_gui.logic.levels import Level
from hashi_gui.system.paths import PUZZLES


def test_a_small_puzzle_adds_up_its_steps_and_its_bridges():
    """A full house, and two islands with one way out."""
    found = grade(read("4.3\n...\n3.2").puzzle)
    assert found.level is Level.EASY
    steps = sum(found.techniques[name] > 0 for name in ("Full house", "Only one way out"))
    assert steps == 2
    assert found.seconds >= 2 * STEP_SECONDS[Level.EASY] + 4 * DRAW_SECONDS
    assert found.seconds < 30


def seconds(folder: str, size: str) -> float:
    files = sorted((PUZZLES / folder / size).glob("*.hashi"))
    assert files
    return median(grade(read_path(file).puzzle).seconds for file in files)


def test_harder_and_larger_puzzles_take_longer():
    levels = [seconds(folder, "10x10") for folder in ("1-easy", "2-medium", "3-hard", "4-expert")]
    assert levels == sorted(levels)
    sizes = [seconds("3-hard", size) for size in ("06x06", "10x10", "15x15", "25x25")]
    assert sizes == sorted(sizes)
    assert 60 < levels[2] < 600
    assert 600 < sizes[-1] < 3600


@pytest.mark.parametrize(
    ("time", "text"),
    [
        (30, "less than a minute"),
        (100, "about 2 min"),
        (380, "about 6 min"),
        (1000, "about 15 min"),
        (5400, "about 1.5 h"),
        (7300, "about 2 h"),
    ],
)
def test_the_text_promises_no_more_than_is_known(time, text):
    assert minutes_text(time) == text
