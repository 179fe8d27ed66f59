from __future__ import annotations

from random import Random

import pytest

from hashi_gui.logic.minimise import minimise_refutation
from hashi_gui.logic.position import Position
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.techniques.assumptions import NestedWhatIf, WhatIf
from hashi_gui.logic.techniques.catalogue import DIRECT_TECHNIQUES, FAST_TECHNIQUES
from hashi_gui.logic.techniques.connectivity import isolated_group
from hashi_gui.logic.techniques.technique import Conclusion
from hashi_gui.solving import Cancelled, CancelToken

WHAT_IF = WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES))


@pytest.fixture(params=range(80))
def refuted(request, grown, part_way) -> tuple[Position, Conclusion]:
    """Where the direct techniques are at their end, and what a what-if concludes there."""
    random = Random(request.param)
    while True:
        puzzle, solution = grown(random)
        position = Position.from_board(puzzle, part_way(random, solution))
        for _ in Reasoner(position, DIRECT_TECHNIQUES).run():
            pass
        conclusion = next(WHAT_IF.find(position, 0), None)
        if conclusion is not None and len(conclusion.facts.chain) > 1:
            return position, conclusion


def fails(position: Position, conclusion: Conclusion, left_out: int | None = None) -> bool:
    """Whether the chain of a refutation, perhaps with a part left out, leads to what cannot be;
    each part must be what its technique sees once those before it are known."""
    checkpoint = position.checkpoint()
    assumed = conclusion.bound + (-1 if conclusion.is_minimum else 1)
    conclusion._replace(is_minimum=not conclusion.is_minimum, bound=assumed).apply(position)
    for number, part in enumerate(conclusion.facts.chain):
        if number != left_out and position.conflict is None:
            subjects = part.technique.subjects(position, range(len(position.group)))
            seen = [c[1:4] for s in subjects for c in part.technique.find(position, s)]
            if part[1:4] in seen:
                part.apply(position)
    failed = position.conflict is not None or isolated_group(position) is not None
    position.rollback(checkpoint)
    return failed


def test_what_is_left_still_refutes_and_nothing_more_can_go(refuted):
    position, conclusion = refuted
    before = position.low[:], position.high[:], position.checkpoint()
    short = minimise_refutation(position, conclusion)
    assert before == (position.low, position.high, position.checkpoint())
    assert short[:5] == conclusion[:5]
    assert len(short.facts.chain) <= len(conclusion.facts.chain)
    assert fails(position, short)
    assert not any(fails(position, short, part) for part in range(len(short.facts.chain)))


def test_long_refutations_become_short(grown):
    lengths = []
    for seed in range(200):
        puzzle, _ = grown(Random(seed))
        position = Position(puzzle)
        for conclusion in WHAT_IF.find(position, 0):
            short = minimise_refutation(position, conclusion)
            lengths.append((len(conclusion.facts.chain), len(short.facts.chain)))
    long, short = map(sum, zip(*lengths))
    assert short < 0.8 * long


def test_what_rests_on_assumptions_stays_as_it_is(refuted):
    position, conclusion = refuted
    nested = conclusion.facts.__class__((conclusion,), (0,), False)
    deeper = conclusion._replace(technique=NestedWhatIf(()), facts=nested)
    assert minimise_refutation(position, deeper) is deeper


def test_shortening_can_be_stopped(refuted):
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        minimise_refutation(*refuted, token)
