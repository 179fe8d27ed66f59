"""Exercises are what they promise: a sample, or ``HASHI_EXERCISES`` of them for each technique."""

from __future__ import annotations

import os
from itertools import islice

import pytest

from hashi_gui.core.board import MARK, Move
from hashi_gui.generating.exercises import _OPTIONS, generate_exercises
from hashi_gui.logic.position import Position
from hashi_gui.logic.practice import TOPICS, Exercise, Reply, Topic
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.techniques.catalogue import all_techniques
from hashi_gui.solving import Bounds, SatSolver, VerdictKind

PRACTISED = [topic for topic in TOPICS if not topic.too_rare]
COUNT = int(os.environ.get("HASHI_EXERCISES", "10"))

each_technique = pytest.mark.parametrize("topic", PRACTISED, ids=lambda topic: topic.name)


def verify(exercise: Exercise, topic: Topic) -> None:
    assert exercise.hint.technique == topic.name
    check_truth(exercise)
    check_next_step(exercise, topic)
    check_replies(exercise)


def check_truth(exercise: Exercise) -> None:
    """The puzzle has one solution, and the exact solver says that all solutions have the answer."""
    with SatSolver(exercise.puzzle) as solver:
        verdict = solver.verdict()
        bounds = solver.solution_bounds(exercise.board)
    assert verdict.kind is VerdictKind.UNIQUE
    assert verdict.solution == exercise.solution
    assert exercise.answers
    for edge, state in exercise.answers:
        assert bounds.high[edge] == 0 if state == MARK else bounds.low[edge] >= state


def check_next_step(exercise: Exercise, topic: Topic) -> None:
    """Easier techniques draw nothing; with this one, they draw an answer first."""
    forced = Bounds(exercise.solution, exercise.solution)
    techniques = all_techniques(forced)
    number = [each.name for each in techniques].index(topic.name)
    position = Position.from_board(exercise.puzzle, exercise.board)
    for conclusion in Reasoner(position, techniques[:number]).run():
        assert not draws(conclusion)
    given = next(c for c in Reasoner(position, techniques[: number + 1]).run() if draws(c))
    assert (given.edge, given.bound or MARK) in exercise.answers


def draws(conclusion) -> bool:
    return conclusion.is_minimum or (conclusion.bound == 0 and not conclusion.technique.obvious)


def check_replies(exercise: Exercise) -> None:
    """Only the answers are right: no other change of a single edge is."""
    for edge, count in enumerate(exercise.solution):
        before = exercise.board.state(edge)
        for state in {MARK, 1, 2} - {before}:
            reply = exercise.judge(exercise.board.apply(Move(((edge, state),))))
            true = count == 0 if state == MARK else state <= count
            answers = [wanted for other, wanted in exercise.answers if other == edge]
            right = true and any(state >= wanted if wanted != MARK else True for wanted in answers)
            assert (reply is Reply.RIGHT) == (right and state != before)
            assert (reply is Reply.WRONG) == (not true)


@each_technique
def test_exercises_are_what_they_promise(topic: Topic):
    seen = set()
    for exercise in islice(generate_exercises(topic.name, 1), COUNT):
        verify(exercise, topic)
        seen.add((exercise.puzzle.islands, exercise.board))
    assert len(seen) == COUNT


@each_technique
def test_most_exercises_have_one_reason(topic: Topic):
    """Only an assumption can be made at many places; all others have a single one."""
    if topic.name == "What if":
        return
    for exercise in islice(generate_exercises(topic.name, 5), 3):
        assert len(exercise.answers) <= 4


def test_the_same_seed_gives_the_same_exercises():
    one, two = (list(islice(generate_exercises("Full house", 7), 5)) for _ in range(2))
    assert one == two


def test_options_are_those_of_techniques_that_exist():
    assert _OPTIONS.keys() <= {topic.name for topic in PRACTISED}
