"""Strategies to solve a formulation, with connectivity cuts added when they are violated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.linear.highs import HighsEngine
from hashi_gui.solving.methods.ilp.cuts import FindCuts
from hashi_gui.solving.methods.ilp.formulations import Formulation
from hashi_gui.solving.methods.ilp.gurobi import GurobiUnavailableError, solve_in_one_tree

Strategy = Callable[[Formulation, FindCuts, CancelToken, dict[str, Any]], bytes | None]
"""Returns the number of bridges on each edge, or None; writes its statistics into the dictionary.

Raises Cancelled.
"""


def solve_in_rounds(
    formulation: Formulation, find_cuts: FindCuts, cancel: CancelToken, stats: dict[str, Any]
) -> bytes | None:
    """Solve with HiGHS, add the cuts that the answer violates, and repeat until there are none.

    Cheng and Yang, Algorithm 1.
    """
    engine = HighsEngine(formulation.model)
    stats |= {"engine": engine.name, "rounds": 0, "cuts": 0}
    try:
        while True:
            stats["rounds"] += 1
            values = engine.solve(cancel)
            if values is None:
                return None
            counts = formulation.counts(values)
            cuts = find_cuts(formulation.puzzle, counts)
            if not cuts:
                return counts
            for cut in cuts:
                engine.add_cut([formulation.drawn_columns[edge] for edge in cut])
            stats["cuts"] += len(cuts)
    finally:
        stats["nodes"] = engine.nodes


def solve_in_one_tree_or_rounds(
    formulation: Formulation, find_cuts: FindCuts, cancel: CancelToken, stats: dict[str, Any]
) -> bytes | None:
    """Solve in one tree with Gurobi if it is available, otherwise in rounds with HiGHS."""
    try:
        return solve_in_one_tree(formulation, find_cuts, cancel, stats)
    except GurobiUnavailableError:
        return solve_in_rounds(formulation, find_cuts, cancel, stats)
