"""The order encoding of a puzzle, which the default solver uses.

An edge has a variable "at least k bridges" for each k from 1 to the most bridges it can have. Each
implies the one before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import pairwise, product
from operator import itemgetter

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.encoding import Literals, max_bridge_counts


class OrderEncoding:
    """The variables and clauses of a puzzle; see :class:`hashi_gui.solving.encoding.Encoding`.

    ``max_counts[e]`` is the most bridges that edge ``e`` can have according to its two clues, and
    ``edge_variables[e]`` has as many variables. The first of them is ``e + 1``: it is true if the
    edge is drawn at all. ``false_literal`` is always false; it is the last variable.
    """

    relation = "at least"

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.ends = [(edge.a, edge.b) for edge in puzzle.edges]
        self.max_counts = max_bridge_counts(puzzle)
        self.edge_variables: list[list[int]] = []
        # The edge of each variable that stands for a second or further bridge.
        self._edges_of_further: list[int] = []
        self.false_literal = len(self.ends) + 1
        for edge, max_count in enumerate(self.max_counts):
            variables = [edge + 1] if max_count else []
            for _ in range(max_count - 1):
                variables.append(self.false_literal)
                self._edges_of_further.append(edge)
                self.false_literal += 1
            self.edge_variables.append(variables)
        self.variables = self.false_literal

    def clauses(self) -> list[Literals]:
        puzzle, max_counts = self.puzzle, self.max_counts
        clauses: list[Literals] = [(-self.false_literal,)]
        clauses += [(-edge - 1,) for edge, max_count in enumerate(max_counts) if not max_count]
        for variables in self.edge_variables:
            clauses += [(lower, -higher) for lower, higher in pairwise(variables)]
        for island in puzzle.islands:
            clauses += self.clue_clauses(island.id, island.clue)
        for edge, crossings in enumerate(puzzle.crossings):
            clauses += [(-edge - 1, -across - 1) for across in crossings if across > edge]
        return clauses

    def clue_clauses(self, island: int, clue: int | None) -> list[Literals]:
        """Return the clauses "this island has ``clue`` bridges"."""
        incident = self.puzzle.incident[island]
        slots = [self.false_literal]
        for edge in incident:
            slots += self.edge_variables[edge]
        slots += [-literal for literal in slots[:0:-1]]
        table = _clue_table(tuple([self.max_counts[edge] for edge in incident]), clue)
        return [pick(slots) for pick in table]

    def at_least(self, edge: int, count: int) -> int:
        """Return the literal "this edge has at least ``count`` bridges"; ``count`` is positive."""
        if count > self.max_counts[edge]:
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

    def preferred_literals(self) -> Iterable[int]:
        return range(1, len(self.ends) + 1)

    def outside(self, low: Sequence[int], high: Sequence[int]) -> list[int]:
        """Return the clause "some edge has fewer than ``low`` or more than ``high`` bridges"."""
        pairs = list(zip(self.edge_variables, low, high))
        below = [-variables[least - 1] for variables, least, _ in pairs if least]
        above = [variables[most] for variables, _, most in pairs if most < len(variables)]
        return below + above


@cache
def _clue_table(
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
        if sum(counts) == least - 1:
            clauses.append([b + n + 1 for b, n, c in zip(before, counts, max_counts) if n < c])
        elif sum(counts) == most + 1:
            clauses.append([-b - n for b, n in zip(before, counts) if n])
    # itemgetter returns a tuple only if it has at least two items, so shorter clauses are padded.
    return tuple([itemgetter(*[0] * (2 - len(clause)), *clause) for clause in clauses])
