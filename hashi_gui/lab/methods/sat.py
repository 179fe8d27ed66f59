"""The methods ``sat-*``: puzzles as clauses in direct encoding, for comparison with ``sat``.

The encodings are those of the HCMUS report, sections 5.1 and 5.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import accumulate, combinations, count, product
from types import MappingProxyType
from typing import Any

from hashi_gui.core.i18n import N_
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.lab.methods.method import NO_LOOPS, SEED, Method
from hashi_gui.solving.bounds import max_bridge_counts
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import Encoding, Literals
from hashi_gui.solving.engines.lazy_sat import LazySatEngine
from hashi_gui.solving.results import UnsupportedPuzzleError
from hashi_gui.system.libraries import load


def tree_clauses(encoding: Encoding) -> Iterator[Literals]:
    """Yield clauses that only the connected solutions of an encoding satisfy, without any cuts.

    Each island except the first has a parent: a neighbour that it has a bridge to and that has a
    smaller number. The numbers are chosen by the solver and are binary, so that n islands need
    O(n log n) clauses. Without loops, each has only one parent, and all bridges lead to parents.
    New variables follow those of the encoding.
    """
    puzzle, variables = encoding.puzzle, encoding.variables
    bits = (len(puzzle.islands) - 1).bit_length()
    numbers = []
    for _ in puzzle.islands:
        numbers.append(range(variables + 1, variables + bits + 1))
        variables += bits
    links: list[list[int]] = [[] for _ in puzzle.edges]
    for child, incident in enumerate(puzzle.incident[1:], 1):
        parents = []
        for edge in incident:
            equal = range(variables + 1, variables + bits + 1)
            variables += bits
            parents.append(equal[0])
            links[edge].append(equal[0])
            yield [-equal[0], *encoding.any_drawn([edge])]
            yield from _is_less(numbers[puzzle.edges[edge].other(child)], numbers[child], equal)
        yield parents
        if not puzzle.rules.loops:
            yield from ([-one, -other] for one, other in combinations(parents, 2))
    if not puzzle.rules.loops:
        for edge, parents in enumerate(links):
            yield from ([-drawn, *parents] for drawn in encoding.any_drawn([edge]))


def _is_less(small: range, large: range, equal: range) -> Iterator[Literals]:
    """Yield the clauses "if ``equal[0]`` is true, ``small`` is less than ``large``".

    The numbers are binary, highest bit first. ``equal[i]`` must be true if all bits before bit
    ``i`` are equal.
    """
    for i, (a, b) in enumerate(zip(small, large)):
        next_equal = equal[i + 1 : i + 2]
        yield [-equal[i], -a, b]
        yield [-equal[i], -a, *next_equal]
        yield [-equal[i], b, *next_equal]


Clauses = list[Literals]
SumEncoding = Callable[[int, int, int], Clauses]
"""The constraint "the bridges at an island add up to its clue" as clauses.

