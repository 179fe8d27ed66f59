"""The easiest of all steps on a board, by one measure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from heapq import nsmallest
from itertools import groupby, islice, product
from math import inf

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import WhatIf, opposite_of, refute
from hashi_gui.logic.reasoning.techniques.catalogue import DIRECT_TECHNIQUES
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, Technique
from hashi_gui.logic.teaching.cost import cost_of
from hashi_gui.logic.teaching.refutation import (
    RefutationSearch,
    SentenceFilter,
    found_again,
    minimise_refutation,
    open_islands,
    search_cheapest,
)
from hashi_gui.solving import Backbone, CancelToken

MAX_ATTEMPTS, HURRIED_ATTEMPTS = 5_000, 50
"""How often assumptions are followed to compare them, and in a hurry: a tenth of a second."""

HURRIED_ISLANDS = 1_000
"""How many islands are looked at first in a hurry, which takes less than a tenth of a second."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where the player is: the islands of the last move, and those in view; empty if unknown.

    Those in the middle of the view come first.
    """

    last: Collection[int] = ()
    visible: Collection[int] = ()


@dataclass(frozen=True, slots=True, order=True)
class Effort:
    """How much a player has to do to understand a step: the smaller, the easier it is.

    What comes first counts first. ``level`` is the rank of the hardest technique. ``cost`` is that
    of premises, of steps from an assumption to a contradiction, and of the step itself.
    ``out_of_view`` says whether the player has to scroll. ``islands`` is the number of those to
    look at, and ``distance`` the number of rows and columns from the last move to the nearest of
    them.
    """

    level: int
    cost: int
    out_of_view: bool
    islands: int
    distance: int


@dataclass(frozen=True, slots=True)
class Step:
    """A conclusion that can be drawn, after the premises that have to be explained before it."""

    premises: Sequence[Conclusion]
    conclusion: Conclusion
    is_final: bool = True
    """Whether it was compared with all other steps of its level."""

    @property
    def chain(self) -> list[Conclusion]:
        """All that has to be explained, in order."""
        return [*self.premises, self.conclusion]

    @property
    def cost(self) -> int:
        """What it costs to follow all that, see :func:`cost_of`."""
        return sum(map(cost_of, self.chain))

    @property
    def hardest(self) -> Technique:
        """The hardest technique; of several, the last one."""
        hardest: Conclusion = max(reversed(self.chain), key=lambda part: part.technique.level.rank)
        return hardest.technique

    def effort(self, puzzle: Puzzle, whereabouts: Whereabouts) -> Effort:
        """How hard it is for a player who is somewhere."""
        looked_at = (part.technique.looked_at(puzzle, part) for part in self.chain)
        islands = set[int]().union(*looked_at)
        visible = whereabouts.visible
        return Effort(
            self.hardest.level.rank,
            self.cost,
            bool(visible) and not all(island in visible for island in islands),
            len(islands),
            _distance(puzzle, islands, whereabouts.last),
        )


def easiest_step(
    base: Position,
    find_bounds: Callable[[], Backbone],
    whereabouts: Whereabouts,
    cancel: CancelToken | None = None,
    *,
    hurry: bool = False,
) -> Step | None:
    """The step of least effort that draws a bridge; None if it takes nested assumptions.

    Of the steps that assume nothing, all of the lowest level that gives any are compared. Where
    something has to be assumed, the steps are all bridges that the bounds of the solutions have
    beyond the position, each with the cheapest refutation of its absence. In a ``hurry``, only
    those in a part of a large board are compared, or the easiest of those found in about a tenth of
    a second, beginning near the last move. ``base`` has to show all that is obvious. Raises
    Cancelled, after which it is invalid.
    """
    steps = _direct_steps(base, _nearest(base.puzzle, whereabouts) if hurry else None, cancel)
    if not steps:
        steps = _assumed_steps(base, find_bounds(), whereabouts, cancel, hurry=hurry)
    return min(steps, key=lambda step: step.effort(base.puzzle, whereabouts), default=None)


def _nearest(puzzle: Puzzle, whereabouts: Whereabouts) -> Sequence[int] | None:
    """The islands to look at first: in view, or else near the last move; None for all."""
    everywhere = range(len(puzzle.islands))
    if len(everywhere) <= HURRIED_ISLANDS:
        return None
    if whereabouts.visible:
        return list(whereabouts.visible)[:HURRIED_ISLANDS]
    return nsmallest(
        HURRIED_ISLANDS, everywhere, lambda island: _distance(puzzle, [island], whereabouts.last)
    )


def _direct_steps(
    base: Position, first: Sequence[int] | None, cancel: CancelToken | None
) -> list[Step]:
    """All steps of the lowest level that gives any, without an assumption.

    If the islands to look at ``first`` give any, those from elsewhere are left out.
    """
    known: list[Conclusion] = []
    found: list[tuple[Conclusion, int]] = []

    def collect(conclusions: list[Conclusion], *_others: object) -> bool:
        """Draw no bridge, but collect it, with the number of conclusions known before it."""
        bridge = next((each for each in conclusions if each.is_minimum), None)
        if bridge is None:
            known.extend(conclusions)
        else:
            found.append((bridge, len(known)))
        return bridge is None

    checkpoint, everywhere = base.checkpoint(), base.touched[:]
    reasoner = Reasoner(base, (), cancel=cancel)
    levels = groupby(DIRECT_TECHNIQUES, lambda each: each.level)
    collecting = [[SentenceFilter(each, collect) for each in level] for _, level in levels]
    # A harder step nearby comes before an easier one far away: on a large board, to look
    # everywhere takes longer than a player waits.
    for islands, techniques in product((first, None) if first else (None,), collecting):
        reasoner.look_at(islands or everywhere, techniques)
        reasoner.finish()
        if found:
            break
    base.rollback(checkpoint)
    # What needs a premise is compared only where everything does.
    at_once = [(conclusion, 0) for conclusion, _ in found if _follows(base, (), conclusion)]
    steps = [
        step_after(base, known[:number], conclusion) for conclusion, number in at_once or found
    ]
    return steps if islands is None else [replace(step, is_final=False) for step in steps]


def _assumed_steps(
    base: Position,
    bounds: Backbone,
    whereabouts: Whereabouts,
    cancel: CancelToken | None,
    *,
    hurry: bool,
) -> list[Step]:
    """The bridges that are certain and whose absence costs the least to refute."""
    islands = open_islands(base)
    bridges = certain_bridges(base, bounds, WhatIf((DIRECT_TECHNIQUES,)))
    bridges.sort(key=lambda each: _distance(base.puzzle, each.islands, whereabouts.last))
    searches = [RefutationSearch(base, opposite_of(each), islands, cancel) for each in bridges]
    is_final = search_cheapest(searches, HURRIED_ATTEMPTS if hurry else MAX_ATTEMPTS) or not hurry
    least = min((search.cost for search in searches), default=inf)
    if least < inf:
        near = [
            (bridge, search) for bridge, search in zip(bridges, searches) if search.cost == least
        ]
    else:
        near = sorted(zip(bridges, searches), key=lambda each: each[1].seems)
    found = ((bridge, search.found()) for bridge, search in near)
    steps = (Step((), bridge._replace(facts=each), is_final) for bridge, each in found if each)
    return list(steps if least < inf else islice(steps, 1))


def certain_bridges(base: Position, bounds: Backbone, technique: Technique) -> list[Conclusion]:
    """The bridges that the bounds of the solutions have beyond a position, without a reason yet."""
    return [
        Conclusion(technique, edge, True, low + 1, base.ends[edge])
        for edge, low in enumerate(base.low)
        if low < bounds.low[edge] and low < base.high[edge]
    ]


def step_after(base: Position, known: Sequence[Conclusion], conclusion: Conclusion) -> Step:
    """The step to a conclusion that is drawn after others, with the premises that it needs.

    They are worded as if nothing else were known but ``base``, which has to show all that is
    obvious.
    """
    premises = _premises(base, known, conclusion)
    restated = [_restated(base, premises[:number], part) for number, part in enumerate(premises)]
    return Step(restated, _restated(base, premises, conclusion))


def _premises(
    base: Position, known: Sequence[Conclusion], conclusion: Conclusion
) -> list[Conclusion]:
    """The conclusions without which this one could not be drawn, and their own premises.

    An assumption needs at most what was assumed before: all else is a step on the way to the
    contradiction.
    """
    technique = conclusion.technique
    if isinstance(technique, WhatIf):
        assumed = [part for part in known if isinstance(part.technique, WhatIf)]
        is_needed = assumed and not refute(
            base, opposite_of(conclusion), technique.technique_sets[-1]
        )
        return assumed if is_needed else []
    local = {e for island in conclusion.islands for e in base.puzzle.incident[island]}
    # What is near mostly suffices, and there is much less of it to try without.
    near = [part for part in known if part.edge in local]
    remaining = near if _follows(base, near, conclusion) else list(known)
    # The latest first: what it was drawn from may give the conclusion without it.
    for part in reversed(remaining):
        without = [other for other in remaining if other is not part]
        if _follows(base, without, conclusion):
            remaining = without
    deeper = [p for part in remaining for p in _premises(base, known[: known.index(part)], part)]
    premises = {id(part) for part in (*deeper, *remaining)}
    return [part for part in known if id(part) in premises]


def _follows(base: Position, known: Iterable[Conclusion], conclusion: Conclusion) -> bool:
    """Whether a conclusion is found again if only ``known`` is known."""
    return any(c[1:4] == conclusion[1:4] for c in found_again(base, known, conclusion))


def _restated(base: Position, known: Iterable[Conclusion], conclusion: Conclusion) -> Conclusion:
    """The same conclusion with the facts of a position in which only ``known`` is known."""
    if isinstance(conclusion.technique, WhatIf):
        checkpoint = base.checkpoint()
        for part in known:
            part.apply(base)
        restated = minimise_refutation(base, conclusion)
        base.rollback(checkpoint)
        return restated
    same = (each for each in found_again(base, known, conclusion) if each[1:4] == conclusion[1:4])
    return next(same, conclusion)


def _distance(puzzle: Puzzle, islands: Iterable[int], last: Collection[int]) -> int:
    """The number of rows and columns between the nearest two of islands and the last ones."""
    cells = [puzzle.islands[island].cell for island in islands]
    here = [puzzle.islands[island].cell for island in last]
    return min((abs(r - y) + abs(c - x) for r, c in cells for y, x in here), default=0)
