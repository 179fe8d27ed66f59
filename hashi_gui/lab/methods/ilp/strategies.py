"""The methods: formulations, each with a strategy that adds connectivity cuts when violated.

The cuts are equation (4) of Cheng and Yang.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components, is_solution
from hashi_gui.lab.methods.ilp.formulations import FORMULATIONS, Formulation
from hashi_gui.lab.methods.method import NO_LOOPS, SEED, Method
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.linear import HighsEngine, Model
from hashi_gui.solving.results import SolverError
from hashi_gui.system.libraries import load

FindCuts = Callable[[Puzzle, bytes], list[list[int]]]
"""Finds cuts that an answer, given as the number of bridges on each edge, violates.

A cut is a list of edges of which every solution draws at least one. The result is empty if all
islands are connected.
"""


def no_cuts(_puzzle: Puzzle, _counts: bytes) -> list[list[int]]:
    """Return no cuts, even if the islands are not connected."""
    return []


def cut_every_component(puzzle: Puzzle, counts: bytes) -> list[list[int]]:
    """Return a cut around each component."""
    groups = components(puzzle, counts)
    return [_leaving_edges(puzzle, group) for group in groups] if len(groups) > 1 else []


def cut_random_component(puzzle: Puzzle, counts: bytes) -> list[list[int]]:
    """Return one cut, around the component of a random island.

    The same bridges always give the same cut.
    """
    groups = components(puzzle, counts)
    if len(groups) == 1:
        return []
    island = Random(counts).randrange(len(puzzle.islands))
    return [_leaving_edges(puzzle, group) for group in groups if island in group]


def _leaving_edges(puzzle: Puzzle, group: Sequence[int]) -> list[int]:
    inside = set(group)
    return [
        edge.id
        for island in group
        for edge, neighbour in puzzle.neighbours(island)
        if neighbour.id not in inside
    ]


if TYPE_CHECKING:
    import gurobipy


class GurobiUnavailableError(Exception):
    """Gurobi is missing or broken, or its licence does not cover the model."""


def solve_in_one_tree(
    formulation: Formulation,
    find_cuts: FindCuts,
    cancel: CancelToken,
    stats: dict[str, Any],
    seed: int | None = None,
) -> bytes | None:
    """Solve a model once, in one thread, with the cuts as lazy constraints.

    PhoenixSmaug, README, "Lazy Constraints". Raises GurobiUnavailableError; without a purchased
    licence, Gurobi accepts at most 2000 variables and 2000 rows.
    """
    with _open_model(formulation.model, seed) as (model, variables):
        from gurobipy import GRB, LinExpr, gurobi

        version = ".".join(map(str, gurobi.version()))
        stats |= {"engine": f"Gurobi {version}", "rounds": 0, "cuts": 0}

        def on_progress(model: gurobipy.Model, where: int) -> None:
            if cancel.cancelled:
                model.terminate()
            elif where == GRB.Callback.MIPSOL:
                stats["rounds"] += 1
                counts = formulation.counts(model.cbGetSolution(variables))
                for cut in find_cuts(formulation.puzzle, counts):
                    stats["cuts"] += 1
                    drawn = [variables[formulation.drawn_columns[edge]] for edge in cut]
                    model.cbLazy(LinExpr([1.0] * len(drawn), drawn), GRB.GREATER_EQUAL, 1)

        model.optimize(on_progress)
        stats["nodes"] = round(model.NodeCount)
        cancel.raise_if_cancelled()
        if model.Status == GRB.INFEASIBLE:
            return None
        if model.Status != GRB.OPTIMAL:
            raise SolverError(f"This is a bug in the solver: Gurobi ended with {model.Status}.")
        return formulation.counts(model.getAttr(GRB.Attr.X, variables))


@contextmanager
def _open_model(
    model: Model, seed: int | None
) -> Iterator[tuple[gurobipy.Model, list[gurobipy.Var]]]:
    """Load a model into Gurobi; yields Gurobi's model and its variables, one for each column.

    Raises GurobiUnavailableError, also if the block hits the size limit of the licence.
    """
    load("gurobipy", GurobiUnavailableError)
    import gurobipy as gp

    try:
        parameters = {"OutputFlag": 0, "Threads": 1, "LazyConstraints": 1, "Seed": seed or 0}
        environment = gp.Env(params=parameters)
    except gp.GurobiError:
        raise GurobiUnavailableError from None
    with environment, gp.Model(env=environment) as gurobi_model:
        variables = [
            gurobi_model.addVar(ub=upper_bound, obj=objective, vtype=gp.GRB.INTEGER)
            for upper_bound, objective in zip(model.upper_bounds, model.objective)
        ]
        gurobi_model.ModelSense = gp.GRB.MAXIMIZE
        rows = zip(pairwise(model.row_starts), model.senses, model.right_sides)
        for (start, end), sense, right_side in rows:
            row_variables = [variables[column] for column in model.columns[start:end]]
            expression = gp.LinExpr(model.coefficients[start:end].tolist(), row_variables)
            gurobi_model.addLConstr(expression, sense[0], right_side)
        try:
            yield gurobi_model, variables
        except gp.GurobiError as error:
            if error.errno == gp.GRB.Error.SIZE_LIMIT_EXCEEDED:
                raise GurobiUnavailableError from None
            raise


Strategy = Callable[[Formulation, FindCuts, CancelToken, dict[str, Any], int | None], bytes | None]
"""Returns the number of bridges on each edge, or None; writes its statistics into the dictionary.

