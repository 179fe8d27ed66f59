"""Which islands are joined, and with how many bridges, as a style wants it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.generating.repair import Change, fits
from hashi_gui.generating.rng import Rng
from hashi_gui.generating.style import Style

_PER_CELL = 0.8
"""How much each cell more makes a bridge less welcome, if short ones are preferred."""

_PER_CROSSING = 0.5
"""How much each edge that a bridge would block makes it less welcome."""

_ALONG_BORDER, _TO_BORDER = 1.6, 0.6
"""The same for a bridge along the border, and for one that leads there."""

_MORE_LOOPS = 1.15
"""How many more loops a draft has, because repairs remove some."""

_TOO_MANY = 1.3
"""Repairs remove bridges on loops only if there are so many times as many as the style wants."""

_CANDIDATES = 4
"""The number of random bridges that compete to be doubled."""

_KEEP_LOOPS, _ADD_LOOPS, _LONG, _DOUBLES = 3.0, 1.0, 0.6, 1.5
"""How much a repair is put off, or hurried, if it removes a bridge, adds one, adds a long one, for
each cell, or doubles one."""

_FEWER_DOUBLES = 10
"""One of so many doubles can be lost, and another one."""


class Weaver:
    """Finds bridges for islands, and says which repairs change their style the least."""

    def __init__(self, puzzle: Puzzle, style: Style, rng: Rng, *, loops: bool) -> None:
        self._puzzle, self._style, self._rng = puzzle, style, rng
        self._loops = loops
        self._wanted_loops = round(style.loops * len(puzzle.islands)) if loops else 0
        self._along = [self._is_along_border(edge) for edge in range(len(puzzle.edges))]
        self._lengths = [
            abs(a.row - b.row) + abs(a.col - b.col)
            for a, b in map(puzzle.ends, range(len(puzzle.edges)))
        ]

    def weave(self, joined: Collection[int]) -> tuple[bytes, int]:
        """One bridge or several on edges, all connected, and how many loops are missing.

        ``joined`` are edges that connect all islands.
        """
        puzzle = self._puzzle
        counts = bytearray(len(puzzle.edges))
        for edge in joined:
            counts[edge] = 1
        costs = [self._cost(edge) for edge in range(len(counts))]
        order = sorted(range(len(counts)), key=costs.__getitem__)
        loops = len(joined) - len(puzzle.islands) + 1
        wanted = round(_MORE_LOOPS * self._wanted_loops)
        for edge in order:
            if loops >= wanted:
                break
            across = [other for other in puzzle.crossings[edge] if counts[other]]
            if counts[edge] or len(across) > 1 or any(costs[o] < costs[edge] for o in across):
                continue
            if fits(puzzle, counts, {**dict.fromkeys(across, 0), edge: 1}):
                counts[edge] = 1
                for other in across:
                    counts[other] = 0
                loops += 1 - len(across)
        for edge in reversed(order):
            if loops > wanted and counts[edge] and fits(puzzle, counts, {edge: 0}):
                counts[edge] = 0
                loops -= 1
        self._double(counts)
        return bytes(counts), max(0, wanted - loops)

    def order(self, draft: bytes, changes: Sequence[Change]) -> list[Change]:
        """Changes of a draft in the order in which they should be tried."""
        used = sum(map(bool, draft))
        loops = used - len(self._puzzle.islands) + 1
        more_loops = 1 if loops <= _TOO_MANY * self._wanted_loops else -1
        fewer_doubles = 1 if sum(count > 1 for count in draft) > self._style.doubles * used else -1

        def delay(change: Change) -> float:
            edge, count = change
            before = draft[edge]
            total = self._rng.fraction()
            if before and not count:
                total += _KEEP_LOOPS * more_loops
            elif count and not before:
                total -= _ADD_LOOPS * more_loops
                total += _LONG * self._style.short * min(self._lengths[edge] - 2, 4)
            doubling = (count > 1) - (before > 1)
            border = _PER_CELL * max(0.0, 1 - self._style.border) if self._along[edge] else 0.0
            return total + doubling * (_DOUBLES * fewer_doubles + border)

        delays = [(delay(change), change) for change in changes]
        return [change for _, change in sorted(delays)]

    def like(self, solution: bytes) -> Callable[[bytes], bool]:
        """Which solutions have about as many loops and doubles as this one, and no more doubles
        along the border or elsewhere; without loops if there are to be none.
        """
        used, *doubles = self._counted(solution)
        more_or_fewer = 1 if self._loops else 0

        def is_like(counts: bytes) -> bool:
            now_used, *now_doubles = self._counted(counts)
            return abs(now_used - used) <= more_or_fewer and all(
                most - most // _FEWER_DOUBLES - 1 <= now <= most
                for now, most in zip(now_doubles, doubles)
            )

        return is_like

    def _counted(self, counts: bytes) -> tuple[int, int, int]:
        """How many edges have bridges, and how many have several along the border and elsewhere."""
        several = [self._along[edge] for edge, count in enumerate(counts) if count > 1]
        along = sum(several)
        return sum(map(bool, counts)), along, len(several) - along

    def _cost(self, edge: int) -> float:
        """How welcome a bridge is; the least is best."""
        style, puzzle = self._style, self._puzzle
        a, b = puzzle.ends(edge)
        cost = self._rng.fraction() + style.short * (
            _PER_CELL * min(self._lengths[edge] - 2, 8)
            + _PER_CROSSING * len(puzzle.crossings[edge])
        )
        if style.crossroads:
            if self._along[edge]:
                cost += _ALONG_BORDER
            elif self._is_on_border(a.cell) or self._is_on_border(b.cell):
                cost += _TO_BORDER
        crossroads = sum(len(puzzle.incident[end.id]) == 4 for end in (a, b))
        return cost - style.crossroads * crossroads

    def _double(self, counts: bytearray) -> None:
        """Add bridges to random ones."""
        puzzle, style, rng = self._puzzle, self._style, self._rng
        if puzzle.rules.max_bridges == 1:
            return
        single = [edge for edge, count in enumerate(counts) if count]
        along = sum(self._along[edge] for edge in single)
        doubles = [0] * len(puzzle.islands)
        joined = [sum(counts[edge] for edge in edges) for edges in puzzle.incident]

        def cost(edge: int) -> float:
            a, b = puzzle.edges[edge].a, puzzle.edges[edge].b
            is_end = joined[a] == 1 or joined[b] == 1
            border = max(0.0, 1 - style.border) if self._along[edge] else 0.0
            return rng.fraction() + style.mixed * (doubles[a] + doubles[b] - is_end) + border

        for _ in range(round(style.doubles * (len(single) - along + style.border * along))):
            if not single:
                return
            edge = min((rng.pick(single) for _ in range(_CANDIDATES)), key=cost)
            single.remove(edge)
            counts[edge] = 2 + rng.index(puzzle.rules.max_bridges - 1)
            doubles[puzzle.edges[edge].a] += 1
            doubles[puzzle.edges[edge].b] += 1

    def _is_along_border(self, edge: int) -> bool:
        a, b = self._puzzle.ends(edge)
        ends = (a.row, b.row), (a.col, b.col)
        lasts = self._puzzle.rows - 1, self._puzzle.cols - 1
        return any(one == two and one in (0, last) for (one, two), last in zip(ends, lasts))

    def _is_on_border(self, cell: tuple[int, int]) -> bool:
        return cell[0] in (0, self._puzzle.rows - 1) or cell[1] in (0, self._puzzle.cols - 1)
