"""Strategies to solve a formulation, with connectivity cuts added when they are violated.

The cuts are equation (4) of Cheng and Yang.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.linear.highs import HighsEngine
from hashi_gui.solving.linear.model import Model
from hashi_gui.solving.methods.ilp.formulations import Formulation
from hashi_gui.solving.results import SolverError

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
    """Gurobi is not installed, or its licence does not cover the model."""


def solve_in_one_tree(
    formulation: Formulation, find_cuts: FindCuts, cancel: CancelToken, stats: dict[str, Any]
) -> bytes | None:
    """Solve a model once, in one thread, with the cuts as lazy constraints.

    PhoenixSmaug, README, "Lazy Constraints". Raises GurobiUnavailableError; without a purchased
    licence, Gurobi accepts at most 2000 variables and 2000 rows.
    """
    with _open_model(formulation.model) as (model, variables):
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
def _open_model(model: Model) -> Iterator[tuple[gurobipy.Model, list[gurobipy.Var]]]:
    """Load a model into Gurobi; yields Gurobi's model and its variables, one for each column.

    Raises GurobiUnavailableError, also if the block hits the size limit of the licence.
    """
    try:
        import gurobipy as gp
    except ImportError:
        raise GurobiUnavailableError from None
    try:
        environment = gp.Env(params={"OutputFlag": 0, "Threads": 1, "LazyConstraints": 1})
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
