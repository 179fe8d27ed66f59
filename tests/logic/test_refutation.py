from __future__ import annotations

import re
from itertools import groupby
from random import Random

import pytest

from hashi_gui.core.board import MARK
from hashi_gui.logic.position import Position
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.refutation import explain_refutation, minimise_refutation
from hashi_gui.logic.techniques.assumptions import NestedWhatIf, WhatIf
from hashi_gui.logic.techniques.catalogue import DIRECT_TECHNIQUES, FAST_TECHNIQUES
from hashi_gui.logic.techniques.connectivity import isolated_group
from hashi_gui.logic.techniques.technique import Conclusion
from hashi_gui.solving import Cancelled, CancelToken

WHAT_IF = WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES))
NUMBERS = {"right away": 0, "one step later": 1}
EXAMPLES_PER_SEED = 10


def steps_that_the_text_says(reason: str) -> int:
    when = re.search(r": (right away|one step later|(\d+) steps later), ", reason)
    assert when is not None
    return NUMBERS[when[1]] if when[2] is None else int(when[2])


def refutations(position: Position) -> list[Conclusion]:
    """What one assumption after the other gives from a position on."""
    found = []
    while len(found) < EXAMPLES_PER_SEED and (new := next(WHAT_IF.find(position, 0), None)):
        found.append(new)
        new.apply(position)
        if position.conflict is not None:
            break
    return found


@pytest.mark.parametrize("seed", range(40))
def test_text_list_and_board_agree(seed, random_puzzle):
    puzzle, _ = random_puzzle(Random(seed))
    for conclusion in refutations(Position(puzzle)):
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


def test_there_are_many_refutations(random_puzzle):
    found = sum(len(refutations(Position(random_puzzle(Random(seed))[0]))) for seed in range(40))
    assert found > 100


@pytest.fixture(scope="module", params=range(25))
def refuted(request, random_puzzle, partial_board) -> tuple[Position, Conclusion]:
    """A position where the direct techniques stall, and a conclusion of "What if" there."""
    random = Random(request.param)
    while True:
        puzzle, solution = random_puzzle(random)
        position = Position.from_board(puzzle, partial_board(random, solution))
        for _ in Reasoner(position, DIRECT_TECHNIQUES).run():
            pass
        conclusion = next(WHAT_IF.find(position, 0), None)
        if conclusion is not None and len(conclusion.facts.chain) > 1:
            return position, conclusion


def sentence(part: Conclusion) -> object:
    """What the conclusions have in common that one sentence gives."""
    return part.technique, part.islands


def leads_to_contradiction(
    position: Position, conclusion: Conclusion, left_out: object = None
) -> bool:
    """Whether a refutation, perhaps without one of its sentences, still leads to a contradiction.

    Each step counts only if its technique finds it after those before it.
    """
    checkpoint = position.checkpoint()
    assumed = conclusion.bound + (-1 if conclusion.is_minimum else 1)
    conclusion._replace(is_minimum=not conclusion.is_minimum, bound=assumed).apply(position)
    for part in conclusion.facts.chain:
        if sentence(part) != left_out and position.conflict is None:
            subjects = part.technique.subjects(position, range(len(position.group)))
            found = [c[1:4] for s in subjects for c in part.technique.find(position, s)]
            if part[1:4] in found:
                part.apply(position)
    failed = position.conflict is not None or isolated_group(position) is not None
    position.rollback(checkpoint)
    return failed


def test_the_result_still_refutes_and_needs_every_sentence(refuted):
    position, conclusion = refuted
    before = position.low[:], position.high[:], position.checkpoint()
    short = minimise_refutation(position, conclusion)
    assert before == (position.low, position.high, position.checkpoint())
    assert short[:5] == conclusion[:5]
    assert len(short.facts.steps()) <= len(conclusion.facts.steps())
    assert leads_to_contradiction(position, short)
    assert not any(
        leads_to_contradiction(position, short, sentence(part))
        for part in short.facts.chain
        if not part.technique.obvious
    )


def test_refutations_become_shorter(random_puzzle):
    lengths = []
    for seed in range(60):
        puzzle, _ = random_puzzle(Random(seed))
        position = Position(puzzle)
        for conclusion in WHAT_IF.find(position, 0):
            short = minimise_refutation(position, conclusion)
            lengths.append((len(conclusion.facts.steps()), len(short.facts.steps())))
    long, short = map(sum, zip(*lengths))
    assert short < 0.8 * long


def test_a_refutation_with_nested_assumptions_is_unchanged(refuted):
    position, conclusion = refuted
    nested = conclusion.facts.__class__((conclusion,), (0,), False)
    deeper = conclusion._replace(technique=NestedWhatIf(()), facts=nested)
    assert minimise_refutation(position, deeper) is deeper


def test_minimising_can_be_cancelled(refuted):
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        minimise_refutation(*refuted, token)
