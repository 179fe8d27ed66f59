from __future__ import annotations

from random import Random

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.formats import read
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import grade, is_solvable_within
from hashi_gui.logic.reasoning.techniques.catalogue import all_techniques
from hashi_gui.logic.teaching.explanation import ExplanationKind
from hashi_gui.logic.teaching.hints import next_hint
from hashi_gui.solving import Cancelled, CancelToken, Solver, VerdictKind

NAMES = [technique.name for technique in all_techniques()]


@pytest.mark.parametrize("seed", range(20))
def test_the_grade_lists_the_techniques_of_the_whole_solution(seed, random_puzzle):
    puzzle, _ = random_puzzle(Random(seed))
    graded = grade(puzzle)
    with Solver(puzzle) as solver:
        unique = solver.verdict().kind == VerdictKind.UNIQUE
    assert graded.solved_by_logic == unique
    assert list(graded.techniques) == [name for name in NAMES if name in graded.techniques]
    assert graded.hardest == next(reversed(graded.techniques), "")
    assert all(count > 0 for count in graded.techniques.values())


@pytest.mark.parametrize("seed", range(20))
def test_a_puzzle_is_solvable_within_its_own_level_and_higher_ones(seed, random_puzzle):
    puzzle, _ = random_puzzle(Random(seed))
    graded = grade(puzzle)
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


def test_grading_can_be_cancelled():
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        grade(read("4.3\n...\n3.2").puzzle, token)
    with pytest.raises(Cancelled):
        is_solvable_within(read("4.3\n...\n3.2").puzzle, Level.EASY, token)
