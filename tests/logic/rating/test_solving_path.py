from dataclasses import replace

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import Reasoning, grade, reason_easily
from hashi_gui.logic.rating.solving_path import (
    SolvingPath,
    build_solving_path,
    path_outline,
    written_hint,
)
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.assumptions import NestedWhatIf, WhatIf
from hashi_gui.logic.reasoning.techniques.technique import Technique
from hashi_gui.logic.teaching.walkthrough import build_walkthrough, group_by_reason
from hashi_gui.solving import Cancelled, CancelToken, Solver


def reasoning_for(puzzle: Puzzle) -> Reasoning:
    with Solver(puzzle) as solver:
        return reason_easily(solver)


def puzzle_of(level: Level, seed: int = 0) -> Puzzle:
    return generate(GeneratorOptions(9, 9, 20, level=level), seed).puzzle


def open_places(position: Position, needed: Technique, reasoning: Reasoning) -> int | None:
    """The number of open steps, found by looking everywhere."""
    if isinstance(needed, NestedWhatIf):
        return None
    places = set()
    for technique in reasoning.techniques:
        if technique.obvious or technique.level.rank > needed.level.rank:
            continue
        islands = range(len(position.puzzle.islands))
        found = (
            technique.find_all(position)
            if isinstance(technique, WhatIf)
            else [
                conclusion
                for subject in technique.subjects(position, islands)
                for conclusion in technique.find(position, subject)
            ]
        )
        places.update(each.islands for each in found if each.is_new(position))
    return len(places)


@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM, Level.HARD, Level.EXPERT])
def test_the_number_of_open_steps_is_that_of_a_search_everywhere(level: Level) -> None:
    reasoning = reasoning_for(puzzle_of(level))
    path = build_solving_path(reasoning)
    position = Position(reasoning.position.puzzle)
    counts = []
    firsts = [group[0] for group in group_by_reason(reasoning.conclusions)]
    for conclusion in reasoning.conclusions:
        if conclusion is firsts[len(counts) % len(firsts)]:
            counts.append(open_places(position, conclusion.technique, reasoning))
        conclusion.apply(position)
    assert list(path.open) == counts
    assert all(count is None or count >= 1 for count in counts)


@pytest.mark.parametrize("level", [Level.EASY, Level.HARD, Level.EXPERT])
def test_the_steps_are_those_of_the_walkthrough(level: Level) -> None:
    puzzle = puzzle_of(level, seed=1)
    path = build_solving_path(reasoning_for(puzzle))
    with Solver(puzzle) as solver:
        walkthrough = build_walkthrough(puzzle, solver)
    assert path.steps == walkthrough.steps


def with_levels(*steps: tuple[Level, int]) -> SolvingPath:
    """A path whose steps have these levels and numbers of open steps."""
    path = build_solving_path(reasoning_for(puzzle_of(Level.EASY)))
    levels = tuple(replace(path.steps[0], level=level) for level, _count in steps)
    return SolvingPath(levels, tuple(count for _level, count in steps))


@pytest.mark.parametrize(
    ("steps", "key"),
    [
        ([], None),
        ([(Level.EASY, 4), (Level.EASY, 1), (Level.EASY, 3)], None),
        ([(Level.EASY, 4), (Level.HARD, 2), (Level.EASY, 3)], 1),
        ([(Level.EASY, 1), (Level.MEDIUM, 2), (Level.HARD, 3), (Level.HARD, 1)], 2),
        ([(Level.HARD, 2), (Level.EASY, 2), (Level.HARD, 1), (Level.EASY, 3)], 0),
    ],
)
def test_the_step_that_opens_the_puzzle(steps: list[tuple[Level, int]], key: int | None) -> None:
    assert with_levels(*steps).key == key


def test_the_narrowest_steps() -> None:
    path = with_levels((Level.EASY, 3), (Level.EASY, 1), (Level.EASY, 2), (Level.EASY, 1))
    assert path.narrowest == (1, 3)
    assert with_levels().narrowest == ()


def test_it_can_be_cancelled(cancelled: CancelToken) -> None:
    reasoning = reasoning_for(puzzle_of(Level.EASY))
    with pytest.raises(Cancelled):
        build_solving_path(reasoning, cancelled)


# Outlines


@pytest.mark.parametrize("level", list(Level)[:4])
def test_the_path_has_the_techniques_and_the_level_of_the_grade(level: Level) -> None:
    generated = generate(GeneratorOptions(10, 10, 24, level=level), 3)
    path = path_outline(generated.puzzle, generated.solution)
    graded = grade(generated.puzzle)
    names = {step.technique.name for step in path.steps}
    assert names <= set(graded.techniques)
    assert graded.hardest in names
    assert path.level == graded.level == level


def test_the_openings_are_all_first_steps_of_the_easiest_level() -> None:
    """Both ends of a row have only one way out, and the middle has a full house."""
    puzzle = Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 2, (0, 4): 1})
    openings = path_outline(puzzle, bytes([1, 1])).openings
    found = {(step.technique.name, step.islands[0]) for step in openings}
    assert {("Only one way out", 0), ("Only one way out", 2), ("Full house", 1)} <= found
    assert {step.technique.level for step in openings} == {Level.EASY}


def test_what_is_excluded_as_easily_is_an_opening_too() -> None:
    """Two 1s that are neighbours cannot be connected, which takes no harder technique."""
    generated = generate(GeneratorOptions(15, 15, 54, doubles=0.0), 1)
    path = path_outline(generated.puzzle, generated.solution)
    apart = [step for step in path.openings if step.technique.name == "Ones apart, twos apart"]
    assert apart
    for step in apart:
        clues = {path.puzzle.islands[island].clue for island in step.islands}
        assert clues in ({1}, {2})


@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM, Level.HARD])
def test_a_written_hint_names_the_first_step_and_the_one_that_opens_the_puzzle(
    level: Level,
) -> None:
    reasoning = reasoning_for(puzzle_of(level))
    path = build_solving_path(reasoning)
    hint = written_hint(reasoning)
    assert hint.startswith("Begin at row ")
    assert f": {path.steps[0].technique}." in hint
    assert (path.key is None) is ("opens" not in hint)
    assert path.key is None or hint.endswith(f": {path.steps[path.key].technique}.")


def test_a_puzzle_with_several_solutions_has_no_written_hint() -> None:
    assert written_hint(reasoning_for(read("2.3\n...\n1.2").puzzle)) == ""
