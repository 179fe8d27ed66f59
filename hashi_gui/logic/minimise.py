"""Leaving out of a refutation what it does not need, so that it can be told."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.position import Position
from hashi_gui.logic.techniques.assumptions import refute
from hashi_gui.logic.techniques.catalogue import DIRECT_TECHNIQUES
from hashi_gui.logic.techniques.technique import Conclusion, Technique
from hashi_gui.solving import CancelToken

Said = tuple[Technique, int, bool, int]
"""What a conclusion says, and by which technique, whatever its numbers are."""


def minimise_refutation(
    position: Position, conclusion: Conclusion, cancel: CancelToken | None = None
) -> Conclusion:
    """A conclusion of WhatIf with a refutation from which nothing more could be left out.

    The position is the one at which it was drawn, and is left as it was. A refutation that rests
    on further assumptions stays as it is. Raises Stopped.
    """
    refutation = conclusion.facts
    if any(part.technique not in DIRECT_TECHNIQUES for part in refutation.chain):
        return conclusion
    assumed = conclusion.bound + (-1 if conclusion.is_minimum else 1)
    assumption = conclusion._replace(is_minimum=not conclusion.is_minimum, bound=assumed)
    for part in reversed(refutation.chain):
        fewer = {_said(other) for other in refutation.chain} - {_said(part)}
        if len(fewer) < len(refutation.chain):
            techniques = [_Only(technique, fewer) for technique in DIRECT_TECHNIQUES]
            refutation = refute(position, assumption, techniques, cancel) or refutation
    return conclusion._replace(facts=refutation)


class _Only(Technique):
    """A technique that is silent but for some conclusions."""

    def __init__(self, technique: Technique, allowed: Collection[Said]) -> None:
        self._technique = technique
        self._allowed = allowed

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        return self._technique.affected(position, touched)

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        return (c for c in self._technique.find(position, subject) if _said(c) in self._allowed)

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        return self._technique.reason(puzzle, conclusion)


def _said(conclusion: Conclusion) -> Said:
    return conclusion.technique, conclusion.edge, conclusion.is_minimum, conclusion.bound
