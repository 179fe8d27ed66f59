"""The best proposals found so far."""

from __future__ import annotations

from collections import Counter

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing.proposal import ChangeKind, Proposal

MAX_PROPOSALS = 5

_MAX_ALIKE = 2
"""How many proposals with the same kinds of changes come before any others."""

_MAX_FACTOR = 3
"""How many times as many islands as the best proposal others may change."""


class Shortlist:
    """The best of all proposals that were added, the best first, and different in kind if possible.

    The cheapest of those that disturb the fewest bridges is always among them.

    A proposal is better if it changes fewer islands; then, if it disturbs fewer bridges; then, if
    it changes the islands less.
    """

    def __init__(self) -> None:
        self._proposals: dict[Puzzle, Proposal] = {}
        self.best: tuple[Proposal, ...] = ()

    def add(self, proposal: Proposal) -> bool:
        """Add a proposal; returns whether it is one of the best."""
        before = self.best
        self._proposals[proposal.puzzle] = proposal
        ranked = sorted(self._proposals.values(), key=_rank)
        affordable = [each for each in ranked if each.cost <= _MAX_FACTOR * ranked[0].cost]
        alike: Counter[frozenset[ChangeKind]] = Counter()
        first: list[Proposal] = []
        others: list[Proposal] = []
        for each in affordable:
            alike[each.kinds] += 1
            (first if alike[each.kinds] <= _MAX_ALIKE else others).append(each)
        chosen = [*first, *others][:MAX_PROPOSALS]
        gentlest = min(ranked, key=lambda each: (each.disturbed, each.cost))
        if gentlest not in chosen:
            chosen[-1] = gentlest
        self.best = tuple(sorted(chosen, key=_rank))
        return self.best != before


def _rank(proposal: Proposal) -> tuple[int, int, int]:
    return proposal.cost, proposal.disturbed, sum(change.size for change in proposal.changes)
