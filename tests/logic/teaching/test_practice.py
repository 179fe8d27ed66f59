import re
from dataclasses import replace

import pytest

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.formats import read
from hashi_gui.logic.reasoning.techniques.catalogue import all_techniques
from hashi_gui.logic.teaching.explanation import ExplanationKind
from hashi_gui.logic.teaching.practice import PRACTICABLE, TOPICS, Exercise, Reply, exercises
from hashi_gui.solving import solve
from tests.samples import GARDEN

SEVERAL_PLACES = """
2 . 2───3
        │
. . . . │
        │
. 1─────4

. . . . .

2 . 2 . 2
"""


@pytest.fixture
def exercise() -> Exercise:
    puzzle = read(GARDEN).puzzle
    solution = solve(puzzle).counts
    assert solution is not None
    return next(exercises(puzzle, solution, "Only one way out"))


def drawn(exercise: Exercise, *states: tuple[int, int]) -> Board:
    return exercise.board.apply(Move(states))


def test_there_is_a_topic_for_every_technique_that_is_not_obvious():
    names = [technique.name for technique in all_techniques() if not technique.obvious]
    assert [topic.name for topic in TOPICS] == names


@pytest.mark.parametrize("name", PRACTICABLE)
def test_a_lesson_speaks_of_no_position(name):
    lesson = PRACTICABLE[name].lesson
    assert not re.search(r"\b(here|this puzzle|this board)\b", lesson, re.IGNORECASE)


def test_the_hint_names_the_technique_and_draws_the_answers_and_each_is_right(exercise):
    assert exercise.hint.kind is ExplanationKind.STEP
    assert exercise.hint.technique == "Only one way out"
    assert set(exercise.hint.move.edges) == exercise.answers
    for answer in exercise.answers:
        assert exercise.judge(drawn(exercise, answer)) is Reply.RIGHT


def test_an_unchanged_board_and_half_an_answer_are_nothing_yet(exercise):
    assert exercise.judge(exercise.board) is Reply.NOTHING
    edge = next(iter(exercise.answers))[0]
    doubled = replace(exercise, answers=frozenset({(edge, 2)}), solution=b"\2" * 20)
    assert doubled.judge(drawn(exercise, (edge, 1))) is Reply.NOTHING
    assert doubled.judge(drawn(exercise, (edge, 2))) is Reply.RIGHT


def test_a_bridge_too_many_and_a_mark_on_a_bridge_are_wrong(exercise):
    (edge, state), *_ = exercise.answers
    assert exercise.judge(drawn(exercise, (edge, exercise.solution[edge] + 1))) is Reply.WRONG
    assert exercise.judge(drawn(exercise, (edge, MARK))) is Reply.WRONG
    other = next(e for e, count in enumerate(exercise.solution) if count == 0)
    assert exercise.judge(drawn(exercise, (edge, state), (other, 1))) is Reply.WRONG


def test_what_is_true_but_does_not_follow_is_not_accepted(exercise):
    asked = {edge for edge, _ in exercise.answers}
    for edge, count in enumerate(exercise.solution):
        if edge not in asked and count != exercise.board.state(edge):
            assert exercise.judge(drawn(exercise, (edge, count or MARK))) is Reply.OTHER


def test_a_mark_is_accepted_where_the_technique_rules_a_bridge_out(exercise):
    edge = next(e for e, count in enumerate(exercise.solution) if count == 0)
    asking = replace(exercise, answers=frozenset({(edge, MARK)}))
    assert not asking.asks_for_bridge
    assert asking.judge(drawn(exercise, (edge, MARK))) is Reply.RIGHT
    assert asking.judge(drawn(exercise, (edge, 1))) is Reply.WRONG


def test_removed_bridges_are_nothing_to_judge(exercise):
    edge = next(e for e, count in enumerate(exercise.solution) if count)
    later = replace(exercise, board=exercise.board.apply(Move(((edge, 1),))))
    assert later.judge(exercise.board) is Reply.NOTHING


def test_what_several_places_give_together_counts_as_another_answer():
    """Here the 2s at the left must not have two bridges, nor those at the bottom: together that
    gives more than either does alone.
    """
    document = read(SEVERAL_PLACES)
    solution = solve(document.puzzle).counts
    assert solution is not None
    found = exercises(document.puzzle, solution, "Ones apart, twos apart")
    assert document.board not in [exercise.board for exercise in found]
