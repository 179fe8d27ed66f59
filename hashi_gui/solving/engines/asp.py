"""An engine that sees connectivity during the search: answer set programming with clingo."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import Literals, OrderEncoding, shuffled
from hashi_gui.solving.engines.engine import LimitedEngine
from hashi_gui.solving.results import GaveUp, UnsupportedPuzzleError, verify_solution
from hashi_gui.system.libraries import load

if TYPE_CHECKING:
    import clingo

LIBRARY = "clingo"
"""The optional library that the engine needs."""

_PATIENT = ("--configuration=trendy", "--restarts=x,128,1.5", "--save-progress=180")

CONFIGURATIONS = {
    "trendy": ["--configuration=trendy"],
    "patient": [*_PATIENT],
    "swept": [*_PATIENT, "--heuristic=Domain"],
}
"""Settings of the search that complement each other: options of clingo.

On a board where one of them takes long, another one is often quick. The one that is "swept" decides
a band of the board after the other.
"""

_BAND = 5
"""The rows of a band; with one row, or 20, answers of full boards take longer."""

_MAX_SPARE_ENDS = 50
"""The most ends of bridges to spare with which it is worth the time to count loops."""


class AspEngine(LimitedEngine):
    """An engine of clingo.

    The clauses of the order encoding are integrity constraints. An island is reached if it is a
    certain one, or if an edge that is drawn joins it to a reached island; all islands must be
    reached. clingo propagates that during the search: a set of islands that no drawn edge can
    reach any more is an unfounded set. Where bridges can form no loops, or only few, the same is
    asked of the areas of water between them.

    ``configuration`` is the name of one of :data:`CONFIGURATIONS`, ``seed`` that of
    :func:`~hashi_gui.solving.encoding.shuffled`. Raises UnsupportedPuzzleError if clingo is
    missing or broken. It prefers no literals: clingo's own choices find answers faster.
    """

    def __init__(
        self,
        encoding: OrderEncoding,
        seed: int | None = None,
        configuration: str = "trendy",
    ) -> None:
        load(LIBRARY, UnsupportedPuzzleError)
        import clingo

        self._encoding = encoding
        self._atoms = [0]
        """The atom of each variable; variables are numbered from 1."""
        self._control = clingo.Control(CONFIGURATIONS[configuration], _ignore_message)
        self._limit: Any = self._control.configuration.solve
        with self._control.backend() as backend:
            self._add_variables(backend, encoding.variables)
            for clause in shuffled(encoding.clauses(), seed):
                self._add_clause(backend, clause)
            self._add_connectivity(backend)
            if not encoding.loops or has_few_loops(encoding):
                self._limit_loops(backend)
            if configuration == "swept":
                self._decide_by_bands(backend)

    @property
    def stats(self) -> Mapping[str, Any]:
        """The ``choices``, ``conflicts`` and ``restarts`` of the last search."""
        solvers = self._control.statistics["solving"]["solvers"]
        return {name: int(solvers[name]) for name in ("choices", "conflicts", "restarts")}

    def close(self) -> None:
        del self._control

    def add(self, clause: Literals) -> None:
        with self._control.backend() as backend:
            self._add_variables(backend, max(map(abs, clause), default=0))
            self._add_clause(backend, clause)

    @contextmanager
    def cancellable(self, cancel: CancelToken | None) -> Iterator[CancelToken]:
        token = cancel or CancelToken()
        with token.on_cancel(self._control.interrupt):
            yield token

    def solve(
        self, token: CancelToken, assumptions: Literals = (), max_conflicts: int | None = None
    ) -> bytes | None:
        literals = [self._literal(literal) for literal in assumptions]
        while True:
            solution, result = self._search(token, literals, max_conflicts)
            if solution is not None:
                verify_solution(self._encoding.puzzle, solution)
                return solution
            if result.unsatisfiable:
                return None
            if max_conflicts is not None:
                raise GaveUp
            # Otherwise an interrupt came too late for the last call, and has ended this one.

    def _search(
        self, token: CancelToken, literals: Sequence[int], max_conflicts: int | None
    ) -> tuple[bytes | None, clingo.SolveResult]:
        """Return the bridges of the first model in which these atoms are as given, if any."""
        found: list[bytes] = []
        self._limit.solve_limit = "umax" if max_conflicts is None else f"{max_conflicts},umax"
        token.raise_if_cancelled()
        result = self._control.solve(
            literals, on_model=lambda model: found.append(self._counts(model))
        )
        token.raise_if_cancelled()
        return (found[0] if found else None), result

    def _add_variables(self, backend: clingo.Backend, count: int) -> None:
        """Let there be at least ``count`` variables, each true or false."""
        new = [backend.add_atom() for _ in range(len(self._atoms), count + 1)]
        if new:
            backend.add_rule(new, choice=True)
            self._atoms += new

    def _add_clause(self, backend: clingo.Backend, clause: Literals) -> None:
        backend.add_rule([], [self._literal(-literal) for literal in clause])

    def _add_connectivity(self, backend: clingo.Backend) -> None:
        encoding = self._encoding
        reached = [backend.add_atom() for _ in encoding.puzzle.islands]
        if not reached:
            return
        self._add_start(backend, reached)
        for edge, (a, b) in enumerate(encoding.ends):
            if encoding.high[edge]:
                drawn = self._atoms[edge + 1]
                backend.add_rule([reached[a]], [reached[b], drawn])
                backend.add_rule([reached[b]], [reached[a], drawn])
        for atom in reached:
            backend.add_rule([], [-atom])

    def _add_start(self, backend: clingo.Backend, reached: Sequence[int]) -> None:
        """Reach all islands from the one with the most edges."""
        incident = self._encoding.puzzle.incident
        backend.add_rule([reached[max(range(len(reached)), key=lambda i: len(incident[i]))]])

    def _limit_loops(self, backend: clingo.Backend) -> None:
        """Let bridges enclose only as many areas of water as the clues allow.

        The sea around the board reaches the other areas, in steps over edges without a bridge.
        Each area that bridges enclose is reached from a spring of its own instead. By Euler's
        formula, there are as many of them as edges drawn beyond those of a tree of all islands.
        """
        encoding = self._encoding
        around, shores = _areas(encoding.puzzle)
        reached: defaultdict[int, int] = defaultdict(backend.add_atom)
        backend.add_rule([reached[around]])
        for edge, *areas in sorted(shores):
            one, two = (reached[area] for area in areas)
            empty = -self._atoms[edge + 1]
            backend.add_rule([one], [two, empty])
            backend.add_rule([two], [one, empty])
        for atom in reached.values():
            backend.add_rule([], [-atom])
        springs = {area: backend.add_atom() for area in reached if area != around}
        if not encoding.loops or not springs:
            return
        backend.add_rule(list(springs.values()), choice=True)
        for area, spring in springs.items():
            backend.add_rule([reached[area]], [spring])
        for edge, *areas in sorted(shores):
            # A spring is in the first of the areas that hang together.
            if last := springs.get(max(areas)):
                backend.add_rule([], [last, -self._atoms[edge + 1]])
        further = [v for variables in encoding.edge_variables for v in variables[1:]]
        weights = [(atom, 2) for atom in (*springs.values(), *(self._atoms[v] for v in further))]
        weights += [(-self._atoms[v], 1) for v in _variables_of_unknown(encoding)]
        backend.add_weight_rule([], _spare_ends(encoding) + 1, weights)

    def _decide_by_bands(self, backend: clingo.Backend) -> None:
        from clingo.backend import HeuristicType

        encoding = self._encoding
        islands, last = encoding.puzzle.islands, encoding.puzzle.rows // _BAND
        for (_, lower), variables in zip(encoding.ends, encoding.edge_variables):
            level = 1 + last - islands[lower].row // _BAND
            for variable in variables:
                backend.add_heuristic(self._atoms[variable], HeuristicType.Level, level, 1, [])

    def _literal(self, literal: int) -> int:
        return self._atoms[literal] if literal > 0 else -self._atoms[-literal]

    def _counts(self, model: clingo.Model) -> bytes:
        return self._encoding.counts([model.is_true(atom) for atom in self._atoms[1:]])


def has_few_loops(encoding: OrderEncoding) -> bool:
    """Whether bridges may form loops, but the clues allow only few of them."""
    return encoding.loops and _spare_ends(encoding) <= _MAX_SPARE_ENDS


def best_configurations(encoding: OrderEncoding) -> tuple[str, str]:
    """The best of :data:`CONFIGURATIONS` for a puzzle, and the one that complements it best."""
    # Only with multiple bridges is there enough freedom in a band: trees of 60x60 cells take long.
    is_swept = not encoding.puzzle.rules.loops and _spare_ends(encoding) > 0
    return ("swept", "trendy") if is_swept else ("trendy", "patient")


def _variables_of_unknown(encoding: OrderEncoding) -> list[int]:
    """The variables of all ends of bridges at islands with a "?"."""
    puzzle = encoding.puzzle
    return [
        variable
        for island in puzzle.islands
        if island.clue is None
        for edge in puzzle.incident[island.id]
        for variable in encoding.edge_variables[edge]
    ]


def _spare_ends(encoding: OrderEncoding) -> int:
    """The ends of bridges beyond those that a tree of all islands needs, at most."""
    islands = encoding.puzzle.islands
    known = sum(clue or 0 for _, _, _, clue in islands)
    return known + len(_variables_of_unknown(encoding)) - 2 * (len(islands) - 1)


def _areas(puzzle: Puzzle) -> tuple[int, set[tuple[int, int, int]]]:
    """The area of water around the board, and each edge between two areas with their numbers.

    The water is divided into rectangles by the rows and columns that have islands. Rectangles
    are one area if no edge divides them.
    """
    rows, cols = (
        {at: rank for rank, at in enumerate(sorted(places))}
        for places in ({i.row for i in puzzle.islands}, {i.col for i in puzzle.islands})
    )
    width = len(cols) + 1
    dividing: dict[tuple[int, int], int] = {}
    for edge in puzzle.edges:
        a, b = puzzle.islands[edge.a], puzzle.islands[edge.b]
        first, last = (rows[i.row] * width + cols[i.col] for i in (a, b))
        for before in range(first, last, 1 if edge.horizontal else width):
            # The rectangle at the lower right of an island, and the one above or to its left.
            after = before + width + 1
            dividing[after - (width if edge.horizontal else 1), after] = edge.id
    leaders = list(range(width * (len(rows) + 1)))

    def leader(area: int) -> int:
        while leaders[area] != area:
            leaders[area] = area = leaders[leaders[area]]
        return area

    for area in leaders[:-1]:
        right, below = area + 1, area + width
        if right % width and (area, right) not in dividing:
            leaders[leader(area)] = leader(right)
        if below < len(leaders) and (area, below) not in dividing:
            leaders[leader(area)] = leader(below)
    shores = {(edge, leader(one), leader(two)) for (one, two), edge in dividing.items()}
    return leader(0), {shore for shore in shores if shore[1] != shore[2]}


def _ignore_message(_code: object, _text: str) -> None:
    """Keep clingo's warnings out of standard error."""
