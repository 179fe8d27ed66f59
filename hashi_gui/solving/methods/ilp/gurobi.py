"""Gurobi, for those who have it: one branch and bound tree, cut wherever an answer turns up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.methods.ilp.cutting import Separate
from hashi_gui.solving.methods.ilp.formulations import Formulation
from hashi_gui.solving.methods.ilp.model import Model
from hashi_gui.solving.results import SolverError

if TYPE_CHECKING:
    import gurobipy


class GurobiUnavailableError(Exception):
    """Gurobi is not installed, or its licence does not cover the model."""


def search_in_one_tree(
    formulation: Formulation, separate: Separate, cancel: CancelToken, stats: dict[str, Any]
) -> bytes | None:
    """Solve once, in one thread, with the cuts as lazy constraints.

    PhoenixSmaug, README, "Lazy Constraints". Raises GurobiUnavailableError: without
    a licence of one's own there may be 2000 variables and 2000 rows.
    """
    with _gurobi_with(formulation.model) as (model, variables):
        from gurobipy import GRB, LinExpr, gurobi

        version = ".".join(map(str, gurobi.version()))
        stats |= {"engine": f"Gurobi {version}", "rounds": 0, "cuts": 0}

        def look(model: gurobipy.Model, where: int) -> None:
            if cancel.cancelled:
                model.terminate()
            elif where == GRB.Callback.MIPSOL:
                stats["rounds"] += 1
                counts = formulation.counts(model.cbGetSolution(variables))
                for cut in separate(formulation.puzzle, counts):
                    stats["cuts"] += 1
                    drawn = [variables[formulation.drawn[edge]] for edge in cut]
                    model.cbLazy(LinExpr([1.0] * len(drawn), drawn), GRB.GREATER_EQUAL, 1)

        model.optimize(look)
        stats["nodes"] = round(model.NodeCount)
        cancel.check()
        if model.Status == GRB.INFEASIBLE:
            return None
        if model.Status != GRB.OPTIMAL:
            raise SolverError(f"This is a bug in the solver: Gurobi ended with {model.Status}.")
        return formulation.counts(model.getAttr(GRB.Attr.X, variables))


@contextmanager
def _gurobi_with(model: Model) -> Iterator[tuple[gurobipy.Model, list[gurobipy.Var]]]:
    """A Gurobi that holds a model, and the variables in it.

    Raises GurobiUnavailableError also for the block.
    """
    try:
        import gurobipy as gp
    except ImportError:
        raise GurobiUnavailableError from None
    try:
        environment = gp.Env(params={"OutputFlag": 0, "Threads": 1, "LazyConstraints": 1})
    except gp.GurobiError:
        raise GurobiUnavailableError from None
    with environment, gp.Model(env=environment) as built:
        variables = [
            built.addVar(ub=upper, obj=cost, vtype=gp.GRB.INTEGER)
            for upper, cost in zip(model.uppers, model.costs)
        ]
        built.ModelSense = gp.GRB.MAXIMIZE
        for (start, end), sense, right in zip(pairwise(model.starts), model.senses, model.rights):
            own = [variables[column] for column in model.columns[start:end]]
            expression = gp.LinExpr(model.coefficients[start:end].tolist(), own)
            built.addLConstr(expression, sense[0], right)
        try:
            yield built, variables
        except gp.GurobiError as error:
            if error.errno == gp.GRB.Error.SIZE_LIMIT_EXCEEDED:
                raise GurobiUnavailableError from None
            raise
