"""The solver as the method ``auto``, and two of its engines alone as ``sat`` and ``asp``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from hashi_gui.core.i18n import N_
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.lab.methods.method import NO_LOOPS, SEED, THREADS_AND_SEED, Method
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.engines import asp
from hashi_gui.solving.engines.asp import AspEngine
from hashi_gui.solving.engines.auto import AutoEngine
from hashi_gui.solving.engines.engine import Engine
from hashi_gui.solving.engines.lazy_sat import LazySatEngine
from hashi_gui.solving.results import DEFAULT_METHOD
from hashi_gui.solving.solver import search_with

ENGINES: Mapping[str, Callable[..., Engine]] = {
    DEFAULT_METHOD: AutoEngine,
    "sat": LazySatEngine,
    "asp": AspEngine,
}
"""The engines of the methods, which take an encoding and the options of the method."""


def _search(
    method: str, puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any], **options: int | None
) -> bytes | None:
    return search_with(partial(ENGINES[method], **options), puzzle, cancel, stats)


AUTO = Method(
    DEFAULT_METHOD,
    N_("sat, and where it takes long clingo and HiGHS in a race"),
    N_("The default: as fast as sat on easy puzzles, and fast on hard ones."),
    partial(_search, DEFAULT_METHOD),
    verifies=True,
    rules=NO_LOOPS,
    options=THREADS_AND_SEED,
    code=lambda stats: DEFAULT_METHOD if stats.get("hard", True) else "sat",
)
"""Its stats are those of ``sat``, and whether the puzzle was ``hard`` for the first engine."""

SAT = Method(
    "sat",
    "HCMUS report 5, section 6.1, with order encoding and lazy connectivity cuts",
    N_("The fastest on puzzles that people play."),
    partial(_search, "sat"),
    verifies=True,
    rules=NO_LOOPS,
    options=SEED,
)
"""Its stats are those of :class:`hashi_gui.solving.engines.lazy_sat.LazySatEngine`."""

ASP = Method(
    "asp",
    N_("clingo with the order encoding; connectivity as reachability from one island"),
    N_("For dense boards on which many groups could be closed too early."),
    partial(_search, "asp"),
    library=asp.LIBRARY,
    verifies=True,
    rules=NO_LOOPS,
    options=SEED,
)
"""Its stats: ``choices``, ``conflicts`` and ``restarts`` of clingo."""

METHODS = (AUTO, SAT, ASP)
