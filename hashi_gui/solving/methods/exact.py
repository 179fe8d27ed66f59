"""The default method ``auto``, and its engines by themselves as ``sat`` and ``asp``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import OrderEncoding
from hashi_gui.solving.engines import asp
from hashi_gui.solving.engines.asp import AspEngine
from hashi_gui.solving.engines.auto import AutoEngine
from hashi_gui.solving.engines.engine import Engine
from hashi_gui.solving.engines.lazy_sat import LazySatEngine
from hashi_gui.solving.methods.method import NO_LOOPS, Method, Search
from hashi_gui.solving.solver import Solver


def _search_with(create_engine: Callable[[OrderEncoding], Engine]) -> Search:
    def search(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
        with Solver(puzzle, create_engine=create_engine) as solver:
            try:
                return solver.solution(cancel)
            finally:
                stats |= solver.stats

    return search


def _search_in_threads(threads: int) -> Search:
    return _search_with(partial(AutoEngine, threads=threads))


AUTO = Method(
    "auto",
    "sat, and where it takes long clingo and HiGHS in a race",
    "the default: as fast as sat on easy puzzles, and fast on hard ones",
    _search_with(AutoEngine),
    verifies=True,
    rules=NO_LOOPS,
    search_in_threads=_search_in_threads,
)
"""Its stats are those of ``sat``, and whether the puzzle was ``hard`` for the first engine."""

SAT = Method(
    "sat",
    "HCMUS report 5, section 6.1, with order encoding and lazy connectivity cuts",
    "the fastest on puzzles that people play",
    _search_with(LazySatEngine),
    verifies=True,
    rules=NO_LOOPS,
)
"""Its stats are those of :class:`hashi_gui.solving.engines.lazy_sat.LazySatEngine`."""

ASP = Method(
    "asp",
    "clingo with the order encoding; connectivity as reachability from one island",
    "for dense boards on which many groups could be closed too early",
    _search_with(AspEngine),
    library=asp.LIBRARY,
    verifies=True,
    rules=NO_LOOPS,
)
"""Its stats: ``choices``, ``conflicts`` and ``restarts`` of clingo."""

METHODS = (AUTO, SAT, ASP)
