"""The methods ``ilp-*``: puzzles as integer linear programs, solved with HiGHS or Gurobi.

Each has the variables and rows of its publication, and a strategy that adds connectivity cuts when
they are violated: equation (4) of Cheng and Yang.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from hashi_gui.core.i18n import N_, _
from hashi_gui.core.puzzle import Island, Puzzle
from hashi_gui.core.rules import components, is_solution
from hashi_gui.core.wording import long_number
from hashi_gui.lab.methods.method import NO_LOOPS, SEED, Method
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.linear import HighsEngine, Model
from hashi_gui.solving.results import SolverError, UnsupportedPuzzleError
from hashi_gui.system.libraries import load

if TYPE_CHECKING:
    import gurobipy

MAX_VARIABLES = 1_000_000
"""The size limit of the polynomial formulation. HiGHS needs some three gigabytes for so many."""


class Formulation:
    """A puzzle as a model, and the meaning of the model's variables.

    ``drawn_columns[e]`` is the column that is 1 if edge ``e`` has a bridge; the number of bridges
    on ``e`` is the sum of the columns ``count_columns[e]``. If ``enforces_connectivity`` is False,
    the model lacks this rule, so the islands of a solution may not be connected.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.model = Model()
        self.enforces_connectivity = False
        self.drawn_columns: list[int] = []
        self.count_columns: list[tuple[int, ...]] = []

    def counts(self, values: Sequence[float]) -> bytes:
        """Return the bridges on each edge in a solution of the model, a value for each column."""
        return bytes(
            [sum(round(values[column]) for column in columns) for columns in self.count_columns]
        )

    def size(self) -> dict[str, int]:
        """Return the size of the model, as stats of a method."""
        return {"variables": len(self.model.names), "rows": len(self.model.row_names)}

    def edge_name(self, edge: int) -> str:
        """Return the cells of the edge's islands as part of a name: ``r0_c0_r0_c2``."""
        return "_".join(map(_island_name, self.puzzle.ends(edge)))

    def add_common_rules(self) -> None:
        """Add the clues, where "?" means at least one, the crossings, and the rule "no loops"."""
        for island, incident in zip(self.puzzle.islands, self.puzzle.incident):
            terms = _sum(column for edge in incident for column in self.count_columns[edge])
            name = f"clue_{_island_name(island)}"
            if island.clue is None:
                self.model.add_row(name, terms, ">=", 1)
            else:
                self.model.add_row(name, terms, "==", island.clue)
        for edge, crossings in enumerate(self.puzzle.crossings):
            for across in crossings:
                if across > edge:
                    name = f"cross_{self.edge_name(edge)}_{self.edge_name(across)}"
                    terms = _sum([self.drawn_columns[edge], self.drawn_columns[across]])
                    self.model.add_row(name, terms, "<=", 1)
        # Of solutions whose islands are connected, only those without loops have as many drawn
        # edges as a tree.
        _least, most = self.puzzle.rules.pairs_joined(len(self.puzzle.islands))
        if most is not None:
            self.model.add_row("tree", _sum(self.drawn_columns), "==", most)


def binary_formulation(puzzle: Puzzle) -> Formulation:
    """All rules except connectivity, with a binary variable for each possible bridge of an edge.

    ``x1_EDGE`` means "at least one bridge", ``x2_EDGE`` "at least two", and so on. PhoenixSmaug,
    README, "ILP Model", where an edge has at most two bridges.
    """
    formulation = Formulation(puzzle)
    model = formulation.model
    numbers = range(1, puzzle.rules.max_bridges + 1)
    for edge in puzzle.edges:
        name = formulation.edge_name(edge.id)
        columns = tuple([model.add_variable(f"x{number}_{name}") for number in numbers])
        formulation.drawn_columns.append(columns[0])
        formulation.count_columns.append(columns)
        for number, (lower, higher) in enumerate(pairwise(columns), 2):
            model.add_row(f"level{number}_{name}", [(higher, 1), (lower, -1)], "<=", 0)
    formulation.add_common_rules()
    return formulation


def polynomial_formulation(puzzle: Puzzle) -> Formulation:
    """The binary formulation, with connectivity as a breadth-first search from a source edge.

    ``yT_EDGE`` means "this edge is at most T - 1 steps away from the source", for T from 1 to the
    number of edges. PhoenixSmaug, README, "ILP Model", where each island has a bridge because of
    its clue; here a row ensures this for islands with clue 0. Raises UnsupportedPuzzleError if
    the model would have more than MAX_VARIABLES variables.
    """
    edges = len(puzzle.edges)
    variables = edges * (edges + puzzle.rules.max_bridges)
    if variables > MAX_VARIABLES:
        text = _(
            "ilp-polynomial needs {variables} variables for {edges} edges; at most {most} "
            "are supported."
        )
        raise UnsupportedPuzzleError(
            text.format(
                variables=long_number(variables),
                edges=long_number(edges),
                most=long_number(MAX_VARIABLES),
            )
        )
    formulation = binary_formulation(puzzle)
    formulation.enforces_connectivity = True
    if len(puzzle.islands) > 1:
        _add_reachability(formulation)
    return formulation


