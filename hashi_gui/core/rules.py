"""The rules of the game: their texts, those that only some puzzles have, and what is a solution."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple, Self

from hashi_gui.core.errors import PuzzleError
from hashi_gui.core.i18n import N_, _, ngettext, translated
from hashi_gui.core.wording import cell_name

if TYPE_CHECKING:
    from hashi_gui.core.puzzle import Puzzle

MAX_BRIDGES_LIMIT = 4
DIRECTIONS = 4

RULES = (
    N_("Connect the islands with bridges."),
    N_("A bridge runs straight along a row or a column, from one island to the next."),
    N_("At most two bridges connect the same two islands (some puzzles allow 1, 3 or 4)."),
    N_("Bridges never cross each other or an island."),
    N_(
        "The number on an island is the number of bridges that end there; “?” is any number from 1."
    ),
    N_("All islands must be connected: you can walk from every island to every other one."),
)
"""The rules in one sentence each, in English, for the help page."""


class ExtraRule(StrEnum):
    """A rule that only some puzzles have, by its name on the command line."""

    NO_LOOPS = "no-loops"

    @property
    def label(self) -> str:
        """The name that players read."""
        return _("no loops")


class _Rules(NamedTuple):
    max_bridges: int = 2
    loops: bool = True


class Rules(_Rules):
    """What differs from puzzle to puzzle; all else is the same for all.

    At most ``max_bridges`` bridges connect one pair of islands. Without ``loops``, there is only
    one way to walk between any two islands; several bridges between two islands are one way.
    """

    __slots__ = ()

    def __new__(cls, max_bridges: int = 2, loops: bool = True) -> Self:
        """Raise PuzzleError if the bridge limit is out of range."""
        if not 1 <= max_bridges <= MAX_BRIDGES_LIMIT:
            raise PuzzleError(
                _("The bridge limit is {n}; it must be from 1 to {most}.").format(
                    n=max_bridges, most=MAX_BRIDGES_LIMIT
                )
            )
        return super().__new__(cls, max_bridges, loops)

    @property
    def max_clue(self) -> int:
        """The largest clue that an island can have."""
        return DIRECTIONS * self.max_bridges

    @property
    def extra(self) -> frozenset[ExtraRule]:
        """The extra rules. Who does not know one of them must refuse the puzzle."""
        return frozenset() if self.loops else frozenset({ExtraRule.NO_LOOPS})

    @property
    def facts(self) -> tuple[str, ...]:
        """The rules in a few words each."""
        n = self.max_bridges
        limit = ngettext("up to {n} bridge per pair", "up to {n} bridges per pair", n).format(n=n)
        return limit, *self.extra_facts

    @property
    def extra_facts(self) -> list[str]:
        """The extra rules in a few words each."""
        return [rule.label for rule in sorted(self.extra)]

    def pairs_joined(self, islands: int) -> tuple[int, int | None]:
        """The least and the most pairs that a solution joins; None if there is no other limit."""
        return islands - 1, None if self.loops else islands - 1


STANDARD = Rules()
"""The rules of most puzzles."""


def no_loops_text() -> str:
    """The extra rule, for readers of several puzzles."""
    return _(
        "Where it says “no loops”, bridges form no loop: you can walk from an island to another "
        "one in only one way. Bridges side by side are one way."
    )


def rules_of(puzzles: Collection[Puzzle]) -> list[str]:
    """The rules of some puzzles in one sentence each.

    Above those whose rules are not STANDARD, their :attr:`Rules.facts` must stand.
    """
    connect, straight, _limit, crossing, _clue, connected = map(translated, RULES)
    limits = {puzzle.rules.max_bridges for puzzle in puzzles}
    if len(limits) == 1:
        (n,) = limits
        limit = ngettext(
            "At most {n} bridge connects the same two islands.",
            "At most {n} bridges connect the same two islands.",
            n,
        ).format(n=n)
    else:
        limit = _(
            "At most 2 bridges connect the same two islands, unless the puzzle says otherwise."
        )
    clue = _("The number on an island is the number of bridges that end there.")
    rules = [connect, straight, limit, crossing, clue, connected]
    if any(island.clue is None for puzzle in puzzles for island in puzzle.islands):
        rules.insert(5, _("An island with “?” has any number of bridges, but at least 1."))
    loops = {puzzle.rules.loops for puzzle in puzzles}
    if loops == {False}:
        rules.append(
            _(
                "There are no loops: you can walk from an island to another one in only one way. "
                "Bridges side by side are one way."
            )
        )
    elif False in loops:
        rules.append(no_loops_text())
    return rules


def degrees(puzzle: Puzzle, counts: Sequence[int]) -> list[int]:
    """Return the number of bridges that end at each island."""
    result = [0] * len(puzzle.islands)
    for (_id, a, b, _horizontal), count in compress(zip(puzzle.edges, counts), counts):
        result[a] += count
        result[b] += count
    return result


def components(puzzle: Puzzle, counts: Sequence[int]) -> list[list[int]]:
    """Return the connected groups of islands, each sorted, ordered by their smallest island."""
    neighbours: list[list[int]] = [[] for _ in puzzle.islands]
    for _id, a, b, _horizontal in compress(puzzle.edges, counts):
        neighbours[a].append(b)
        neighbours[b].append(a)
    seen = [False] * len(neighbours)
    groups = []
    for start in range(len(neighbours)):
        if seen[start]:
            continue
        seen[start] = True
        group = [start]
        if not neighbours[start]:
            groups.append(group)
            continue
        for island in group:
            for other in neighbours[island]:
                if not seen[other]:
                    seen[other] = True
                    group.append(other)
        groups.append(sorted(group))
    return groups


def find_loops(puzzle: Puzzle, drawn: Sequence[int]) -> list[list[int]]:
    """Return the edges of some loops, so that every edge on any loop is in one of them.

    Edge ``e`` is drawn if ``drawn[e]`` is positive; ``drawn`` may be longer than the edges. These
    are the fundamental cycles of a forest that is searched breadth first.
    """
    depths = [-1] * len(puzzle.islands)
    above = [-1] * len(puzzle.islands)
    for start in range(len(puzzle.islands)):
        if depths[start] >= 0:
            continue
        depths[start] = 0
        reached = [start]
        for island in reached:
            for e in puzzle.incident[island]:
                other = puzzle.edges[e].other(island)
                if drawn[e] > 0 and depths[other] < 0:
                    depths[other], above[other] = depths[island] + 1, e
                    reached.append(other)
    loops = []
    for edge in puzzle.edges:
        a, b = edge.a, edge.b
        if drawn[edge.id] <= 0 or edge.id in (above[a], above[b]):
            continue
        loop = [edge.id]
        while a != b:
            deeper = a if depths[a] > depths[b] else b
            loop.append(above[deeper])
            a, b = puzzle.edges[above[deeper]].other(deeper), b if deeper == a else a
        loops.append(loop)
    return loops


def is_blocked(puzzle: Puzzle, counts: Sequence[int], edge: int) -> bool:
    """Whether an edge is crossed by a bridge, so that none can be built on it."""
    return any(counts[other] for other in puzzle.crossings[edge])


def solution_fault(puzzle: Puzzle, counts: Sequence[int]) -> str | None:
    """Return why ``counts`` is not a solution, as one sentence; None if it is a solution."""
    most = puzzle.rules.max_bridges
    for edge, (count, crossings) in enumerate(zip(counts, puzzle.crossings)):
        if not 0 <= count <= most:
            text = _("Edge {edge} has {n} bridges; at most {most} are allowed.")
            return text.format(edge=edge, n=count, most=most)
        if count:
            for across in crossings:
                if counts[across]:
                    return _("Edge {edge} is crossed by another bridge.").format(edge=edge)
    for (_id, row, col, clue), degree in zip(puzzle.islands, degrees(puzzle, counts)):
        if degree != clue and (clue is not None or degree == 0):
            return _degree_fault(cell_name(row, col), degree, clue)
    groups = len(components(puzzle, counts))
    if groups > 1:
        return _("The islands form {n} separate groups.").format(n=groups)
    if not puzzle.rules.loops and (loops := find_loops(puzzle, counts)):
        return _("The bridges form a loop of {n} islands.").format(n=len(loops[0]))
    return None


def _degree_fault(cell: str, degree: int, clue: int | None) -> str:
    if clue is None:
        return _("The island at {cell} has 0 bridges and needs at least 1.").format(cell=cell)
    return ngettext(
        "The island at {cell} has {n} bridge and needs {clue}.",
        "The island at {cell} has {n} bridges and needs {clue}.",
        degree,
    ).format(cell=cell, n=degree, clue=clue)


def is_solution(puzzle: Puzzle, counts: Sequence[int]) -> bool:
    """Whether ``counts`` follows every rule: clues, limits, no crossings, all islands connected."""
    return solution_fault(puzzle, counts) is None
