"""Puzzles as clauses: what encodings offer, the order encoding, and the clauses left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations, pairwise, product
from operator import itemgetter
from typing import Protocol

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import find_loops
from hashi_gui.solving.bounds import Bounds, spare_bridges

Literals = Sequence[int]
"""Literals as in DIMACS: variables are numbered from 1, a negative number is a negated literal."""


class Encoding(Protocol):
    """A puzzle as clauses: all rules except connectivity.

    ``ends[e]`` holds the two islands of edge ``e``. The variable ``edge_variables[e][k - 1]`` is
    true if ``e`` has "at least" or "exactly" ``k`` bridges, depending on ``relation``; ``e`` never
    has more bridges than variables. ``variables`` is the number of variables in use; auxiliary
    ones included. ``loops`` says whether bridges may form loops.
    """

    puzzle: Puzzle
    loops: bool
    ends: list[tuple[int, int]]
    relation: str
    edge_variables: Sequence[Sequence[int]]
    variables: int

    def clauses(self) -> list[Literals]: ...

    def likely_cuts(self) -> list[Literals]:
        """Return clauses about connectivity that save rounds in which cuts are looked for."""
        return []

    def drawn_edges(self, model: Literals) -> Sequence[int]:
        """Return a number for each edge, positive if the edge has a bridge in the model.

        The sequence may be longer than the number of edges.
        """
        return self.counts(model)

    def counts(self, model: Literals) -> bytes:
        """Return the number of bridges on each edge in the model."""
        ...

    def any_drawn(self, edges: Iterable[int]) -> list[int]:
        """Return the clause "at least one of these edges has a bridge"."""
        return [variable for edge in edges for variable in self.edge_variables[edge]]


def shuffled(clauses: list[Literals], seed: int | None) -> list[Literals]:
    """Return the clauses in the random order that a seed stands for; without one, as they are."""
    if seed is None:
        return clauses
    from random import Random

    return Random(seed).sample(clauses, len(clauses))


def violated_clauses(encoding: Encoding, drawn: Sequence[int]) -> list[Literals]:
    """Return clauses that every solution satisfies, but not these drawn edges.

    Edge ``e`` is drawn if ``drawn[e]`` is positive. The result is empty if they follow the rules
    about walking from island to island. If bridges may not form loops, the encoding must have a
    single literal for "this edge has a bridge".
    """
    puzzle = encoding.puzzle
    cuts = find_cuts(len(puzzle.islands), encoding.ends, drawn)
    clauses: list[Literals] = [encoding.any_drawn(cut) for cut in cuts]
    if not encoding.loops:
        loops = find_loops(puzzle, drawn)
        clauses += [[-literal for literal in encoding.any_drawn(loop)] for loop in loops]
    return clauses


def find_cuts(
    island_count: int, ends: Sequence[tuple[int, int]], drawn: Sequence[int]
) -> list[list[int]]:
    """Return, for all components but one, the edges that leave the component.

    Every solution has a bridge on at least one edge of each such list. ``ends`` holds the two
    islands of each edge. Edge ``e`` is drawn if ``drawn[e]`` is positive; ``drawn`` may be longer
    than ``ends``. The result is empty if all islands are connected.

    The component with the most leaving edges gets no cut: once the others grow, it is seldom
    isolated, and on a large puzzle its cut would be longer than all others together.
    """
    groups = find_groups(island_count, ends, drawn)
    leaving: dict[int, list[int]] = {first: [] for first in sorted(set(groups))}
    if len(leaving) > 1:
        for edge, (a, b) in enumerate(ends):
            if groups[a] != groups[b]:
                leaving[groups[a]].append(edge)
                leaving[groups[b]].append(edge)
    cuts = list(leaving.values())
    cuts.remove(max(cuts, key=len))
    return cuts


def find_groups(
    island_count: int, ends: Sequence[tuple[int, int]], drawn: Sequence[int]
) -> list[int]:
    """Return, for each island, the first one of those that drawn edges connect with it.

    The arguments are those of :func:`find_cuts`.
    """
    parents = list(range(island_count))
    for (a, b), state in zip(ends, drawn):
        if state > 0 and parents[a] != parents[b]:
            while parents[a] != a:
                parents[a] = a = parents[parents[a]]
            while parents[b] != b:
                parents[b] = b = parents[parents[b]]
            # The root is always the smaller island, so that one pass in order finds all roots.
            if a < b:
                parents[b] = a
            else:
                parents[a] = b
    for island, parent in enumerate(parents):
        parents[island] = parents[parent]
    return parents


class OrderEncoding:
    """The variables and clauses that the default solver uses.

    An edge has a variable "at least k bridges" for each k from 1 to the most bridges it can have.
    Each implies the one before it.

    Edge ``e`` has at least ``low[e]`` and at most ``high[e]`` bridges, and ``edge_variables[e]``
    has ``high[e]`` variables. The first of them is ``e + 1``: it is true if the edge is drawn at
    all. ``false_literal`` is always false; it is the last variable.

    Bridges may not form ``loops`` if the rules say so, or if there are only as many bridges as a
    tree of all islands needs.
    """

    relation = "at least"

    def __init__(self, puzzle: Puzzle, bounds: Bounds | None = None) -> None:
        """Without ``bounds``, an edge can have the bridges that its two clues allow."""
        self.puzzle = puzzle
        bounds = bounds or Bounds(puzzle)
        self.low, self.high = bounds.low, bounds.high
        self.ends = bounds.ends
        self.loops = puzzle.rules.loops and spare_bridges(puzzle) > 0
        edge_variables = [[edge + 1] if most else [] for edge, most in enumerate(self.high)]
        # The edge of each variable that stands for a second or further bridge.
        self._edges_of_further = [
            edge for edge, most in enumerate(self.high) if most > 1 for _ in range(1, most)
        ]
        for variable, edge in enumerate(self._edges_of_further, len(self.ends) + 1):
            edge_variables[edge].append(variable)
        self.edge_variables: Sequence[Sequence[int]] = edge_variables
        self._undecided = [
            variables[least:] if least else variables
            for variables, least in zip(self.edge_variables, self.low)
        ]
        self.variables = self.false_literal = len(self.ends) + len(self._edges_of_further) + 1

    def clauses(self) -> list[Literals]:
        puzzle, undecided = self.puzzle, self._undecided
        clauses: list[Literals] = [(-self.false_literal,)]
        clauses += [(-edge - 1,) for edge, most in enumerate(self.high) if not most]
        clauses += [
            (variable,)
            for variables, least in zip(self.edge_variables, self.low)
            if least
            for variable in variables[:least]
        ]
        clauses += [
            (lower, -higher)
            for variables in undecided
            if len(variables) > 1
            for lower, higher in pairwise(variables)
        ]
        clauses += self.clue_clauses([(island, clue) for island, _, _, clue in puzzle.islands])
        clauses += [
            (-edge - 1, -across - 1)
            for edge, crossings in enumerate(puzzle.crossings)
            if crossings and undecided[edge]
            for across in crossings
            if across > edge and self.high[across]
        ]
        return clauses

    def clue_clauses(self, clues: Iterable[tuple[int, int | None]]) -> list[Literals]:
        """Return the clauses "this island has so many bridges", for some islands with a clue."""
        low, undecided, incident = self.low, self._undecided, self.puzzle.incident
        clauses: list[Literals] = []
        for island, clue in clues:
            slots = [self.false_literal]
            widths = []
            given = 0
            for edge in incident[island]:
                given += low[edge]
                if variables := undecided[edge]:
                    slots += variables
                    widths.append(len(variables))
            if given if clue is None else given == clue and not widths:
                continue
            slots += [-literal for literal in slots[:0:-1]]
            needed = None if clue is None else max(-1, clue - given)
            clauses += [pick(slots) for pick in clue_table(tuple(widths), needed)]
        return clauses

    def likely_cuts(self) -> list[Literals]:
        """Return clauses against chains of three or four islands that no bridge leaves.

        The first and the last island of each chain have all their bridges on one edge.
        """
        if len(self.puzzle.islands) <= 4:
            return []
        high, variables, chains = self.high, self.edge_variables, self._chains()
        clauses: list[Literals] = [
            (-variables[first][-1], -variables[last][-1])
            for begun in chains.values()
            for (first, rest), (last, _) in combinations(begun, 2)
            if rest == high[last]
        ]
        clauses += [
            (-variables[first][-1], -variables[middle][rest - 1], -variables[last][-1])
            for middle, (a, b) in enumerate(self.ends)
            if a in chains and b in chains
            for first, rest in chains[a]
            for last, needed in chains[b]
            if rest == needed <= high[middle] and first != middle != last
        ]
        return clauses

    def _chains(self) -> dict[int, list[tuple[int, int]]]:
        """The chains of two islands that could be begun, by the second island.

        For each, the edge between them, and the bridges that must lead on from the second.
        """
        limit = self.puzzle.rules.max_bridges
        clues = [clue or 0 for _, _, _, clue in self.puzzle.islands]
        chains: dict[int, list[tuple[int, int]]] = {}
        for edge, ((a, b), most) in enumerate(zip(self.ends, self.high)):
            if most:
                one, other = clues[a], clues[b]
                if one == most < other <= most + limit:
                    chains.setdefault(b, []).append((edge, other - most))
                elif other == most < one <= most + limit:
                    chains.setdefault(a, []).append((edge, one - most))
        return chains

    def at_least(self, edge: int, count: int) -> int:
        """Return the literal "this edge has at least ``count`` bridges"; ``count`` is positive."""
        if count > self.high[edge]:
            return self.false_literal
        return self.edge_variables[edge][count - 1]

    def assumptions(self, board: Board) -> dict[int, int]:
        """Return a literal for each edge with bridges or a mark on the board, by edge.

        Bridges are lower bounds; a mark means that the edge has no bridge.
        """
        literals = {edge: -edge - 1 for edge in board.marks}
        literals |= {
            edge: self.at_least(edge, count) for edge, count in enumerate(board.counts) if count
        }
        return literals

    def drawn_edges(self, model: Literals) -> Literals:
        return model

    def counts(self, model: Literals) -> bytes:
        counts = bytearray(literal > 0 for literal in model[: len(self.ends)])
        for edge, literal in zip(self._edges_of_further, model[len(self.ends) :]):
            counts[edge] += literal > 0
        return bytes(counts)

    def any_drawn(self, edges: Iterable[int]) -> list[int]:
        return [edge + 1 for edge in edges]

    def literals(self, counts: Sequence[int]) -> Iterator[int]:
        """Yield the literals that are true with these numbers of bridges."""
        for variables, count in zip(self.edge_variables, counts):
            for number, variable in enumerate(variables):
                yield variable if number < count else -variable

    def outside(self, low: Sequence[int], high: Sequence[int]) -> list[int]:
        """Return the clause "some edge has fewer than ``low`` or more than ``high`` bridges"."""
        pairs = list(zip(self.edge_variables, low, high))
        below = [-variables[least - 1] for variables, least, _ in pairs if least]
        above = [variables[most] for variables, _, most in pairs if most < len(variables)]
        return below + above


def clauses_of_sum(
    false_literal: int, edges: Sequence[Sequence[int]], clue: int | None
) -> list[Literals]:
    """Return the clauses "these edges have so many bridges"; None stands for at least one.

    An edge is given by its variables "at least k bridges", for each k from 1.
    """
    slots = [false_literal, *chain(*edges)]
    slots += [-literal for literal in slots[:0:-1]]
    return [pick(slots) for pick in clue_table(tuple(map(len, edges)), clue)]


@cache
def clue_table(
    max_counts: tuple[int, ...], clue: int | None
) -> tuple[Callable[[Literals], Literals], ...]:
    """Return the clauses of an island with edges that have at most ``max_counts`` bridges.

    Each clause is a function that picks its literals from a list: the false literal, the variables
    of the first edge, those of the second, ..., then the same variables negated, in reverse order.
    In this list, item -i is the negation of item i.

    "At least k": for all counts that sum to k - 1, some edge has more than its count. "At most k":
    for all counts that sum to k + 1, some edge has less than its count. No auxiliary variables are
    needed, and unit propagation on these clauses is as strong as reasoning with bounds.
    """
    least, most = (1, sum(max_counts)) if clue is None else (clue, clue)
    clauses: list[list[int]] = [] if least <= sum(max_counts) else [[]]
    before = [sum(max_counts[:i]) for i in range(len(max_counts))]
    for counts in product(*[range(max_count + 1) for max_count in max_counts]):
        total = sum(counts)
        if total == least - 1:
            clauses.append([b + n + 1 for b, n, c in zip(before, counts, max_counts) if n < c])
        elif total == most + 1:
            clauses.append([-b - n for b, n in zip(before, counts) if n])
    # itemgetter returns a tuple only if it has at least two items, so shorter clauses are padded.
    return tuple([itemgetter(*[0] * (2 - len(clause)), *clause) for clause in clauses])
