"""Techniques about bridges that take away what islands nearby need.

"Intersection" is the intersection method of Yen et al. ("Hashi Solver", section III.C): list all
combinations of bridges that an island can still have, drop those that break a rule nearby, and
conclude what the others have in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import chain, product

from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.connectivity import edges_of_group
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, IslandTechnique, Technique
from hashi_gui.logic.wording import (
    bound_text,
    bridges_text,
    direction,
    edge_name,
    island_name,
    join_words,
    outcome_text,
)


class Blocked(Technique):
    """No bridge crosses a bridge."""

    name = "Blocked"
    level = Level.EASY
    obvious = True
    at_open_islands = False

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        low, high, crossings = position.low, position.high, position.puzzle.crossings
        for edge in position.puzzle.incident[subject]:
            if low[edge]:
                for across in crossings[edge]:
                    if high[across]:
                        yield Conclusion(self, across, False, 0, position.ends[edge], edge)

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        return f"The bridge {edge_name(puzzle, conclusion.facts)} is in the way."


class UnsatisfiableNeighbour(IslandTechnique):
    """If filling all edges of an island but one would leave another island with too few bridges,
    that one edge gets another bridge.
    """

    name = "Starving a neighbour"
    level = Level.HARD

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        return islands_to_recheck(position, touched)

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        for spared in position.open_edges(subject):
            min_need = position.min_need[subject]
            others = position.island_capacity[subject] - position.capacity(spared)
            if min_need and others == min_need:
                edges = position.open_edges(subject)
                gains = [(edge, 0 if edge == spared else position.capacity(edge)) for edge in edges]
                unsatisfiable = find_unsatisfiable(position, gains)
                if unsatisfiable is not None:
                    low = position.low[spared] + 1
                    yield Conclusion(self, spared, True, low, (subject, unsatisfiable))

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        island, unsatisfiable = (island_name(puzzle, island) for island in conclusion.islands)
        where = direction(puzzle, conclusion.islands[0], conclusion.edge)
        return (
            f"Suppose no more bridges went {where} from the {island}. All its other directions "
            f"would be full, and the {unsatisfiable} could not get enough bridges. So "
            f"{outcome_text(conclusion.bound, where, is_minimum=True)}."
        )


def islands_to_recheck(position: Position, touched: Iterable[int]) -> dict[int, None]:
    """The islands for which :func:`find_unsatisfiable` may have another answer than before.

    These are the touched islands, those up to two open edges away from them, and those whose open
    edges are crossed by an open edge of a touched island.
    """
    islands = dict.fromkeys(touched)
    across = [e for edge in _open_edges(position, islands) for e in position.puzzle.crossings[edge]]
    for _step in range(2):
        islands |= dict.fromkeys(
            i for edge in _open_edges(position, islands) for i in position.ends[edge]
        )
    return islands | dict.fromkeys(
        i for e in across if position.capacity(e) for i in position.ends[e]
    )


def _open_edges(position: Position, islands: Iterable[int]) -> list[int]:
    return [edge for island in islands for edge in position.open_edges(island)]


def find_unsatisfiable(position: Position, gains: Iterable[tuple[int, int]]) -> int | None:
    """An island that would end up with too few bridges if edges gained exactly so many, or None.

    ``gains`` are pairs (edge, number of further bridges). Considers the edges that the new bridges
    cross, and how many bridges the islands at their ends can then still take elsewhere.
    """
    gained = dict(gains)
    low, high, ends = position.low, position.high, position.ends
    island_gains: dict[int, int] = {}
    losses: dict[int, int] = {}
    crossed: list[int] = []
    for edge, gain in gained.items():
        for island in ends[edge]:
            island_gains[island] = island_gains.get(island, 0) + gain
            losses[island] = losses.get(island, 0) + high[edge] - low[edge]
        if gain and not low[edge]:
            crossed += position.puzzle.crossings[edge]
    for edge, loss in _lost_capacities(position, gained, island_gains, crossed).items():
        for island in ends[edge]:
            losses[island] = losses.get(island, 0) + loss
    capacities, min_need = position.island_capacity, position.min_need
    unsatisfiable = {
        island
        for island, loss in losses.items()
        if capacities[island] - loss < min_need[island] - island_gains.get(island, 0)
    }
    if len(unsatisfiable) > 1:
        near = (edge for island in island_gains for edge in position.open_edges(island))
        others = (i for edge in chain(crossed, near) if edge not in gained for i in ends[edge])
        return next(island for island in chain(island_gains, others) if island in unsatisfiable)
    return next(iter(unsatisfiable), None)


def _lost_capacities(
    position: Position,
    gained: Mapping[int, int],
    island_gains: Mapping[int, int],
    crossed: Iterable[int],
) -> dict[int, int]:
    """How much capacity other edges lose: those crossed all of it, those at islands what is left.

    Edges that lose nothing may be left out.
    """
    low, high, incident = position.low, position.high, position.puzzle.incident
    lost = {edge: high[edge] - low[edge] for edge in crossed}
    for island, gain in island_gains.items():
        spare = position.max_need[island] - gain
        if spare < position.puzzle.rules.max_bridges:
            for edge in incident[island]:
                capacity = high[edge] - low[edge]
                if 0 < capacity > spare and edge not in gained:
                    lost[edge] = max(lost.get(edge, 0), capacity - spare)
    return lost


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
        is_forbidden = cache(partial(_is_forbidden, position))
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
