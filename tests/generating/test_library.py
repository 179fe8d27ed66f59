"""The puzzles that ship with the program."""

from __future__ import annotations

import re

import pytest

from hashi_gui.core.board import Board
from hashi_gui.formats import read_path
from hashi_gui.generating import Options
from hashi_gui.logic import HintKind, next_hint
from hashi_gui.logic.grading import grade
from hashi_gui.paths import PUZZLES
from hashi_gui.solving import SatSolver, VerdictKind

FILES = sorted(PUZZLES.rglob("*.hashi"))
LESSONS = sorted((PUZZLES / "0-tutorial").glob("*.hashi"))
MADE = [file for file in FILES if file not in LESSONS]
each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


@each_file
def test_it_is_unique_and_untouched(file):
    document = read_path(file)
    assert document.board == Board.empty(document.puzzle)
    assert document.sitting is None
    with SatSolver(document.puzzle) as solver:
        assert solver.verdict().kind == VerdictKind.UNIQUE


@pytest.mark.parametrize("file", MADE, ids=lambda file: file.stem)
def test_it_says_how_it_was_made(file):
    document = read_path(file)
    options = Options(**document.meta["options"])
    puzzle = document.puzzle
    assert isinstance(document.meta["seed"], int)
    assert (puzzle.rows, puzzle.cols) == (options.rows, options.cols)
    assert len(puzzle.islands) == options.islands
    assert puzzle.max_bridges == options.max_bridges
    unknown = sum(island.clue is None for island in puzzle.islands)
    assert unknown == round(options.unknown * options.islands)


@each_file
def test_its_name_is_its_title_after_a_number(file):
    title = read_path(file).title
    words = re.sub(r"[^a-z0-9]+", "-", title.lower())
    assert re.fullmatch(rf"\d\d-{words}", file.stem)


def test_the_library_has_something_for_everyone():
    documents = [read_path(file) for file in FILES]
    puzzles = [document.puzzle for document in documents]
    assert len(documents) >= 30
    assert len({document.title for document in documents}) == len(documents)
    assert {puzzle.rows for puzzle in puzzles} >= {5, 7, 9, 10, 12, 15, 20, 25, 30, 40, 60}
    assert {puzzle.max_bridges for puzzle in puzzles} == {1, 2, 3, 4}
    assert sum(any(island.clue is None for island in p.islands) for p in puzzles) >= 2


def test_the_tutorial_teaches_in_ten_steps():
    assert len(LESSONS) == 10
    assert FILES[:10] == LESSONS
    lessons = [read_path(file).meta["lesson"] for file in LESSONS]
    assert all(isinstance(lesson, str) and lesson.endswith(".") for lesson in lessons)


@pytest.mark.parametrize(
    ("number", "technique"),
    [
        (3, "Only one way out"),
        (4, "Full house"),
        (5, "One in every direction"),
        (7, "Ones apart, twos apart"),
        (8, "The general count"),
        (9, "Three closed off"),
        (10, "Group closed off"),
    ],
)
def test_a_lesson_needs_the_technique_it_teaches(number, technique):
    assert grade(read_path(LESSONS[number - 1]).puzzle).hardest == technique


def test_the_first_puzzle_takes_only_easy_steps():
    puzzle = read_path(MADE[0]).puzzle
    assert puzzle.rows == puzzle.cols == 5
    board = Board.empty(puzzle)
    with SatSolver(puzzle) as solver:
        hint = next_hint(puzzle, board, solver)
        while hint.kind == HintKind.STEP:
            assert hint.level == "easy"
            board = board.apply(hint.moves)
            hint = next_hint(puzzle, board, solver)
    assert hint.kind == HintKind.FINISHED
