"""All techniques, in the order in which they are tried: the easiest first."""

from __future__ import annotations

from collections.abc import Mapping

from hashi_gui.core.board import Board
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import NestedWhatIf, WhatIf
from hashi_gui.logic.reasoning.techniques.blocking import (
    Blocked,
    Intersection,
    UnsatisfiableNeighbour,
)
from hashi_gui.logic.reasoning.techniques.connectivity import (
    ClosingLoop,
    GroupClosedOff,
    GroupWayOut,
    LastWayWithoutLoop,
    OddAndEven,
    OnlyLink,
    ThreeClosedOff,
)
from hashi_gui.logic.reasoning.techniques.island_clues import (
    FinishedIsland,
    FullHouse,
    OneInEveryDirection,
    OnesAndTwosApart,
    OnlyWayOut,
    RestCannotTake,
    TooManyAlready,
)
from hashi_gui.logic.reasoning.techniques.technique import Technique
from hashi_gui.solving import Backbone, CancelToken, Solver, VerdictKind

DIRECT_TECHNIQUES: tuple[Technique, ...] = (
    FinishedIsland(),
    Blocked(),
    TooManyAlready(),
    OnlyWayOut(),
    FullHouse(),
    OneInEveryDirection(),
    OnesAndTwosApart(),
    RestCannotTake(),
    ClosingLoop(),
    LastWayWithoutLoop(),
    ThreeClosedOff(),
    GroupClosedOff(),
    GroupWayOut(),
    OnlyLink(),
    UnsatisfiableNeighbour(),
    Intersection(),
    OddAndEven(),
)
"""The techniques that assume nothing."""

OBVIOUS_TECHNIQUES = tuple(technique for technique in DIRECT_TECHNIQUES if technique.obvious)
"""Those whose conclusions take no sentence."""

FAST_TECHNIQUES = tuple(
    technique
    for technique in DIRECT_TECHNIQUES
    if not isinstance(technique, (OnlyLink, UnsatisfiableNeighbour, Intersection, OddAndEven))
)
"""The direct techniques that take little time; they refute most of the false assumptions."""


def all_techniques(
    forced: Backbone | None = None, cancel: CancelToken | None = None
) -> tuple[Technique, ...]:
    """All techniques. ``forced`` are the bounds known to the exact solver, see :class:`WhatIf`.

    The last two raise Cancelled when they search.
    """
    one_step = WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES), forced, cancel)
    deeper = NestedWhatIf(
        [(*DIRECT_TECHNIQUES, WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES), cancel=cancel))],
        forced,
        cancel,
    )
    return (*DIRECT_TECHNIQUES, one_step, deeper)


def draw_obvious(position: Position, but: str = "") -> None:
    """Draw what takes no sentence, perhaps without the technique of one name."""
    Reasoner(position, [each for each in OBVIOUS_TECHNIQUES if each.name != but]).finish()


def techniques_for(solver: Solver, cancel: CancelToken | None = None) -> tuple[Technique, ...]:
    """The techniques worth trying on a puzzle from its start. Raises Cancelled.

    Reasoning cannot finish a puzzle without exactly one solution, and nested assumptions would
    only take long to show that, so they are left out.
    """
    verdict = solver.verdict(cancel)
    if verdict.solution is None:
        return DIRECT_TECHNIQUES
    forced = solver.backbone(Board.empty(solver.puzzle), cancel)
    techniques = all_techniques(forced, cancel)
    return techniques if verdict.kind is VerdictKind.UNIQUE else techniques[:-1]


TECHNIQUE_LEVELS: Mapping[str, Level] = {each.name: each.level for each in all_techniques()}
"""The level of each technique by its name."""
