import re
from collections import Counter
from itertools import groupby
from random import Random

import pytest

from hashi_gui.core.board import MARK
from hashi_gui.core.highlight import Role
from hashi_gui.formats import read
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import WhatIf
from hashi_gui.logic.reasoning.techniques.catalogue import (
    DIRECT_TECHNIQUES,
    FAST_TECHNIQUES,
    OBVIOUS_TECHNIQUES,
)
from hashi_gui.logic.reasoning.techniques.connectivity import isolated_group
from hashi_gui.logic.reasoning.techniques.technique import Conclusion
from hashi_gui.logic.teaching.cost import cost_of, cost_of_step
from hashi_gui.logic.teaching.refutation import (
    cheapest_refutation,
    explain_refutation,
    minimise_refutation,
)
from hashi_gui.solving import Cancelled


@pytest.fixture(autouse=True)
def any_time(monkeypatch):
    """No search ends early on a slow machine."""
    monkeypatch.setattr("hashi_gui.logic.teaching.refutation.MAX_SECONDS", 1e6)


WHAT_IF = WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES))
NUMBERS = {"right away": 0, "one step later": 1}
EXAMPLES_PER_SEED = 10


def steps_that_the_text_says(reason: str) -> int:
    number = re.search(r" (\d+) steps? shows? it\.", reason)
    return int(number[1]) if number else 0


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
        assert reason.startswith(f"{assumption.text} {contradiction.text}")
        assert contradiction.text == refutation.conflict_text(puzzle)
        assert tuple(contradiction.highlight.islands) == refutation.conflict
        assert list(assumption.highlight.edges) == [conclusion.edge]
        explained = [part for part in refutation.chain if not part.technique.obvious]
        reasons = [part.reason(puzzle) for part in explained]
        assert " ".join(step.text for step in followed) == " ".join(k for k, _ in groupby(reasons))
        lit = [
            edge
            for step in followed
            for edge, role in step.highlight.edges.items()
            if role is Role.HINT
        ]
        assert set(lit) == {part.edge for part in explained}
        check_states(conclusion, [assumption, *followed, contradiction])


def check_states(conclusion, steps):
    """Each step draws what it says, and takes nothing back."""
    drawn = {}
    for step in steps:
        for edge, state in drawn.items():
            now = step.highlight.ghosts[edge]
            assert now == MARK if state == MARK else now >= state
        drawn = step.highlight.ghosts
    for parts, step in zip(conclusion.facts.steps(), steps[1:]):
        for part in parts:
            shown = step.highlight.ghosts.get(part.edge, 0)
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
    for (technique, *_), parts in groupby(conclusion.facts.chain, lambda part: (part[0], part[4:])):
        subjects = list(technique.subjects(position, range(len(position.group))))
        found = [c[1:4] for s in subjects for c in technique.find(position, s)]
        for part in parts:
            if sentence(part) != left_out and position.conflict is None and part[1:4] in found:
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
    assert cost_of(short) <= cost_of(conclusion)
    assert leads_to_contradiction(position, short)
    if position.puzzle.rules.max_bridges <= 2:  # Otherwise, some say the same again, but stronger.
        assert not any(
            leads_to_contradiction(position, short, sentence(part))
            for part in short.facts.chain
            if not part.technique.obvious
        )


def is_refuted_within(position: Position, cost: int) -> bool:
    """Whether sentences that cost at most so much show that a position is impossible."""
    checkpoint = position.checkpoint()
    for _ in Reasoner(position, OBVIOUS_TECHNIQUES).run():
        pass
    refuted = position.conflict is not None or isolated_group(position) is not None
    if not refuted and cost > 1:
        for technique in DIRECT_TECHNIQUES:
            for subject in technique.subjects(position, range(len(position.group))):
                found = [c for c in technique.find(position, subject) if c.is_new(position)]
                for _, group in groupby(found, sentence):
                    parts = list(group)
                    left = cost - cost_of_step(parts) if not technique.obvious else -1
                    before = position.checkpoint()
                    for part in parts:
                        part.apply(position)
                    refuted = refuted or (left >= 0 and is_refuted_within(position, left))
                    position.rollback(before)
    position.rollback(checkpoint)
    return refuted


def test_no_refutation_is_cheaper_than_the_cheapest(random_puzzle):
    costs, cheaper = Counter(), 0
    for seed in range(60):
        puzzle, _ = random_puzzle(Random(seed))
        position = Position(puzzle)
        for conclusion in WHAT_IF.find_all(position):
            assumed = conclusion.bound + (-1 if conclusion.is_minimum else 1)
            assumption = conclusion._replace(is_minimum=not conclusion.is_minimum, bound=assumed)
            cheapest = cheapest_refutation(position, assumption)
            cost = sum(map(cost_of_step, cheapest.steps()))
            costs[cost] += 1
            checkpoint = position.checkpoint()
            assumption.apply(position)
            cheaper += cost > 0 and is_refuted_within(position, min(cost - 1, 6))
            position.rollback(checkpoint)
    assert costs.total() - costs[0] > 50
    assert cheaper <= costs.total() / 100  # More knowledge may make a technique say less.


def test_what_cannot_be_refuted_has_no_refutation():
    position = Position(read("2.2\n...\n2.2").puzzle)
    assert cheapest_refutation(position, Conclusion(WHAT_IF, 0, True, 1, (0, 1))) is None


def test_without_a_search_there_is_a_refutation(refuted, monkeypatch):
    monkeypatch.setattr("hashi_gui.logic.teaching.refutation.MAX_ATTEMPTS", 0)
    position, conclusion = refuted
    assert leads_to_contradiction(position, minimise_refutation(position, conclusion))


def test_minimising_can_be_cancelled(refuted, cancelled):
    with pytest.raises(Cancelled):
        minimise_refutation(*refuted, cancelled)
