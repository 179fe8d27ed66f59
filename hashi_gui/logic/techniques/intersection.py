"""The intersection method of Yen et al. ("Hashi Solver", section III.C).

List every combination of bridges that an island can still have, sieve those that break a rule
around it, and keep what the others share.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.position import Position
from hashi_gui.logic.techniques.blocking import find_unsatisfiable, islands_to_recheck
from hashi_gui.logic.techniques.connectivity import edges_of_group
from hashi_gui.logic.techniques.technique import Conclusion, Technique
from hashi_gui.logic.wording import bound_text, direction, island_name

DIRECTIONS = 4
"""Those in which an island can have bridges."""

Gains = tuple[tuple[int, int], ...]
"""A combination: for each open edge of an island, how many bridges it gains."""


class Intersection(Technique):
    """What all combinations of an island share that no rule forbids."""

    name = "Intersection"
    level = Level.HARD

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        return islands_to_recheck(position, touched) | _may_close_off(position, touched)

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        possible = combinations(position, subject)
        edges = position.open_edges(subject)
        caps = [position.capacity(edge) for edge in edges]
        least, most = caps, [0] * len(edges)
        for gains in possible:
            fewer = [min(known, gain) for known, (_, gain) in zip(least, gains)]
            more = [max(known, gain) for known, (_, gain) in zip(most, gains)]
            if (fewer != least or more != most) and not _forbidden(position, gains):
                least, most = fewer, more
                if not any(least) and most == caps:
                    return  # whatever the others are, they share nothing
        left = sum(not _forbidden(position, gains) for gains in possible)
        if left:
            lows = [position.low[edge] for edge in edges]
            for edge, low, cap, gained, limit in zip(edges, lows, caps, least, most):
                facts = len(possible), left
                if gained:
                    yield Conclusion(self, edge, True, low + gained, (subject,), facts)
                if limit < cap:
                    yield Conclusion(self, edge, False, low + limit, (subject,), facts)

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        (island,), (possible, remaining) = conclusion.islands, conclusion.facts
        left = "the one that is left has" if remaining == 1 else f"the {remaining} left all have"
        bound = bound_text(conclusion.bound, is_minimum=conclusion.is_minimum)
        return (
            f"The {island_name(puzzle, island)} has {possible} combinations; without those that "
            f"break a rule nearby, {left} {bound} "
            f"{direction(puzzle, island, conclusion.edge)}."
        )


def combinations(position: Position, island: int) -> list[Gains]:
    """Every way to give an island what it needs within the bounds of its edges."""
    edges = position.open_edges(island)
    least, need = position.min_need[island], position.max_need[island]
    choices = product(*(range(position.capacity(edge) + 1) for edge in edges))
    return [tuple(zip(edges, gains)) for gains in choices if least <= sum(gains) <= need]


def _forbidden(position: Position, gains: Gains) -> bool:
    return find_unsatisfiable(position, gains) is not None or _closes_off(position, gains)


def _may_close_off(position: Position, touched: Iterable[int]) -> dict[int, None]:
    """The islands of whose combinations one may give all that a touched group still lacks."""
    most = 2 * DIRECTIONS * position.puzzle.max_bridges
    groups = dict.fromkeys(position.group[island] for island in touched)
    return dict.fromkeys(
        island
        for group in groups
        if position.group_need[group] <= most
        for edge in edges_of_group(position, group)
        for island in position.ends[edge]
    )


def _closes_off(position: Position, gains: Gains) -> bool:
    """Whether an island and all that a combination joins to it would lack nothing."""
    ends = [island for edge, gain in gains if gain for island in position.ends[edge]]
    groups = {position.group[island] for island in ends}
    lack = sum(position.group_need[g] for g in groups) - 2 * sum(gain for _, gain in gains)
    size = sum(len(position.members[g]) for g in groups)
    return bool(ends) and lack == 0 and size < len(position.group)
