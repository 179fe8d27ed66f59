"""Techniques about bridges that take away what other islands need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, IslandTechnique, Technique
from hashi_gui.logic.wording import direction, edge_name, island_name, outcome_text


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
    for _ in range(2):
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
