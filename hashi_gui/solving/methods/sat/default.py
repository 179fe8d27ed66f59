"""The method ``sat``, the default: order encoding, and connectivity cuts added when needed."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.methods.method import Method
from hashi_gui.solving.sat_solver import SatSolver


def _search_by_sat(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
    with SatSolver(puzzle) as solver:
        try:
            return solver.solution(cancel)
        finally:
            stats |= asdict(solver.stats)


SAT = Method(
    "sat",
    "HCMUS report 5, section 6.1, with order encoding and lazy connectivity cuts",
    "the default, and usually the fastest",
    _search_by_sat,
)
"""Its stats are those of :class:`hashi_gui.solving.Stats`."""
