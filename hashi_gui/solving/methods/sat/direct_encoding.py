"""A puzzle as clauses in direct encoding, after sections 5.1 and 5.2 of the HCMUS report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.encoding import Literals, max_bridge_counts
from hashi_gui.solving.methods.sat.sum_encodings import SumEncoding


class DirectEncoding:
    """An edge has a variable for each number of bridges: "exactly one", "exactly two", and so on.

    See :class:`hashi_gui.solving.encoding.Encoding`. The variables of an edge exclude each other.
    ``encode_sum`` gives the clauses for the bridges at an island. The report has at most two
    bridges per edge and no "?"; these are generalised from its rules.
    """

    relation = "exactly"

    def __init__(self, puzzle: Puzzle, encode_sum: SumEncoding) -> None:
        self.puzzle = puzzle
        self.ends = [(edge.a, edge.b) for edge in puzzle.edges]
        most = puzzle.rules.max_bridges
        self.edge_variables = [
            range(most * edge + 1, most * (edge + 1) + 1) for edge in range(len(puzzle.edges))
        ]
        self._max_counts = max_bridge_counts(puzzle)
        self._encode_sum = encode_sum
        self.variables = most * len(puzzle.edges)
        self._clauses = list(self._rules())

    def clauses(self) -> list[Literals]:
        return self._clauses

    def drawn_edges(self, model: Literals) -> bytes:
        return self.counts(model)

    def counts(self, model: Literals) -> bytes:
        most = self.puzzle.rules.max_bridges
        counts = bytearray(len(self.ends))
        for variable, literal in enumerate(model[: most * len(self.ends)]):
            if literal > 0:
                edge, count = divmod(variable, most)
                counts[edge] = count + 1
        return bytes(counts)

    def any_drawn(self, edges: Iterable[int]) -> list[int]:
        return [variable for edge in edges for variable in self.edge_variables[edge]]

    def preferred_literals(self) -> Iterable[int]:
        return [single for single, *_ in self.edge_variables]

    def _rules(self) -> Iterator[Literals]:
        for variables, max_count in zip(self.edge_variables, self._max_counts):
            yield from ([-one, -other] for one, other in combinations(variables, 2))
            yield from ([-variable] for variable in variables[max_count:])
        for edge, crossings in enumerate(self.puzzle.crossings):
            for across in crossings:
                if across > edge:
                    pairs = product(self.edge_variables[edge], self.edge_variables[across])
                    yield from ([-one, -other] for one, other in pairs)
        for island in self.puzzle.islands:
            if island.clue is None:
                yield self.any_drawn(self.puzzle.incident[island.id])
            else:
                yield from self._lower_bounds(island.id, island.clue)
                yield from self._sum_clauses(island.id, island.clue)

    def _lower_bounds(self, island: int, clue: int) -> Iterator[Literals]:
        """Yield a clause for each edge that needs a bridge: the others cannot reach the clue.

        These are the report's special cases: a single neighbour, and the clues 6, 7 and 8.
        """
        incident = self.puzzle.incident[island]
        reach = sum(self._max_counts[edge] for edge in incident)
        for edge in incident:
            least = clue - reach + self._max_counts[edge]
            if least > 0:
                yield self.edge_variables[edge][least - 1 :]

    def _sum_clauses(self, island: int, clue: int) -> Iterator[Literals]:
        """Yield the clauses "the bridges at this island add up to its clue".

        Numbers their auxiliary variables after all variables in use.
        """
        incident = self.puzzle.incident[island]
        clauses = self._encode_sum(len(incident), self.puzzle.rules.max_bridges, clue)
        last = max((abs(literal) for clause in clauses for literal in clause), default=0)
        names = [0, *self.any_drawn(incident)]
        names += range(self.variables + 1, self.variables + 1 + last + 1 - len(names))
        self.variables = max(self.variables, *names)
        for clause in clauses:
            yield [names[literal] if literal > 0 else -names[-literal] for literal in clause]
