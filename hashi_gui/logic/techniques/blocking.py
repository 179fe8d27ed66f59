"""Techniques about bridges that take away what other islands need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.position import Position
from hashi_gui.logic.techniques.technique import Conclusion, Technique
from hashi_gui.logic.wording import direction, edge_name, island_name, outcome_text


class Blocked(Technique):
    """No bridge crosses a bridge."""

    name = "Blocked"
    level = Level.EASY
    obvious = True

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        low, high, crossings = position.low, position.high, position.puzzle.crossings
        for edge in position.puzzle.incident[subject]:
            if low[edge]:
                for across in crossings[edge]:
                    if high[across]:
                        yield Conclusion(self, across, False, 0, position.ends[edge], edge)

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        return f"The bridge {edge_name(puzzle, conclusion.facts)} is in the way."


class UnsatisfiableNeighbour(Technique):
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
    low, high, incident = position.low, position.high, position.puzzle.incident
    island_gains = _island_gains(position, gained)
    left = _crossed_capacities(position, gained)
    for island, gain in island_gains.items():
        spare = position.max_need[island] - gain
        for edge in incident[island]:
            capacity = high[edge] - low[edge]
            if capacity > 0 and edge not in gained:
                known = left.get(edge, capacity)
                left[edge] = known if known < spare else spare
    losses: dict[int, int] = dict.fromkeys(island_gains, 0)
    for edge, capacity in (left | dict.fromkeys(gained, 0)).items():
        loss = high[edge] - low[edge] - capacity
        for island in position.ends[edge]:
            losses[island] = losses.get(island, 0) + loss
    for island, loss in losses.items():
        still_needed = position.min_need[island] - island_gains.get(island, 0)
        if position.island_capacity[island] - loss < still_needed:
            return island
    return None


def _island_gains(position: Position, gained: Mapping[int, int]) -> dict[int, int]:
    """How many bridges each island at the ends of some edges gains with them."""
    island_gains: dict[int, int] = {}
    for edge, gain in gained.items():
        for island in position.ends[edge]:
            island_gains[island] = island_gains.get(island, 0) + gain
    return island_gains


def _crossed_capacities(position: Position, gained: Mapping[int, int]) -> dict[int, int]:
    """A capacity of 0 for each edge that a new bridge crosses."""
    capacities: dict[int, int] = {}
    for edge, gain in gained.items():
        if gain and not position.low[edge]:
            capacities.update(dict.fromkeys(position.puzzle.crossings[edge], 0))
    return capacities
