"""The exact solver behind everything interactive: SAT with lazy connectivity cuts."""

from __future__ import annotations

from types import TracebackType

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.conflict import Demands, smallest_conflict
from hashi_gui.solving.engine import Engine
from hashi_gui.solving.order_encoding import OrderEncoding
from hashi_gui.solving.results import Bounds, Stats, Verdict, VerdictKind
from hashi_gui.solving.root_checks import impossible


class SatSolver:
    """One warm solver for one puzzle, for any number of questions in any order.

    Cuts found for one question stay for the next. A board means: bridges are lower bounds, marks
    are zeros, locks are nothing. Use it from one thread at a time; only the token's ``cancel``
    may come from another. Every question raises Stopped when its token is cancelled, and the
    solver stays fit for the next one. As a context manager it gives its memory back early.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._encoding = OrderEncoding(puzzle)
        self._engine = Engine(self._encoding)
        if impossible(puzzle, self._encoding.capacities):
            self._engine.add([])

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
        self._engine.close()

    @property
    def stats(self) -> Stats:
        """All the work so far."""
        return self._engine.stats

    def solution(
        self, cancel: CancelToken | None = None, board: Board | None = None
    ) -> bytes | None:
        """The bridges on each edge in some solution that extends the board, or None."""
        with self._engine.question(cancel) as token:
            return self._engine.solve(token, self._demands(board) if board else ())

    def verdict(self, cancel: CancelToken | None = None) -> Verdict:
        """Whether the puzzle has no solution, one, or several, and which."""
        with self._engine.question(cancel) as token:
            first = self._engine.solve(token)
            if first is None:
                return Verdict(VerdictKind.NONE)
            with self._engine.temporary(self._encoding.outside(first, first)) as other:
                second = self._engine.solve(token, [other])
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
        with self._engine.question(cancel) as token:
            demands = self._demands(board)
            solution = self._engine.solve(token, demands)
            if solution is None:
                raise ValueError("No solution extends this board.")
            low = high = solution
            while solution is not None:
                low, high = bytes(map(min, low, solution)), bytes(map(max, high, solution))
                outside = self._encoding.outside(low, high)
                self._engine.prefer(outside)
                with self._engine.temporary(outside) as other:
                    solution = self._engine.solve(token, [*demands, other])
            return Bounds(low, high)

    def conflict(self, board: Board, cancel: CancelToken | None = None) -> frozenset[int]:
        """A smallest set of edges whose bridges or marks on the board cannot stand together.

        Smallest is meant exactly: no set of fewer edges contradicts the puzzle. Empty if a
        solution extends the board, and also if the puzzle has none, whatever is drawn.
        """
        demands = self._encoding.demands(board)

        def extend(edges: Demands) -> Demands | None:
            """What a solution meets around these edges, then a better one, until there is none."""
            met = None
            solution = self._engine.solve(token, [demands[edge] for edge in edges])
            while solution is not None:
                met = frozenset(edge for edge in demands if _meets(solution, board, edge))
                missed = [literal for edge, literal in demands.items() if edge not in met]
                with self._engine.temporary(missed) as better:
                    solution = self._engine.solve(token, [*(demands[edge] for edge in met), better])
            return met

        with self._engine.question(cancel) as token:
            if self._engine.solve(token, list(demands.values())) is not None:
                return frozenset()
            self._engine.prefer(demands.values())
            return smallest_conflict(frozenset(demands), extend, token)

    def _demands(self, board: Board) -> list[int]:
        return list(self._encoding.demands(board).values())


def _meets(solution: bytes, board: Board, edge: int) -> bool:
    return solution[edge] == 0 if edge in board.marks else solution[edge] >= board.counts[edge]
