"""Techniques about bridges that take away what islands nearby need.

"Intersection" is the intersection method of Yen et al. ("Hashi Solver", section III.C): list all
combinations of bridges that an island can still have, drop those that break a rule nearby, and
conclude what the others have in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, groupby, product
from typing import NamedTuple

from hashi_gui.core.i18n import N_, _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import sentences
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.connectivity import cut_off_sentence, edges_of_group
from hashi_gui.logic.reasoning.techniques.island_clues import needs_sentence
from hashi_gui.logic.reasoning.techniques.technique import (
    Case,
    Conclusion,
    Fault,
    IslandTechnique,
    Range,
    Technique,
    all_cases,
)
from hashi_gui.logic.wording import (
    listed_bridges,
    listed_islands,
    listed_items,
    pair,
    shortage_sentence,
)

MOST_CASES = 4
"""Nobody follows more cases than these in one text."""


class Blocked(Technique):
    """No bridge crosses a bridge."""

    name = N_("Blocked")
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
        return _("The bridge {pair} is in the way.").format(pair=pair(puzzle, conclusion.facts))


class UnsatisfiableNeighbour(IslandTechnique):
    """If filling all edges of an island but one would leave another island with too few bridges,
    that one edge gets another bridge.
    """

    name = N_("Starving a neighbour")
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
                    case = _shortage(position, gains, unsatisfiable)
                    totals = [(e, position.high[e]) for e in edges if e != spared]
                    facts = min_need, totals, case
                    yield Conclusion(self, spared, True, low, (subject, unsatisfiable), facts)

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        island, _starving = conclusion.islands
        need, totals, case = conclusion.facts
        text = (
            _("Without another bridge {pair}, the others would be full: {bridges}.")
            if conclusion.bound > 1
            else _("Without {pair}, the others would be full: {bridges}.")
        )
        return sentences(
            needs_sentence(puzzle, island, need),
            text.format(
                pair=pair(puzzle, conclusion.edge, island),
                bridges=listed_bridges(puzzle, totals, island),
            ),
            *_faults(puzzle, case),
            conclusion.says(puzzle, island),
        )

    def cases(self, conclusion: Conclusion) -> Sequence[Case]:
        _need, _totals, case = conclusion.facts
        return (case,)


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

    name = N_("Intersection")
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
            ways = _Ways(
                position.min_need[subject],
                tuple(_totals(position, gains) for gains in allowed),
                tuple(
                    (_totals(position, gains), _case(position, gains))
                    for gains in possible
                    if is_forbidden(gains)
                ),
            )
            for edge, capacity, minimum, maximum in zip(edges, capacities, least, most):
                low = position.low[edge]
                if minimum:
                    yield Conclusion(self, edge, True, low + minimum, (subject,), ways)
                if maximum < capacity:
                    yield Conclusion(self, edge, False, low + maximum, (subject,), ways)

    def looked_at(self, puzzle: Puzzle, conclusion: Conclusion) -> set[int]:
        (island,) = conclusion.islands
        return {island, *(there.id for _edge, there in puzzle.neighbours(island))}

    def says_all(self, conclusion: Conclusion) -> bool:
        ways: _Ways = conclusion.facts
        return len(ways.allowed) == 1

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        return self.joint_reason(puzzle, [conclusion])

    def joint_reason(self, puzzle: Puzzle, conclusions: Sequence[Conclusion]) -> str:
        (island,), ways = conclusions[0].islands, conclusions[0].facts
        needs = needs_sentence(puzzle, island, ways.need)
        cases = all_cases(conclusions)
        if len(ways.allowed) == 1:
            bridges = listed_bridges(puzzle, ways.allowed[0], island)
            end = (
                _("Only this is left: {bridges}.")
                if cases
                else _("There is only one way: {bridges}.")
            ).format(bridges=bridges)
        else:
            end = sentences(*(each.says(puzzle, island) for each in conclusions))
        if len(cases) > MOST_CASES:
            many = _("{n} cases rule out everything else.").format(n=len(cases))
            return sentences(needs, many, end)
        return sentences(needs, *(case_text(puzzle, case, island) for case in cases), end)

    def cases(self, conclusion: Conclusion) -> Sequence[Case]:
        """As few cases as cover all ways without what was concluded."""
        ways: _Ways = conclusion.facts
        left = dict(ways.contrary_to(None if self.says_all(conclusion) else conclusion))
        cases = []
        while left:
            case = max(left.values(), key=lambda case: sum(map(partial(_includes, case), left)))
            cases.append(case)
            left = {way: other for way, other in left.items() if not _includes(case, way)}
        return cases


Totals = tuple[tuple[int, int], ...]
"""A combination: for each open edge of an island, how many bridges it has then."""


class _Ways(NamedTuple):
    """The ways of an island: those that break no rule, and those that do, with what shows it."""

    need: int
    allowed: tuple[Totals, ...]
    forbidden: tuple[tuple[Totals, Case], ...]

    def contrary_to(self, conclusion: Conclusion | None) -> Iterator[tuple[Totals, Case]]:
        """The forbidden ways that contradict a conclusion; all if there is none."""
        for totals, case in self.forbidden:
            if conclusion is None:
                yield totals, case
                continue
            number, bound = dict(totals)[conclusion.edge], conclusion.bound
            if number < bound if conclusion.is_minimum else number > bound:
                yield totals, case


def _totals(position: Position, gains: Gains) -> Totals:
    return tuple((edge, position.low[edge] + gain) for edge, gain in gains)


def _includes(case: Case, totals: Totals) -> bool:
    """Whether a case speaks of a combination."""
    numbers = dict(totals)
    return all(least <= numbers[edge] <= most for edge, least, most in case.bridges)


def _case(position: Position, gains: Gains) -> Case:
    """Why a combination is forbidden."""
    gaining = tuple((edge, position.low[edge] + n) for edge, n in gains if n)
    if _isolates_group(position, gains):
        joined = {position.group[i] for edge, _total in gaining for i in position.ends[edge]}
        islands = tuple(island for group in sorted(joined) for island in position.members[group])
        return Case(tuple((edge, n, n) for edge, n in gaining), Fault.CUT_OFF, islands)
    if _closes_ring(position, gains):
        return _loop(position, [edge for edge, _total in gaining if not position.low[edge]])
    starving = find_unsatisfiable(position, gains)
    assert starving is not None
    return _shortage(position, gains, starving)


def _loop(position: Position, edges: Sequence[int]) -> Case:
    """The first loop that new bridges close."""
    checkpoint = position.checkpoint()
    drawn: list[int] = []
    closing = None
    for edge in edges:
        a, b = position.ends[edge]
        if position.group[a] == position.group[b]:
            closing = edge
            break
        position.raise_low(edge, 1)
        drawn.append(edge)
    assert closing is not None
    islands = position.loop(closing)
    on_it = [e for e in drawn if set(position.ends[e]) <= set(islands)]
    position.rollback(checkpoint)
    limit = position.puzzle.rules.max_bridges
    ranges = tuple((edge, 1, limit) for edge in (*on_it, closing))
    return Case(ranges, Fault.LOOP, islands)


def _shortage(position: Position, gains: Iterable[tuple[int, int]], island: int) -> Case:
    """Why an island gets too few bridges, without the bridges that do not matter."""
    low, high = position.low, position.high
    ranges = {edge: (low[edge] + gain, low[edge] + gain) for edge, gain in gains}
    for edge, (number, _number) in list(ranges.items()):
        fewest, most = low[edge], high[edge]
        wider = [
            *((fewest, at_most) for at_most in range(most, number - 1, -1)),
            *((at_least, most) for at_least in range(fewest + 1, number + 1)),
        ]
        for other in wider:
            need, room, *_why = _prospects(position, {**ranges, edge: other}, island)
            if room < need:
                ranges[edge] = other
                break
    bridges = []
    for edge, (least, most) in ranges.items():
        if least == most:
            bridges.append((edge, least, most))
        elif least > low[edge]:
            bridges.append((edge, least, position.puzzle.rules.max_bridges))
        elif most < high[edge]:
            bridges.append((edge, 0, most))
    return Case(tuple(bridges), Fault.SHORTAGE, (island,), *_prospects(position, ranges, island))


def _prospects(
    position: Position, ranges: Mapping[int, tuple[int, int]], island: int
) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
    """What an island still needs, and what it can get, if some edges have so many bridges.

    Then the edges that are blocked, and the neighbours that can spare too little.
    """
    low, high, puzzle = position.low, position.high, position.puzzle
    gained: dict[int, int] = {}
    for edge, (least, _most) in ranges.items():
        for end in position.ends[edge]:
            gained[end] = gained.get(end, 0) + least - low[edge]
    room, blocked, spent = 0, [], []
    for edge in puzzle.incident[island]:
        least, most = ranges.get(edge, (low[edge], high[edge]))
        there = puzzle.edges[edge].other(island)
        spare = position.max_need[there] - gained.get(there, 0)
        if most == least:
            continue
        if any(ranges.get(each, (0, 0))[0] for each in puzzle.crossings[edge]):
            blocked.append(edge)
        else:
            room += min(most - least, spare)
            if spare < most - least:
                spent.append(there)
    need = position.min_need[island] - gained.get(island, 0)
    return need, room, tuple(blocked), tuple(spent)


def case_text(puzzle: Puzzle, case: Case, island: int) -> str:
    """Why bridges at an island are impossible."""
    supposed = _("Suppose {bridges}.").format(bridges=_ranges(puzzle, case.bridges, island))
    return sentences(supposed, *_faults(puzzle, case))


def _ranges(puzzle: Puzzle, ranges: Iterable[Range], island: int) -> str:
    """Numbers of bridges, seen from an island."""
    return listed_items(_range(puzzle, each, island) for each in ranges)


def _range(puzzle: Puzzle, bridges: Range, island: int) -> str:
    edge, least, most = bridges
    where = pair(puzzle, edge, island)
    if least == most or (least == 1 and most == puzzle.rules.max_bridges):
        return listed_bridges(puzzle, [(edge, least)], island)
    if least == 0:
        return _("{pair} ×{n} at most").format(pair=where, n=most)
    return _("{pair} ×{n} at least").format(pair=where, n=least)


def _faults(puzzle: Puzzle, case: Case) -> Iterator[str]:
    """Which rule is broken if a case is supposed."""
    if case.fault is Fault.LOOP:
        yield _("That closes a loop.")
    elif case.fault is Fault.CUT_OFF:
        yield cut_off_sentence(case.islands)
    else:
        (island,) = case.islands
        if case.blocked:
            ways = listed_items(pair(puzzle, edge, island) for edge in case.blocked)
            yield _("That blocks {ways}.").format(ways=ways)
        if case.spent:
            yield _("That leaves too little at {islands}.").format(
                islands=listed_islands(case.spent)
            )
        yield shortage_sentence(puzzle, island, case.need, case.room)


def cases_left_out(conclusions: Iterable[Conclusion]) -> tuple[Case, ...]:
    """The cases, each once, that are too many for the joint reason of some conclusions."""
    by_facts = (all_cases(parts) for _facts, parts in groupby(conclusions, lambda c: c.facts))
    return tuple(chain.from_iterable(cases for cases in by_facts if len(cases) > MOST_CASES))


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
