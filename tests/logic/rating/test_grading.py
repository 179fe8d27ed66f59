from itertools import pairwise
from random import Random
from statistics import fmean, median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.core.wording import minutes_text
from hashi_gui.formats import PuzzleInfo, read
from hashi_gui.game.library import library_documents
from hashi_gui.generating import GeneratorOptions, Recipe, generate
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import (
    DRAW_SECONDS,
    IN_MIND,
    WORK_SECONDS,
    expected_seconds,
    grade,
    is_solvable_within,
    reason_within,
)
from hashi_gui.logic.reasoning.techniques.catalogue import all_techniques
from hashi_gui.logic.teaching.explanation import ExplanationKind
from hashi_gui.logic.teaching.hints import next_hint
from hashi_gui.logic.teaching.walkthrough import group_by_reason
from hashi_gui.solving import Cancelled, Solver, VerdictKind

NAMES = [technique.name for technique in all_techniques()]


@pytest.mark.parametrize("seed", range(20))
def test_the_grade_lists_the_techniques_of_the_whole_solution_and_its_level_solves_it(
    seed, random_puzzle
):
    puzzle, _ = random_puzzle(Random(seed))
    graded = grade(puzzle)
    with Solver(puzzle) as solver:
        unique = solver.verdict().kind == VerdictKind.UNIQUE
    assert graded.solved_by_logic == unique
    assert list(graded.techniques) == [name for name in NAMES if name in graded.techniques]
    assert graded.hardest == next(reversed(graded.techniques), "")
    assert all(count > 0 for count in graded.techniques.values())
    for level in Level:
        expected = graded.solved_by_logic and graded.level.rank <= level.rank
        assert is_solvable_within(puzzle, level) == expected


