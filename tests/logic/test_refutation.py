from __future__ import annotations

import re
from itertools import groupby
from random import Random

import pytest

from hashi_gui.core.board import MARK
from hashi_gui.logic.position import Position
from hashi_gui.logic.refutation import explain_refutation
from hashi_gui.logic.techniques.assumptions import WhatIf
from hashi_gui.logic.techniques.catalogue import DIRECT_TECHNIQUES, FAST_TECHNIQUES
from hashi_gui.logic.techniques.technique import Conclusion

WHAT_IF = WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES))
NUMBERS = {"right away": 0, "one step later": 1}
EXAMPLES_PER_SEED = 10


def steps_that_the_text_says(reason: str) -> int:
    when = re.search(r": (right away|one step later|(\d+) steps later), ", reason)
    assert when is not None
    return NUMBERS[when[1]] if when[2] is None else int(when[2])


def refuted(position: Position) -> list[Conclusion]:
    """What one assumption after the other gives from a position on."""
    found = []
    while len(found) < EXAMPLES_PER_SEED and (new := next(WHAT_IF.find(position, 0), None)):
        found.append(new)
        new.apply(position)
        if position.conflict is not None:
            break
    return found


@pytest.mark.parametrize("seed", range(130))
def test_text_list_and_board_agree(seed, random_puzzle):
    """Over all seeds these are more than 500 refutations."""
    puzzle, _ = random_puzzle(Random(seed))
    position = Position(puzzle)
    for conclusion in refuted(position):
        refutation = conclusion.facts
        assumption, *followed, contradiction = explain_refutation(puzzle, conclusion)
        reason = conclusion.reason(puzzle)
        assert steps_that_the_text_says(reason) == len(followed)
        assert reason.startswith(assumption.text.rstrip("."))
        assert contradiction.text == f"But then {refutation.conflict_text(puzzle)}."
        assert contradiction.islands == refutation.conflict
        assert assumption.edges == (conclusion.edge,)
        explained = [part for part in refutation.chain if not part.technique.obvious]
        reasons = [part.reason(puzzle) for part in explained]
        assert " ".join(step.text for step in followed) == " ".join(k for k, _ in groupby(reasons))
        assert [e for step in followed for e in step.edges] == [part.edge for part in explained]
        check_states(conclusion, [assumption, *followed, contradiction])


def check_states(conclusion, steps):
    """Each step draws what it says, and takes nothing back."""
    drawn = {}
    for step in steps:
        for edge, state in drawn.items():
            assert step.states[edge] == MARK if state == MARK else step.states[edge] >= state
        drawn = step.states
    for parts, step in zip(conclusion.facts.steps(), steps[1:]):
        for part in parts:
            shown = step.states.get(part.edge, 0)
            if part.is_minimum:
                assert shown >= part.bound or shown == MARK
            elif part.bound == 0:
                assert shown
    for part in conclusion.facts.chain:
        if part.is_minimum or part.bound == 0:
            assert drawn[part.edge]


def test_there_are_more_than_500_refutations(random_puzzle):
    found = sum(len(refuted(Position(random_puzzle(Random(seed))[0]))) for seed in range(130))
    assert found > 500
