"""How many bridges each edge can have, as far as single clues and crossings tell."""

from __future__ import annotations

from hashi_gui.core.puzzle import Puzzle


class ContradictionError(Exception):
    """There is no solution."""


def spare_bridges(puzzle: Puzzle) -> int:
    """Return how many bridges there are beyond those that a tree of all islands needs.

    Without a clue for each island this is an upper bound. It is negative if there are too few.
    """
    most = puzzle.rules.max_clue
    total = sum([most if clue is None else clue for _, _, _, clue in puzzle.islands])
    return total // 2 - (len(puzzle.islands) - 1)


def max_bridge_counts(puzzle: Puzzle) -> list[int]:
    """Return the most bridges that each edge can have according to its two clues.

    This is ``max_bridges`` or the smaller clue, or one bridge less if two equal clues would
    otherwise isolate their islands from the others. No edge has more bridges than are left once
    each of the other islands has one of its own.
    """
    limit = min(puzzle.rules.max_bridges, 1 + max(0, spare_bridges(puzzle)))
    has_others = len(puzzle.islands) > 2
    most = [
        [min(a, b, limit) - (has_others and 0 < a == b <= limit) for b in range(limit + 2)]
        for a in range(limit + 2)
    ]
    clues = [
        limit + 1 if clue is None or clue > limit else clue for _, _, _, clue in puzzle.islands
    ]
    return [most[clues[a]][clues[b]] for _, a, b, _ in puzzle.edges]


class Bounds:
    """The least and the most bridges that each edge of a puzzle can have, ``low`` and ``high``.

    They begin with :func:`max_bridge_counts`, and become narrower.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self.ends = [(a, b) for _, a, b, _ in puzzle.edges]
        self._clues = [clue for _, _, _, clue in puzzle.islands]
        self.low = [0] * len(self.ends)
        self.high = max_bridge_counts(puzzle)
        self.changed: dict[int, None] = dict.fromkeys(range(len(self._clues)))
        """The islands whose clues may make bounds narrower."""

    def propagate(self) -> None:
        """Make the bounds as narrow as single clues can. Raises ContradictionError."""
        low, high, incident = self.low, self.high, self._puzzle.incident
        changed, widest = self.changed, self._puzzle.rules.max_bridges
        while changed:
            island, _ = changed.popitem()
            clue = self._clues[island]
            edges = incident[island]
            spare = needed = 0
            for edge in edges:
                spare += high[edge]
                needed -= low[edge]
            if clue is None:
                # It needs one bridge, and may have all.
                needed, spare = needed + spare, spare - 1
            else:
                needed, spare = needed + clue, spare - clue
            if needed < 0 or spare < 0:
                raise ContradictionError
            if needed >= widest and spare >= widest:
                continue
            for edge in edges:
                width = high[edge] - low[edge]
                if width > spare or width > needed:
                    self.narrow(edge, high[edge] - spare, low[edge] + needed)

    def narrow(self, edge: int, low: int, high: int) -> None:
        """Let an edge have at least ``low`` and at most ``high`` bridges.

        Raises ContradictionError.
        """
        old_low, old_high = self.low[edge], self.high[edge]
        if low < old_low:
            low = old_low
        if high > old_high:
            high = old_high
        if low == old_low and high == old_high:
            return
        if low > high:
            raise ContradictionError
        if low and not old_low:
            for other in self._puzzle.crossings[edge]:
                if self.high[other]:
                    self.narrow(other, 0, 0)
        self.low[edge], self.high[edge] = low, high
        one, other = self.ends[edge]
        self.changed[one] = self.changed[other] = None
