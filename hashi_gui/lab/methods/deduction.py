"""The solving method ``deduction``: human techniques, after Yen et al. ("Hashi Solver").

The direct techniques and elimination search ("What if") go as far as they can. Where
they stall, as they must on a puzzle with several solutions, the search decides on a value and
backtracks if it leads to a contradiction: nested assumptions of any depth. So there is always an
answer. As in SAT solvers, decisions are made where the recent conflicts were, and the search
restarts now and then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hashi_gui.core.i18n import N_
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.lab.methods.method import NO_LOOPS, Method
from hashi_gui.logic.reasoning.position import Checkpoint, Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import NestedWhatIf, WhatIf
from hashi_gui.logic.reasoning.techniques.catalogue import DIRECT_TECHNIQUES
from hashi_gui.logic.reasoning.techniques.connectivity import isolated_group
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, Technique
from hashi_gui.solving import CancelToken

RESTART_INTERVAL = 20
"""The number of conflicts before the first restart."""

RESTART_GROWTH = 1.1
"""The factor by which the interval grows at each restart, so that the search terminates."""

ACTIVITY_GROWTH = 1.1
"""How many times as much a conflict counts as the one before it."""


def _search_by_deduction(
    puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]
) -> bytes | None:
    search = _Search(puzzle, cancel)
    try:
        return search.run()
    finally:
        stats |= search.stats()


DEDUCTION = Method(
    "deduction",
    "Yen et al., Hashi Solver",
    N_("To see how far reasoning goes, and what each technique gives."),
    _search_by_deduction,
    rules=NO_LOOPS,
)
"""Solves a puzzle by reasoning.

Under ``techniques``, the stats hold for each technique the number of its conclusions that led to
the answer, the seconds it took, and its share of the information, which is the sum of the
capacities of all edges at the start. "Choice" stands for decisions that were never refuted.
"""

METHODS = (DEDUCTION,)


@dataclass(frozen=True, slots=True)
class _Decision:
    """A value that was decided on, and the state of the search before it."""

    conclusion: Conclusion
    checkpoint: Checkpoint
    gain_count: int
    seconds: dict[str, float]


class _Elimination(WhatIf):
    """What if, beginning with the assumptions that were followed longest ago, or never."""

    def _assumptions(self, position: Position) -> Iterator[Conclusion]:
        def last_followed(assumption: Conclusion) -> int:
            known = self._known.get((0, assumption.is_minimum, assumption.edge, assumption.bound))
            return known.mark[0] if known else -1

        return iter(sorted(super()._assumptions(position), key=last_followed))


class _DecisionTechnique(NestedWhatIf):
    """Stands for values that were decided on and not refuted."""

    name = "Choice"


class _Search:
    """Deduction on one position, and the decisions that it rests on."""

    def __init__(self, puzzle: Puzzle, cancel: CancelToken) -> None:
        self._cancel = cancel
        self._position = Position(puzzle)
        self._start_techniques = (
            *DIRECT_TECHNIQUES,
            _Elimination((DIRECT_TECHNIQUES,), cancel=cancel),
        )
        self._nested, self._deciding = NestedWhatIf(()), _DecisionTechnique(())
        self._capacities = list(map(self._position.capacity, range(len(puzzle.edges))))
        self._information = sum(self._capacities)
        self._gains: list[tuple[str, int, int]] = []
        """The conclusions in force: technique, edge, and by how much its capacity fell."""
        techniques = (*self._start_techniques, self._nested, self._deciding)
        self._seconds = {technique.name: 0.0 for technique in techniques}
        self._decisions: list[_Decision] = []
        self._restart_interval: float = RESTART_INTERVAL
        self._conflicts = 0
        """Since the last restart."""
        self._activity = [0.0] * len(puzzle.islands)
        """How many conflicts showed at each island; recent ones count more."""
        self._activity_increment = 1.0

    def run(self) -> bytes | None:
        """A solution, or None if there is none. Raises Cancelled."""
        position = self._position
        self._deduce(self._start_techniques, 0)
        while True:
            conflict = position.conflict or isolated_group(position)
            if conflict is None and position.solved:
                return bytes(position.low)
            if conflict is not None and not self._decisions:
                return None
            conclusion = self._decide() if conflict is None else self._backtrack(conflict)
            start = len(position.touched)
            conclusion.apply(position)
            self._record(conclusion)
            self._deduce(DIRECT_TECHNIQUES, start)

    def stats(self) -> dict[str, Any]:
        conclusions = Counter(name for name, _, _ in self._gains)
        gained: Counter[str] = Counter()
        for name, _, gain in self._gains:
            gained[name] += gain
        return {
            "techniques": {
                name: {
                    "conclusions": conclusions[name],
                    "seconds": round(seconds, 6),
                    "share": round(gained[name] / max(1, self._information), 6),
                }
                for name, seconds in self._seconds.items()
            }
        }

    def _deduce(self, techniques: Sequence[Technique], start: int) -> None:
        """Apply all conclusions from the islands in ``touched`` from index ``start`` on."""
        reasoner = Reasoner(self._position, techniques, start, self._cancel)
        try:
            for conclusion in reasoner.run():
                self._record(conclusion)
        finally:
            for technique, seconds in zip(techniques, reasoner.seconds):
                self._seconds[technique.name] += seconds

    def _record(self, conclusion: Conclusion) -> None:
        """Record a conclusion that was applied, for the stats."""
        edge = conclusion.edge
        capacity = self._position.capacity(edge)
        gain = self._capacities[edge] - capacity
        self._gains.append((conclusion.technique.name, edge, gain))
        self._capacities[edge] = capacity

    def _decide(self) -> Conclusion:
        """Decide on another bridge where most conflicts were, so that it fails early if it does."""
        position, activity = self._position, self._activity
        edge = max(
            (edge for edge, capacity in enumerate(self._capacities) if capacity),
            key=lambda edge: sum(activity[island] for island in position.ends[edge]),
        )
        low, ends = position.low[edge] + 1, position.ends[edge]
        conclusion = Conclusion(self._deciding, edge, True, low, ends)
        decision = _Decision(
            conclusion, position.checkpoint(), len(self._gains), self._seconds.copy()
        )
        self._decisions.append(decision)
        return conclusion

    def _backtrack(self, conflict: Iterable[int]) -> Conclusion:
        """Go back to before the last decision; returns the conclusion that it is refuted.

        If a restart is due, go back to before the first one and return a new decision.
        """
        self._activity_increment *= ACTIVITY_GROWTH
        for island in conflict:
            self._activity[island] += self._activity_increment
        self._conflicts += 1
        if self._conflicts > self._restart_interval and len(self._decisions) > 1:
            self._restart()
            return self._decide()
        decision = self._decisions.pop()
        self._undo(decision)
        _, edge, _, bound, ends, _ = decision.conclusion
        return Conclusion(self._nested, edge, False, bound - 1, ends)

    def _restart(self) -> None:
        self._conflicts = 0
        self._restart_interval *= RESTART_GROWTH
        self._activity = [activity / self._activity_increment for activity in self._activity]
        self._activity_increment = 1.0
        del self._decisions[1:]
        self._undo(self._decisions.pop())

    def _undo(self, decision: _Decision) -> None:
        """Go back to before a decision; the time since then counts as spent on refuting it."""
        self._position.rollback(decision.checkpoint)
        for _, edge, gain in self._gains[decision.gain_count :]:
            self._capacities[edge] += gain
        del self._gains[decision.gain_count :]
        spent = sum(self._seconds.values()) - sum(decision.seconds.values())
        self._seconds = decision.seconds
        self._seconds[self._nested.name] += spent
