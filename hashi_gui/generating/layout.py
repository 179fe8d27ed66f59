"""Where islands lie and which are joined: a random connected layout, grown island by island.

A new island is either joined to an old one along a free line or put on a bridge, which it splits;
both keep the whole connected. Of several random sites the one furthest from other islands tends
to win, so that a layout of any density spreads over the whole grid.

With a symmetry each site is built together with its image. Only the places of the islands keep it
to the end: which of them are joined in addition is left to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from math import isqrt
from typing import NamedTuple

from hashi_gui.core.puzzle import Cell
from hashi_gui.generating.layout_grid import HORIZONTAL, ISLAND, VERTICAL, WATER, LayoutGrid
from hashi_gui.generating.options import GenerationError, GeneratorOptions, Symmetry
from hashi_gui.generating.rng import Rng

_SITES = 8
"""How many random sites of each kind compete for the next island."""

_ON_BRIDGE = 0.5
"""What a site on a bridge is worth beside a free one: long straight chains of islands look dull."""

_LOOPS = 0.5
"""The share of free lines between islands that get a bridge in the end, which closes a loop."""

_LONGEST_REACH = 12
"""In cells; islands further apart count as equally far."""

_STARTS = 100
"""How many random cells are tried at most for a first island that goes well with its image."""


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


def grow(options: GeneratorOptions, rng: Rng) -> Layout:
    """A layout with as many islands as asked for, or as many as found a place.

    No two islands touch orthogonally. Raises GenerationError where not even the first islands of
    a symmetric layout find a place.
    """
    growth = _Growth(options, rng)
    grid = growth.grid
    growth.start()
    while len(grid.islands) < options.islands and (sites := growth.sites()):
        growth.build(max(sites))
    if options.loops:
        growth.close_loops()
    return Layout(
        options.rows,
        options.cols,
        tuple(map(grid.cell, sorted(grid.islands))),
        frozenset((grid.cell(a), grid.cell(b)) for a, b in grid.bridges),
    )


class _Site(NamedTuple):
    """A place for the next island: joined to ``origin``, or where that is None on a bridge."""

    worth: float
    cell: int
    origin: int | None


class _Growth:
    """A chart with all that matters for where the next islands go."""

    def __init__(self, options: GeneratorOptions, rng: Rng) -> None:
        rows, cols = options.rows, options.cols
        # About one and a half times the distance between islands that are spread evenly.
        reach = min(2 + isqrt(9 * rows * cols // options.islands) // 2, _LONGEST_REACH)
        self.grid = grid = LayoutGrid(rows, cols, margin=reach)
        self._options = options
        self._dice = rng
        self._sprouting: list[int] = []
        """Islands that may have room for another on a line ahead."""
        self._bridged: list[int] = []
        """Cells under bridges that may have room for an island."""
        self._gaps = [reach * reach] * len(grid.state)
        """From each cell to the nearest island, squared."""
        around = range(-reach, reach + 1)
        self._vicinity = [(r * grid.down + c, r * r + c * c) for r, c in product(around, around)]
        """For each cell near an island what leads there, and its squared distance."""
        self._bare_borders = grid.borders()

    def start(self) -> None:
        """Put the first island somewhere, its image, and between them what joins both."""
        rows, cols = self._options.rows, self._options.cols
        for _ in range(_STARTS):
            row, col = self._dice.index(rows), self._dice.index(cols)
            image_row, image_col = self._image_of_cell(row, col)
            if 1 not in (abs(row - image_row), abs(col - image_col)):
                break
        else:
            raise GenerationError(f"A grid of {rows} x {cols} cells has no room for a symmetry.")
        corners = [(row, col), (row, image_col), (image_row, image_col), (image_row, col)]
        around = list(dict.fromkeys(map(self.grid.index, corners)))
        for index in around:
            self._settle(index)
        for a, b in pairwise(around):
            self._join(a, b)
        if len(around) == len(corners) and self._options.loops:
            self._join(around[-1], around[0])

    def sites(self) -> list[_Site]:
        """Random places where the next island could go; empty where there is none."""
        return [
            *self._sampled(self._sprouting, self._sprout),
            *self._sampled(self._bridged, self._split),
        ]

    def build(self, site: _Site) -> None:
        """Put an island on a site, and another on its image."""
        self._build_one(site.cell, site.origin)
        image = self._image(site.cell), site.origin and self._image(site.origin)
        if image != (site.cell, site.origin):
            self._build_one(*image)

    def _build_one(self, index: int, origin: int | None) -> None:
        if self.grid.state[index] != ISLAND:
            self._settle(index)
        if origin is not None:
            self._join(origin, index)

    def close_loops(self) -> None:
        """Join some of the islands that see each other over open water."""
        grid = self.grid
        for island in self._dice.shuffled(grid.islands):
            for step in (1, grid.down):
                there = grid.water_ahead(island, step).stop
                if grid.state[there] == ISLAND and self._dice.chance(_LOOPS):
                    grid.join(island, there)

    def _image_of_cell(self, row: int, col: int) -> Cell:
        options = self._options
        if options.symmetry == Symmetry.NONE:
            return row, col
        turned = options.symmetry == Symmetry.ROTATE
        return options.rows - 1 - row if turned else row, options.cols - 1 - col

    def _image(self, index: int) -> int:
        if self._options.symmetry == Symmetry.NONE:
            return index
        return self.grid.index(self._image_of_cell(*self.grid.cell(index)))

    def _join(self, one: int, two: int) -> None:
        self._bridged += self.grid.join(one, two)

    def _settle(self, index: int) -> None:
        self.grid.settle(index)
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
        grid = self.grid
        lines = [
            [
                index
                for index in grid.water_ahead(island, step)
                if grid.has_room[index] and self._goes_with_image(index, island, step)
            ]
            for step in grid.steps
        ]
        open_lines = [line for line in lines if line]
        if not open_lines:
            return None
        index = self._dice.pick(self._dice.pick(open_lines))
        return _Site(self._worth(index), index, island)

    def _split(self, index: int) -> _Site | None:
        """The site at a cell under a bridge."""
        if not (self.grid.has_room[index] and self._splits_with_image(index)):
            return None
        return _Site(_ON_BRIDGE * self._worth(index), index, None)

    def _goes_with_image(self, index: int, origin: int, step: int) -> bool:
        """Whether the image of a site finds its place as well, and neither is in the other's way.

        An island on the axis is joined to the image of its origin, too: that closes a loop.
        """
        image = self._image(index)
        if image == index:
            return self._options.loops or self._image(origin) == origin
        way = range(origin + step, index + step, step)
        images = list(map(self._image, way))
        return (
            self._has_room_beside(index, image)
            and not any(cell in way for cell in images)
            and all(self.grid.state[cell] == WATER for cell in images)
        )

    def _splits_with_image(self, index: int) -> bool:
        image = self._image(index)
        return image == index or (
            self._has_room_beside(index, image) and self.grid.state[image] in (HORIZONTAL, VERTICAL)
        )

    def _has_room_beside(self, index: int, image: int) -> bool:
        return self.grid.has_room[image] and image - index not in self.grid.steps

    def _worth(self, index: int) -> float:
        """How good a site is, with luck. One beside a bare border has none: it would be in the
        way of those on the border.
        """
        if any(index - inwards in border for border, inwards in self._bare_borders):
            return 0.0
        return self._gaps[index] * self._dice.fraction()
