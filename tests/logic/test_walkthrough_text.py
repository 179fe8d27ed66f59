from __future__ import annotations

import re
from itertools import pairwise

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.logic.walkthrough import Walkthrough, build_walkthrough
from hashi_gui.logic.walkthrough_text import WIDTH, format_walkthrough
from hashi_gui.solving import SatSolver

SMALL = "4.3\n...\n3.2"


def walked(puzzle: Puzzle) -> Walkthrough:
    with SatSolver(puzzle) as solver:
        return build_walkthrough(puzzle, solver)


@pytest.fixture(scope="module")
def long_way() -> Walkthrough:
    """One with assumptions on it."""
    ways = (walked(generate(GeneratorOptions(20, 20, 80), seed).puzzle) for seed in range(100))
    return next(way for way in ways if sum(bool(step.refutation) for step in way.steps) > 1)


def test_a_small_puzzle_in_full():
    assert format_walkthrough(walked(read(SMALL).puzzle)).splitlines() == [
        "Rows count from 1 at the top, columns from 1 at the left.",
        "",
        "4.3",
        "...",
        "3.2",
        "",
        "  1. Full house (easy). The 4 at row 1, column 1 needs 4 more; just that is possible: "
        "2 right and 2",
        "     down.",
        "  2. Only one way out (easy). The 3 at row 1, column 3 needs 1 more, and the only way out "
        "is down.",
        "  3. Only one way out (easy). The 3 at row 3, column 1 needs 1 more, and the only way out "
        "is right.",
        "",
        "Solved.",
        "",
        "4═══3",
        "║   │",
        "║ . │",
        "║   │",
        "3───2",
    ]


def test_every_step_is_told_in_its_order(long_way):
    text = " ".join(format_walkthrough(long_way).split())
    place = 0
    for number, step in enumerate(long_way.steps, 1):
        place = text.index(f"{number}. {step.technique} ({step.level}). {step.reason}", place)
        for sentence in step.refutation:
            place = text.index(f"- {sentence}", place)


def test_lines_are_no_wider_than_a_page(long_way):
    assert max(map(len, format_walkthrough(long_way).splitlines())) <= WIDTH


def test_the_board_is_shown_before_hard_steps_but_not_all_the_time(long_way):
    shown = [
        int(number)
        for number in re.findall(r"The board before step (\d+):", format_walkthrough(long_way))
    ]
    assert shown
    assert all(long_way.steps[number - 1].level.rank >= 2 for number in shown)
    assert all(b - a > 10 for a, b in pairwise(shown))


def test_markdown_has_lists_and_fences(long_way):
    lines = format_walkthrough(long_way, markdown=True).splitlines()
    items = [line for line in lines if re.match(r"\d+\. \*\*", line)]
    assert len(items) == len(long_way.steps)
    parts = [line for line in lines if line.startswith("     - ")]
    assert len(parts) == sum(len(step.refutation) for step in long_way.steps)
    fences = [number for number, line in enumerate(lines) if line == "```"]
    assert len(fences) % 2 == 0
    assert read("\n".join(lines[fences[-2] + 1 : fences[-1]])).board == long_way.end


def test_where_solutions_part_the_story_ends():
    text = format_walkthrough(walked(read("2.3\n...\n1.2").puzzle))
    assert "Solved." not in text
    assert "Here reasoning ends: the puzzle has several solutions" in text


def test_an_island_without_bridges_has_no_drawing():
    text = format_walkthrough(walked(Puzzle.from_clues(1, 1, {(0, 0): 0})))
    assert text.splitlines()[-1] == "Solved."
