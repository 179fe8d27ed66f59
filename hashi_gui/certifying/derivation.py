"""A derivation: clauses that are true of every solution of a puzzle, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components, find_loops
from hashi_gui.solving.bounds import max_bridge_counts
from hashi_gui.verify_certificate import Clauses, Row

Bounds = tuple[int, int, int]
"""An edge, and the least and the most bridges on it."""

LEMMA = "lemma"
"""The reason of a clause that belongs to the proof: it follows from those before it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A clause and its reason: the kind, and the islands that it names.

    A sum has ``rows``: pairs of a factor and the name of a row, or the number of an earlier line.
    The reason makes use of those of the literals ``uses`` that are known to be true.
    """

    clause: tuple[int, ...]
    kind: str
    islands: tuple[int, ...] = ()
    rows: tuple[tuple[int, str | int], ...] = ()
    uses: tuple[int, ...] = ()


class Derivation:
    """The lines so far; at first the rules, and what is looked for.

    That is a solution within the bounds ``given``, and if there is a ``conclusion``, not within
    its bounds: triples of an edge, the least, and the most bridges.

    The variable ``e * limit + k`` is true if edge ``e`` has at least ``k`` bridges. All rules are
    included but one: cuts and loops are added as they are needed.
    """

    def __init__(
        self, puzzle: Puzzle, given: Iterable[Bounds], conclusion: Iterable[Bounds] | None
    ) -> None:
        self.puzzle = puzzle
        self.limit = puzzle.rules.max_bridges
        self.variables = len(puzzle.edges) * self.limit
        self.lines: list[Line] = []
        self._cuts: set[tuple[int, ...]] = set()
        self._add_rules()
        for bounds in given:
            for literal in self.outside([bounds]):
                self.add([-literal], "board")
        if conclusion is not None:
            self.add(self.outside(conclusion), "other")
        self._forbid_isolating()

    def variable(self, edge: int, count: int) -> int:
        return edge * self.limit + count

    def add(
        self,
        clause: Iterable[int],
        kind: str,
        islands: Iterable[int] = (),
        rows: Iterable[tuple[int, str | int]] = (),
        uses: Iterable[int] = (),
    ) -> None:
        self.lines.append(Line(tuple(clause), kind, tuple(islands), tuple(rows), tuple(uses)))

    def add_cut(self, group: Iterable[int]) -> bool:
        """Add the clause "some bridge leaves this group of islands", unless it is there."""
        islands = tuple(sorted(group))
        if islands in self._cuts:
            return False
        self._cuts.add(islands)
        self.add([self.variable(e, 1) for e in self.leaving(islands)], "cut", islands)
        return True

    def add_violated(self, drawn: Sequence[bool]) -> bool:
        """Add cuts and loops that these edges violate; return whether there were any."""
        added = [self.add_cut(group) for group in self.groups(drawn)]
        loops = [] if self.puzzle.rules.loops else find_loops(self.puzzle, drawn)
        for loop in loops:
            self.add([-self.variable(e, 1) for e in loop], "loop")
        return any(added) or bool(loops)

    def groups(self, drawn: Sequence[bool]) -> list[list[int]]:
        """The islands that these edges connect, without the group that most edges leave."""
        groups = components(self.puzzle, drawn)
        return sorted(groups, key=lambda group: len(self.leaving(group)))[:-1]

    def known(self) -> Clauses:
        """What follows from all lines."""
        clauses = Clauses(self.variables)
        for line in self.lines:
            clauses.add(line.clause)
        return clauses

    def island_row(self, island: int) -> Row:
        edges, clue = self.puzzle.incident[island], self.puzzle.islands[island].clue
        counts = range(1, self.limit + 1)
        literals = [self.variable(e, count) for e in edges for count in counts]
        return Row(literals, 1 if clue is None else clue, clue is not None)

    def joined_row(self) -> Row:
        puzzle = self.puzzle
        literals = [self.variable(e, 1) for e in range(len(puzzle.edges))]
        return Row(literals, len(puzzle.islands) - 1, not puzzle.rules.loops)

    def outside(self, bounds: Iterable[Bounds]) -> Iterator[int]:
        """The clause "some edge has fewer bridges than the least, or more than the most"."""
        for edge, least, most in bounds:
            if least:
                yield -self.variable(edge, least)
            if most < self.limit:
                yield self.variable(edge, most + 1)

    def leaving(self, group: Iterable[int]) -> list[int]:
        """The edges from a group to other islands."""
        inside = set(group)
        edges, incident = self.puzzle.edges, self.puzzle.incident
        return sorted(e for i in inside for e in incident[i] if edges[e].other(i) not in inside)

    def _add_rules(self) -> None:
        for e, crossings in enumerate(self.puzzle.crossings):
            for count in range(1, self.limit):
                self.add([self.variable(e, count), -self.variable(e, count + 1)], "order")
            for across in crossings:
                if across > e:
                    self.add([-self.variable(e, 1), -self.variable(across, 1)], "crossing")
        for island in range(len(self.puzzle.islands)):
            self._add_clue(island)

    def _add_clue(self, island: int) -> None:
        """Add a clause for each way to have one bridge too few, or one too many."""
        edges, clue = self.puzzle.incident[island], self.puzzle.islands[island].clue
        most = len(edges) * self.limit
        low, high = (1, most) if clue is None else (clue, clue)
        if low > most:
            self.add([], "island", [island])
        for counts in product(range(self.limit + 1), repeat=len(edges)):
            if sum(counts) == low - 1:
                more = [self.variable(e, n + 1) for e, n in zip(edges, counts) if n < self.limit]
                self.add(more, "island", [island])
            elif sum(counts) == high + 1:
                fewer = [-self.variable(e, n) for e, n in zip(edges, counts) if n]
                self.add(fewer, "island", [island])

    def _forbid_isolating(self) -> None:
        """Two islands with the same number, and as many bridges, would be isolated from others."""
        if len(self.puzzle.islands) == 2:
            return
        for edge, most in zip(self.puzzle.edges, max_bridge_counts(self.puzzle)):
            a, b = self.puzzle.ends(edge.id)
            if a.clue == b.clue == most + 1 <= self.limit:
                self.add_cut([a.id, b.id])
                self.add([-self.variable(edge.id, most + 1)], "implied")
