"""The intersection method of Yen et al. ("Hashi Solver", section III.C).

List all combinations of bridges that an island can still have, drop those that break a rule
nearby, and conclude what the others have in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.blocking import find_unsatisfiable, islands_to_recheck
from hashi_gui.logic.reasoning.techniques.connectivity import edges_of_group
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, IslandTechnique
from hashi_gui.logic.wording import bound_text, bridges_text, direction, island_name, join_words

Gains = tuple[tuple[int, int], ...]
"""A combination: for each open edge of an island, how many bridges it gains."""

MOST_REMEMBERED = 50_000
"""The most situations in memory, which take about 30 megabytes."""


class Intersection(IslandTechnique):
    """What all combinations of an island that no rule forbids have in common."""

    name = "Intersection"
    level = Level.HARD

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        return islands_to_recheck(position, touched) | _islands_that_may_isolate(position, touched)

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        seen = _situation(position, subject)
        if seen in position.fruitless:
            return
        conclusions = list(self._common(position, subject))
        if not conclusions:
            if len(position.fruitless) == MOST_REMEMBERED:
                position.fruitless.clear()
            position.fruitless.add(seen)
        yield from conclusions

    def _common(self, position: Position, subject: int) -> Iterator[Conclusion]:
        """What the combinations that no rule forbids have in common."""
        possible = combinations(position, subject)
        known: dict[Gains, bool] = {}

        def is_forbidden(gains: Gains) -> bool:
            if gains not in known:
                known[gains] = _is_forbidden(position, gains)
            return known[gains]

        edges = position.open_edges(subject)
        capacities = [position.capacity(edge) for edge in edges]
        least, most = capacities, [0] * len(edges)
        for gains in (*possible[-1:], *possible):
            fewer = [min(known, gain) for known, (_, gain) in zip(least, gains)]
            more = [max(known, gain) for known, (_, gain) in zip(most, gains)]
            if (fewer != least or more != most) and not is_forbidden(gains):
                least, most = fewer, more
                if not any(least) and most == capacities:
                    return  # The remaining combinations cannot make the bounds tighter again.
        allowed = [gains for gains in possible if not is_forbidden(gains)]
        if allowed:
            only = allowed[0] if len(allowed) == 1 else ()
            totals = tuple((edge, position.low[edge] + gain) for edge, gain in only)
            facts = len(possible), len(allowed), totals
            for edge, capacity, minimum, maximum in zip(edges, capacities, least, most):
                low = position.low[edge]
                if minimum:
                    yield Conclusion(self, edge, True, low + minimum, (subject,), facts)
                if maximum < capacity:
                    yield Conclusion(self, edge, False, low + maximum, (subject,), facts)

    def looked_at(self, puzzle: Puzzle, conclusion: Conclusion) -> set[int]:
        (island,) = conclusion.islands
        return {island, *(there.id for _edge, there in puzzle.neighbours(island))}

    def says_all(self, conclusion: Conclusion) -> bool:
        _possible, allowed, _totals = conclusion.facts
        return bool(allowed == 1)

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        (island,), (possible, allowed, totals) = conclusion.islands, conclusion.facts
        if possible == 1:
            text = _("The {island} can get its bridges in only one way: {way}.")
        elif allowed == 1:
            text = _(
                "The {island} can get its bridges in {possible} ways. Only one of them breaks no "
                "rule nearby: {way}."
            )
        elif possible == allowed == 2:
            text = _("The {island} can get its bridges in 2 ways. Both have {outcome}.")
        elif possible == allowed:
            text = _(
                "The {island} can get its bridges in {possible} ways. All of them have {outcome}."
            )
        elif allowed == 2:
            text = _(
                "The {island} can get its bridges in {possible} ways. Only 2 of them break no rule "
                "nearby, and both have {outcome}."
            )
        else:
            text = _(
                "The {island} can get its bridges in {possible} ways. Only {allowed} of them break "
                "no rule nearby, and all of them have {outcome}."
            )
        way = [
            f"{bridges_text(total)} going {direction(puzzle, island, edge)}"
            for edge, total in totals
            if total
        ]
        bound = bound_text(conclusion.bound, is_minimum=conclusion.is_minimum)
        return text.format(
            island=island_name(puzzle, island),
            possible=possible,
            allowed=allowed,
            way=join_words(way) if way else _("without another bridge"),
            outcome=f"{bound} going {direction(puzzle, island, conclusion.edge)}",
        )


def combinations(position: Position, island: int) -> list[Gains]:
    """Every way to give an island the bridges it needs within the bounds of its edges."""
    edges = position.open_edges(island)
    min_need, max_need = position.min_need[island], position.max_need[island]
    gains_per_edge = (range(position.capacity(edge) + 1) for edge in edges)
    return [
        tuple(zip(edges, gains))
        for gains in product(*gains_per_edge)
        if min_need <= sum(gains) <= max_need
    ]


def _situation(position: Position, island: int) -> tuple[int, ...]:
    """All that decides which combinations of an island are forbidden.

    These are its own numbers, those of small groups that it can join, what other edges can lose,
    and the islands that could not spare all of that. What is large enough in any case is left out.
    """
    low, high, ends, puzzle = position.low, position.high, position.ends, position.puzzle
    limit = puzzle.rules.max_bridges
    seen = [island, position.min_need[island], position.max_need[island]]
    seen += _small_group(position, island)
    lost: dict[int, int] = {}
    losses: dict[int, int] = {}
    for edge in puzzle.incident[island]:
        capacity = high[edge] - low[edge]
        if capacity:
            a, b = ends[edge]
            there = b if a == island else a
            losses[there] = capacity
            need = min(position.max_need[there] - capacity, limit)
            seen += edge, capacity, low[edge] > 0, need
            seen += _small_group(position, there)
            nearby = puzzle.incident[there] if need < limit else ()
            for other in (*nearby, *puzzle.crossings[edge]):
                if high[other] > low[other] and other != edge:
                    lost[other] = high[other] - low[other]
    for edge, capacity in lost.items():
        seen += edge, capacity
        for there in ends[edge]:
            losses[there] = losses.get(there, 0) + capacity
    for there, loss in losses.items():
        spare = position.island_capacity[there] - position.min_need[there]
        if spare < loss:
            seen += -1 - there, spare
    return tuple(seen)


def _small_group(position: Position, island: int) -> tuple[int, ...]:
    """What a combination must know of the group of an island, in case it can isolate it."""
    group = position.group[island]
    need = position.group_need[group]
    if need > 2 * position.puzzle.rules.max_clue:
        return (-1, -1 if position.puzzle.rules.loops else group)
    return group, need, len(position.members[group])


def _is_forbidden(position: Position, gains: Gains) -> bool:
    return (
        _isolates_group(position, gains)
        or _closes_ring(position, gains)
        or find_unsatisfiable(position, gains) is not None
    )


def _islands_that_may_isolate(position: Position, touched: Iterable[int]) -> dict[int, None]:
    """The islands of which one combination may give a touched group all that it needs."""
    most = 2 * position.puzzle.rules.max_clue
    groups = dict.fromkeys(position.group[island] for island in touched)
    return dict.fromkeys(
        island
        for group in groups
        if position.group_need[group] <= most
        for edge in edges_of_group(position, group)
        for island in position.ends[edge]
    )


def _closes_ring(position: Position, gains: Gains) -> bool:
    """Whether new bridges would close a loop and the rules forbid that."""
    if position.puzzle.rules.loops:
        return False
    new = [edge for edge, gain in gains if gain and not position.low[edge]]
    joined = {frozenset(position.group[i] for i in position.ends[edge]) for edge in new}
    return len(joined) < len(new) or any(len(groups) == 1 for groups in joined)


def _isolates_group(position: Position, gains: Gains) -> bool:
    """Whether an island and all that a combination joins to it would need nothing more."""
    group, members = position.group, position.members
    joined: set[int] = set()
    gained = 0
    for edge, gain in gains:
        if gain:
            a, b = position.ends[edge]
            joined |= {group[a], group[b]}
            gained += 2 * gain
    if not joined or sum([position.group_need[number] for number in joined]) != gained:
        return False
    return sum([len(members[number]) for number in joined]) < len(group)
