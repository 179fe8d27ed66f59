from __future__ import annotations

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import grade
from hashi_gui.logic.rating.solving_path import path_outline


@pytest.mark.parametrize("level", list(Level)[:4])
def test_the_path_has_the_techniques_and_the_level_of_the_grade(level):
    generated = generate(GeneratorOptions(10, 10, 24, level=level), 3)
    path = path_outline(generated.puzzle, generated.solution)
    graded = grade(generated.puzzle)
    names = {step.technique.name for step in path.steps}
    assert names <= set(graded.techniques)
    assert graded.hardest in names
    assert path.level == graded.level == level


def test_the_openings_are_all_first_steps_of_the_easiest_level():
    """Both ends of a row have only one way out, and the middle has a full house."""
    puzzle = Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 2, (0, 4): 1})
    openings = path_outline(puzzle, bytes([1, 1])).openings
    found = {(step.technique.name, step.islands[0]) for step in openings}
    assert {("Only one way out", 0), ("Only one way out", 2), ("Full house", 1)} <= found
    assert {step.technique.level for step in openings} == {Level.EASY}


def test_what_is_excluded_as_easily_is_an_opening_too():
    """Two 1s that are neighbours cannot be connected, which takes no harder technique."""
    generated = generate(GeneratorOptions(15, 15, 54, doubles=0.0), 1)
    path = path_outline(generated.puzzle, generated.solution)
    apart = [step for step in path.openings if step.technique.name == "Ones apart, twos apart"]
    assert apart
    for step in apart:
        clues = {path.puzzle.islands[island].clue for island in step.islands}
        assert clues in ({1}, {2})