def _add_reachability(formulation: Formulation) -> None:
    puzzle, model, drawn = formulation.puzzle, formulation.model, formulation.drawn_columns
    for island, incident in zip(puzzle.islands, puzzle.incident):
        if island.clue == 0:
            terms = _sum(drawn[edge] for edge in incident)
            model.add_row(f"any_{_island_name(island)}", terms, ">=", 1)
    edge_names = [formulation.edge_name(edge.id) for edge in puzzle.edges]
    steps = range(1, len(edge_names) + 1)
    reached = [[model.add_variable(f"y{step}_{name}") for step in steps] for name in edge_names]
    model.add_row("source", _sum(columns[0] for columns in reached), "==", 1)
    for edge, edge_name, columns in zip(puzzle.edges, edge_names, reached):
        adjacent_edges = {*puzzle.incident[edge.a], *puzzle.incident[edge.b]} - {edge.id}
        adjacent = [reached[e] for e in sorted(adjacent_edges)]
        for step, (earlier, later) in enumerate(pairwise(columns)):
            name = f"y{step + 2}_{edge_name}"
            model.add_row(f"stay_{name}", [(earlier, 1), (later, -1)], "<=", 0)
            before = [(other[step], -1) for other in adjacent]
            model.add_row(f"reach_{name}", [(later, 1), (earlier, -1), *before], "<=", 0)
        model.add_row(f"all_{edge_name}", [(drawn[edge.id], 1), (columns[-1], -1)], "==", 0)


def integer_formulation(puzzle: Puzzle, drawn_objective: int = 0) -> Formulation:
    """All rules except connectivity, with the number of bridges on each edge as one variable.

    ``x_EDGE`` is the number of bridges, ``y_EDGE`` is 1 if it is positive, with the coefficient
    ``drawn_objective`` in the objective. Cheng and Yang, equations (1), (2), (3), (5) and (6),
    after Coelho et al., where an edge has at most two bridges.
    """
    formulation = Formulation(puzzle)
    model, most = formulation.model, puzzle.rules.max_bridges
    for edge in puzzle.edges:
        name = formulation.edge_name(edge.id)
        count = model.add_variable(f"x_{name}", upper_bound=most)
        drawn = model.add_variable(f"y_{name}", objective=drawn_objective)
        formulation.drawn_columns.append(drawn)
        formulation.count_columns.append((count,))
        model.add_row(f"least_{name}", [(drawn, 1), (count, -1)], "<=", 0)
        model.add_row(f"most_{name}", [(count, 1), (drawn, -most)], "<=", 0)
    formulation.add_common_rules()
    return formulation


def weakly_connected_formulation(puzzle: Puzzle) -> Formulation:
    """The integer formulation, with at least as many drawn edges as a spanning tree has.

    Cheng and Yang, equation (7), after Coelho et al.
    """
    formulation = integer_formulation(puzzle)
    terms = _sum(formulation.drawn_columns)
    formulation.model.add_row("weak", terms, ">=", len(puzzle.islands) - 1)
    return formulation


def edge_maximising_formulation(puzzle: Puzzle) -> Formulation:
    """The integer formulation, with as many edges drawn as possible.

    Cheng and Yang, equation (8). The code in their appendix maximises the number of bridges
    instead, which is constant because of the clues.
    """
    return integer_formulation(puzzle, drawn_objective=1)


FORMULATIONS: Mapping[str, Callable[[Puzzle], Formulation]] = MappingProxyType(
    {
        "ilp-polynomial": polynomial_formulation,
        "ilp-lazy": binary_formulation,
        "ilp-lazy-highs": binary_formulation,
        "ilp-v1": integer_formulation,
        "ilp-v2": weakly_connected_formulation,
        "ilp-v3": edge_maximising_formulation,
        "ilp-v4": edge_maximising_formulation,
        "ilp-v5": edge_maximising_formulation,
    }
)
"""The formulation that each ILP method starts from, by the name of the method."""


def _sum(columns: Iterable[int]) -> list[tuple[int, int]]:
    return [(column, 1) for column in columns]


def _island_name(island: Island) -> str:
    return f"r{island.row}_c{island.col}"


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
        N_("For up to about 100 islands; its model has all rules, for export."),
        no_cuts,
    ),
    _create_method(
        "ilp-lazy",
        'PhoenixSmaug, README, "Lazy Constraints"',
        N_("The fastest ILP method with Gurobi; without it, it uses HiGHS."),
        cut_every_component,
        solve_in_one_tree_or_rounds,
        code=lambda stats: "ilp-lazy-highs" if "HiGHS" in stats.get("engine", "") else "ilp-lazy",
    ),
    _create_method(
        "ilp-lazy-highs",
        'PhoenixSmaug, README, "Lazy Constraints"',
        N_("To compare HiGHS with Gurobi."),
        cut_every_component,
    ),
    _create_method(
        "ilp-v1",
        "Cheng and Yang, Table 2, version 1",
        N_("To see how often an answer happens to be connected."),
        no_cuts,
        complete=False,
    ),
    _create_method(
        "ilp-v2",
        "Cheng and Yang, Table 2, version 2",
        N_("To see the effect of weak connectivity."),
        no_cuts,
        complete=False,
    ),
    _create_method(
        "ilp-v3",
        "Cheng and Yang, Table 2, version 3",
        N_("To see the effect of maximising the number of edges."),
        no_cuts,
        complete=False,
    ),
    _create_method(
        "ilp-v4",
        "Cheng and Yang, Table 2, version 4",
        N_("To compare one cut per round with ilp-v5."),
        cut_random_component,
    ),
    _create_method(
        "ilp-v5",
        "Cheng and Yang, Table 2, version 5",
        N_("The fastest ILP method with HiGHS."),
        cut_every_component,
    ),
)
"""Their stats are the ``variables`` and ``rows`` of the model before any cuts, the ``engine``, the
``rounds`` (answers of the engine that were checked for connectivity), the connectivity ``cuts``
added, and the ``nodes`` of the branch and bound trees.
"""
