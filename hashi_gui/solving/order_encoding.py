"""A puzzle as clauses in order encoding, the one that the default solver uses.

An edge has one variable per level, "at least one bridge", "at least two" and so on up to its
capacity, each implied by the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import pairwise, product
from operator import itemgetter

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.encoding import Literals, capacities_of


class OrderEncoding:
    """The variables and the clauses of one puzzle.

    ``ends[e]`` are the islands of edge ``e``, ``capacities[e]`` is the most bridges it can have as
    far as its two clues tell, and ``levels[e]`` holds a variable for each of them. The first is
    ``e + 1``: it stands for the edge being drawn at all. ``never`` is a literal that is false, and
    the last variable.
    """

    relation = "at least"

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.ends = [(edge.a, edge.b) for edge in puzzle.edges]
        self.capacities = capacities_of(puzzle)
        self.levels: list[list[int]] = []
        self._higher: list[int] = []  # the edge of each variable from the second level on
        self.never = len(self.ends) + 1
        for edge, capacity in enumerate(self.capacities):
            levels = [edge + 1] if capacity else []
            for _ in range(capacity - 1):
                levels.append(self.never)
                self._higher.append(edge)
                self.never += 1
            self.levels.append(levels)
        self.variables = self.never

    def clauses(self) -> list[Literals]:
        puzzle, levels, capacities = self.puzzle, self.levels, self.capacities
        clauses: list[Literals] = [(-self.never,)]
        clauses += [(-edge - 1,) for edge, capacity in enumerate(capacities) if not capacity]
        for own in levels:
            clauses += [(lower, -higher) for lower, higher in pairwise(own)]
        for island, incident in zip(puzzle.islands, puzzle.incident):
            slots = [self.never]
            for edge in incident:
                slots += levels[edge]
            slots += [-literal for literal in slots[:0:-1]]
            table = _clue_table(tuple([capacities[edge] for edge in incident]), island.clue)
            clauses += [pick(slots) for pick in table]
        for edge, crossings in enumerate(puzzle.crossings):
            clauses += [(-edge - 1, -across - 1) for across in crossings if across > edge]
        return clauses

    def at_least(self, edge: int, count: int) -> int:
        """The literal "this edge has at least ``count`` bridges", ``count`` being 1 or more."""
        return self.levels[edge][count - 1] if count <= self.capacities[edge] else self.never

    def demands(self, board: Board) -> dict[int, int]:
        """What is on a board as a literal per edge: bridges as lower bounds, marks as zero."""
        demands = {edge: -edge - 1 for edge in board.marks}
        demands |= {
            edge: self.at_least(edge, count) for edge, count in enumerate(board.counts) if count
        }
        return demands

    def drawn(self, model: Literals) -> Literals:
        return model

    def counts(self, model: Literals) -> bytes:
        counts = bytearray(literal > 0 for literal in model[: len(self.ends)])
        for edge, literal in zip(self._higher, model[len(self.ends) :]):
            counts[edge] += literal > 0
        return bytes(counts)

    def some_drawn(self, edges: Iterable[int]) -> list[int]:
        return [edge + 1 for edge in edges]

    def preferred(self) -> Iterable[int]:
        return range(1, len(self.ends) + 1)

    def outside(self, low: Sequence[int], high: Sequence[int]) -> list[int]:
        """The clause "some edge has less than ``low`` or more than ``high``"."""
        below = [-levels[least - 1] for levels, least in zip(self.levels, low) if least]
        above = [levels[most] for levels, most in zip(self.levels, high) if most < len(levels)]
        return below + above


@cache
def _clue_table(
    capacities: tuple[int, ...], clue: int | None
) -> tuple[Callable[[Literals], Literals], ...]:
    """The clauses of an island with edges of these capacities, without auxiliary variables.

    Each is a function that picks its literals from [never, the levels of the first edge, those
    of the second, ..., the same negated in reverse]: there slot -i negates slot i.

    At least k: for all counts that sum to k - 1, some edge has more than its own. At most k: for
    all counts that sum to k + 1, some edge has less than its own. Unit propagation on these is
    as strong as reasoning with bounds.
    """
    least, most = (1, sum(capacities)) if clue is None else (clue, clue)
    clauses: list[list[int]] = [] if least <= sum(capacities) else [[]]
    before = [sum(capacities[:i]) for i in range(len(capacities))]
    for counts in product(*[range(capacity + 1) for capacity in capacities]):
        if sum(counts) == least - 1:
            clauses.append([b + n + 1 for b, n, c in zip(before, counts, capacities) if n < c])
        elif sum(counts) == most + 1:
            clauses.append([-b - n for b, n in zip(before, counts) if n])
    # An itemgetter gives a tuple only from two slots on.
    return tuple([itemgetter(*[0] * (2 - len(clause)), *clause) for clause in clauses])
