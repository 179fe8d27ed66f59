"""The methods of integer linear programming: formulations combined with cuts and strategies."""

from __future__ import annotations

from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.methods.ilp.formulations import FORMULATIONS
from hashi_gui.solving.methods.ilp.strategies import (
    FindCuts,
    Strategy,
    cut_every_component,
    cut_random_component,
    no_cuts,
    solve_in_one_tree_or_rounds,
    solve_in_rounds,
)
from hashi_gui.solving.methods.method import Method


def _create_method(
    name: str,
    source: str,
    advice: str,
    find_cuts: FindCuts,
    strategy: Strategy = solve_in_rounds,
    complete: bool = True,
) -> Method:
    def search(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
        formulation = FORMULATIONS[name](puzzle)
        stats |= formulation.size()
        cancel.raise_if_cancelled()
        if not puzzle.edges:
            # The engines ignore the rows of a model without variables.
            return b"" if is_solution(puzzle, b"") else None
        return strategy(formulation, find_cuts, cancel, stats)

    return Method(name, source, advice, search, complete, library="highspy")


ILP_METHODS = (
    _create_method(
        "ilp-polynomial",
        'PhoenixSmaug, README, "ILP Model"',
        "for puzzles of up to about 100 islands; its model contains all rules, for export",
        no_cuts,
    ),
    _create_method(
        "ilp-lazy",
        'PhoenixSmaug, README, "Lazy Constraints"',
        "the fastest ILP method with Gurobi; uses HiGHS if Gurobi is not available",
        cut_every_component,
        solve_in_one_tree_or_rounds,
    ),
    _create_method(
        "ilp-lazy-highs",
        'PhoenixSmaug, README, "Lazy Constraints"',
        "to compare HiGHS with Gurobi",
        cut_every_component,
    ),
    _create_method(
        "ilp-v1",
        "Cheng and Yang, Table 2, version 1",
        "to see how often an answer happens to be connected",
        no_cuts,
        complete=False,
    ),
    _create_method(
        "ilp-v2",
        "Cheng and Yang, Table 2, version 2",
        "to see the effect of weak connectivity",
        no_cuts,
        complete=False,
    ),
    _create_method(
        "ilp-v3",
        "Cheng and Yang, Table 2, version 3",
        "to see the effect of maximising the number of edges",
        no_cuts,
        complete=False,
    ),
    _create_method(
        "ilp-v4",
        "Cheng and Yang, Table 2, version 4",
        "to compare one cut per round with ilp-v5",
        cut_random_component,
    ),
    _create_method(
        "ilp-v5",
        "Cheng and Yang, Table 2, version 5",
        "the fastest ILP method with HiGHS",
        cut_every_component,
    ),
)
"""Their stats are the ``variables`` and ``rows`` of the model before any cuts, the ``engine``, the
``rounds`` (answers of the engine that were checked for connectivity), the connectivity ``cuts``
added, and the ``nodes`` of the branch and bound trees.
"""
