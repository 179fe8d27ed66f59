"""An engine for large boards: it draws them region by region, then connects separate groups."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import isqrt
from typing import Any

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import (
    Literals,
    OrderEncoding,
    clauses_of_sum,
    find_cuts,
    find_groups,
)
from hashi_gui.solving.engines.engine import AddedClauses, LimitedEngine
from hashi_gui.solving.engines.sat_solver import SatSolver
from hashi_gui.solving.results import GaveUp, verify_solution

_MAX_CONFLICTS = 5_000
_CONFLICTS_PER_ISLAND = 10
"""So many conflicts, and so many more for each of its islands, show that it has no bridges."""

_REGION = 120
"""About how many islands a region has."""

_GROWTH = 1.3
"""By how much neighbourhoods grow each time that nothing is gained."""

_MAX_GROWTH = 5.0
"""The most by which they grow."""

_MAX_FAILURES = 20
"""How often in a row nothing may be gained."""

_FALSE = 1
"""The variable that is false in each neighbourhood."""

_Ends = tuple[int, int]

Cells = tuple[int, int, int, int]
"""The cells of a rectangle: first row, first column, last row, last column."""


class RegionalEngine(LimitedEngine):
    """An engine that can only find solutions, on boards with some freedom everywhere.

    Its time grows in proportion to the board, while that of programs for all of it grows faster.
    """

    def __init__(self, encoding: OrderEncoding) -> None:
        self._encoding = encoding
        self._added = AddedClauses(encoding)
        self._turns = 0

    @property
    def stats(self) -> Mapping[str, Any]:
        """How many ``turns`` the engine had."""
        return {"turns": self._turns}

    def add(self, clause: Literals) -> None:
        self._added.add(clause)

    def solve(
        self,
        token: CancelToken,
        assumptions: Literals = (),
        max_conflicts: int | None = None,  # noqa: ARG002 - a turn ends by itself
    ) -> bytes:
        """Find a solution with regions that are larger in each turn.

        Raises GaveUp if it finds none, and where loops are forbidden, which it cannot see region by
        region; or Cancelled.
        """
        if not self._encoding.puzzle.rules.loops:
            raise GaveUp
        self._turns += 1
        bounds = self._added.bounds(assumptions)
        counts = _Drawing(self._encoding, _REGION * self._turns, bounds).solution(token)
        if not self._added.allow(counts, assumptions):
            raise GaveUp
        verify_solution(self._encoding.puzzle, counts)
        return counts


class _Drawing:
    """One region after the other gets bridges; those drawn before may change where they are near.

    Then, neighbourhoods in which separate groups meet are drawn again, so that they are connected.
    This is a large neighbourhood search, with a SAT solver for each.

    ``counts[e]`` is the number of bridges on edge ``e``, None if it is not drawn yet; ``low[e]``
    and ``high[e]`` are the least and the most that it can have. All bridges of the islands in
    ``done`` are drawn.
    """

    def __init__(
        self, encoding: OrderEncoding, region: int, bounds: Iterable[tuple[int, int, int]]
    ) -> None:
        """Draw with about ``region`` islands in each region.

        ``bounds`` are edges, each with the least and the most bridges that it can have.
        """
        puzzle = encoding.puzzle
        self.encoding = encoding
        self.counts: list[int | None] = [None] * len(encoding.ends)
        self.low = list(encoding.low)
        self.high = list(encoding.high)
        self.done: set[int] = set()
        self._side = max(2, isqrt(region * puzzle.rows * puzzle.cols // len(puzzle.islands)))
        self._regions: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        """The islands of each region, a square with so many rows and columns."""
        for island in puzzle.islands:
            self._regions[island.row // self._side, island.col // self._side].append(island.id)
        for edge, low, high in bounds:
            self.low[edge] = max(self.low[edge], low)
            self.high[edge] = min(self.high[edge], high)
            if self.low[edge] > self.high[edge]:
                raise GaveUp

    def solution(self, token: CancelToken) -> bytes:
        """Return a solution. Raises GaveUp and Cancelled."""
        for row, col in sorted(self._regions):
            self._draw_region(row, col, token)
        self._connect(token)
        return bytes([count or 0 for count in self.counts])

    def _draw_region(self, row: int, col: int, token: CancelToken) -> None:
        """Draw the bridges of a region, and those near it again."""
        margin = self._side // 2
        while True:
            token.raise_if_cancelled()
            square = _around(self._side * row, self._side * col, self._side - 1, margin)
            neighbourhood = {
                *self._regions[row, col],
                *self.done.intersection(self._islands(square)),
            }
            if _Neighbourhood(self, neighbourhood).draw():
                self.done |= neighbourhood
                return
            if self.done <= neighbourhood:
                raise GaveUp
            margin = round(margin * _GROWTH) + 1

    def _connect(self, token: CancelToken) -> None:
        """Draw neighbourhoods again until all islands are connected."""
        group_of = self._groups(())
        groups = len(set(group_of))
        tries = failures = 0
        growth = 1.0
        while groups > 1:
            token.raise_if_cancelled()
            if failures > _MAX_FAILURES:
                raise GaveUp
            neighbourhoods = self._meeting_places(group_of, tries, growth)
            # Without the neighbourhoods, there are more groups. Each connects those that it meets.
            rest = self._groups(set().union(*neighbourhoods))
            for neighbourhood in neighbourhoods:
                _Neighbourhood(self, neighbourhood).draw(rest)
            group_of = self._groups(())
            before, groups = groups, len(set(group_of))
            tries += 1
            if groups < before:
                failures, growth = 0, max(1.0, growth / _GROWTH)
            else:
                failures, growth = failures + 1, min(_MAX_GROWTH, growth * _GROWTH)

    def _meeting_places(
        self, group_of: Sequence[int], number: int, growth: float
    ) -> list[set[int]]:
        """Return the islands of neighbourhoods, far from each other, in which a group meets others.

        With another ``number``, they are in other places; with more ``growth``, they are larger.
        """
        puzzle = self.encoding.puzzle
        groups = defaultdict[int, list[int]](list)
        for member, first in enumerate(group_of):
            groups[first].append(member)
        radius = round(0.8 * self._side * growth)
        found: list[Cells] = []
        neighbourhoods = []
        small = sorted(groups.values(), key=len)[:-1]
        at = number % len(small)
        for group in small[at:] + small[:at]:
            exits = [
                island
                for island in group
                for edge, other in puzzle.neighbours(island)
                if self.high[edge.id] and group_of[other.id] != group_of[island]
            ]
            if not exits:
                raise GaveUp
            # A prime, so that the next try begins far away from this one.
            island = puzzle.islands[exits[number * 7919 % len(exits)]]
            cells = _around(island.row, island.col, 0, radius)
            if not any(_overlap(cells, other) for other in found):
                found.append(_around(island.row, island.col, 0, radius + self._side))
                neighbourhoods.append(set(self._islands(cells)))
        return neighbourhoods

    def _groups(self, without: Collection[int]) -> list[int]:
        """The first island of the group of each island, without bridges that are drawn again.

        These are those between two of some islands.
        """
        encoding = self.encoding
        drawn = [count or 0 for count in self.counts]
        for island in without:
            for edge in encoding.puzzle.incident[island]:
                if all(end in without for end in encoding.ends[edge]):
                    drawn[edge] = 0
        return find_groups(len(encoding.puzzle.islands), encoding.ends, drawn)

    def _islands(self, cells: Cells) -> Iterator[int]:
        """The islands on these cells."""
        top, left, bottom, right = cells
        for row in range(top // self._side, bottom // self._side + 1):
            for col in range(left // self._side, right // self._side + 1):
                for island in self._regions.get((row, col), ()):
                    each = self.encoding.puzzle.islands[island]
                    if top <= each.row <= bottom and left <= each.col <= right:
                        yield island


class _Neighbourhood:
    """Islands whose bridges are drawn again, while all bridges of other islands stay."""

    def __init__(self, drawing: _Drawing, islands: Collection[int]) -> None:
        self._drawing = drawing
        self._islands = sorted(islands)
        puzzle, done = drawing.encoding.puzzle, drawing.done
        ends = drawing.encoding.ends
        self._variables: dict[int, range] = {}
        """Those of each edge that may change: "at least k bridges" for each k from 1."""
        self._fixed: list[int] = []
        """Other edges of the islands with bridges."""
        self._count = _FALSE
        for edge in sorted({edge for island in islands for edge in puzzle.incident[island]}):
            a, b = ends[edge]
            if (a in islands or a not in done) and (b in islands or b not in done):
                self._variables[edge] = self._new_variables(drawing.high[edge])
            elif drawing.counts[edge]:
                self._fixed.append(edge)

    def _new_variables(self, count: int) -> range:
        self._count += count
        return range(self._count - count + 1, self._count + 1)

    def draw(self, groups: Sequence[int] = ()) -> bool:
        """Draw bridges that connect all islands of the neighbourhood and all groups that it meets.

        ``groups`` says what group each island is in; without it, all others are one group.
        Return False if no such bridges were found.
        """
        usable = [edge for edge, own in self._variables.items() if own]
        literals = [self._variables[edge][0] for edge in usable]
        nodes, ends = self._graph([*usable, *self._fixed], groups)
        fixed = [1] * len(self._fixed)
        with SatSolver(self._clauses()) as solver:
            solver.set_phases(literals)
            solver.start_over()
            most = _MAX_CONFLICTS + _CONFLICTS_PER_ISLAND * len(self._islands)
            while (left := most - solver.conflicts()) > 0:
                if not solver.solve((), left):
                    return False
                model = solver.model()
                cuts = find_cuts(nodes, ends, [*(model[x - 1] for x in literals), *fixed])
                if not cuts:
                    for edge, variables in self._variables.items():
                        self._drawing.counts[edge] = sum(model[v - 1] > 0 for v in variables)
                    return True
                for cut in cuts:
                    solver.add_clause([literals[edge] for edge in cut])
        return False

    def _graph(self, edges: Iterable[int], groups: Sequence[int]) -> tuple[int, list[_Ends]]:
        """The islands of the neighbourhood, and the groups of others that edges join to them.

        Return how many there are, with the two ends of each edge.
        """
        numbers = {island: number for number, island in enumerate(self._islands)}

        def number(island: int) -> int:
            if island not in numbers:
                island = -1 - (groups[island] if groups else 0)
            return numbers.setdefault(island, len(numbers))

        ends = [self._drawing.encoding.ends[edge] for edge in edges]
        graph = [(number(a), number(b)) for a, b in ends]
        return len(numbers), graph

    def _clauses(self) -> list[Literals]:
        drawing, variables = self._drawing, self._variables
        crossings, ends = drawing.encoding.puzzle.crossings, drawing.encoding.ends
        clauses: list[Literals] = [[-_FALSE]]
        for edge, own in variables.items():
            clauses += [(lower, -higher) for lower, higher in pairwise(own)]
            if low := drawing.low[edge]:
                clauses.append(own[low - 1 : low] or [_FALSE])
            if own:
                drawn = [variables[e][:1] for e in crossings[edge] if e in variables]
                clauses += [(-own[0], -across) for each in drawn for across in each]
                if any(drawing.counts[e] for e in crossings[edge] if e not in variables):
                    clauses.append([-own[0]])
        for island in {*self._islands, *[end for edge in variables for end in ends[edge]]}:
            clauses += self._clue_clauses(island)
        return clauses

    def _clue_clauses(self, island: int) -> list[Literals]:
        """The clauses of an island; edges that are drawn later may supply a part of its clue."""
        drawing = self._drawing
        clue = drawing.encoding.puzzle.islands[island].clue
        incident = drawing.encoding.puzzle.incident[island]
        own = [self._variables[edge] for edge in incident if edge in self._variables]
        others = [edge for edge in incident if edge not in self._variables]
        given = sum(drawing.counts[edge] or 0 for edge in others)
        later = sum(drawing.high[edge] for edge in others if drawing.counts[edge] is None)
        clauses: list[Literals] = []
        if clue is not None:
            clue -= given
            if clue < 0:
                return [[]]
            if later:
                own.append(self._new_variables(min(clue, later)))
                clauses = [(lower, -higher) for lower, higher in pairwise(own[-1])]
        elif given or later:
            return []
        return clauses + clauses_of_sum(_FALSE, own, clue)


def _around(row: int, col: int, side: int, margin: int) -> Cells:
    """A square from a cell to another one ``side`` rows and columns on, with a margin."""
    return row - margin, col - margin, row + side + margin, col + side + margin


def _overlap(one: Cells, other: Cells) -> bool:
    return all(one[at] <= other[at + 2] and other[at] <= one[at + 2] for at in (0, 1))
