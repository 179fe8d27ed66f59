"""The exact solver: answers questions about one puzzle, with the cuts and state of earlier ones."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence, Set
from contextlib import ExitStack
from functools import partial
from typing import Any

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import OrderEncoding
from hashi_gui.solving.engines.auto import AutoEngine
from hashi_gui.solving.engines.engine import Engine, Selectors
from hashi_gui.solving.parity import obvious_bounds
from hashi_gui.solving.regions import Regions
from hashi_gui.solving.results import (
    DEFAULT_METHOD,
    Backbone,
    MethodResult,
    Verdict,
    VerdictKind,
    run_search,
)

_MANY_ISLANDS = 30_000
"""With fewer islands, the engine answers as fast as regions do."""

_PATIENCE = 0.3
"""Regions are of use if they leave at most this share of the edges undecided; with more freedom, a
second solution is soon found without them."""


CreateEngine = Callable[[OrderEncoding], Engine]


class Solver:
    """Answers any number of questions about one puzzle, in any order.

    What was learned for one question, including cuts, speeds up the next. A solution *extends* a
    board if it has at least the bridges of the board, and no bridge on a marked edge; locks have
    no meaning here.

    Use a solver from one thread at a time; only the token's ``cancel`` may be called from another.
    Every question raises Cancelled when its token is cancelled; the solver can then still answer
    further questions. Use it as a context manager, or call :meth:`close`, to free its memory early.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        threads: int = 1,
        *,
        create_engine: CreateEngine | None = None,
    ) -> None:
        """Answer with the default engine in up to ``threads`` threads, or with another one."""
        self.puzzle = puzzle
        bounds = obvious_bounds(puzzle)
        self._encoding = OrderEncoding(puzzle, bounds)
        self._engine: Engine = (
            create_engine(self._encoding) if create_engine else AutoEngine(self._encoding, threads)
        )
        self._selectors = Selectors(self._engine, self._encoding.variables)
        if bounds is None:
            self._engine.add([])

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the engine's memory. The solver cannot be used afterwards."""
        self._engine.close()

    @property
    def stats(self) -> Mapping[str, Any]:
        """All work done so far; the keys depend on the engine."""
        return self._engine.stats

    def solution(
        self, cancel: CancelToken | None = None, board: Board | None = None
    ) -> bytes | None:
        """Return the number of bridges on each edge in a solution, or None if there is none.

        If a board is given, the solution extends it.
        """
        with self._engine.cancellable(cancel) as token:
            return self._engine.solve(token, self._assumptions(board) if board else ())

    def verdict(self, cancel: CancelToken | None = None) -> Verdict:
        """Return whether the puzzle has no solution, one, or several, with up to two of them."""
        with self._engine.cancellable(cancel) as token:
            first = self._engine.solve(token)
            if first is None:
                return Verdict(VerdictKind.NONE)
            bounds = self._regional_bounds(token)
            if bounds and bounds.low == bounds.high:
                return Verdict(VerdictKind.UNIQUE, first)
            different = self._encoding.outside(first, first)
            with self._selectors.temporary(different) as selector:
                second = self._engine.solve(token, [selector])
            kind = VerdictKind.UNIQUE if second is None else VerdictKind.SEVERAL
            return Verdict(kind, first, second)

    def is_solvable(self, board: Board, cancel: CancelToken | None = None) -> bool:
        """Return whether some solution extends the board."""
        return self.solution(cancel, board) is not None

    def forces(
        self,
        board: Board,
        edge: int,
        bound: int,
        cancel: CancelToken | None = None,
        *,
        is_minimum: bool,
    ) -> bool:
        """Return whether every solution that extends the board keeps a bound on one edge.

        ``bound`` is the least number of bridges there if it ``is_minimum``, otherwise the most.
        """
        if is_minimum:
            broken = -self._encoding.at_least(edge, bound)
        else:
            broken = self._encoding.at_least(edge, bound + 1)
        with self._engine.cancellable(cancel) as token:
            return self._engine.solve(token, [*self._assumptions(board), broken]) is None

    def backbone(self, board: Board, cancel: CancelToken | None = None) -> Backbone:
        """Return the bounds of the bridges on each edge over all solutions that extend the board.

        Where both bounds are equal, the edge is forced. Searches for a solution outside the bounds
        of those found so far until there is none. Raises ValueError if no solution extends the
        board.
        """
        with self._engine.cancellable(cancel) as token:
            assumptions = self._assumptions(board)
            solution = self._engine.solve(token, assumptions)
            if solution is None:
                raise ValueError("No solution extends this board.")
            if not assumptions and (bounds := self._regional_bounds(token)):
                return bounds
            low = high = solution
            while solution is not None:
                low, high = bytes(map(min, low, solution)), bytes(map(max, high, solution))
                outside = self._encoding.outside(low, high)
                self._engine.prefer(outside)
                with self._selectors.temporary(outside) as selector:
                    solution = self._engine.solve(token, [*assumptions, selector])
            return Backbone(low, high)

    def other_solutions(
        self, base: bytes, cancel: CancelToken | None = None
    ) -> Generator[bytes, None, None]:
        """Yield all other solutions than ``base``, those that show something new first.

        As long as there is an edge on which only ``base`` is known, the next solution differs from
        it there, and on no more edges than it must: no solution between the two differs there.
        The solver can answer nothing else before the iterator is closed. Raises Cancelled.
        """
        encoding, engine = self._encoding, self._engine
        with engine.cancellable(cancel) as token, ExitStack() as known:

            def is_other(solution: bytes) -> int:
                return known.enter_context(
                    self._selectors.temporary(encoding.outside(solution, solution))
                )

            engine.prefer(encoding.literals(base))
            others = [is_other(base)]
            same = set(range(len(base)))
            while same:
                with self._selectors.temporary(_differs(encoding, base, same)) as differs:
                    solution = engine.solve(token, [differs])
                    if solution is None:
                        break
                    solution = self._nearest(base, solution, differs, token)
                same -= _differing(base, solution)
                others.append(is_other(solution))
                yield solution
            while (solution := engine.solve(token, others)) is not None:
                others.append(is_other(solution))
                yield solution

    def _nearest(self, base: bytes, solution: bytes, condition: int, token: CancelToken) -> bytes:
        """A solution between two that meets a condition, such that no other is nearer to ``base``.

        ``solution`` meets it.
        """
        edge_variables = self._encoding.edge_variables
        while True:
            low, high = bytes(map(min, base, solution)), bytes(map(max, base, solution))
            between = _inside(edge_variables, low, high)
            like_base = [
                edge_variables[edge][base[edge] - 1]
                if solution[edge] < base[edge]
                else -edge_variables[edge][base[edge]]
                for edge in _differing(base, solution)
            ]
            with self._selectors.temporary(like_base) as nearer:
                found = self._engine.solve(token, [*between, condition, nearer])
            if found is None:
                return solution
            solution = found

    def smallest_conflict(self, board: Board, cancel: CancelToken | None = None) -> frozenset[int]:
        """Return a smallest set of edges whose bridges and marks on the board no solution extends.

        No conflict has fewer edges. The set is empty if a solution extends the board, and also if
        the puzzle itself has no solution.
        """
        from hashi_gui.solving.clue_sets import smallest_unsatisfiable_subset  # It takes a while.

        assumptions = self._encoding.assumptions(board)

        def extend(edges: frozenset[int]) -> frozenset[int] | None:
            """Return a maximal superset of ``edges`` that a solution extends, or None."""
            satisfied = None
            solution = self._engine.solve(token, [assumptions[edge] for edge in edges])
            while solution is not None:
                satisfied = frozenset(e for e in assumptions if _satisfies(solution, board, e))
                others = [literal for e, literal in assumptions.items() if e not in satisfied]
                with self._selectors.temporary(others) as selector:
                    solution = self._engine.solve(
                        token, [*(assumptions[edge] for edge in satisfied), selector]
                    )
            return satisfied

        with self._engine.cancellable(cancel) as token:
            if self._engine.solve(token, list(assumptions.values())) is not None:
                return frozenset()
            self._engine.prefer(assumptions.values())
            return smallest_unsatisfiable_subset(frozenset(assumptions), extend, token)

    def _regional_bounds(self, token: CancelToken) -> Backbone | None:
        """The bounds of a large puzzle that has a solution, if its regions decide enough.

        The engine learns them.
        """
        if len(self.puzzle.islands) < _MANY_ISLANDS:
            return None
        bounds = Regions(self.puzzle).bounds(self.puzzle, token, _PATIENCE)
        if bounds:
            for literal in _inside(self._encoding.edge_variables, bounds.low, bounds.high):
                self._engine.add([literal])
        return bounds

    def _assumptions(self, board: Board) -> list[int]:
        return list(self._encoding.assumptions(board).values())