@pytest.mark.parametrize("seed", range(16))
def test_no_hint_is_harder_than_the_grade(seed):
    side = 5 + seed % 8
    puzzle = generate(GeneratorOptions(side, side, side * side // 4), seed).puzzle
    graded = grade(puzzle)
    board, past = Board.empty(puzzle), []
    with Solver(puzzle) as solver:
        while not is_solution(puzzle, board.counts):
            hint = next_hint(puzzle, board, solver, past=past)
            assert hint.kind == ExplanationKind.STEP
            assert hint.level.rank <= graded.level.rank
            past.append(board)
            board = board.apply(hint.move)


@pytest.mark.parametrize(
    ("grid", "level", "hardest"),
    [
        ("4.3\n...\n3.2", Level.EASY, "Full house"),
        ("2.4.4\n.....\n..2..\n.....\n1.2.3", Level.MEDIUM, "What the rest can't take"),
        ("3..2.\n.....\n3.2.2\n.....\n2.1.1", Level.HARD, "Group closed off"),
    ],
)
def test_the_level_is_that_of_the_hardest_technique(grid, level, hardest):
    graded = grade(read(grid).puzzle)
    assert (graded.level, graded.hardest) == (level, hardest)


@pytest.mark.parametrize("grid", ["2.3\n...\n1.2", "3.3\n...\n..1", "1.1\n...\n1.1"])
def test_logic_does_not_solve_a_puzzle_without_exactly_one_solution(grid):
    assert grade(read(grid).puzzle).solved_by_logic is False


def test_a_puzzle_with_nothing_to_do_is_easy():
    graded = grade(Puzzle.from_clues(1, 1, {(0, 0): 0}))
    assert (graded.level, graded.techniques, graded.hardest) == (Level.EASY, {}, "")
    assert graded.solved_by_logic is True


def test_grading_can_be_cancelled(cancelled):
    with pytest.raises(Cancelled):
        grade(read("4.3\n...\n3.2").puzzle, cancelled)
    with pytest.raises(Cancelled):
        is_solvable_within(read("4.3\n...\n3.2").puzzle, Level.EASY, cancelled)


MINUTE, HOUR = 60, 3600

NEEDS_AN_ASSUMPTION = "https://puzz.link/p?hashi/7/7/2g3g4g2o2g2h3k2g1g4g2n3h3h1"


def test_a_small_puzzle_adds_up_its_steps_and_its_bridges():
    """A full house, and two islands with one way out."""
    found = grade(read("4.3\n...\n3.2").puzzle)
    assert found.level is Level.EASY
    steps = sum(found.techniques[name] > 0 for name in ("Full house", "Only one way out"))
    assert steps == 2
    assert found.seconds >= 2 * WORK_SECONDS + 4 * DRAW_SECONDS
    assert found.seconds < 30


def test_the_same_puzzle_takes_the_same_time_in_a_mirror():
    """Nothing about a puzzle but the way to its solution counts."""
    text = "2.3.\n....\n1.3.\n...1"
    mirrored = "\n".join(line[::-1] for line in text.splitlines())
    one, two = (grade(read(each).puzzle) for each in (text, mirrored))
    assert one.seconds == pytest.approx(two.seconds, rel=0.2)


def test_an_assumption_takes_as_long_as_its_chain():
    puzzle = read(NEEDS_AN_ASSUMPTION).puzzle
    found = grade(puzzle)
    assert found.techniques["What if"] == 1
    assert found.seconds > (IN_MIND[Level.EXPERT] ** 2 + 2) * WORK_SECONDS


@pytest.mark.parametrize("seed", range(3))
def test_harder_steps_take_longer_and_most_where_each_comes_by_itself(seed):
    """Steps of an easy puzzle are said to be hard: none, each one, and pairs near and far."""
    options = GeneratorOptions.defaults_for(10, 10, Level.EASY)
    puzzle = generate(options, seed).puzzle
    conclusions = reason_within(puzzle, Level.EASY).conclusions
    steps = [group[0] for group in group_by_reason(conclusions)]
    hard = next(each for each in all_techniques() if each.level is Level.HARD)

    def mean_seconds(*offsets: int) -> float:
        times = []
        for first in range(len(steps)):
            chosen = {id(steps[(first + offset) % len(steps)]) for offset in offsets}
            changed = [c._replace(technique=hard) if id(c) in chosen else c for c in conclusions]
            times.append(expected_seconds(puzzle, changed))
        return fmean(times)

    assert mean_seconds() < mean_seconds(0) < mean_seconds(0, 1) < mean_seconds(0, len(steps) // 2)


def library_times(level: Level, size: str) -> list[float]:
    times = [
        document.info.expected_seconds
        for document in library_documents()
        if document.info.level == level and document.puzzle.size_text.replace(" ", "") == size
    ]
    assert times
    return times


@pytest.mark.parametrize(
    ("level", "size", "least", "most"),
    [
        (Level.EASY, "7×7", 0.5 * MINUTE, 1.5 * MINUTE),
        (Level.EASY, "30×30", 15 * MINUTE, 45 * MINUTE),
        (Level.HARD, "10×10", 2 * MINUTE, 10 * MINUTE),
        (Level.HARD, "25×25", 18 * MINUTE, 60 * MINUTE),
        (Level.EXPERT, "60×60", 2 * HOUR, 5 * HOUR),
        (Level.EXTREME, "9×9", 5 * MINUTE, 30 * MINUTE),
    ],
)
def test_the_times_of_the_library_are_plausible(level, size, least, most):
    times = library_times(level, size)
    assert least <= min(times) <= max(times) <= most


def test_the_times_of_generated_puzzles_rise_with_size_and_level():
    def typical(side: int, level: Level) -> float:
        options = GeneratorOptions.defaults_for(side, side, level)
        recipes = (Recipe(options, seed) for seed in range(1000, 1007))
        return median(recipe.make().info.expected_seconds for recipe in recipes)

    levels = list(Level)[:4]
    times = {(side, level): typical(side, level) for side in (7, 10, 15) for level in levels}
    for level in levels:
        assert times[7, level] < times[10, level] < times[15, level]
    for side in (7, 10, 15):
        rising = [times[side, level] for level in levels]
        assert rising == sorted(rising)


def test_a_grade_is_noted_in_the_metadata():
    graded = grade(read("4.3\n...\n3.2").puzzle)
    noted = graded.noted_in(PuzzleInfo(title="Square"))
    expected = round(graded.seconds)
    assert noted == PuzzleInfo(title="Square", level="easy", expected_seconds=expected)


@pytest.mark.parametrize(
    ("time", "text"),
    [
        (0, "under a minute"),
        (59.9, "under a minute"),
        (60, "about 1 min"),
        (89, "about 1 min"),
        (90, "about 2 min"),
        (150, "about 3 min"),
        (6.4 * MINUTE, "about 6 min"),
        (9.9 * MINUTE, "about 10 min"),
        (12.4 * MINUTE, "about 10 min"),
        (12.5 * MINUTE, "about 15 min"),
        (57.4 * MINUTE, "about 55 min"),
        (57.5 * MINUTE, "about 1 h"),
        (80 * MINUTE, "about 1 h 30 min"),
        (100 * MINUTE, "about 1 h 30 min"),
        (110 * MINUTE, "about 2 h"),
        (10 * HOUR, "about 10 h"),
    ],
)
def test_times_are_rounded_as_people_do(time, text):
    assert minutes_text(time) == text


def in_seconds(text: str) -> int:
    words = text.split()
    units = {"h": HOUR, "min": MINUTE, "minute": MINUTE}
    return sum(int(n) * units[unit] for n, unit in pairwise(words) if n.isdigit())


@given(st.floats(MINUTE, 100 * HOUR), st.floats(MINUTE, 100 * HOUR))
def test_a_longer_time_has_no_shorter_text_and_none_is_far_off(one, two):
    one, two = sorted((one, two))
    assert in_seconds(minutes_text(one)) <= in_seconds(minutes_text(two))
    assert abs(in_seconds(minutes_text(one)) - one) <= max(0.34 * one, 30)
