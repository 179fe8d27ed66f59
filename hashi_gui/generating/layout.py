"""Where islands lie and which are joined: a random connected layout, grown island by island.

A new island is either joined to an old one along a free line or put on a bridge, which it splits;
both keep the whole connected. Of several random sites the one furthest from other islands tends
to win, so that a layout of any density spreads over the whole grid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from math import isqrt
from typing import NamedTuple

from hashi_gui.core.puzzle import Cell
from hashi_gui.generating.chart import ISLAND, Chart
from hashi_gui.generating.dice import Dice

_SITES = 8
"""How many random sites of each kind compete for the next island."""

_ON_BRIDGE = 0.5
"""What a site on a bridge is worth beside a free one: long straight chains of islands look dull."""

_LOOPS = 0.5
"""The share of free lines between islands that get a bridge in the end, which closes a loop."""

_LONGEST_REACH = 12
"""In cells; islands further apart count as equally far."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Islands, and the pairs of them that bridges join: one connected whole.

    Of a pair the island further left or further up comes first.
    """

    rows: int
    cols: int
    islands: tuple[Cell, ...]
    bridges: frozenset[tuple[Cell, Cell]]

    @property
    def empty_parts(self) -> int:
        """How many of the four borders and four quarters of the grid have no island.

        A row or column in the middle belongs to the quarters on both its sides.
        """
        rows, cols = range(self.rows), range(self.cols)
        halves = [(line[: (len(line) + 1) // 2], line[len(line) // 2 :]) for line in (rows, cols)]
        parts = [
            *product((rows[:1], rows[-1:]), (cols,)),
            *product((rows,), (cols[:1], cols[-1:])),
            *product(*halves),
        ]
        return sum(
            not any(row in part_rows and col in part_cols for row, col in self.islands)
            for part_rows, part_cols in parts
        )


def grow(rows: int, cols: int, islands: int, dice: Dice) -> Layout:
    """A layout with as many islands as asked for, or as many as found a place.

    No two islands touch orthogonally.
    """
    growth = _Growth(rows, cols, islands, dice)
    chart = growth.chart
    while len(chart.islands) < islands and (sites := growth.sites()):
        growth.build(max(sites))
    growth.close_loops()
    return Layout(
        rows,
        cols,
        tuple(map(chart.cell, sorted(chart.islands))),
        frozenset((chart.cell(a), chart.cell(b)) for a, b in chart.bridges),
    )


class _Site(NamedTuple):
    """A place for the next island: joined to ``origin``, or where that is None on a bridge."""

    worth: float
    cell: int
    origin: int | None


class _Growth:
    """A chart with a first island, and all that matters for where the next ones go."""

    def __init__(self, rows: int, cols: int, islands: int, dice: Dice) -> None:
        # About one and a half times the distance between islands that are spread evenly.
        reach = min(2 + isqrt(9 * rows * cols // islands) // 2, _LONGEST_REACH)
        self.chart = chart = Chart(rows, cols, margin=reach)
        self._dice = dice
        self._sprouting: list[int] = []
        """Islands that may have room for another on a line ahead."""
        self._bridged: list[int] = []
        """Cells under bridges that may have room for an island."""
        self._gaps = [reach * reach] * len(chart.state)
        """From each cell to the nearest island, squared."""
        around = range(-reach, reach + 1)
        self._vicinity = [(r * chart.down + c, r * r + c * c) for r, c in product(around, around)]
        """For each cell near an island what leads there, and its squared distance."""
        self._bare_borders = chart.borders()
        self._settle(chart.index((dice.index(rows), dice.index(cols))))

    def sites(self) -> list[_Site]:
        """Random places where the next island could go; empty where there is none."""
        return [
            *self._sampled(self._sprouting, self._sprout),
            *self._sampled(self._bridged, self._split),
        ]

    def build(self, site: _Site) -> None:
        self._settle(site.cell)
        if site.origin is not None:
            self._bridged += self.chart.join(site.origin, site.cell)

    def close_loops(self) -> None:
        """Join some of the islands that see each other over open water."""
        chart = self.chart
        for island in self._dice.shuffled(chart.islands):
            for step in (1, chart.down):
                there = chart.water_ahead(island, step).stop
                if chart.state[there] == ISLAND and self._dice.chance(_LOOPS):
                    chart.join(island, there)

    def _settle(self, index: int) -> None:
        self.chart.settle(index)
        self._sprouting.append(index)
        self._bare_borders = [bare for bare in self._bare_borders if index not in bare[0]]
        gaps = self._gaps
        for offset, gap in self._vicinity:
            if gap < gaps[index + offset]:
                gaps[index + offset] = gap

    def _sampled(
        self, places: list[int], site_at: Callable[[int], _Site | None]
    ) -> Iterator[_Site]:
        """Sites at random places. A place that has none is dropped: it will never have any."""
        found = 0
        while places and found < _SITES:
            place = self._dice.index(len(places))
            site = site_at(places[place])
            if site is None:
                places[place] = places[-1]
                places.pop()
            else:
                found += 1
                yield site

    def _sprout(self, island: int) -> _Site | None:
        """A site on a line from an island."""
        chart = self.chart
        lines = [
            [index for index in chart.water_ahead(island, step) if chart.has_room[index]]
            for step in chart.steps
        ]
        open_lines = [line for line in lines if line]
        if not open_lines:
            return None
        index = self._dice.pick(self._dice.pick(open_lines))
        return _Site(self._worth(index), index, island)

    def _split(self, index: int) -> _Site | None:
        """The site at a cell under a bridge."""
        if not self.chart.has_room[index]:
            return None
        return _Site(_ON_BRIDGE * self._worth(index), index, None)

    def _worth(self, index: int) -> float:
        """How good a site is, with luck. One beside a bare border has none: it would be in the
        way of those on the border.
        """
        if any(index - inwards in border for border, inwards in self._bare_borders):
            return 0.0
        return self._gaps[index] * self._dice.fraction()