def solve(puzzle: Puzzle, cancel: CancelToken | None = None, threads: int = 1) -> MethodResult:
    """Solve a puzzle from scratch, in up to so many threads.

    The stats are those of :class:`~hashi_gui.solving.engines.auto.AutoEngine`.
    """
    search = partial(search_with, partial(AutoEngine, threads=threads))
    return run_search(DEFAULT_METHOD, search, puzzle, cancel or CancelToken())


def search_with(
    create_engine: CreateEngine, puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]
) -> bytes | None:
    """Solve a puzzle with an engine, see :data:`~hashi_gui.solving.results.Search`."""
    with Solver(puzzle, create_engine=create_engine) as solver:
        try:
            return solver.solution(cancel)
        finally:
            stats |= solver.stats


def _satisfies(solution: bytes, board: Board, edge: int) -> bool:
    """Return whether a solution extends the board on one edge."""
    return solution[edge] == 0 if edge in board.marks else solution[edge] >= board.counts[edge]


def _inside(edge_variables: Sequence[Sequence[int]], low: bytes, high: bytes) -> list[int]:
    """The literals "each edge has at least ``low`` and at most ``high`` bridges"."""
    return [
        literal
        for variables, least, most in zip(edge_variables, low, high)
        for literal in (*variables[:least], *(-each for each in variables[most:]))
    ]


def _differs(encoding: OrderEncoding, base: bytes, edges: Set[int]) -> list[int]:
    """The clause "some of these edges has another number of bridges than in ``base``"."""
    low = [count if edge in edges else 0 for edge, count in enumerate(base)]
    high = [
        count if edge in edges else len(encoding.edge_variables[edge])
        for edge, count in enumerate(base)
    ]
    return encoding.outside(low, high)


def _differing(one: bytes, two: bytes) -> set[int]:
    """The edges on which two solutions differ."""
    return {edge for edge, (here, there) in enumerate(zip(one, two)) if here != there}
