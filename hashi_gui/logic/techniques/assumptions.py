"""Techniques that assume something, follow it to a contradiction, and so rule it out.

The elimination search of Yen et al. ("Hashi Solver", section III.D): assumption, extending
ratiocination, mistake testing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.position import Position
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.techniques.connectivity import isolated_group
from hashi_gui.logic.techniques.technique import Conclusion, PuzzleTechnique, Technique
from hashi_gui.logic.wording import bridges_text, edge_name, group_name, island_name
from hashi_gui.solving import Bounds, CancelToken


@dataclass(frozen=True, slots=True)
class Refutation:
    """Where an assumption leads: the conclusions on the way, and what then cannot be.

    ``conflict`` holds an island that gets too few or too many bridges, the two ends of an edge
    that cannot have what it must, or, with ``closed``, a group without a way out.
    """

    chain: tuple[Conclusion, ...]
    conflict: tuple[int, ...]
    closed: bool


class WhatIf(PuzzleTechnique):
    """Assume one value of one edge, apply the techniques below: a contradiction rules it out.

    ``forced``, from the exact solver, spares the assumptions that no reasoning can refute.
    """

    name = "What if, one step"
    level = Level.EXPERT

    def __init__(
        self,
        below: Sequence[Sequence[Technique]],
        forced: Bounds | None = None,
        cancel: CancelToken | None = None,
    ) -> None:
        """``below`` holds sets of techniques to reason on with, the quickest set first."""
        self._below = below
        self._forced = forced
        self._cancel = cancel

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        for techniques in self._below:
            for assumption in self._assumptions(position):
                refutation = refute(position, assumption, techniques, self._cancel)
                if refutation is not None:
                    edge, is_minimum, bound = (
                        assumption.edge,
                        assumption.is_minimum,
                        assumption.bound,
                    )
                    opposite = bound - 1 if is_minimum else bound + 1
                    ends = position.ends[edge]
                    yield Conclusion(self, edge, not is_minimum, opposite, ends, refutation)
                    return  # easier techniques may go on from there

    def _assumptions(self, position: Position) -> Iterator[Conclusion]:
        """No more than there is, for each edge, since refuting it gives a bridge; then the most."""
        forced = self._forced
        for is_minimum in (False, True):
            for edge, (low, high) in enumerate(zip(position.low, position.high)):
                true = forced is None or (
                    forced.high[edge] < high if is_minimum else forced.low[edge] > low
                )
                if low < high and true:
                    bound = high if is_minimum else low
                    yield Conclusion(self, edge, is_minimum, bound, position.ends[edge])

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        where = edge_name(puzzle, conclusion.edge)
        assumed = bridges_text(conclusion.bound + 1)
        if conclusion.is_minimum:
            most = conclusion.bound - 1
            assumed = f"no more than {bridges_text(most)}" if most else "no bridge"
        return f"Suppose {assumed} {where}: {_outcome(puzzle, conclusion.facts)}"


class NestedWhatIf(WhatIf):
    """The same with further assumptions on the way."""

    name = "What if, deeper"
    level = Level.EXTREME


def refute(
    position: Position,
    assumption: Conclusion,
    techniques: Sequence[Technique],
    cancel: CancelToken | None = None,
) -> Refutation | None:
    """What goes wrong when something is assumed; None where nothing does.

    The position is left as it was, unless Stopped is raised.
    """
    checkpoint = position.checkpoint()
    reasoner = Reasoner(position, techniques, len(position.touched), cancel)
    assumption.apply(position)
    chain = tuple(reasoner.run())
    conflict, closed = position.conflict, False
    if conflict is None:
        conflict, closed = isolated_group(position), True
    position.rollback(checkpoint)
    return None if conflict is None else Refutation(chain, conflict, closed)


def _outcome(puzzle: Puzzle, refutation: Refutation) -> str:
    steps = len(refutation.chain)
    after = f"{steps} steps later" if steps > 1 else "one step later" if steps else "at once"
    return f"{after} {_wrong(puzzle, refutation)}."


def _wrong(puzzle: Puzzle, refutation: Refutation) -> str:
    conflict = refutation.conflict
    if refutation.closed:
        return f"{group_name(conflict)} is cut off"
    if len(conflict) == 1:
        return f"the {island_name(puzzle, conflict[0])} cannot get its number"
    one, two = (island_name(puzzle, island) for island in conflict)
    return f"the {one} and the {two} disagree"
