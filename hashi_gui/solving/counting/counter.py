"""The number of solutions of a puzzle."""

from __future__ import annotations

from contextlib import suppress
from math import prod
from time import monotonic
from typing import TYPE_CHECKING

from hashi_gui.core.board import Board
from hashi_gui.solving.bounds import max_bridge_counts
from hashi_gui.solving.cancel import Cancelled, CancelToken
from hashi_gui.solving.frontier.order import find_order
from hashi_gui.solving.frontier.parts import Part, split
from hashi_gui.solving.results import Backbone, Count
from hashi_gui.solving.solver import Solver
from hashi_gui.system.libraries import load

if TYPE_CHECKING:
    from hashi_gui.solving.frontier.search import FrontierSearch, Progress

MAX_MEMORY = 1_300_000_000
"""Bytes that the states of a search may take; then the whole process stays below 2 GB."""

_ROUNDS = ((1 << 9, 1), (1 << 13, 1), (1 << 17, 1), (1 << 62, 4))
"""For each round, the most states after a step that are all followed, and at how many places the
search for a good order of the edges begins."""

_HEAD_START, _FOR_EACH_EDGE = 0.1, 0.001
"""Seconds that the solver has before the first search begins, and more of them for each edge."""


def count_solutions(
    solver: Solver,
    token: CancelToken,
    *,
    edges: bool = False,
    memory: int = MAX_MEMORY,
    progress: Progress = lambda *_: None,
) -> Count:
    """Count the solutions of the puzzle of a solver, and with ``edges`` also those for each edge.

    When the token is cancelled, or what has to be remembered takes more than ``memory`` bytes, the
    result is a lower bound.
    """
    # The numbers for each edge take a second search, which remembers more.
    counter = _Counter(solver, memory // 2 if edges else memory, progress)
    try:
        counter.run(token)
        return counter.count(token if edges else None)
    except Cancelled:
        return counter.count()


class _Counter:
    """Searches of the parts of a puzzle, in rounds with more and more states."""

    def __init__(self, solver: Solver, memory: int, progress: Progress) -> None:
        puzzle = solver.puzzle
        self._solver = solver
        self._memory = memory
        self._progress = progress
        self._solution: bytes | None = None
        self._low = bytes(len(puzzle.edges))
        self._parts: list[_PartCounter] | None = None
        self._is_unsolvable = False
        self._at_least = 0

    def run(self, token: CancelToken) -> None:
        """Count until the number is exact or memory is short. Raises Cancelled.

        First the solver looks for what all solutions share: on most puzzles this takes no time and
        makes the searches much shorter. If it takes long, as it may, it goes on in another thread,
        and searches begin without it, and start again when it is done.
        """
        try:
            with token.limited(_HEAD_START + _FOR_EACH_EDGE * len(self._low)) as limited:
                bounds = self._ask_solver(limited)
        except Cancelled:
            token.raise_if_cancelled()
            self._ask_and_search(token)
        else:
            self._use(bounds)
            self._search(token)

    def _ask_and_search(self, token: CancelToken) -> None:
        """Search until the solver is done, and wait for it as long again if memory is short."""
        from concurrent.futures import ThreadPoolExecutor, wait  # It takes a while.

        asking_token, until_done = CancelToken(), CancelToken()
        with token.on_cancel(asking_token.cancel), ThreadPoolExecutor(1) as pool:
            try:
                start = monotonic()
                asking = pool.submit(self._ask_solver, asking_token)
                asking.add_done_callback(lambda _: until_done.cancel())
                self._split(self._low, bytes(max_bridge_counts(self._solver.puzzle)), least=0)
                with suppress(Cancelled):
                    self._search(until_done)
                    if not self._is_exact:
                        wait([asking], monotonic() - start)
                token.raise_if_cancelled()
                if asking.done() and not self._is_exact:
                    self._use(asking.result())
                    self._search(token)
            finally:
                asking_token.cancel()

    def _search(self, token: CancelToken) -> None:
        for limit, starts in _ROUNDS:
            token.raise_if_cancelled()
            for part in self._parts or ():
                part.improve(limit, starts, self._solution, token)
                self._at_least = max(self._at_least, self._product())
            if self._is_exact:
                return

    def count(self, token: CancelToken | None = None) -> Count:
        """The result so far; with a token, also for each edge if the number is exact.

        Raises Cancelled.
        """
        if self._is_exact:
            return Count(self._product(), True, self._edges(token) if token else None)
        return Count(max(self._at_least, int(self._solution is not None)), False)

    @property
    def _is_exact(self) -> bool:
        if self._is_unsolvable:
            return True
        return self._parts is not None and all(part.result.exact for part in self._parts)

    def _product(self) -> int:
        if self._is_unsolvable or self._parts is None:
            return 0
        return prod(part.result.solutions for part in self._parts)

    def _ask_solver(self, token: CancelToken) -> Backbone | None:
        """What all solutions share; None if there is no solution. Sets ``_solution``."""
        self._solution = self._solver.solution(token)
        if self._solution is None:
            return None
        return self._solver.backbone(Board.empty(self._solver.puzzle), token)

    def _use(self, bounds: Backbone | None) -> None:
        """Start again with exact bounds, None if there is no solution."""
        if bounds is None:
            self._is_unsolvable = True
        else:
            # Each undecided edge has another number of bridges in some other solution.
            self._split(bounds.low, bounds.high, least=2)

    def _split(self, low: bytes, high: bytes, least: int) -> None:
        parts = split(self._solver.puzzle, low, high)
        if parts is None:
            self._is_unsolvable = True
            return
        self._low = low
        self._parts = [
            _PartCounter(part, low, least, self._memory, self._progress) for part in parts
        ]
        self._at_least = max(self._at_least, self._product())

    def _edges(self, token: CancelToken) -> tuple[tuple[int, ...], ...]:
        puzzle = self._solver.puzzle
        total = self._product()
        edges = [[0] * (puzzle.rules.max_bridges + 1) for _ in puzzle.edges]
        for edge, given in zip(edges, self._low):
            edge[given] = total
        for part in self._parts if self._parts and total else ():
            for e, shares in part.shares(token).items():
                given = self._low[e]
                for further, solutions in enumerate(shares):
                    edges[e][given + further] = solutions * total // part.result.solutions
        return tuple(map(tuple, edges))


class _PartCounter:
    """Counts the solutions of a part, of which there are at least ``least``."""

    def __init__(self, part: Part, low: bytes, least: int, memory: int, progress: Progress) -> None:
        self.result = Count(least, exact=False)
        self._part = part
        self._low = low
        self._memory = memory
        self._progress = progress
        self._starts = 0
        self._search: FrontierSearch | None = None

    def improve(self, limit: int, starts: int, solution: bytes | None, token: CancelToken) -> None:
        """Try to find the exact number, following at most ``limit`` states.

        The search for a good order has some ``starts``. ``solution`` is one of the puzzle.
        """
        if self.result.exact:
            return
        if self._search is None or self._starts != starts:
            load("numpy")
            from hashi_gui.solving.frontier.search import FrontierSearch  # It needs NumPy.

            order = find_order(self._part, starts, token)
            self._search, self._starts = FrontierSearch(self._part, order, self._memory), starts
        known = solution and [solution[e] - self._low[e] for e in self._part.edges]
        result = self._search.count(limit, known, token, self._progress)
        if result.exact or result.solutions > self.result.solutions:
            self.result = result

    def shares(self, token: CancelToken) -> dict[int, list[int]]:
        """For each edge, how many solutions have 0, 1, 2... bridges more than given."""
        assert self._search is not None
        return dict(zip(self._part.edges, self._search.shares(token)))