Takes the number of edges, the most bridges on each edge (``most``), and the clue. The literals 1 to
``most`` mean one bridge on the first edge, two bridges on it, and so on; those of the second edge
follow. The number of bridges is the weight of the literal. Higher numbers are auxiliary variables.
If the clue cannot be reached, the clauses contain an empty one.
"""


@cache
def encode_by_pbenc(edges: int, most: int, clue: int) -> Clauses:
    """PySAT's PBEnc with a binary decision diagram, the choice of the report.

    Raises UnsupportedPuzzleError if pindakaas, which PBEnc needs, is missing or broken.
    """
    load("pindakaas", UnsupportedPuzzleError)
    from pysat.pb import EncType, PBEnc

    weights = _weights(edges, most)
    if not weights:
        return [[]] if clue else []  # PBEnc returns no clauses if there are no literals
    literals = list(range(1, len(weights) + 1))
    clauses: Clauses = PBEnc.equals(literals, weights, clue, encoding=EncType.bdd).clauses
    return clauses


@cache
def encode_by_tseitin(edges: int, most: int, clue: int) -> Clauses:
    """A variable for each combination of bridges with the right sum; one of them is true.

    After G. S. Tseitin, "On the complexity of derivation in propositional calculus", 1968: each
    variable is equivalent to the conjunction of the literals in its combination.
    """
    auxiliary = count(edges * most + 1)
    combinations = []
    clauses: Clauses = []
    for bridges in product(range(most + 1), repeat=edges):
        if sum(bridges) == clue:
            chosen = [number == on for on in bridges for number in range(1, most + 1)]
            literals = [i if true else -i for i, true in enumerate(chosen, 1)]
            combination = next(auxiliary)
            combinations.append(combination)
            clauses += [[-combination, literal] for literal in literals]
            clauses.append([combination, *[-literal for literal in literals]])
    return [combinations, *clauses]


@cache
def encode_by_dynamic_programming(edges: int, most: int, clue: int) -> Clauses:
    """A variable for each possible statement "the weights from here on add up to the rest".

    These are the nodes of a decision diagram. Each is equivalent to the choice between its two
    successors, as in N. Eén and N. Sörensson, "Translating pseudo-Boolean constraints into SAT",
    JSAT 2 (2006), section 5.
    """
    weights = _weights(edges, most)
    layers = _possible_rests(weights, clue)
    if not layers[0]:
        return [[]]
    auxiliary = count(len(weights) + 1)
    nodes = [{rest: next(auxiliary) for rest in sorted(layer)} for layer in layers]
    clauses: Clauses = [[nodes[0][clue]], [nodes[-1][0]]]
    for literal, weight in enumerate(weights, 1):
        successors = nodes[literal]
        for rest, node in nodes[literal - 1].items():
            clauses += _branch_clauses(node, literal, successors.get(rest - weight))
            clauses += _branch_clauses(node, -literal, successors.get(rest))
    return clauses


SUM_ENCODINGS: Mapping[str, SumEncoding] = MappingProxyType(
    {
        "sat-pb": encode_by_pbenc,
        "sat-tseitin": encode_by_tseitin,
        "sat-dp": encode_by_dynamic_programming,
    }
)
"""The encoding of each variant of ``sat``, by the name of the method."""


def _weights(edges: int, most: int) -> list[int]:
    return list(range(1, most + 1)) * edges


def _possible_rests(weights: list[int], total: int) -> list[set[int]]:
    """Return, for each number of weights used or skipped, the rests that the others can sum to."""
    remaining = accumulate(
        weights, lambda rests, weight: rests | {rest - weight for rest in rests}, initial={total}
    )
    reachable = accumulate(
        reversed(weights), lambda sums, weight: sums | {s + weight for s in sums}, initial={0}
    )
    return [rests & sums for rests, sums in zip(remaining, reversed(list(reachable)))]


def _branch_clauses(node: int, literal: int, successor: int | None) -> Iterator[Literals]:
    """Yield the clauses "if the literal is true, the node equals its successor".

    Without a successor the node is false.
    """
    if successor is None:
        yield [-node, -literal]
    else:
        yield [-node, -literal, successor]
        yield [node, -literal, -successor]


class DirectEncoding(Encoding):
    """An edge has a variable for each number of bridges: "exactly one", "exactly two", and so on.

    The variables of an edge exclude each other. ``encode_sum`` gives the clauses for the bridges at
    an island. The report has at most two bridges per edge and no "?"; these are generalised from
    its rules.
    """

    relation = "exactly"

    def __init__(self, puzzle: Puzzle, encode_sum: SumEncoding) -> None:
        self.puzzle = puzzle
        self.loops = puzzle.rules.loops
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

    def counts(self, model: Literals) -> bytes:
        most = self.puzzle.rules.max_bridges
        counts = bytearray(len(self.ends))
        for variable, literal in enumerate(model[: most * len(self.ends)]):
            if literal > 0:
                edge, count = divmod(variable, most)
                counts[edge] = count + 1
        return bytes(counts)

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


def _create_method(name: str, source: str, advice: str, library: str = "") -> Method:
    def search(
        puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any], seed: int | None
    ) -> bytes | None:
        cancel.raise_if_cancelled()
        encoding = DirectEncoding(puzzle, SUM_ENCODINGS[name])
        engine = LazySatEngine(encoding, seed)
        try:
            for clause in () if puzzle.rules.loops else tree_clauses(encoding):
                engine.add(clause)
            with engine.cancellable(cancel) as token:
                return engine.solve(token)
        finally:
            stats |= engine.stats
            engine.close()

    return Method(name, source, advice, search, library=library, rules=NO_LOOPS, options=SEED)


METHODS = (
    _create_method(
        "sat-pb",
        "HCMUS report, section 5.2: PySAT's PBEnc, with the lazy cuts of sat",
        N_("To compare encodings: the smallest of the three."),
        library="pindakaas",
    ),
    _create_method(
        "sat-tseitin",
        'HCMUS report, section 5.2: "Tseytin Transformation", with the lazy cuts of sat',
        N_("To compare encodings: the largest of the three."),
    ),
    _create_method(
        "sat-dp",
        'HCMUS report, section 5.2: "Dynamic Programming", with the lazy cuts of sat',
        N_("To compare encodings."),
    ),
)
"""Their stats are those of ``sat``."""
