"""Techniques about bridges that take away what other islands need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.position import Position
from hashi_gui.logic.techniques.technique import Conclusion, Technique
from hashi_gui.logic.wording import direction, edge_name, island_name


class Blocked(Technique):
    """A bridge zeroes every edge that it crosses."""

    name = "Blocked"
    level = Level.EASY

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        low, high, crossings = position.low, position.high, position.puzzle.crossings
        for edge in position.puzzle.incident[subject]:
            if low[edge]:
                for across in crossings[edge]:
                    if high[across]:
                        yield Conclusion(self, across, False, 0, position.ends[edge], edge)

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        across = edge_name(puzzle, conclusion.facts)
        return f"The bridge {across} runs across here."


class UnsatisfiableNeighbour(Technique):
    """If filling all ways of an island but one would leave another island with too few, that one
    gets a bridge more.
    """

    name = "Starving a neighbour"
    level = Level.HARD

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        return islands_to_recheck(position, touched)

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        for way in position.open_edges(subject):
            least = position.min_need[subject]
            if least and position.island_capacity[subject] - position.capacity(way) == least:
                edges = position.open_edges(subject)
                gains = [(edge, 0 if edge == way else position.capacity(edge)) for edge in edges]
                unsatisfiable = find_unsatisfiable(position, gains)
                if unsatisfiable is not None:
                    low = position.low[way] + 1
                    yield Conclusion(self, way, True, low, (subject, unsatisfiable))

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        island, unsatisfiable = (island_name(puzzle, island) for island in conclusion.islands)
        where = direction(puzzle, conclusion.islands[0], conclusion.edge)
        return (
            f"If nothing more went {where} from the {island}, its other ways would be filled, "
            f"and the {unsatisfiable} could not get enough any more."
        )


def islands_to_recheck(position: Position, touched: Iterable[int]) -> dict[int, None]:
    """The islands for whose bridges :func:`find_unsatisfiable` may say something else than before.

    A touched island, or what one has left, counts up to two open edges away, and where one of its
    open edges is crossed.
    """
    known = dict.fromkeys(touched)
    across = [e for edge in _ways(position, known) for e in position.puzzle.crossings[edge]]
    for _ in range(2):
        known |= dict.fromkeys(i for edge in _ways(position, known) for i in position.ends[edge])
    return known | dict.fromkeys(
        i for e in across if position.capacity(e) for i in position.ends[e]
    )


def _ways(position: Position, islands: Iterable[int]) -> list[int]:
    return [edge for island in islands for edge in position.open_edges(island)]


def find_unsatisfiable(position: Position, gains: Iterable[tuple[int, int]]) -> int | None:
    """An island that could no longer get enough if edges gained just so much; None without one.

    ``gains`` are (edge, bridges more). Counts the edges that are crossed, and what the islands at
    the ends then have left for their other edges.
    """
    gained = dict(gains)
    given, left = _given(position, gained), _left(position, gained)
    for island, gain in given.items():
        spare = position.max_need[island] - gain
        for edge in position.open_edges(island):
            if edge not in gained:
                left[edge] = min(left.get(edge, position.capacity(edge)), spare)
    lost: dict[int, int] = dict.fromkeys(given, 0)
    for edge, cap in (left | dict.fromkeys(gained, 0)).items():
        for island in position.ends[edge]:
            lost[island] = lost.get(island, 0) + position.capacity(edge) - cap
    for island, loss in lost.items():
        if position.island_capacity[island] - loss < position.min_need[island] - given.get(
            island, 0
        ):
            return island
    return None


def _given(position: Position, gained: Mapping[int, int]) -> dict[int, int]:
    """How many bridges each island at the end of an edge gains."""
    given: dict[int, int] = {}
    for edge, gain in gained.items():
        for island in position.ends[edge]:
            given[island] = given.get(island, 0) + gain
    return given


def _left(position: Position, gained: Mapping[int, int]) -> dict[int, int]:
    """The caps of the edges that new bridges cross: none."""
    left: dict[int, int] = {}
    for edge, gain in gained.items():
        if gain and not position.low[edge]:
            left.update(dict.fromkeys(position.puzzle.crossings[edge], 0))
    return left
