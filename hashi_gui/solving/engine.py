"""A SAT engine that enforces connectivity by adding cuts to disconnected answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from pysat.solvers import MapleCM, Minisat22

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.connectivity import find_cuts
from hashi_gui.solving.encoding import Encoding, Literals
from hashi_gui.solving.results import SolverError, Stats, verify_solution

_MANY_ISLANDS = 10_000


class Engine:
    """The clauses of a puzzle in a SAT solver that other threads can interrupt.

    Connectivity cuts, once found, stay in the solver: they hold under all assumptions.
    """

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._variables = encoding.variables
        clauses = encoding.clauses()
        self._clauses = len(clauses)
        self._rounds = self._cuts = 0
        self._solver = _create_solver(len(encoding.puzzle.islands), clauses)
        self.prefer(encoding.preferred_literals())

    def close(self) -> None:
        """Free the solver's memory. The engine cannot be used afterwards."""
        self._solver.delete()

    @property
    def stats(self) -> Stats:
        """All work done so far."""
        return Stats(self._rounds, self._cuts, self._clauses, self._variables)

    def prefer(self, literals: Iterable[int]) -> None:
        """Try these literals before their negations."""
        self._solver.set_phases(literals)

    def add(self, clause: Literals) -> None:
        """Add a clause permanently."""
        self._clauses += 1
        self._solver.add_clause(clause)

    @contextmanager
    def cancellable(self, cancel: CancelToken | None) -> Iterator[CancelToken]:
        """Let ``cancel``, or a new token if it is None, interrupt :meth:`solve` in this block."""
        token = cancel or CancelToken()
        # An interrupt stays pending in the solver until it is cleared: one that came too late for
        # the last question must not end this one. It also means that an interrupt that comes
        # before the solver starts is not lost.
        self._solver.clear_interrupt()
        with token.on_cancel(self._solver.interrupt):
            yield token

    @contextmanager
    def temporary_clause(self, clause: Literals) -> Iterator[int]:
        """Add a clause for this block only, and yield a literal.

        The clause has an effect only on calls of :meth:`solve` that assume the literal.
        """
        self._variables += 1
        selector = self._variables
        self.add([-selector, *clause])
        try:
            yield selector
        finally:
            self.add([-selector])

    def solve(self, token: CancelToken, assumptions: Literals = ()) -> bytes | None:
        """Return a solution under these assumptions, or None if there is none.

        Solves, adds the cuts that the answer violates, and repeats until the answer is connected.
        Use it within :meth:`cancellable`, with the token of that block. Raises Cancelled.
        """
        encoding, solver = self._encoding, self._solver
        # A warm start continues where the last model was found. It must not be used when the
        # assumptions have changed; setting the mode again makes the solver start over.
        solver.start_mode(warm=True)
        while True:
            token.raise_if_cancelled()
            self._rounds += 1
            satisfiable = solver.solve_limited(assumptions, expect_interrupt=True)
            token.raise_if_cancelled()
            if satisfiable is None:
                raise SolverError("This is a bug in the solver: it was interrupted unexpectedly.")
            if not satisfiable:
                return None
            model = solver.get_model()
            drawn = encoding.drawn_edges(model)
            cuts = find_cuts(len(encoding.puzzle.islands), encoding.ends, drawn)
            if not cuts:
                counts = encoding.counts(model)
                verify_solution(encoding.puzzle, counts)
                return counts
            for cut in cuts:
                self.add(encoding.any_drawn(cut))
            self._cuts += len(cuts)


def _create_solver(island_count: int, clauses: list[Literals]) -> Any:
    """Return a MiniSat solver with these clauses, or a MapleCM solver for many islands.

    After a conflict anywhere, MiniSat takes back a large part of its decisions, most of them far
    from the conflict, so its time grows faster than the puzzle. MapleCM finds most of these
    conflicts in advance, when it shortens clauses before it has made any decision. On small puzzles
    this costs more than it saves.
    """
    return (MapleCM if island_count >= _MANY_ISLANDS else Minisat22)(bootstrap_with=clauses)
