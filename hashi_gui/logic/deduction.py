"""The method ``deduction``: the human solver as a solver, after Yen et al. ("Hashi Solver").

The direct techniques and elimination search ("What if, one step") go as far as they can. Where
they stall, as they must on a puzzle with several solutions, the search guesses a value and
backtracks if it leads to a contradiction: nested assumptions of any depth. So there is always an
answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.position import Checkpoint, Position
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.techniques.assumptions import NestedWhatIf, WhatIf
from hashi_gui.logic.techniques.catalogue import DIRECT_TECHNIQUES
from hashi_gui.logic.techniques.connectivity import isolated_group
from hashi_gui.logic.techniques.technique import Conclusion, Technique
from hashi_gui.solving import CancelToken
from hashi_gui.solving.methods import Method

PATIENCE = 20
"""How many choices are taken back before all are, to choose anew at what was hard."""

GROWTH = 1.1
"""What the patience is multiplied with each time; as it grows, the search comes to an end."""

FRESH = 1.1
"""How much more the trouble that a choice makes counts than that of the one before."""


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
    "to see how far reasoning goes, and what each technique gives",
    _search_by_deduction,
)
"""Solves a puzzle by reasoning.

The stats hold, under ``techniques``, how many of the conclusions that led to the answer each
technique gave, the seconds it took, and their share of all information, which is what the
bounds of the edges leave open in the beginning. "Choice" stands for values that were chosen
and never refuted.
"""


@dataclass(frozen=True, slots=True)
class _Choice:
    """What was chosen, and what there was before it."""

    conclusion: Conclusion
    mark: Checkpoint
    gains: int
    seconds: dict[str, float]


class _Elimination(WhatIf):
    """What if, one step: goes on from the edge where an assumption was refuted last.

    Starting over each time would cost a large puzzle several times as long.
    """

    _last = False, 0

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        for conclusion in super().find(position, subject):
            self._last = not conclusion.is_minimum, conclusion.edge
            yield conclusion

    def _assumptions(self, position: Position) -> Iterator[Conclusion]:
        def passed(assumption: Conclusion) -> bool:
            return (assumption.is_minimum, assumption.edge) < self._last

        yield from sorted(super()._assumptions(position), key=passed)


class _Choosing(NestedWhatIf):
    """What was assumed, and led on."""

    name = "Choice"


class _Search:
    """Deduction on one position, and the choices that it rests on."""

    def __init__(self, puzzle: Puzzle, cancel: CancelToken) -> None:
        self._cancel = cancel
        self._position = Position(puzzle)
        self._eliminating = (*DIRECT_TECHNIQUES, _Elimination((DIRECT_TECHNIQUES,), cancel=cancel))
        self._deeper, self._choosing = NestedWhatIf(()), _Choosing(())
        self._caps = list(map(self._position.capacity, range(len(puzzle.edges))))
        self._information = sum(self._caps)
        self._gains: list[tuple[str, int, int]] = []
        """The conclusions that stand: technique, edge, and by how much they lowered its cap."""
        techniques = (*self._eliminating, self._deeper, self._choosing)
        self._seconds = {technique.name: 0.0 for technique in techniques}
        self._choices: list[_Choice] = []
        self._patience: float = PATIENCE
        self._taken_back = 0
        self._trouble = [0.0] * len(puzzle.islands)
        """How often each island showed that something cannot be; of late counts more."""
        self._weight = 1.0

    def run(self) -> bytes | None:
        """A solution, or None where there is none. Raises Stopped."""
        position = self._position
        self._deduce(self._eliminating, 0)
        while True:
            conflict = position.conflict or isolated_group(position)
            if conflict is None and position.solved:
                return bytes(position.low)
            if conflict is not None and not self._choices:
                return None
            found = self._choose() if conflict is None else self._take_back(conflict)
            start = len(position.touched)
            found.apply(position)
            self._note(found)
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
        """Conclude what there is from what was touched since ``start``."""
        reasoner = Reasoner(self._position, techniques, start, self._cancel)
        try:
            for conclusion in reasoner.run():
                self._note(conclusion)
        finally:
            for technique, seconds in zip(techniques, reasoner.seconds):
                self._seconds[technique.name] += seconds

    def _note(self, conclusion: Conclusion) -> None:
        """Count a conclusion that was applied."""
        edge = conclusion.edge
        cap = self._position.capacity(edge)
        self._gains.append((conclusion.technique.name, edge, self._caps[edge] - cap))
        self._caps[edge] = cap

    def _choose(self) -> Conclusion:
        """One bridge more where the most trouble was: what fails, fails early there."""
        position, trouble = self._position, self._trouble
        edge = max(
            (edge for edge, cap in enumerate(self._caps) if cap),
            key=lambda edge: sum(trouble[island] for island in position.ends[edge]),
        )
        low, ends = position.low[edge] + 1, position.ends[edge]
        chosen = Conclusion(self._choosing, edge, True, low, ends)
        choice = _Choice(chosen, position.checkpoint(), len(self._gains), self._seconds.copy())
        self._choices.append(choice)
        return chosen

    def _take_back(self, conflict: Iterable[int]) -> Conclusion:
        """Go back to before the last choice; returns that it is refuted.

        Where patience is at its end, to before the first one, with a new choice.
        """
        self._weight *= FRESH
        for island in conflict:
            self._trouble[island] += self._weight
        self._taken_back += 1
        if self._taken_back > self._patience and len(self._choices) > 1:
            self._start_anew()
            return self._choose()
        choice = self._choices.pop()
        self._undo(choice)
        _, edge, _, bound, ends, _ = choice.conclusion
        return Conclusion(self._deeper, edge, False, bound - 1, ends)

    def _start_anew(self) -> None:
        self._taken_back = 0
        self._patience *= GROWTH
        self._trouble = [trouble / self._weight for trouble in self._trouble]
        self._weight = 1.0
        del self._choices[1:]
        self._undo(self._choices.pop())

    def _undo(self, choice: _Choice) -> None:
        """Go back to before a choice; all the time since then was spent on it."""
        self._position.rollback(choice.mark)
        for _, edge, gain in self._gains[choice.gains :]:
            self._caps[edge] += gain
        del self._gains[choice.gains :]
        spent = sum(self._seconds.values()) - sum(choice.seconds.values())
        self._seconds = choice.seconds
        self._seconds[self._deeper.name] += spent
