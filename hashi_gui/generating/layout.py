"""Where islands lie and which are joined: a random connected layout, grown island by island.

A new island is either joined to an existing one along a free line or placed on a bridge, which it
splits; both keep the layout connected. Of several random sites, the one furthest from other islands
tends to win, so that a layout of any density spreads over the whole grid. For a dense layout, sites
that leave more room for others are better: such a layout is more compact.

With a symmetry, each site is built together with its images. In the end only the cells of the
islands are symmetric: the bridges that are added to close loops are random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise, product, repeat
from math import isqrt
from typing import NamedTuple

from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Cell
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.generating.errors import GenerationError
from hashi_gui.generating.layout_grid import HORIZONTAL, ISLAND, VERTICAL, WATER, LayoutGrid, fill
from hashi_gui.generating.options import GeneratorOptions, Kind, Style
from hashi_gui.generating.rng import Rng

_SITES = 8
"""The number of random sites of each kind that compete for the next island."""

_ON_BRIDGE = 0.5
"""The weight of a site on a bridge relative to a free one; long straight chains look dull."""

_LOOP_SHARE = 0.5
"""The share of free lines between islands that get a bridge in the end, which closes a loop."""

_MAX_REACH = 12
"""In cells; islands that are further apart count as equally far."""

_MIRRORED = 0.4
"""The weight of a site whose mirror image is an island, if there should be other images."""

_CORNER = 400.0
"""The weight of a corner, so that it gets an island if the style wants one there."""

_EMPTY_BORDER = 0.6
"""The weight of a site next to a border without islands, if there is a style."""

_SHORT = 4
"""The longest of the first bridges, in cells, if short ones are preferred."""

_NEAR, _PER_LINK = 3, 20.0
"""How many cells further an island is near at most, and the weight of a site for each loop that it
could close with near islands, times the loops per island that the style wants."""

_FAR_ENOUGH, _FORMER_FAR_ENOUGH, _EVEN = 1.7, 1.3, 0.6
"""The squared distance to other islands, by the cells for each island, from which a site of a woven
layout is as good as one that is further away; and how much better it is in a row or column with few
islands."""

_COMPANY = 2.0
"""How much better a site of a woven layout is two steps from an island that has no other there."""

_MAX_STARTS = 100
"""The most random cells tried for a first island that is compatible with its images."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Islands, and the pairs of them that are joined by bridges, so that all are connected.

    The first island of a pair is the one further left or further up.
    """

    rows: int
    cols: int
    islands: tuple[Cell, ...]
    bridges: frozenset[tuple[Cell, Cell]]

    @property
    def empty_parts(self) -> int:
        """The number of the four borders and four quarters of the grid that have no island.

        A row or column in the middle belongs to the quarters on both sides.
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


def grow(
    options: GeneratorOptions, rng: Rng, compactness: float = 0.0, style: Style | None = None
) -> Layout:
    """Grow a layout with as many islands as requested, or as many as there is room for.

    No two islands are orthogonally adjacent. ``compactness`` is from 0, for islands that are far
    from each other, to 1, for islands that leave as much room for others as possible. A compact
    layout is filled in the end. ``style`` is None for a plain one. Raises GenerationError if there
    is no room even for the first islands of a symmetric layout.
    """
    return GrowingLayout(options, rng, compactness, style).run()


class Site(NamedTuple):
    """A cell for the next island, joined to the island ``origin``; on a bridge if that is None."""

    score: float
    cell: int
    origin: int | None


