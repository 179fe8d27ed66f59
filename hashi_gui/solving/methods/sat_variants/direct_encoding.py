"""A puzzle as clauses in direct encoding, after sections 5.1 and 5.2 of the HCMUS report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.encoding import Literals, capacities_of
from hashi_gui.solving.methods.sat_variants.sums import Sum


class DirectEncoding:
    """An edge has one variable for each number of bridges, "exactly one bridge", "exactly two".

    ``levels[e]`` holds those of edge ``e``; they exclude each other. ``equals`` says how the
    bridges at an island add up to its clue. The report knows two bridges at most and no "?"; the
    rest follows from its rules.
    """

    relation = "exactly"

    def __init__(self, puzzle: Puzzle, equals: Sum) -> None:
        self.puzzle = puzzle
        self.ends = [(edge.a, edge.b) for edge in puzzle.edges]
        most = puzzle.max_bridges
        self.levels = [range(most * e + 1, most * (e + 1) + 1) for e in range(len(puzzle.edges))]
        self._capacities = capacities_of(puzzle)
        self._most = most
        self._equals = equals
        self.variables = most * len(puzzle.edges)
        self._clauses = list(self._rules())

    def clauses(self) -> list[Literals]:
        return self._clauses

    def drawn(self, model: Literals) -> bytes:
        return self.counts(model)

    def counts(self, model: Literals) -> bytes:
        bridges = len(self.levels) * self._most
        counts = bytearray(len(self.levels))
        for variable, literal in enumerate(model[:bridges]):
            if literal > 0:
                edge, count = divmod(variable, self._most)
                counts[edge] = count + 1
        return bytes(counts)

    def some_drawn(self, edges: Iterable[int]) -> list[int]:
        return [variable for edge in edges for variable in self.levels[edge]]

    def preferred(self) -> Iterable[int]:
        return [single for single, *_ in self.levels]

    def _rules(self) -> Iterator[Literals]:
        for own, capacity in zip(self.levels, self._capacities):
            yield from ([-one, -other] for one, other in combinations(own, 2))
            yield from ([-variable] for variable in own[capacity:])
        for edge, crossings in enumerate(self.puzzle.crossings):
            for across in crossings:
                if across > edge:
                    pairs = product(self.levels[edge], self.levels[across])
                    yield from ([-one, -other] for one, other in pairs)
        for island in self.puzzle.islands:
            if island.clue is None:
                yield self.some_drawn(self.puzzle.incident[island.id])
            else:
                yield from self._at_least(island.id, island.clue)
                yield from self._degree(island.id, island.clue)

    def _at_least(self, island: int, clue: int) -> Iterator[Literals]:
        """What each edge must have because all others together cannot reach the clue.

        This makes up the report's special cases: an only neighbour, 6, 7 and 8.
        """
        incident = self.puzzle.incident[island]
        reach = sum(self._capacities[edge] for edge in incident)
        for edge in incident:
            least = clue - reach + self._capacities[edge]
            if least > 0:
                yield self.levels[edge][least - 1 :]

    def _degree(self, island: int, clue: int) -> Iterator[Literals]:
        """The bridges at an island add up to its clue; auxiliary variables follow all so far."""
        incident = self.puzzle.incident[island]
        clauses = self._equals(len(incident), self._most, clue)
        last = max((abs(literal) for clause in clauses for literal in clause), default=0)
        names = [0, *self.some_drawn(incident)]
        names += range(self.variables + 1, self.variables + 1 + last + 1 - len(names))
        self.variables = max(self.variables, *names)
        for clause in clauses:
            yield [names[literal] if literal > 0 else -names[-literal] for literal in clause]
