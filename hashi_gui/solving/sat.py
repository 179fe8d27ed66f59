"""The exact solver behind everything interactive: SAT with lazy connectivity cuts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType

from pysat.solvers import Minisat22

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.blame import Demands, smallest_conflict
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.connectivity import cuts
from hashi_gui.solving.counting import impossible
from hashi_gui.solving.encoding import Encoding
from hashi_gui.solving.results import Bounds, SolverBug, Stats, Verdict, VerdictKind, checked


class SatSolver:
    """One warm solver for one puzzle, for any number of questions in any order.

    Cuts found for one question stay for the next. A board means: bridges are lower bounds, marks
    are zeros, locks are nothing. Use it from one thread at a time; only the token's ``cancel``
    may come from another. Every question raises Stopped when its token is cancelled, and the
    solver stays fit for the next one. As a context manager it gives its memory back early.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._encoding = Encoding(puzzle)
        self._variables = self._encoding.never
        clauses = self._encoding.clauses()
        self._clauses = len(clauses)
        self._rounds = self._cuts = 0
        self._engine = Minisat22(bootstrap_with=clauses)
        if impossible(puzzle, self._encoding.capacities):
            self._add([])
        # Trying every edge, and a single bridge before more, joins the most islands with the
        # bridges that the clues allow: models are connected sooner.
        self._engine.set_phases(range(1, len(puzzle.edges) + 1))

    def __enter__(self) -> SatSolver:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Free the engine's memory; no question may follow."""
        self._engine.delete()

    @property
    def stats(self) -> Stats:
        """All the work so far."""
        return Stats(self._rounds, self._cuts, self._clauses, self._variables)

    def solution(
        self, cancel: CancelToken | None = None, board: Board | None = None
    ) -> bytes | None:
        """The bridges on each edge in some solution that extends the board, or None."""
        with self._question(cancel) as token:
            return self._solve(token, self._demands(board) if board else ())

    def verdict(self, cancel: CancelToken | None = None) -> Verdict:
        """Whether the puzzle has no solution, one, or several, and which."""
        with self._question(cancel) as token:
            first = self._solve(token)
            if first is None:
                return Verdict(VerdictKind.NONE)
            with self._temporary(self._encoding.outside(first, first)) as other:
                second = self._solve(token, [other])
            kind = VerdictKind.UNIQUE if second is None else VerdictKind.SEVERAL
            return Verdict(kind, first, second)

    def finishable(self, board: Board, cancel: CancelToken | None = None) -> bool:
        """Whether some solution extends the board."""
        return self.solution(cancel, board) is not None

    def forced(self, board: Board, cancel: CancelToken | None = None) -> Bounds:
        """What all solutions that extend the board share, as bounds for each edge: the backbone.

        Asks for a solution outside the bounds of those seen so far until there is none. Raises
        ValueError if no solution extends the board.
        """
        with self._question(cancel) as token:
            demands = self._demands(board)
            solution = self._solve(token, demands)
            if solution is None:
                raise ValueError("No solution extends this board.")
            low = high = solution
            while solution is not None:
                low, high = bytes(map(min, low, solution)), bytes(map(max, high, solution))
                outside = self._encoding.outside(low, high)
                self._engine.set_phases(outside)
                with self._temporary(outside) as other:
                    solution = self._solve(token, [*demands, other])
            return Bounds(low, high)

    def blame(self, board: Board, cancel: CancelToken | None = None) -> frozenset[int]:
        """A smallest set of edges whose bridges or marks on the board cannot stand together.

        Smallest is meant exactly: no set of fewer edges contradicts the puzzle. Empty if a
        solution extends the board, and also if the puzzle has none, whatever is drawn.
        """
        demands = self._encoding.demands(board)

        def extend(edges: Demands) -> Demands | None:
            """What a solution meets around these edges, then a better one, until there is none."""
            met = None
            solution = self._solve(token, [demands[edge] for edge in edges])
            while solution is not None:
                met = frozenset(edge for edge in demands if _meets(solution, board, edge))
                missed = [literal for edge, literal in demands.items() if edge not in met]
                with self._temporary(missed) as better:
                    solution = self._solve(token, [*(demands[edge] for edge in met), better])
            return met

        with self._question(cancel) as token:
            if self._solve(token, list(demands.values())) is not None:
                return frozenset()
            self._engine.set_phases(demands.values())
            return smallest_conflict(frozenset(demands), extend, token)

    def _demands(self, board: Board) -> list[int]:
        return list(self._encoding.demands(board).values())

    @contextmanager
    def _question(self, cancel: CancelToken | None) -> Iterator[CancelToken]:
        """Let the token interrupt the engine while a question is open."""
        token = cancel or CancelToken()
        # An interrupt stays pending in the engine until it is cleared: one that came too late
        # for the last question must not stop this one, and one that comes before the engine
        # starts is not lost.
        self._engine.clear_interrupt()
        with token.bound(self._engine.interrupt):
            yield token

    @contextmanager
    def _temporary(self, clause: Sequence[int]) -> Iterator[int]:
        """Add a clause that binds only while the literal given is assumed, within this block."""
        self._variables += 1
        selector = self._variables
        self._add([-selector, *clause])
        try:
            yield selector
        finally:
            self._add([-selector])

    def _add(self, clause: Sequence[int]) -> None:
        self._clauses += 1
        self._engine.add_clause(clause)

    def _solve(self, token: CancelToken, assumptions: Sequence[int] = ()) -> bytes | None:
        """A solution under assumptions: solve, cut off the components, until one is left."""
        # A warm start resumes where the last model was found instead of from nothing. It must
        # not outlive a change of assumptions; setting the mode anew takes the engine back.
        self._engine.start_mode(warm=True)
        while True:
            token.check()
            self._rounds += 1
            found = self._engine.solve_limited(assumptions, expect_interrupt=True)
            token.check()
            if found is None:
                raise SolverBug("This is a bug in the solver: it stopped unasked.")
            if not found:
                return None
            model = self._engine.get_model()
            broken = cuts(len(self.puzzle.islands), self._encoding.ends, model)
            if not broken:
                return checked(self.puzzle, self._encoding.counts(model))
            for cut in broken:
                self._add([edge + 1 for edge in cut])
            self._cuts += len(broken)


def _meets(solution: bytes, board: Board, edge: int) -> bool:
    return solution[edge] == 0 if edge in board.marks else solution[edge] >= board.counts[edge]
