"""A SAT engine that knows connectivity: an answer that falls apart is cut off and solved again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from pysat.solvers import MapleCM, Minisat22

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.connectivity import cuts
from hashi_gui.solving.encoding import Encoding, Literals
from hashi_gui.solving.results import SolverError, Stats, checked

_MANY_ISLANDS = 10_000


class Engine:
    """The clauses of a puzzle in a SAT solver that any other thread can interrupt.

    Connectivity cuts stay once they are found; they are true whatever is assumed.
    """

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._variables = encoding.variables
        clauses = encoding.clauses()
        self._clauses = len(clauses)
        self._rounds = self._cuts = 0
        self._solver = _solver_for(len(encoding.puzzle.islands), clauses)
        self.prefer(encoding.preferred())

    def close(self) -> None:
        """Free the memory; no question may follow."""
        self._solver.delete()

    @property
    def stats(self) -> Stats:
        """All the work so far."""
        return Stats(self._rounds, self._cuts, self._clauses, self._variables)

    def prefer(self, literals: Iterable[int]) -> None:
        """Try these literals before their negations."""
        self._solver.set_phases(literals)

    def add(self, clause: Literals) -> None:
        self._clauses += 1
        self._solver.add_clause(clause)

    @contextmanager
    def question(self, cancel: CancelToken | None) -> Iterator[CancelToken]:
        """Let the token interrupt the engine while a question is open."""
        token = cancel or CancelToken()
        # An interrupt stays pending in the engine until it is cleared: one that came too late
        # for the last question must not stop this one, and one that comes before the engine
        # starts is not lost.
        self._solver.clear_interrupt()
        with token.bound(self._solver.interrupt):
            yield token

    @contextmanager
    def temporary(self, clause: Literals) -> Iterator[int]:
        """Add a clause that binds only while the literal given is assumed, within this block."""
        self._variables += 1
        selector = self._variables
        self.add([-selector, *clause])
        try:
            yield selector
        finally:
            self.add([-selector])

    def solve(self, token: CancelToken, assumptions: Literals = ()) -> bytes | None:
        """A solution under assumptions: solve, cut off the components, until one is left."""
        encoding, solver = self._encoding, self._solver
        # A warm start resumes where the last model was found instead of from nothing. It must
        # not outlive a change of assumptions; setting the mode anew takes the engine back.
        solver.start_mode(warm=True)
        while True:
            token.check()
            self._rounds += 1
            found = solver.solve_limited(assumptions, expect_interrupt=True)
            token.check()
            if found is None:
                raise SolverError("This is a bug in the solver: it stopped unasked.")
            if not found:
                return None
            model = solver.get_model()
            broken = cuts(len(encoding.puzzle.islands), encoding.ends, encoding.drawn(model))
            if not broken:
                return checked(encoding.puzzle, encoding.counts(model))
            for cut in broken:
                self.add(encoding.some_drawn(cut))
            self._cuts += len(broken)


def _solver_for(islands: int, clauses: list[Literals]) -> Any:
    """MiniSat, or for many islands MapleCM.

    After a conflict anywhere, MiniSat takes back a good part of what it decided, most of it far
    from there, so its time grows faster than the puzzle. MapleCM finds most of these conflicts
    beforehand, on an empty trail, when it shortens the clauses. On small puzzles that costs more
    than it gains.
    """
    return (MapleCM if islands >= _MANY_ISLANDS else Minisat22)(bootstrap_with=clauses)
