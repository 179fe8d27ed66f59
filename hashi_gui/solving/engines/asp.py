"""An engine that sees connectivity during the search: answer set programming with clingo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import Literals, OrderEncoding
from hashi_gui.solving.engines.engine import GaveUp
from hashi_gui.solving.results import UnsupportedPuzzleError, verify_solution

if TYPE_CHECKING:
    import clingo

LIBRARY = "clingo"
"""The optional library that the engine needs."""

CONFIGURATIONS = ("jumpy", "tweety", "handy", "trendy")
"""Settings of the search that complement each other, as clingo names them.

On a board where one of them takes long, another one is often quick.
"""


class AspEngine:
    """An :class:`~hashi_gui.solving.engines.engine.Engine` of clingo.

    The clauses of the order encoding are integrity constraints. An island is reached if it is a
    certain one, or if an edge that is drawn joins it to a reached island; all islands must be
    reached. clingo propagates that during the search: a set of islands that no drawn edge can
    reach any more is an unfounded set.

    ``configuration`` is one of :data:`CONFIGURATIONS`. Raises UnsupportedPuzzleError if clingo is
    not installed.
    """

    def __init__(self, encoding: OrderEncoding, configuration: str = CONFIGURATIONS[0]) -> None:
        if not find_spec(LIBRARY):
            raise UnsupportedPuzzleError("Answer set programming needs clingo: pip install clingo")
        import clingo

        self._encoding = encoding
        self._atoms = [0]
        """The atom of each variable; variables are numbered from 1."""
        self._control = clingo.Control([f"--configuration={configuration}"], _ignore_message)
        self._limit: Any = self._control.configuration.solve
        with self._control.backend() as backend:
            self._add_variables(backend, encoding.variables)
            for clause in encoding.clauses():
                self._add_clause(backend, clause)
            self._add_connectivity(backend)
            self._limit_drawn_edges(backend)

    @property
    def stats(self) -> Mapping[str, Any]:
        """The ``choices``, ``conflicts`` and ``restarts`` of the last search."""
        solvers = self._control.statistics["solving"]["solvers"]
        return {name: int(solvers[name]) for name in ("choices", "conflicts", "restarts")}

    def close(self) -> None:
        del self._control

    def prefer(self, literals: Iterable[int]) -> None:
        """Do nothing: clingo's own choices find answers faster."""

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
        solutions: list[bytes] = []
        literals = [self._literal(literal) for literal in assumptions]
        self._limit.solve_limit = "umax" if max_conflicts is None else f"{max_conflicts},umax"
        while True:
            token.raise_if_cancelled()
            result = self._control.solve(
                literals, on_model=lambda model: solutions.append(self._counts(model))
            )
            token.raise_if_cancelled()
            if solutions:
                verify_solution(self._encoding.puzzle, solutions[0])
                return solutions[0]
            if result.unsatisfiable:
                return None
            if max_conflicts is not None:
                raise GaveUp
            # Otherwise an interrupt came too late for the last call, and has ended this one.

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
        backend.add_rule([reached[_most_edges(encoding)]])
        for edge, (a, b) in enumerate(encoding.ends):
            if encoding.max_counts[edge]:
                drawn = self._atoms[edge + 1]
                backend.add_rule([reached[a]], [reached[b], drawn])
                backend.add_rule([reached[b]], [reached[a], drawn])
        for atom in reached:
            backend.add_rule([], [-atom])

    def _limit_drawn_edges(self, backend: clingo.Backend) -> None:
        _, most = self._encoding.puzzle.rules.pairs_joined(len(self._encoding.puzzle.islands))
        if most is not None:
            drawn = [(self._atoms[edge + 1], 1) for edge in range(len(self._encoding.ends))]
            backend.add_weight_rule([], most + 1, drawn)

    def _literal(self, literal: int) -> int:
        return self._atoms[literal] if literal > 0 else -self._atoms[-literal]

    def _counts(self, model: clingo.Model) -> bytes:
        atoms = self._atoms
        return bytes(
            [
                sum(model.is_true(atoms[variable]) for variable in variables)
                for variables in self._encoding.edge_variables
            ]
        )


def _most_edges(encoding: OrderEncoding) -> int:
    """Return the island with the most edges, from which the others are reached."""
    incident = encoding.puzzle.incident
    return max(range(len(incident)), key=lambda island: len(incident[island]))


def _ignore_message(_code: object, _text: str) -> None:
    """Keep clingo's warnings out of standard error."""