class GrowingLayout:
    """A layout that grows, and the state that determines where the next islands go."""

    def __init__(
        self,
        options: GeneratorOptions,
        rng: Rng,
        compactness: float,
        style: Style | None = None,
    ) -> None:
        rows, cols = options.rows, options.cols
        # About one and a half times the distance between islands that are spread evenly.
        reach = min(2 + isqrt(9 * rows * cols // options.islands) // 2, _MAX_REACH)
        self.grid = grid = LayoutGrid(rows, cols, margin=reach)
        self._options = options
        self._rng = rng
        self._compactness = compactness
        last = rows - 1, cols - 1
        is_free = style is not None and options.symmetry is Symmetry.NONE
        self._symmetry = style.symmetry if style is not None and is_free else options.symmetry
        self._images = [
            {grid.index(cell): grid.index(transform(cell, last)) for cell in grid.cells()}
            for transform in self._symmetry.transforms
        ]
        """For each turn or reflection of the symmetry, where it takes each cell."""
        self._with_images_until = options.islands
        """How many islands there are when the next ones have no images any more."""
        self._style = style
        self._longest = _SHORT if style is not None and style.short >= 1 else None
        """The most cells from an island to one that is joined with it first; None for any."""
        self._weights = [1.0] * len(grid.state)
        """How good each cell is because of its place, if there is a style."""
        self._corners: list[int] = []
        """Those that should have an island."""
        if style is not None and is_free:
            paired = int(style.sought_images * options.islands)
            self._with_images_until = min(paired, options.islands - len(self._images))
            pairs = [[(0, 0), last], [(0, last[1]), (last[0], 0)]]
            corners = [
                grid.index(corner) for pair in rng.shuffled(pairs) for corner in rng.shuffled(pair)
            ]
            for row, col in grid.cells():
                if 1 in (row, col, last[0] - row, last[1] - col):
                    self._weights[grid.index((row, col))] = style.next_to_border
            for corner in corners[: style.corners]:
                self._weights[corner] = _CORNER
            for corner in corners[style.corners :]:
                grid.has_room[corner] = False
            self._corners = corners[: style.corners] if style.sought else []
            for corner in self._corners:
                for step in grid.steps:
                    grid.has_room[corner + step] = False
        self._growing: list[int] = []
        """Islands that may have room for another one on a line from them."""
        self._bridged: list[int] = []
        """Cells under bridges that may have room for an island."""
        self._squared_distances = [reach * reach] * len(grid.state)
        """From each cell to the nearest island."""
        around = range(-reach, reach + 1)
        self._vicinity = [(r * grid.down + c, r * r + c * c) for r, c in product(around, around)]
        """For each cell near an island: its index relative to the island, its squared distance."""
        self._two_steps = {a + b for a, b in product(grid.steps, repeat=2)} - {0}
        """Where they lead to from a cell."""
        self._lonely: set[int] = set()
        """The islands without another one there."""
        self._empty_borders = grid.borders()
        self._in_row, self._in_col = [0] * rows, [0] * cols
        is_former = style is not None and not style.sought
        far_enough = _FORMER_FAR_ENOUGH if is_former else _FAR_ENOUGH
        self._far_enough = far_enough * rows * cols / options.islands

    def run(self) -> Layout:
        """Grow the layout from the first island to the last bridge."""
        self._start()
        self._spread()
        if self._compactness:
            self._fill()
        if self._options.loops:
            self._close_loops()
        grid = self.grid
        return Layout(
            self._options.rows,
            self._options.cols,
            tuple(map(grid.cell, sorted(grid.islands))),
            frozenset((grid.cell(a), grid.cell(b)) for a, b in grid.bridges),
        )

    def _start(self) -> None:
        """Place the first island, its images, and the islands and bridges that join them."""
        corners = self._first_corners()
        islands = list(dict.fromkeys(map(self.grid.index, corners)))
        for index in islands:
            self._place_island(index)
        for a, b in pairwise(islands):
            self._join(a, b)
        if len(islands) == len(corners) and self._options.loops:
            self._join(islands[-1], islands[0])

    def _first_corners(self) -> list[Cell]:
        """A random cell and the other corners of the box around it and its images, in turn."""
        options = self._options
        for _attempt in range(_MAX_STARTS):
            row, col = self._rng.index(options.rows), self._rng.index(options.cols)
            if self._symmetry is Symmetry.QUARTER_TURNS:
                col = row  # So that the box is a square, and its corners are images of each other.
            rows, cols = zip(*map(self.grid.cell, self._with_images(self.grid.index((row, col)))))
            end_row = max(rows, key=lambda there: abs(there - row))
            end_col = max(cols, key=lambda there: abs(there - col))
            corners = [(row, col), (row, end_col), (end_row, end_col), (end_row, col)]
            has_room = all(self.grid.has_room[self.grid.index(corner)] for corner in corners)
            if has_room and 1 not in (abs(row - end_row), abs(col - end_col)):
                return corners
        text = _("A grid of {rows} x {cols} cells is too small for a symmetry.")
        raise GenerationError(text.format(rows=options.rows, cols=options.cols))

    def _spread(self) -> None:
        """Place islands on sites until there are enough, or no sites are left."""
        self._spread_until(self._with_images_until)
        if self._with_images_until < self._options.islands:
            self._images = []
            self._growing = self.grid.islands[:]
            self._spread_until(self._options.islands)

    def _spread_until(self, islands: int) -> None:
        while len(self.grid.islands) < islands and (sites := self._sites()):
            self._build(max(sites))

    def _fill(self) -> None:
        """Place the islands that are missing where bridges can give way to them."""
        fill(self.grid, self._options.islands, self._with_images, self._rng)

    def _sites(self) -> list[Site]:
        """Random sites for the next island; empty if there are none left."""
        return [
            *self._sample(self._growing, self._site_on_line),
            *self._sample(self._bridged, self._site_on_bridge),
            *self._corner_sites(),
        ]

    def _corner_sites(self) -> Iterator[Site]:
        """Sites at corners that should have an island, and see one."""
        grid = self.grid
        for corner in self._corners:
            for step in grid.steps if grid.has_room[corner] else ():
                there = grid.water_ahead(corner, step).stop
                if grid.state[there] == ISLAND and (
                    not self._images or self._is_compatible_with_images(corner, there, -step)
                ):
                    yield Site(self._score(corner), corner, there)

    def _build(self, site: Site) -> None:
        """Place an island on a site, and others on its images."""
        origins = repeat(None) if site.origin is None else self._with_images(site.origin)
        for cell, origin in dict.fromkeys(zip(self._with_images(site.cell), origins)):
            self._build_one(cell, origin)
        if self._style is not None and self._style.loops and self._options.loops:
            for cell in self._with_images(site.cell):
                self._join_near(cell)

    def _build_one(self, index: int, origin: int | None) -> None:
        if self.grid.state[index] != ISLAND:
            self._place_island(index)
        if origin is not None:
            self._join(origin, index)

    def _join_near(self, island: int) -> None:
        """Join an island with those near it, before other bridges are in the way."""
        for step in self.grid.steps:
            water = self.grid.water_ahead(island, step)
            if 0 < len(water) <= _NEAR and self.grid.state[water.stop] == ISLAND:
                self._join(island, water.stop)

    def _close_loops(self) -> None:
        """Join some of the pairs of islands with only water between them."""
        grid = self.grid
        for island in self._rng.shuffled(grid.islands):
            for step in (1, grid.down):
                there = grid.water_ahead(island, step).stop
                can_join = grid.can_join(island) and grid.can_join(there)
                if can_join and self._rng.chance(_LOOP_SHARE):
                    grid.join(island, there)

    def _with_images(self, index: int) -> list[int]:
        """A cell and its images, some of which may be the same."""
        return [index, *(images[index] for images in self._images)]

    def _join(self, one: int, two: int) -> None:
        self._bridged += self.grid.join(one, two)

    def _place_island(self, index: int) -> None:
        self.grid.place_island(index)
        row, col = self.grid.cell(index)
        self._in_row[row] += 1
        self._in_col[col] += 1
        self._growing.append(index)
        near = {index + steps for steps in self._two_steps}
        self._lonely -= near
        if not any(self.grid.state[cell] == ISLAND for cell in near):
            self._lonely.add(index)
        self._empty_borders = [border for border in self._empty_borders if index not in border[0]]
        distances = self._squared_distances
        for offset, distance in self._vicinity:
            if distance < distances[index + offset]:
                distances[index + offset] = distance

    def _sample(self, places: list[int], site_at: Callable[[int], Site | None]) -> Iterator[Site]:
        """Sites at random places. A place without a site is removed: it will never have one."""
        found = 0
        while places and found < _SITES:
            place = self._rng.index(len(places))
            site = site_at(places[place])
            if site is None:
                places[place] = places[-1]
                places.pop()
            else:
                found += 1
                yield site

    def _site_on_line(self, island: int) -> Site | None:
        """A random site on a line from an island."""
        grid = self.grid
        lines = [
            [
                index
                for index in grid.water_ahead(island, step)[: self._longest]
                if grid.has_room[index]
                and (not self._images or self._is_compatible_with_images(index, island, step))
            ]
            for step in grid.steps
        ]
        open_lines = [line for line in lines if line]
        if not open_lines:
            return None
        index = self._rng.pick(self._rng.pick(open_lines))
        return Site(self._score(index), index, island)

    def _site_on_bridge(self, index: int) -> Site | None:
        """The site at a cell under a bridge."""
        if not (self.grid.has_room[index] and self._can_split_with_images(index)):
            return None
        return Site(_ON_BRIDGE * self._score(index), index, None)

    def _is_compatible_with_images(self, index: int, origin: int, step: int) -> bool:
        """Whether there is room for a site and its images, and none is in the way of another.

        An island on an axis is also joined to the image of its origin, which closes a loop.
        """
        line = range(origin + step, index + step, step)
        for images in self._images:
            if not all(self.grid.state[images[cell]] == WATER for cell in line):
                return False
            if images[index] == index:
                if not self._options.loops and images[origin] != origin:
                    return False
            elif not self._has_room_beside(index, images[index]) or any(
                images[cell] in line for cell in line
            ):
                return False
        return True

    def _can_split_with_images(self, index: int) -> bool:
        return all(
            image == index
            or (
                self._has_room_beside(index, image)
                and self.grid.state[image] in (HORIZONTAL, VERTICAL)
            )
            for image in self._with_images(index)
        )

    def _has_room_beside(self, index: int, image: int) -> bool:
        return bool(self.grid.has_room[image]) and image - index not in self.grid.steps

    def _style_factor(self, index: int, style: Style) -> float:
        """How much better a cell is because of the style."""
        grid = self.grid
        state = grid.state
        near = int(state[index] != WATER)
        for step in grid.steps:
            end = index + step
            for _cell in range(_NEAR):
                if state[end] != WATER:
                    break
                end += step
            near += state[end] == ISLAND
        factor = self._weights[index]
        if near > 1:
            factor *= 1 + _PER_LINK * style.loops * (near - 1)
        if style.symmetry is Symmetry.HALF_TURN and self._has_mirror_image(index):
            factor *= _MIRRORED
        return factor

    def _has_mirror_image(self, index: int) -> bool:
        """Whether there is an island left and right, or top and bottom, of a cell."""
        row, col = self.grid.cell(index)
        end_row, end_col = self._options.rows - 1 - row, self._options.cols - 1 - col
        state, at = self.grid.state, self.grid.index
        return state[at((row, end_col))] == ISLAND or state[at((end_row, col))] == ISLAND

    def _emptiness(self, index: int) -> float:
        """The larger, the fewer islands are in the row and the column of a cell."""
        row, col = self.grid.cell(index)
        n = len(self.grid.islands)
        rows = (1 + n / self._options.rows) / (1 + self._in_row[row])
        cols = (1 + n / self._options.cols) / (1 + self._in_col[col])
        return float((rows * cols) ** _EVEN)

    def _score(self, index: int) -> float:
        """How good a site is, times a random factor. It is 0 next to a border without islands,
        where it would be in the way of islands on the border.
        """
        hides_border = any(index - inwards in border for border, inwards in self._empty_borders)
        if hides_border and self._style is None:
            return 0.0
        spread, chance = float(self._squared_distances[index]), self._rng.fraction()
        if self._style is not None:
            if self._style.kind is Kind.WOVEN:
                spread = min(spread, self._far_enough) * self._emptiness(index)
                near = (index + steps for steps in self._two_steps)
                if self._style.sought and not self._lonely.isdisjoint(near):
                    spread *= _COMPANY
            spread *= _EMPTY_BORDER if hides_border else self._style_factor(index, self._style)
        if not self._compactness:
            return spread * chance
        room_left = len(self.grid.steps) + 1 - self.grid.room_beside(index)
        compact = room_left * room_left * room_left
        return (spread + self._compactness * (compact - spread)) * chance
