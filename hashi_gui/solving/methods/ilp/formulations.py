"""Puzzles as integer linear programs, in the variables and rows of those who published them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from hashi_gui.core.puzzle import Island, Puzzle
from hashi_gui.solving.methods.ilp.model import Model
from hashi_gui.solving.methods.method import UnsupportedPuzzleError

MOST_VARIABLES = 1_000_000
"""What the polynomial formulation may have: with HiGHS they take some three gigabytes."""


class Formulation:
    """A puzzle as a model, and what the model's variables say of its edges.

    ``drawn[e]`` is the column that is 1 where edge ``e`` has a bridge, ``parts[e]`` are the columns
    that sum to its number of bridges. Where the model is not ``connected`` it lacks that rule, and
    its solutions may fall into several components.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.model = Model()
        self.connected = False
        self.drawn: list[int] = []
        self.parts: list[tuple[int, ...]] = []

    def counts(self, values: Sequence[float]) -> bytes:
        """The bridges on each edge in a solution of the model, one value for each column."""
        return bytes([sum(round(values[part]) for part in parts) for parts in self.parts])

    def size(self) -> dict[str, int]:
        """The size of the model, as stats."""
        return {"variables": len(self.model.names), "rows": len(self.model.row_names)}

    def place(self, edge: int) -> str:
        """An edge in a name, by the cells of its islands: ``r0_c0_r0_c2``."""
        return "_".join(map(_place, self.puzzle.ends(edge)))

    def add_clues(self) -> None:
        """Each island has as many bridges as its clue says; "?" is one or more."""
        for island, incident in zip(self.puzzle.islands, self.puzzle.incident):
            terms = _sum(part for edge in incident for part in self.parts[edge])
            name = f"clue_{_place(island)}"
            if island.clue is None:
                self.model.row(name, terms, ">=", 1)
            else:
                self.model.row(name, terms, "==", island.clue)

    def add_crossings(self) -> None:
        """Of two edges that cross at most one is drawn."""
        for edge, crossings in enumerate(self.puzzle.crossings):
            for across in crossings:
                if across > edge:
                    name = f"cross_{self.place(edge)}_{self.place(across)}"
                    self.model.row(name, _sum([self.drawn[edge], self.drawn[across]]), "<=", 1)


def leveled(puzzle: Puzzle) -> Formulation:
    """All rules but connectivity, with a binary variable for each level of each edge.

    ``x1_PLACE`` is "at least one bridge", ``x2_PLACE`` "at least two", and so on. PhoenixSmaug,
    README, "ILP Model", where there are two levels.
    """
    formulation = Formulation(puzzle)
    model = formulation.model
    levels = range(1, puzzle.max_bridges + 1)
    for edge in puzzle.edges:
        place = formulation.place(edge.id)
        own = tuple([model.variable(f"x{level}_{place}") for level in levels])
        formulation.drawn.append(own[0])
        formulation.parts.append(own)
        for level, (lower, higher) in enumerate(pairwise(own), 2):
            model.row(f"level{level}_{place}", [(higher, 1), (lower, -1)], "<=", 0)
    formulation.add_clues()
    formulation.add_crossings()
    return formulation


def polynomial(puzzle: Puzzle) -> Formulation:
    """The leveled formulation, with each bridge reached from a source by breadth-first search.

    ``yT_PLACE`` is "this edge is at most T - 1 steps away from the source", T being 1 up to the
    number of edges. PhoenixSmaug, README, "ILP Model", where each island has a bridge by its clue;
    for a clue of 0 there is a row that says so. Raises UnsupportedPuzzleError for
    more than MOST_VARIABLES variables.
    """
    edges = len(puzzle.edges)
    variables = edges * (edges + puzzle.max_bridges)
    if variables > MOST_VARIABLES:
        raise UnsupportedPuzzleError(
            f"ilp-polynomial needs {variables:,} variables for {edges:,} edges; "
            f"at most {MOST_VARIABLES:,} are allowed."
        )
    formulation = leveled(puzzle)
    formulation.connected = True
    if len(puzzle.islands) > 1:
        _add_search(formulation)
    return formulation


