"""A SAT engine that adds cuts to answers that are disconnected or have forbidden loops."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import Encoding, Literals, shuffled, violated_clauses
from hashi_gui.solving.engines.engine import LimitedEngine
from hashi_gui.solving.engines.sat_solver import SatSolver
from hashi_gui.solving.results import GaveUp, SolverError, verify_solution

_MANY_ISLANDS = 10_000

_CONFLICTS_PER_ROUND = 50
"""A round, which looks for cuts, is about as much work as so many conflicts of MiniSat."""

_CONFLICTS_PER_CONFLICT = 10
"""A conflict of MapleCM on a puzzle with many islands is about as much work."""


class LazySatEngine(LimitedEngine):
    """An engine of a SAT solver of PySAT.

    Cuts, once found, stay in the solver: they hold under all assumptions. ``seed`` is that of
    :func:`~hashi_gui.solving.encoding.shuffled`.
    """

    def __init__(self, encoding: Encoding, seed: int | None = None) -> None:
        self._encoding = encoding
        self._variables = encoding.variables
        clauses = shuffled(encoding.clauses() + encoding.likely_cuts(), seed)
        self._clauses = len(clauses)
        self._rounds = self._cuts = 0
        # After a conflict anywhere, MiniSat takes back a large part of its decisions, most of them
        # far from the conflict, so its time grows faster than the puzzle. MapleCM finds most of
        # these conflicts in advance, when it shortens clauses before it has made any decision. On
        # small puzzles this costs more than it saves.
        large = len(encoding.puzzle.islands) >= _MANY_ISLANDS
        self._work_per_conflict = _CONFLICTS_PER_CONFLICT if large else 1
        self._solver = SatSolver(clauses, "maplecm" if large else "minisat22")
        # A bridge on every edge, and no second ones, connects the most islands with what the clues
        # allow, so that fewer cuts are needed.
        self.prefer(variables[0] for variables in encoding.edge_variables if variables)

    def close(self) -> None:
        self._solver.delete()

    @property
    def stats(self) -> Mapping[str, Any]:
        """The work done so far.

        ``rounds`` is the number of calls of the SAT solver, ``cuts`` the number of cuts
        added; ``clauses`` and ``variables`` are the size of the formula, including the cuts.
        """
        return {
            "rounds": self._rounds,
            "cuts": self._cuts,
            "clauses": self._clauses,
            "variables": self._variables,
        }

    def prefer(self, literals: Iterable[int]) -> None:
        self._solver.set_phases(literals)

    def add(self, clause: Literals) -> None:
        self._clauses += 1
        self._variables = max([self._variables, *map(abs, clause)])
        self._solver.add_clause(clause)

    @contextmanager
    def cancellable(self, cancel: CancelToken | None) -> Iterator[CancelToken]:
        token = cancel or CancelToken()
        # An interrupt stays pending in the solver until it is cleared: one that came too late for
        # the last question must not end this one. It also means that an interrupt that comes
        # before the solver starts is not lost.
        self._solver.clear_interrupt()
        with token.on_cancel(self._solver.interrupt):
            yield token

    def solve(
        self, token: CancelToken, assumptions: Literals = (), max_conflicts: int | None = None
    ) -> bytes | None:
        """Solve, add the cuts that the answer violates, and repeat until there are none.

        See :meth:`hashi_gui.solving.engines.engine.Engine.solve`.
        """
        encoding, solver = self._encoding, self._solver
        solver.start_over()
        limit = None if max_conflicts is None else self._work + max_conflicts
        conflicts = -1
        while True:
            token.raise_if_cancelled()
            if limit is not None:
                if self._work >= limit:
                    raise GaveUp
                conflicts = 1 + (limit - self._work) // self._work_per_conflict
            self._rounds += 1
            satisfiable = solver.solve(assumptions, conflicts)
            token.raise_if_cancelled()
            if satisfiable is None:
                if limit is not None:
                    raise GaveUp
                raise SolverError("This is a bug in the solver: it was interrupted unexpectedly.")
            if not satisfiable:
                return None
            model = solver.model()
            cuts = violated_clauses(encoding, encoding.drawn_edges(model))
            if not cuts:
                counts = encoding.counts(model)
                verify_solution(encoding.puzzle, counts)
                return counts
            for cut in cuts:
                solver.add_clause(cut)
            self._clauses += len(cuts)
            self._cuts += len(cuts)

    def core(self) -> Literals:
        """Return assumptions of the last question that rule out all solutions.

        Only if it was answered with None.
        """
        return self._solver.core()

    @property
    def _work(self) -> int:
        """The work done so far, measured in conflicts of MiniSat."""
        conflicts = self._solver.conflicts()
        return self._work_per_conflict * conflicts + _CONFLICTS_PER_ROUND * self._rounds