Raises Cancelled.
"""


def solve_in_rounds(
    formulation: Formulation,
    find_cuts: FindCuts,
    cancel: CancelToken,
    stats: dict[str, Any],
    seed: int | None = None,
) -> bytes | None:
    """Solve with HiGHS, add the cuts that the answer violates, and repeat until there are none.

    Cheng and Yang, Algorithm 1.
    """
    engine = HighsEngine(formulation.model, seed)
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
    formulation: Formulation,
    find_cuts: FindCuts,
    cancel: CancelToken,
    stats: dict[str, Any],
    seed: int | None = None,
) -> bytes | None:
    """Solve in one tree with Gurobi if it is available, otherwise in rounds with HiGHS."""
    try:
        return solve_in_one_tree(formulation, find_cuts, cancel, stats, seed)
    except GurobiUnavailableError:
        return solve_in_rounds(formulation, find_cuts, cancel, stats, seed)


def _create_method(
    name: str,
    source: str,
    advice: str,
    find_cuts: FindCuts,
    strategy: Strategy = solve_in_rounds,
    complete: bool = True,
    code: Callable[[Mapping[str, Any]], str] | None = None,
) -> Method:
    def search(
        puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any], seed: int | None
    ) -> bytes | None:
        formulation = FORMULATIONS[name](puzzle)
        stats |= formulation.size()
        cancel.raise_if_cancelled()
        if not puzzle.edges:
            # The engines ignore the rows of a model without variables.
            return b"" if is_solution(puzzle, b"") else None
        return strategy(formulation, find_cuts, cancel, stats, seed)

    return Method(
        name,
        source,
        advice,
        search,
        complete,
        library="highspy",
        rules=NO_LOOPS,
        options=SEED,
        code=code,
    )


METHODS = (
    _create_method(
        "ilp-polynomial",
        'PhoenixSmaug, README, "ILP Model"',
        "for up to about 100 islands; its model has all rules, for export",
        no_cuts,
    ),
    _create_method(
        "ilp-lazy",
        'PhoenixSmaug, README, "Lazy Constraints"',
        "the fastest ILP method with Gurobi; without it, it uses HiGHS",
        cut_every_component,
        solve_in_one_tree_or_rounds,
        code=lambda stats: "ilp-lazy-highs" if "HiGHS" in stats.get("engine", "") else "ilp-lazy",
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
