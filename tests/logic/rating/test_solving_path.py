from __future__ import annotations

from dataclasses import replace

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import Reasoning, grade, reason_easily
from hashi_gui.logic.rating.solving_path import SolvingPath, build_solving_path
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


def test_the_grade_is_that_of_the_puzzle() -> None:
    puzzle = puzzle_of(Level.HARD)
    assert reasoning_for(puzzle).grade() == grade(puzzle)


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


def test_it_can_be_cancelled() -> None:
    reasoning = reasoning_for(puzzle_of(Level.EASY))
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        build_solving_path(reasoning, token)
