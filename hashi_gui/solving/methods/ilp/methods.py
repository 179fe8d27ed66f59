"""The methods of integer linear programming."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.methods.ilp.cutting import (
    Separate,
    every_component,
    no_cuts,
    random_component,
)
from hashi_gui.solving.methods.ilp.formulations import FORMULATIONS, Formulation
from hashi_gui.solving.methods.ilp.searching import search_lazily, search_repeatedly
from hashi_gui.solving.methods.method import Method

Run = Callable[[Formulation, Separate, CancelToken, dict[str, Any]], bytes | None]


def _method(
    name: str,
    source: str,
    advice: str,
    separate: Separate,
    run: Run = search_repeatedly,
    complete: bool = True,
) -> Method:
    def search(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
        formulation = FORMULATIONS[name](puzzle)
        stats |= formulation.size()
        cancel.check()
        if not puzzle.edges:
            # The engines do not look at the rows of a model without variables.
            return b"" if is_solution(puzzle, b"") else None
        return run(formulation, separate, cancel, stats)

    return Method(name, source, advice, search, complete)


ILP_METHODS = (
    _method(
        "ilp-polynomial",
        'PhoenixSmaug, README, "ILP Model"',
        "up to some 100 islands; its model is whole, for export to other solvers",
        no_cuts,
    ),
    _method(
        "ilp-lazy",
        'PhoenixSmaug, README, "Lazy Constraints"',
        "the fastest of its kind with Gurobi; takes HiGHS where Gurobi is missing",
        every_component,
        search_lazily,
    ),
    _method(
        "ilp-lazy-highs",
        'PhoenixSmaug, README, "Lazy Constraints"',
        "to compare HiGHS with Gurobi",
        every_component,
    ),
    _method(
        "ilp-v1",
        "Cheng and Yang, Table 2, version 1",
        "to see how often an answer is connected by luck",
        no_cuts,
        complete=False,
    ),
    _method(
        "ilp-v2",
        "Cheng and Yang, Table 2, version 2",
        "to see what weak connectivity gives",
        no_cuts,
        complete=False,
    ),
    _method(
        "ilp-v3",
        "Cheng and Yang, Table 2, version 3",
        "to see what maximising edges gives",
        no_cuts,
        complete=False,
    ),
    _method(
        "ilp-v4",
        "Cheng and Yang, Table 2, version 4",
        "beside ilp-v5, to see what single cuts cost",
        random_component,
    ),
    _method(
        "ilp-v5",
        "Cheng and Yang, Table 2, version 5",
        "the best of its kind with HiGHS",
        every_component,
    ),
)
"""Their stats are the ``variables`` and ``rows`` of the model before any cut, the ``engine``, the
``rounds`` (answers of the engine that were looked at), the connectivity ``cuts`` added to it, and
the ``nodes`` of its branch and bound trees.
"""
