from __future__ import annotations

from random import Random

import pytest

from hashi_gui.core.board import MARK, Board
from hashi_gui.core.rules import is_solution
from hashi_gui.formats import read
from hashi_gui.logic.grading import grade
from hashi_gui.logic.walkthrough import as_text, walk_through
from hashi_gui.solving import SatSolver, VerdictKind

UNIQUE = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"


@pytest.mark.parametrize("seed", range(60))
def test_every_step_adds_something_true(seed, grown):
    puzzle, _ = grown(Random(seed))
    board = Board.empty(puzzle)
    with SatSolver(puzzle) as solver:
        forced = solver.forced(board)
        walkthrough = walk_through(puzzle, solver)
        unique = solver.verdict().kind == VerdictKind.UNIQUE
    for step in walkthrough.steps:
        for edge, state in board.move_to(step.board).edges:
            assert edge in step.edges
            assert forced.high[edge] == 0 if state == MARK else state <= forced.low[edge]
        assert step.reason.endswith(".")
        assert step.region
        board = step.board
    assert walkthrough.finished == is_solution(puzzle, board.counts)
    assert walkthrough.finished or not unique


def test_the_text_numbers_the_steps():
    puzzle = read(UNIQUE).puzzle
    with SatSolver(puzzle) as solver:
        walkthrough = walk_through(puzzle, solver)
    paragraphs = as_text(walkthrough).split("\n\n")
    assert len(paragraphs) == len(walkthrough.steps)
    numbers = range(1, len(paragraphs) + 1)
    for number, step, paragraph in zip(numbers, walkthrough.steps, paragraphs):
        assert paragraph == f"{number}. {step.technique} ({step.level}). {step.reason}"


@pytest.mark.parametrize("seed", range(60))
def test_the_grade_speaks_of_the_whole_way(seed, grown):
    puzzle, _ = grown(Random(seed))
    graded = grade(puzzle)
    with SatSolver(puzzle) as solver:
        unique = solver.verdict().kind == VerdictKind.UNIQUE
    assert graded.solved_by_logic == unique
    if graded.techniques:
        assert graded.hardest == list(graded.techniques)[-1]
    assert all(count > 0 for count in graded.techniques.values())
