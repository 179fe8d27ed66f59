"""What the sums of clues say where a puzzle hangs together by one island only.

Each bridge counts at two islands, so the clues of a group of islands and the number of bridges that
leave the group are both even or both odd. Clauses notice this only after all ways to draw the
group have failed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.bounds import Bounds, ContradictionError, spare_bridges
from hashi_gui.solving.encoding import Literals, OrderEncoding, find_cuts

_MAX_ROUNDS = 4
"""Rounds after which the search for cut vertices ends, although bounds still change."""


def obvious_bounds(puzzle: Puzzle) -> Bounds | None:
    """Return bounds that all solutions are within; None if there obviously is no solution.

    They follow from clues and crossings. It is obvious, too, if these leave too few bridges or
    edges to connect all islands, or sums that do not add up. SAT would need exponentially long for
    some of these puzzles: resolution cannot count.
    """
    bounds = Bounds(puzzle)
    try:
        bounds.propagate()
        _check_sums(puzzle, bounds)
    except ContradictionError:
        return None
    is_connected = not find_cuts(len(puzzle.islands), bounds.ends, bounds.high)
    return bounds if is_connected and spare_bridges(puzzle) >= 0 else None


def necessary_clauses(encoding: OrderEncoding) -> list[Literals]:
    """Return clauses that every solution satisfies; one of them is empty if there is no solution.

    They follow from each clue by itself, from crossings, from islands without which the others
    would not hang together, and from odd sums. The time is in proportion to the number of edges.
    """
    try:
        return list(_Facts(encoding).clauses())
    except ContradictionError:
        return [[]]


class _Side(NamedTuple):
    """Islands that hang together without a certain island, and the edges that lead to that one.

    ``total`` is the sum of their clues, None if it is not known.
    """

    edges: Sequence[int]
    total: int | None

    def allows(self, bridges: int) -> bool:
        """Whether so many bridges can lead to the side."""
        return bridges > 0 and (self.total is None or (bridges - self.total) % 2 == 0)


class _Facts:
    """The bounds of the bridges on each edge, and what islands that hold others together allow."""

    def __init__(self, encoding: OrderEncoding) -> None:
        self._encoding = encoding
        self._puzzle = encoding.puzzle
        self._bounds = Bounds(encoding.puzzle)
        self._allowed: dict[int, list[tuple[int, ...]]] = {}
        for _ in range(_MAX_ROUNDS):
            self._bounds.propagate()
            for island, sides in _Search(self._encoding, self._bounds.high).sides():
                self._check_sides(island, sides)
            if not self._bounds.changed:
                break
        self._bounds.propagate()
        _check_sums(self._puzzle, self._bounds)

    def clauses(self) -> Iterator[Literals]:
        """The bounds that differ from those of the encoding, and combinations to leave out."""
        encoding, bounds = self._encoding, self._bounds
        for edge, (low, high) in enumerate(zip(bounds.low, bounds.high)):
            if low > encoding.low[edge]:
                yield [encoding.at_least(edge, low)]
            if high < encoding.high[edge]:
                yield [-encoding.at_least(edge, high + 1)]
        for island, allowed in self._allowed.items():
            incident = self._puzzle.incident[island]
            for counts in set(self._combinations(island)).difference(allowed):
                yield [
                    literal
                    for edge, count in zip(incident, counts)
                    for literal in self._differs(edge, count)
                ]

    def _differs(self, edge: int, count: int) -> Iterator[int]:
        """The literals of which one is true if an edge has another number of bridges."""
        if count > self._bounds.low[edge]:
            yield -self._encoding.at_least(edge, count)
        if count < self._bounds.high[edge]:
            yield self._encoding.at_least(edge, count + 1)

    def _check_sides(self, island: int, sides: Sequence[_Side]) -> None:
        """Keep what an island that holds its sides together can have on its edges."""
        incident = self._puzzle.incident[island]
        places = [(side, [incident.index(edge) for edge in side.edges]) for side in sides]
        allowed = [
            counts
            for counts in self._combinations(island)
            if all(side.allows(sum(counts[at] for at in edges)) for side, edges in places)
        ]
        if not allowed:
            raise ContradictionError
        self._allowed[island] = allowed
        for edge, counts in zip(incident, zip(*allowed)):
            self._bounds.narrow(edge, min(counts), max(counts))

    def _combinations(self, island: int) -> Iterator[tuple[int, ...]]:
        """The numbers of bridges on the edges of an island that its clue and the bounds allow."""
        incident, clue = self._puzzle.incident[island], self._puzzle.islands[island].clue
        low, high = self._bounds.low, self._bounds.high
        for counts in product(*(range(low[e], high[e] + 1) for e in incident)):
            if sum(counts) == clue or (clue is None and any(counts)):
                yield counts


def _check_sums(puzzle: Puzzle, bounds: Bounds) -> None:
    """Raise ContradictionError if what islands need cannot add up where edges are undecided.

    In each group that undecided edges join, it is even. If they join two colours only, as on a
    chessboard, both colours need the same.
    """
    needed = [clue for _, _, _, clue in puzzle.islands]
    undecided: list[list[int]] = [[] for _ in needed]
    for (a, b), low, high in zip(bounds.ends, bounds.low, bounds.high):
        if low < high:
            undecided[a].append(b)
            undecided[b].append(a)
        if low:
            for island in (a, b):
                if (clue := needed[island]) is not None:
                    needed[island] = clue - low
    colours = [0] * len(needed)
    for start, neighbours in enumerate(undecided):
        if neighbours and not colours[start]:
            group, two_coloured = _coloured(start, undecided, colours)
            known = [(each, colours[i]) for i in group if (each := needed[i]) is not None]
            if len(known) == len(group):
                difference = sum([each * colour for each, colour in known])
                if difference % 2 or (two_coloured and difference):
                    raise ContradictionError


def _coloured(
    start: int, neighbours: Sequence[Sequence[int]], colours: list[int]
) -> tuple[list[int], bool]:
    """Colour all islands that can be reached, 1 and -1 in turn.

    Return them, and whether all neighbours have different colours.
    """
    colours[start] = 1
    group, two_coloured = [start], True
    for island in group:
        colour = colours[island]
        for other in neighbours[island]:
            if not colours[other]:
                colours[other] = -colour
                group.append(other)
            elif colours[other] == colour:
                two_coloured = False
    return group, two_coloured


class _Search:
    """A depth-first search over the edges that are still possible.

    It finds the islands without which the others would not hang together, the cut vertices
    (J. Hopcroft and R. Tarjan, "Efficient algorithms for graph manipulation", 1973). Edges with a
    ``high`` of 0 are not possible. Raises an error if not all islands are reached.
    """

    def __init__(self, encoding: OrderEncoding, high: Sequence[int]) -> None:
        self._ends = encoding.ends
        self._edges = [[e for e in incident if high[e]] for incident in encoding.puzzle.incident]
        self._clues = [island.clue for island in encoding.puzzle.islands]
        self._totals = [clue or 0 for clue in self._clues]
        """The sum of the clues of an island and of all that are found from it."""
        self._unknown = [int(clue is None) for clue in self._clues]
        """How many of them are "?"."""
        self._times = [-1] * len(self._clues)
        self._found = 0
        self._heads: dict[int, list[tuple[int, int]]] = {}
        """For each island, the islands that head a side that is found from it. With each goes the
        time at which the side was complete."""
        self._run()

    def sides(self) -> Iterator[tuple[int, list[_Side]]]:
        """The cut vertices, each with its sides."""
        for island, heads in self._heads.items():
            outside = set(self._edges[island])
            total = self._totals[0] - (self._clues[island] or 0)
            unknown = self._unknown[0] - (self._clues[island] is None)
            sides = []
            for head, end in heads:
                inside = [e for e in outside if self._times[head] <= self._time(e, island) < end]
                outside.difference_update(inside)
                total -= self._totals[head]
                unknown -= self._unknown[head]
                sides.append(_Side(inside, None if self._unknown[head] else self._totals[head]))
            if outside:
                sides.append(_Side(list(outside), None if unknown else total))
            if len(sides) > 1:
                yield island, sides

    def _time(self, edge: int, island: int) -> int:
        """When the other end of an edge was found."""
        return self._times[sum(self._ends[edge]) - island]

    def _run(self) -> None:
        earliest = list(self._times)
        """For each island, the first time at which an island was found that an edge joins to it, or
        to one found from it."""
        above = [0] * len(earliest)
        untried = list(map(iter, self._edges))
        path = [0]
        self._times[0] = earliest[0] = 0
        self._found = 1
        while path:
            island = path[-1]
            for edge in untried[island]:
                other = sum(self._ends[edge]) - island
                if self._times[other] < 0:
                    self._times[other] = earliest[other] = self._found
                    above[other] = island
                    self._found += 1
                    path.append(other)
                    break
                if other != above[island]:
                    earliest[island] = min(earliest[island], self._times[other])
            else:
                path.pop()
                if path:
                    self._return(island, above[island], earliest)
        if self._found < len(earliest):
            raise ContradictionError

    def _return(self, island: int, above: int, earliest: list[int]) -> None:
        """Go back from an island to the one from which it was found."""
        self._totals[above] += self._totals[island]
        self._unknown[above] += self._unknown[island]
        earliest[above] = min(earliest[above], earliest[island])
        if earliest[island] >= self._times[above]:
            self._heads.setdefault(above, []).append((island, self._found))
