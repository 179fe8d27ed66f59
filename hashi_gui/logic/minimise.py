"""Shortening refutations, so that they can be explained to players."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.position import Position
from hashi_gui.logic.techniques.assumptions import refute
from hashi_gui.logic.techniques.catalogue import DIRECT_TECHNIQUES
from hashi_gui.logic.techniques.technique import Conclusion, Technique
from hashi_gui.solving import CancelToken

Statement = tuple[Technique, int, bool, int]
"""A conclusion without its reason: technique, edge, whether the bound is a minimum, and bound."""


def minimise_refutation(
    position: Position, conclusion: Conclusion, cancel: CancelToken | None = None
) -> Conclusion:
    """The same conclusion of WhatIf, with a refutation that needs every one of its steps.

    ``position`` is the one at which it was drawn; it is left unchanged. A refutation that uses
    further assumptions is returned as it is. Raises Cancelled.
    """
    refutation = conclusion.facts
    if any(part.technique not in DIRECT_TECHNIQUES for part in refutation.chain):
        return conclusion
    assumed = conclusion.bound + (-1 if conclusion.is_minimum else 1)
    assumption = conclusion._replace(is_minimum=not conclusion.is_minimum, bound=assumed)
    for part in reversed(refutation.chain):
        statements = {_statement(other) for other in refutation.chain} - {_statement(part)}
        if len(statements) < len(refutation.chain):
            techniques = [_Restricted(technique, statements) for technique in DIRECT_TECHNIQUES]
            refutation = refute(position, assumption, techniques, cancel) or refutation
    return conclusion._replace(facts=refutation)


class _Restricted(Technique):
    """A technique that may draw only some of its conclusions."""

    def __init__(self, technique: Technique, allowed: Collection[Statement]) -> None:
        self._technique = technique
        self._allowed = allowed

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        return self._technique.affected(position, touched)

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        conclusions = self._technique.find(position, subject)
        return (each for each in conclusions if _statement(each) in self._allowed)

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        return self._technique.reason(puzzle, conclusion)


def _statement(conclusion: Conclusion) -> Statement:
    return conclusion.technique, conclusion.edge, conclusion.is_minimum, conclusion.bound
