"""The way from an assumption to a contradiction, as short as possible and step by step."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce

from hashi_gui.core.board import MARK
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.position import Position
from hashi_gui.logic.techniques.assumptions import Refutation, WhatIf, assumption_text, refute
from hashi_gui.logic.techniques.catalogue import DIRECT_TECHNIQUES
from hashi_gui.logic.techniques.technique import Conclusion, Technique
from hashi_gui.solving import CancelToken


@dataclass(frozen=True, slots=True)
class RefutationStep:
    """One step: the assumption, what follows from it, or at last the contradiction.

    ``text`` is a sentence that mentions islands. ``islands`` and ``edges`` are those that it is
    about. ``states`` has what would be drawn by now if the assumption were true: the number of
    bridges on an edge, or MARK if it would have none. ``limits`` has the most bridges on edges,
    where that was said and cannot be drawn.
    """

    text: str
    islands: tuple[int, ...]
    edges: tuple[int, ...]
    states: Mapping[int, int]
    limits: Mapping[int, int]


def explain_refutation(puzzle: Puzzle, conclusion: Conclusion) -> tuple[RefutationStep, ...]:
    """The steps from the assumption behind a conclusion to the contradiction.

    The first one is the assumption, the last one the contradiction, and those between are as many
    as the reason of the conclusion says. Obvious steps are left out, but what they would draw is
    not. Empty if nothing was assumed.
    """
    if not isinstance(conclusion.technique, WhatIf):
        return ()
    return tuple(_steps(puzzle, conclusion, conclusion.facts))


def _steps(
    puzzle: Puzzle, conclusion: Conclusion, refutation: Refutation
) -> Iterator[RefutationStep]:
    opposite = conclusion.bound + (-1 if conclusion.is_minimum else 1)
    assumption = conclusion._replace(is_minimum=not conclusion.is_minimum, bound=opposite)
    states: Mapping[int, int] = _drawn({}, assumption)
    limits = _limits([assumption])
    text = f"{assumption_text(puzzle, conclusion)}."
    yield RefutationStep(text, conclusion.islands, (conclusion.edge,), states, limits)
    steps = refutation.steps()
    for step in steps:
        states = reduce(_drawn, step, states)
        explained = [part for part in step if not part.technique.obvious]
        text = " ".join(dict.fromkeys(part.reason(puzzle) for part in explained))
        edges = tuple(part.edge for part in explained)
        limits = {**limits, **_limits(explained)}
        yield RefutationStep(text, explained[0].islands, edges, states, limits)
    states = reduce(_drawn, refutation.chain[sum(map(len, steps)) :], states)
    text = refutation.conflict_text(puzzle)
    yield RefutationStep(f"But then {text}.", refutation.conflict, (), states, limits)


def _limits(conclusions: Iterable[Conclusion]) -> dict[int, int]:
    """What conclusions say that cannot be drawn: the most bridges on edges, if they are any."""
    return {each.edge: each.bound for each in conclusions if each.bound and not each.is_minimum}


def _drawn(states: Mapping[int, int], conclusion: Conclusion) -> dict[int, int]:
    """The states after another conclusion.

    An upper bound above 0 cannot be drawn, and neither can what contradicts the states before.
    """
    edge, bound = conclusion.edge, conclusion.bound
    known = states.get(edge, 0)
    if conclusion.is_minimum and bound and known != MARK:
        return {**states, edge: bound}
    if not conclusion.is_minimum and bound == 0 and known == 0:
        return {**states, edge: MARK}
    return dict(states)


Sentence = tuple[Technique, tuple[int, ...]]
"""What one sentence is about: a technique, and the islands that it is applied to."""


def minimise_refutation(
    position: Position, conclusion: Conclusion, cancel: CancelToken | None = None
) -> Conclusion:
    """The same conclusion of WhatIf, with a refutation that needs every one of its sentences.

    ``position`` is one at which it can be drawn; it is left unchanged. A refutation that uses
    further assumptions is returned as it is. Raises Cancelled.
    """
    refutation = conclusion.facts
    if any(part.technique not in DIRECT_TECHNIQUES for part in refutation.chain):
        return conclusion
    assumed = conclusion.bound + (-1 if conclusion.is_minimum else 1)
    assumption = conclusion._replace(is_minimum=not conclusion.is_minimum, bound=assumed)
    refutation = refute(position, assumption, DIRECT_TECHNIQUES, cancel) or refutation
    for sentence in dict.fromkeys(map(_sentence, reversed(refutation.chain))):
        sentences = set(map(_sentence, refutation.chain)) - {sentence}
        if not sentence[0].obvious:
            techniques = [_Restricted(technique, sentences) for technique in DIRECT_TECHNIQUES]
            refutation = refute(position, assumption, techniques, cancel) or refutation
    return conclusion._replace(facts=refutation)


class _Restricted(Technique):
    """A technique that may draw only the conclusions of some sentences, and what is obvious.

    Otherwise the numbers of a sentence would not be those on the board.
    """

    def __init__(self, technique: Technique, allowed: Collection[Sentence]) -> None:
        self._technique = technique
        self._allowed = allowed

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        return self._technique.affected(position, touched)

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        conclusions = self._technique.find(position, subject)
        if self._technique.obvious:
            return conclusions
        return (each for each in conclusions if _sentence(each) in self._allowed)

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        return self._technique.reason(puzzle, conclusion)


def _sentence(conclusion: Conclusion) -> Sentence:
    return conclusion.technique, conclusion.islands