def _add_search(formulation: Formulation) -> None:
    puzzle, model, drawn = formulation.puzzle, formulation.model, formulation.drawn
    for island, incident in zip(puzzle.islands, puzzle.incident):
        if island.clue == 0:
            model.row(f"any_{_place(island)}", _sum(drawn[edge] for edge in incident), ">=", 1)
    places = [formulation.place(edge.id) for edge in puzzle.edges]
    steps = range(1, len(places) + 1)
    reached = [[model.variable(f"y{step}_{place}") for step in steps] for place in places]
    model.row("source", _sum(own[0] for own in reached), "==", 1)
    for edge, place, own in zip(puzzle.edges, places, reached):
        adjacent = {*puzzle.incident[edge.a], *puzzle.incident[edge.b]} - {edge.id}
        beside = [reached[e] for e in sorted(adjacent)]
        for step, (earlier, later) in enumerate(pairwise(own)):
            name = f"y{step + 2}_{place}"
            model.row(f"stay_{name}", [(earlier, 1), (later, -1)], "<=", 0)
            before = [(other[step], -1) for other in beside]
            model.row(f"reach_{name}", [(later, 1), (earlier, -1), *before], "<=", 0)
        model.row(f"all_{place}", [(drawn[edge.id], 1), (own[-1], -1)], "==", 0)


def counted(puzzle: Puzzle) -> Formulation:
    """All rules but connectivity, with the number of bridges on each edge as one variable.

    ``x_PLACE`` is the number, ``y_PLACE`` is 1 where it is positive. Cheng and Yang, equations
    (1), (2), (3), (5) and (6), after Coelho et al., where it is two at most.
    """
    return _counted(puzzle, worth=0)


def weakly_connected(puzzle: Puzzle) -> Formulation:
    """The counted formulation, with as many edges drawn as a spanning tree has, or more.

    Cheng and Yang, equation (7), after Coelho et al.
    """
    formulation = _counted(puzzle, worth=0)
    formulation.model.row("weak", _sum(formulation.drawn), ">=", len(puzzle.islands) - 1)
    return formulation


def maximised(puzzle: Puzzle) -> Formulation:
    """The counted formulation, with as many edges drawn as possible.

    Cheng and Yang, equation (8). The code in their appendix sums the numbers of bridges instead,
    which the clues make a constant.
    """
    return _counted(puzzle, worth=1)


def _counted(puzzle: Puzzle, worth: int) -> Formulation:
    """``worth`` is that of a drawn edge in the objective."""
    formulation = Formulation(puzzle)
    model, most = formulation.model, puzzle.max_bridges
    for edge in puzzle.edges:
        place = formulation.place(edge.id)
        number = model.variable(f"x_{place}", upper=most)
        drawn = model.variable(f"y_{place}", cost=worth)
        formulation.drawn.append(drawn)
        formulation.parts.append((number,))
        model.row(f"least_{place}", [(drawn, 1), (number, -1)], "<=", 0)
        model.row(f"most_{place}", [(number, 1), (drawn, -most)], "<=", 0)
    formulation.add_clues()
    formulation.add_crossings()
    return formulation


FORMULATIONS: Mapping[str, Callable[[Puzzle], Formulation]] = MappingProxyType(
    {
        "ilp-polynomial": polynomial,
        "ilp-lazy": leveled,
        "ilp-lazy-highs": leveled,
        "ilp-v1": counted,
        "ilp-v2": weakly_connected,
        "ilp-v3": maximised,
        "ilp-v4": maximised,
        "ilp-v5": maximised,
    }
)
"""What each method of integer linear programming starts from, by the name of the method."""


def _sum(columns: Iterable[int]) -> list[tuple[int, int]]:
    return [(column, 1) for column in columns]


def _place(island: Island) -> str:
    return f"r{island.row}_c{island.col}"
