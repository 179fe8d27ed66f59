"""The solver as the method ``auto``, and two of its engines alone as ``sat`` and ``asp``."""

from __future__ import annotations

from functools import partial

from hashi_gui.lab.methods.method import NO_LOOPS, Method
from hashi_gui.solving.engines import asp
from hashi_gui.solving.engines.asp import AspEngine
from hashi_gui.solving.engines.auto import AutoEngine
from hashi_gui.solving.engines.lazy_sat import LazySatEngine
from hashi_gui.solving.results import DEFAULT_METHOD, Search
from hashi_gui.solving.solver import search_with


def _search_in_threads(threads: int) -> Search:
    return partial(search_with, partial(AutoEngine, threads=threads))


AUTO = Method(
    DEFAULT_METHOD,
    "sat, and where it takes long clingo and HiGHS in a race",
    "the default: as fast as sat on easy puzzles, and fast on hard ones",
    _search_in_threads(1),
    verifies=True,
    rules=NO_LOOPS,
    search_in_threads=_search_in_threads,
)
"""Its stats are those of ``sat``, and whether the puzzle was ``hard`` for the first engine."""

SAT = Method(
    "sat",
    "HCMUS report 5, section 6.1, with order encoding and lazy connectivity cuts",
    "the fastest on puzzles that people play",
    partial(search_with, LazySatEngine),
    verifies=True,
    rules=NO_LOOPS,
)
"""Its stats are those of :class:`hashi_gui.solving.engines.lazy_sat.LazySatEngine`."""

ASP = Method(
    "asp",
    "clingo with the order encoding; connectivity as reachability from one island",
    "for dense boards on which many groups could be closed too early",
    partial(search_with, AspEngine),
    library=asp.LIBRARY,
    verifies=True,
    rules=NO_LOOPS,
)
"""Its stats: ``choices``, ``conflicts`` and ``restarts`` of clingo."""

METHODS = (AUTO, SAT, ASP)
