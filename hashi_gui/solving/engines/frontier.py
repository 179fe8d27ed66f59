"""An engine for narrow boards: it decides edge after edge, and remembers all different states."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.bounds import Bounds, ContradictionError
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import Literals, OrderEncoding
from hashi_gui.solving.engines.engine import AddedClauses, LimitedEngine
from hashi_gui.solving.frontier.order import narrow_order
from hashi_gui.solving.frontier.parts import Part, split
from hashi_gui.solving.results import GaveUp, verify_solution

if TYPE_CHECKING:
    from hashi_gui.solving.frontier.search import Decision

LIBRARY = "numpy"
"""The optional library that the engine needs."""

_MOST_BITS = 22.0
"""The size of states up to which a part of a board counts as narrow; most need fewer bits."""

_MOST_STATES = 1 << 17
"""The most that are remembered after an edge."""

_MOST_WAYS = 1 << 25
"""The most that are remembered in all, in 4 bytes each."""

_CONFLICTS_PER_EDGE = 2
"""To prepare an edge is about as much work as so many conflicts of clingo, and to decide it, too,
without its states.
"""

_STATES_PER_CONFLICT = 250


class FrontierEngine(LimitedEngine):
    """An engine for narrow boards.

    There, all ways to draw one end mean only few different things for the other. On other boards
    it gives up at once. It finds any solution, so if that does not satisfy the clauses that were
    added, it gives up, too.
    """

    def __init__(self, encoding: OrderEncoding) -> None:
        self._encoding = encoding
        self._added = AddedClauses(encoding)
        self._question: Literals | None = None
        self._search: _Search | None = None
        self._left = 0.0
        """The work, in conflicts, that its turns allow; below 0 until it can begin."""

    @property
    def stats(self) -> Mapping[str, Any]:
        """The number of ``states`` of the last question."""
        return {"states": self._search.states if self._search else 0}

    def close(self) -> None:
        self._question = self._search = None

    def add(self, clause: Literals) -> None:
        self._added.add(clause)
        self._question = self._search = None

    def solve(
        self, token: CancelToken, assumptions: Literals = (), max_conflicts: int | None = None
    ) -> bytes | None:
        """Search on, if this was the last question, too.

        See :meth:`hashi_gui.solving.engines.engine.LimitedEngine.solve`.
        """
        token.raise_if_cancelled()
        if self._question != assumptions:
            self._question, self._search = assumptions, None
            self._left = -_CONFLICTS_PER_EDGE * len(self._encoding.ends)
        self._left = math.inf if max_conflicts is None else self._left + max_conflicts
        if self._left <= 0:
            raise GaveUp
        if self._search is None:
            bounds = self._added.bounds(assumptions)
            self._search = _Search(self._encoding.puzzle, bounds)
        search = self._search
        while not search.is_done:
            if self._left <= 0:
                raise GaveUp
            self._left -= search.work(token)
        counts = search.solution
        if counts is None:
            return None
        if not self._added.allow(counts, assumptions):
            raise GaveUp
        verify_solution(self._encoding.puzzle, counts)
        return counts


class _Search:
    """A search for a solution within bounds, which takes one part of the board after the other.

    When it ``is_done``, there is a ``solution`` or, if that is None, none.
    """

    def __init__(self, puzzle: Puzzle, edges: Iterable[tuple[int, int, int]]) -> None:
        """``edges`` are the edges, with the least and the most bridges on each."""
        self.states = 0
        self.is_done = True
        self._counts: bytearray | None = None
        bounds = Bounds(puzzle)
        try:
            for edge in edges:
                bounds.narrow(*edge)
            bounds.propagate()
        except ContradictionError:
            return
        low, high = bytes(bounds.low), bytes(bounds.high)
        parts = split(puzzle, low, high)
        if parts is None:
            return
        self._counts = bytearray(low)
        self._parts = sorted(parts, key=lambda part: len(part.edges))
        self._decision: Decision | None = None
        self._is_hopeless = False
        self.is_done = not parts

    @property
    def solution(self) -> bytes | None:
        return None if self._counts is None else bytes(self._counts)

    def work(self, token: CancelToken) -> int:
        """Work on the largest part that is left, and return how much that was, in conflicts.

        Raises Cancelled, and GaveUp if the part is too wide.
        """
        if self._is_hopeless:
            raise GaveUp
        part = self._parts[-1]
        decision = self._decision = self._decision or self._begin(part, token)
        decision.decide(token)
        self.states += decision.states
        if not decision.states:
            self._counts = self._decision = None
            self.is_done = True
        elif decision.is_complete:
            assert self._counts is not None
            for edge, further in zip(part.edges, decision.solution()):
                self._counts[edge] += further
            self._parts.pop()
            self._decision = None
            self.is_done = not self._parts
        elif decision.states > _MOST_STATES or self.states > _MOST_WAYS:
            self._give_up()
        return _CONFLICTS_PER_EDGE + decision.states // _STATES_PER_CONFLICT

    def _begin(self, part: Part, token: CancelToken) -> Decision:
        from hashi_gui.solving.frontier.search import Decision

        order = narrow_order(part, _MOST_BITS, token)
        if order is None:
            self._give_up()
        return Decision(part, order, token)

    def _give_up(self) -> NoReturn:
        self._decision, self._is_hopeless = None, True
        raise GaveUp
