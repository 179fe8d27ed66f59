"""The puzzles that ship with the program."""

from __future__ import annotations

import re
from collections import Counter, deque

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.formats import read_path
from hashi_gui.generating import Recipe
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import grade
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.catalogue import DIRECT_TECHNIQUES
from hashi_gui.logic.teaching.explanation import ExplanationKind
from hashi_gui.logic.teaching.hints import next_hint
from hashi_gui.solving import Solver, VerdictKind, solve
from hashi_gui.system.files import PUZZLES

FILES = sorted(PUZZLES.rglob("*.hashi"))
LESSONS = sorted((PUZZLES / "0-tutorial").glob("*.hashi"))
GENERATED = [file for file in FILES if file not in LESSONS]
SHOWPIECES = "6-showpieces"
MAX_ISLANDS_FOR_NESTING = 150
"""With more islands, trying all nested assumptions takes many seconds."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_puzzle_is_unique_and_what_its_recipe_and_its_folder_say(file):
    document = read_path(file)
    puzzle, recipe = document.puzzle, Recipe.from_document(document)
    assert document.board == Board.empty(puzzle)
    assert document.game is None
    with Solver(puzzle) as solver:
        assert solver.verdict().kind == VerdictKind.UNIQUE
    if file in LESSONS:
        assert recipe is None
        return
    level = Level(document.info.level)
    if recipe is not None:
        options = recipe.options
        assert (puzzle.rows, puzzle.cols, level) == (options.rows, options.cols, options.level)
        assert len(puzzle.islands) - options.islands in (-1, 0, 1)
        assert puzzle.rules == options.rules
        unknown = sum(island.clue is None for island in puzzle.islands)
        assert unknown == pytest.approx(options.unknown * len(puzzle.islands), abs=1.5)
    else:
        assert document.info.instructions
    if level is Level.EXTREME and len(puzzle.islands) > MAX_ISLANDS_FOR_NESTING:
        assert needs_assumptions(puzzle)
    else:
        graded = grade(puzzle)
        assert graded.solved_by_logic
        assert graded.noted_in(document.info) == document.info
    name = re.sub(r"[^a-z0-9]+", "-", document.info.title.lower())
    size = f"{puzzle.cols:02}x{puzzle.rows:02}"
    folder = SHOWPIECES if document.info.instructions else f"{level.rank + 1}-{level}"
    assert file.relative_to(PUZZLES).parts == (folder, size, f"{name}.hashi")


def needs_assumptions(puzzle: Puzzle) -> bool:
    position = Position(puzzle)
    deque(Reasoner(position, DIRECT_TECHNIQUES).run(), maxlen=0)
    return not position.solved


def test_symmetries_and_trees_are_as_the_recipes_say():
    seen = Counter()
    for file in GENERATED:
        document = read_path(file)
        recipe = Recipe.from_document(document)
        if recipe is None:
            continue
        puzzle, options = document.puzzle, recipe.options
        cells = puzzle.clues.keys()
        assert options.symmetry.with_images(cells, puzzle.rows, puzzle.cols) == cells
        if not options.loops:
            built = solve(puzzle).counts
            assert sum(map(bool, built)) == len(cells) - 1
        seen.update([options.symmetry, options.loops])
    assert min(seen[kind] for kind in (Symmetry.HALF_TURN, Symmetry.LEFT_RIGHT, False)) >= 4


def test_the_library_is_large_and_varied():
    documents = [read_path(file) for file in GENERATED]
    puzzles = [document.puzzle for document in documents]
    assert len(documents) >= 60
    assert len({document.info.title for document in documents}) == len(documents)
    assert len({puzzle.islands for puzzle in puzzles}) == len(documents)
    assert {puzzle.rows for puzzle in puzzles} >= {5, 7, 9, 10, 12, 15, 20, 25, 30, 40, 60}
    assert {puzzle.rules.max_bridges for puzzle in puzzles} == {1, 2, 3, 4}
    levels = Counter(document.info.level for document in documents)
    assert min(levels[level] for level in Level) >= 8
    assert sum(any(island.clue is None for island in p.islands) for p in puzzles) >= 6
    assert sum(not puzzle.rules.loops for puzzle in puzzles) >= 4


def test_the_tutorial_has_twelve_lessons():
    assert len(LESSONS) == 12
    assert FILES[:12] == LESSONS
    lessons = [read_path(file).info.lesson for file in LESSONS]
    assert all(isinstance(lesson, str) and lesson.endswith(".") for lesson in lessons)


@pytest.mark.parametrize(
    ("number", "technique"),
    [
        (3, "Only one way out"),
        (4, "Full house"),
        (5, "One in every direction"),
        (7, "Ones apart, twos apart"),
        (8, "What the rest can't take"),
        (9, "Three closed off"),
        (10, "Group closed off"),
        (11, "Closing a loop"),
        (12, "The last way without a loop"),
    ],
)
def test_a_lesson_needs_the_technique_it_teaches(number, technique):
    assert grade(read_path(LESSONS[number - 1]).puzzle).hardest == technique


def test_the_first_puzzle_needs_only_easy_steps():
    puzzle = read_path(GENERATED[0]).puzzle
    assert puzzle.rows == puzzle.cols == 5
    board = Board.empty(puzzle)
    with Solver(puzzle) as solver:
        hint = next_hint(puzzle, board, solver)
        while hint.kind == ExplanationKind.STEP:
            assert hint.level == "easy"
            board = board.apply(hint.move)
            hint = next_hint(puzzle, board, solver)
    assert hint.kind == ExplanationKind.FINISHED
