"""From a formulation and a way to cut to an answer."""

from __future__ import annotations

from typing import Any

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.methods.ilp.cutting import Separate
from hashi_gui.solving.methods.ilp.formulations import Formulation
from hashi_gui.solving.methods.ilp.gurobi import GurobiUnavailableError, search_in_one_tree
from hashi_gui.solving.methods.ilp.highs import HighsEngine


def search_repeatedly(
    formulation: Formulation, separate: Separate, cancel: CancelToken, stats: dict[str, Any]
) -> bytes | None:
    """Solve with HiGHS, add the cuts that the answer breaks, and again, until it breaks none.

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
            cuts = separate(formulation.puzzle, counts)
            if not cuts:
                return counts
            for cut in cuts:
                engine.add_sum([formulation.drawn[edge] for edge in cut])
            stats["cuts"] += len(cuts)
    finally:
        stats["nodes"] = engine.nodes


def search_lazily(
    formulation: Formulation, separate: Separate, cancel: CancelToken, stats: dict[str, Any]
) -> bytes | None:
    """In one tree with Gurobi where that can be, repeatedly with HiGHS otherwise."""
    try:
        return search_in_one_tree(formulation, separate, cancel, stats)
    except GurobiUnavailableError:
        return search_repeatedly(formulation, separate, cancel, stats)
