"""A judge of arguments: does a conclusion follow from what is named or lit, and nothing else?

What everybody sees counts as known: what is drawn, how many more bridges each pair of islands can
take by what is obvious, and the rules. Of all other clues, only those of the islands that a
sentence names, or that the board lights, may be used. It shares no code with the techniques.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from pysat.card import CardEnc, EncType
from pysat.formula import IDPool
from pysat.solvers import Solver as SatSolver

from hashi_gui.core.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Known:
    """The least and the most bridges of each edge that everybody sees, and the clues in use."""

    puzzle: Puzzle
    low: Sequence[int]
    high: Sequence[int]
    islands: Collection[int]

    def implies(self, edge: int, bound: int, *, is_minimum: bool) -> bool:
        """Whether an edge must have at least, or at most, so many bridges."""
        if is_minimum:
            return not self.allows({edge: (0, bound - 1)})
        return not self.allows({edge: (bound + 1, self.puzzle.rules.max_bridges)})

    def allows(self, supposed: Mapping[int, tuple[int, int]]) -> bool:
        """Whether bridges within the bounds that are supposed for some edges break no rule."""
        puzzle, pool = self.puzzle, IDPool()
        bounds = [list(each) for each in zip(self.low, self.high)]
        for edge, (least, most) in supposed.items():
            bounds[edge] = [max(least, bounds[edge][0]), min(most, bounds[edge][1])]
        if any(least > most for least, most in bounds):
            return False
        # One variable for each bridge: the second is only there with the first.
        bridges = [
            [pool.id((edge, number)) for number in range(1, most + 1)]
            for edge, (_least, most) in enumerate(bounds)
        ]
        with SatSolver("cadical153") as solver:
            for edge, (least, _most) in enumerate(bounds):
                solver.append_formula([[each] for each in bridges[edge][:least]])
                solver.append_formula([[-b, a] for a, b in zip(bridges[edge], bridges[edge][1:])])
                for across in puzzle.crossings[edge]:
                    if bridges[edge] and bridges[across] and across > edge:
                        solver.add_clause([-bridges[edge][0], -bridges[across][0]])
            for clauses in map(
                partial(self._clauses_of, pool=pool, bridges=bridges), range(len(puzzle.islands))
            ):
                solver.append_formula(clauses)
            while solver.solve():
                model = set(solver.get_model())
                drawn = [edge for edge, each in enumerate(bridges) if each and each[0] in model]
                faults = list(self._faults(drawn, [each[:1] for each in bridges]))
                if not faults:
                    return True
                solver.append_formula(faults)
        return False

    def _clauses_of(
        self, island: int, pool: IDPool, bridges: Sequence[Sequence[int]]
    ) -> list[list[int]]:
        """That an island has the bridges of its clue, or at least one; [] cannot be satisfied."""
        here = [each for edge in self.puzzle.incident[island] for each in bridges[edge]]
        clue = self.puzzle.islands[island].clue
        if clue is None or island not in self.islands:
            return [here]
        if clue > len(here):
            return [[]]
        return list(CardEnc.equals(here, clue, vpool=pool, encoding=EncType.seqcounter).clauses)

    def _faults(
        self, drawn: Sequence[int], first_bridges: Sequence[Sequence[int]]
    ) -> Iterator[list[int]]:
        """Clauses that some bridges break: of islands cut off, or of a loop that is forbidden."""
        puzzle = self.puzzle
        group = list(range(len(puzzle.islands)))
        members = [{island} for island in group]
        tree: dict[int, dict[int, int]] = {island: {} for island in group}
        for edge in drawn:
            a, b = (end.id for end in puzzle.ends(edge))
            if group[a] != group[b]:
                tree[a][b] = tree[b][a] = edge
                joined = members[group[a]]
                joined |= members[group[b]]
                for island in members[group[b]]:
                    group[island] = group[a]
            elif not puzzle.rules.loops:
                loop = [edge, *_way(tree, a, b)]
                yield [-first_bridges[each][0] for each in loop]
        for number in set(group) if len(set(group)) > 1 else ():
            inside = members[number]
            out = {
                edge
                for island in inside
                for edge in puzzle.incident[island]
                if puzzle.edges[edge].other(island) not in inside
            }
            yield [each for edge in out for each in first_bridges[edge]]


def _way(tree: Mapping[int, Mapping[int, int]], start: int, end: int) -> list[int]:
    """The edges between two islands of a tree."""
    before, order = {start: (start, -1)}, [start]
    for island in order:
        for there, edge in tree[island].items():
            if there not in before:
                before[there] = island, edge
                order.append(there)
    way = []
    while end != start:
        end, edge = before[end]
        way.append(edge)
    return way
