"""All techniques, in the order in which they are tried: the easiest first."""

from __future__ import annotations

from hashi_gui.core.board import Board
from hashi_gui.logic.techniques.assumptions import WhatIf, WhatIfDeeper
from hashi_gui.logic.techniques.blocking import Blocked, StarvingNeighbour
from hashi_gui.logic.techniques.connectivity import GroupClosedOff, OnlyLink, ThreeClosedOff, WayOut
from hashi_gui.logic.techniques.intersection import Intersection
from hashi_gui.logic.techniques.island_clues import (
    FinishedIsland,
    FullHouse,
    GeneralCount,
    OneInEveryDirection,
    OnesAndTwosApart,
    OnlyWayOut,
    TooManyAlready,
)
from hashi_gui.logic.techniques.technique import Technique
from hashi_gui.solving import Bounds, CancelToken, SatSolver, VerdictKind

DIRECT: tuple[Technique, ...] = (
    FinishedIsland(),
    Blocked(),
    TooManyAlready(),
    OnlyWayOut(),
    FullHouse(),
    OneInEveryDirection(),
    OnesAndTwosApart(),
    GeneralCount(),
    ThreeClosedOff(),
    GroupClosedOff(),
    WayOut(),
    OnlyLink(),
    StarvingNeighbour(),
    Intersection(),
)
"""Techniques 1 to 14: they look at the position as it is and assume nothing."""


PLAIN = DIRECT[:3]
"""Techniques 1, 7 and 6: what they conclude is seen on the board without a word."""

QUICK = tuple(
    technique
    for technique in DIRECT
    if not isinstance(technique, (OnlyLink, StarvingNeighbour, Intersection))
)
"""Those of them that take little time: most assumptions that fail, fail by these alone."""


def all_techniques(
    forced: Bounds | None = None, cancel: CancelToken | None = None
) -> tuple[Technique, ...]:
    """All sixteen. ``forced`` is what the exact solver knows to be true, see WhatIf.

    The last two raise Stopped while they look.
    """
    one_step = WhatIf((QUICK, DIRECT), forced, cancel)
    deeper = WhatIfDeeper([(*DIRECT, WhatIf((QUICK, DIRECT), cancel=cancel))], forced, cancel)
    return (*DIRECT, one_step, deeper)


def techniques_for(solver: SatSolver, cancel: CancelToken | None = None) -> tuple[Technique, ...]:
    """The techniques that make sense on a puzzle from its start. Raises Stopped.

    Where there is not exactly one solution, reasoning does not come to an end, and assumptions
    within assumptions would only take long to say so: they are left out.
    """
    verdict = solver.verdict(cancel)
    if verdict.solution is None:
        return DIRECT
    forced = solver.forced(Board.empty(solver.puzzle), cancel)
    techniques = all_techniques(forced, cancel)
    return techniques if verdict.kind is VerdictKind.UNIQUE else techniques[:-1]
