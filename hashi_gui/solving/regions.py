"""What all solutions of a large board share, found out region by region."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, pairwise
from math import inf, isqrt
from operator import lt, neg

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components
from hashi_gui.solving.bounds import max_bridge_counts
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import Literals, clauses_of_sum, find_cuts
from hashi_gui.solving.engines.sat_solver import SatSolver
from hashi_gui.solving.results import Backbone

_REGION = 120
"""About how many islands a region has, without its margin."""

_MARGIN = 0.2
"""The width of the margin around a region, as a share of its width."""

_LEAST_PATIENCE = 1_000
"""So many edges may be undecided in any case."""

_MAX_CONFLICTS = 20_000
"""A question that takes more conflicts is left to engines for hard questions."""

_FALSE = 1
"""The variable that is false in each region."""

_Counts = Sequence[int]

_Bounds = tuple[list[int], list[int]]
"""The least and the most bridges on each of some edges."""


class Regions:
    """The bounds of all solutions, for puzzles with the places and rules of one puzzle.

    First, each region with a margin around it is looked at alone: any bridges may lead out of it
    and connect there what is separate inside. Nearly all edges of a puzzle with one solution are
    decided so, in time that grows in proportion to the board. Then the others are looked at, all
    together. Of a puzzle with a few other clues, only the regions of these are looked at again.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        side = max(2, isqrt(_REGION * puzzle.rows * puzzle.cols // len(puzzle.islands)))
        margin = round(_MARGIN * side)
        squares: dict[tuple[int, int], list[int]] = {}
        for island, row, col, _ in puzzle.islands:
            squares.setdefault((row // side, col // side), []).append(island)
        self._regions = []
        for (row, col), inside in squares.items():
            top, left = side * row - margin, side * col - margin
            bottom, right = side * (row + 1) + margin, side * (col + 1) + margin
            near = [
                island
                for r in range(top // side, (bottom - 1) // side + 1)
                for c in range(left // side, (right - 1) // side + 1)
                for island in squares.get((r, c), ())
                if top <= puzzle.islands[island].row < bottom
                and left <= puzzle.islands[island].col < right
            ]
            self._regions.append(_Region(puzzle, near, inside))

    def bounds(
        self,
        puzzle: Puzzle,
        cancel: CancelToken,
        patience: float = 1.0,
        most_joint: float = inf,
    ) -> Backbone | None:
        """The bounds over all solutions of a puzzle, which must have one.

        They are wider, those of the regions, if these leave more than ``most_joint`` edges
        undecided. None if that would take long: if the regions leave more than a share of
        ``patience`` of their edges undecided, if a question is hard, or if loops are forbidden.
        Raises Cancelled.
        """
        if not puzzle.rules.loops:
            return None
        high = max_bridge_counts(puzzle)
        low = [0] * len(high)
        found = []
        left = float(_LEAST_PATIENCE)
        for region in self._regions:
            bounds = region.bounds(puzzle, high, cancel)
            if bounds is None:
                return None
            found.append((region.edges, *bounds))
            left += patience * len(region.edges) - sum(map(lt, *bounds))
            if left < 0:
                return None
        for edge, least, most in chain.from_iterable(zip(*each) for each in found):
            low[edge], high[edge] = least, most
        undecided = [edge for edge, least in enumerate(low) if least < high[edge]]
        if len(undecided) > most_joint:
            return Backbone(bytes(low), bytes(high))
        groups = {
            island: number
            for number, group in enumerate(components(puzzle, low))
            for island in group
        }
        ends = sorted(puzzle.ends_of(undecided))
        rest = _Part(puzzle, ends, undecided, low, high, groups).bounds(undecided, cancel)
        if rest is None:
            return None
        for edge, least, most in zip(undecided, *rest):
            low[edge], high[edge] = least, most
        return Backbone(bytes(low), bytes(high))


class _Region:
    """A region with its margin, and the bounds of the ``edges`` that belong to it."""

    def __init__(self, puzzle: Puzzle, near: Sequence[int], inside: Sequence[int]) -> None:
        """``near`` are the islands ``inside`` the region and those of the margin."""
        self._near = near
        self._around = list(dict.fromkeys(chain.from_iterable(puzzle.incident[i] for i in near)))
        self.edges = [e for i in inside for e in puzzle.incident[i] if puzzle.edges[e].a == i]
        self._seen: object = None
        self._bounds: _Bounds | None = None

    def bounds(self, puzzle: Puzzle, high: _Counts, cancel: CancelToken) -> _Bounds | None:
        """Bounds of ``edges``; None if a question is hard. Raises Cancelled."""
        edges = self._around
        seen = [puzzle.islands[i].clue for i in self._near], [high[edge] for edge in edges]
        if seen != self._seen:
            groups = {island: number for number, island in enumerate(self._near)}
            part = _Part(puzzle, self._near, edges, bytes(len(high)), high, groups)
            self._bounds = part.bounds(self.edges, cancel)
            self._seen = seen
        return self._bounds


class _Part:
    """Clues of some islands as clauses; only some edges are open, all others have their ``low``.

    ``groups`` are numbers from 0 of islands that are connected; those that are not listed are one
    more. The variables of an edge stand for each bridge that it may have beyond its ``low``.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        islands: Sequence[int],
        edges: Sequence[int],
        low: _Counts,
        high: _Counts,
        groups: Mapping[int, int],
    ) -> None:
        self._puzzle, self._islands, self._low = puzzle, islands, low
        self._variables: dict[int, range] = {}
        self._count = _FALSE
        for edge in edges:
            if more := high[edge] - low[edge]:
                self._variables[edge] = range(self._count + 1, self._count + more + 1)
                self._count += more
        outside = len(set(groups.values()))
        joining = [edge for edge in self._variables if not low[edge]]
        self._literals = [self._variables[edge][0] for edge in joining]
        self._ends = [
            (groups.get(a, outside), groups.get(b, outside))
            for _, a, b, _ in map(puzzle.edges.__getitem__, joining)
        ]
        self._groups = outside + any(outside in ends for ends in self._ends)

    def bounds(self, edges: Sequence[int], cancel: CancelToken) -> _Bounds | None:
        """Bounds of some edges; None if a question is hard. Raises Cancelled."""
        own = [self._variables.get(edge, ()) for edge in edges]
        with SatSolver(self._clauses()) as solver, cancel.on_cancel(solver.interrupt):
            solver.set_phases(self._literals)
            solver.start_over()
            model = self._model(solver, (), cancel)
            never = [-model[variable - 1] for variable in chain(*own)] if model else []
            # Each model takes those out that it has; those left in the end are true in no model.
            while model:
                self._count += 1
                solver.add_clause([-self._count, *never])
                solver.set_phases(never)
                model = self._model(solver, [self._count], cancel)
                solver.add_clause([-self._count])
                if model:
                    never = [literal for literal in never if model[abs(literal) - 1] != literal]
        if model is None:
            return None
        least, most = set(map(neg, never)), set(never)
        return (
            [self._low[e] + len(least.intersection(each)) for e, each in zip(edges, own)],
            [
                self._low[e] + len(each) - len(most.intersection(each))
                for e, each in zip(edges, own)
            ],
        )

    def _model(
        self, solver: SatSolver, assumptions: Literals, cancel: CancelToken
    ) -> Sequence[int] | None:
        """Literals that are true if all is connected; empty if that is impossible.

        None if the question is hard.
        """
        while True:
            satisfiable = solver.solve(assumptions, _MAX_CONFLICTS)
            cancel.raise_if_cancelled()
            if not satisfiable:
                return None if satisfiable is None else ()
            model = solver.model()
            drawn = [model[literal - 1] for literal in self._literals]
            cuts = find_cuts(self._groups, self._ends, drawn)
            if not cuts:
                return model
            for cut in cuts:
                solver.add_clause([self._literals[edge] for edge in cut])

    def _clauses(self) -> list[Literals]:
        puzzle, variables = self._puzzle, self._variables
        clauses: list[Literals] = [(-_FALSE,)]
        for edge, own in variables.items():
            clauses += [(lower, -higher) for lower, higher in pairwise(own)]
            for across in puzzle.crossings[edge]:
                if self._low[across]:
                    clauses.append((-own[0],))
                elif across in variables:
                    clauses.append((-own[0], -variables[across][0]))
        for island in self._islands:
            incident = puzzle.incident[island]
            more = [variables[edge] for edge in incident if edge in variables]
            given = sum(self._low[edge] for edge in incident)
            clue = puzzle.islands[island].clue
            if clue is None and given:
                continue
            needed = None if clue is None else clue - given
            clauses += clauses_of_sum(_FALSE, more, needed)
        return clauses
