"""A layout around islands and bridges that are given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Generic, TypeVar

from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Cell
from hashi_gui.generating.errors import GenerationError
from hashi_gui.generating.layout import GrowingLayout, Layout, Site
from hashi_gui.generating.layout_grid import FRAME, ISLAND, WATER, LayoutGrid
from hashi_gui.generating.options import GeneratorOptions
from hashi_gui.generating.rng import Rng

_LINK_FACTOR = 100
"""How much better a site is if an island there joins groups, or is needed for a clue."""

_MAX_ADDITIONS = 5
"""How often it is tried to place the islands that are missing wherever there is room."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a puzzle must contain.

    ``clues`` has the clue of the island on each cell; None leaves it open. ``bridges`` has the
    least number of bridges between pairs of islands, the one further left or further up first. The
    ``kept`` cells stay as they are: empty, or with a clue that is left open as "?".
    """

    clues: Mapping[Cell, int | None]
    bridges: Mapping[tuple[Cell, Cell], int] = field(default_factory=dict)
    kept: frozenset[Cell] = frozenset()


def grow_around(
    given: Given, options: GeneratorOptions, rng: Rng, compactness: float = 0.0
) -> Layout | None:
    """Grow a layout that contains what is given, as :func:`grow` does; None if it falls apart.

    Given islands may touch. Raises GenerationError if they cannot have the symmetry.
    """
    growth = _Surroundings(given, options, rng, compactness)
    layout = growth.run()
    return layout if growth.is_connected else None


class _Surroundings(GrowingLayout):
    """Several groups of islands, which are joined wherever they come into sight of each other."""

    def __init__(
        self, given: Given, options: GeneratorOptions, rng: Rng, compactness: float
    ) -> None:
        super().__init__(options, rng, compactness)
        self._given = given

        self._least_joined: dict[int, int] = {}
        """With how many others a given island must be joined at least."""
        self._groups: dict[int, int] = {}
        """The number of the group of each island."""
        self._room: dict[int, float] = {}
        """How many more bridges each group can take, by its number."""

    @property
    def is_connected(self) -> bool:
        return len(self._room) == 1

    def _start(self) -> None:
        if not (self._given.clues or self._given.kept):
            super()._start()
            self._find_groups()
            return
        grid = self.grid
        for cell in self._given.kept - self._given.clues.keys():
            grid.has_room[grid.index(cell)] = False
        given = self._given.clues or {self._first_cell(): None}
        for cell, clue in sorted(given.items()):
            self._place_island(grid.index(cell))
            if clue is not None:
                grid.most_joined[grid.index(cell)] = clue
                self._least_joined[grid.index(cell)] = ceil(clue / self._options.max_bridges)
        for cells in sorted(self._given.bridges):
            a, b = map(grid.index, cells)
            for covered in grid.join(a, b):
                grid.has_room[covered] = False
            grid.fixed.add((a, b))
            for island in {a, b} & grid.most_joined.keys():
                grid.most_joined[island] -= self._given.bridges[cells] - 1
        for cell in sorted(given):
            self._place_images(cell)
        self._find_groups()
        self._join_groups(self._rng.shuffled(grid.islands))

    def _first_cell(self) -> Cell:
        """A random cell that can have an island, and its images, too."""
        grid = self.grid
        cells = [
            cell
            for cell in grid.cells()
            for index in [grid.index(cell)]
            if grid.has_room[index] and self._can_split_with_images(index)
        ]
        if not cells:
            raise GenerationError(_("There is no room for an island."))
        return self._rng.pick(cells)

    def _place_images(self, cell: Cell) -> None:
        grid = self.grid
        for image in self._with_images(grid.index(cell)):
            if image in grid.islands:
                continue
            if not grid.has_room[image]:
                raise GenerationError(
                    _("The symmetry does not fit: an island has no room for its image.")
                )
            self._place_island(image)

    def _spread(self) -> None:
        super()._spread()
        if not self.is_connected:
            self.grid = connect(self.grid, self._rng) or self.grid
            self._find_groups()

    def _fill(self) -> None:
        if not self.is_connected:
            return
        super()._fill()
        wanted = self._options.islands
        for _attempt in range(_MAX_ADDITIONS):
            if len(self.grid.islands) < wanted:
                more = add_islands(self.grid, wanted, self._with_images, self._rng)
                self.grid = more or self.grid

    def _build(self, site: Site) -> None:
        """Place an island on a site, and others on its images, joined with any that they see."""
        grid = self.grid
        before = len(grid.islands)
        self._build_one(site.cell, site.origin)
        for image in self._with_images(site.cell):
            if grid.state[image] != ISLAND:
                self._place_island(image)
        new = grid.islands[before:]
        if len(new) > 1 or not self.is_connected:
            self._find_groups()
            self._join_groups(new)

    def _join_groups(self, islands: Iterable[int]) -> None:
        """Join islands with those in sight that are in other groups, if more can be joined then."""
        grid, groups, room = self.grid, self._groups, self._room
        for island in islands:
            for step in self._rng.shuffled(grid.steps):
                there = grid.water_ahead(island, step).stop
                if not (grid.can_join(island) and grid.can_join(there)):
                    continue
                here = {groups[island], groups[there]}
                if len(here) == 2 and (sum(room[group] for group in here) > 2 or len(room) == 2):
                    self._join(island, there)
                    self._find_groups()
                    groups, room = self._groups, self._room

    def _find_groups(self) -> None:
        grid = self.grid
        self._groups, self._room = {}, {}
        for island in grid.islands:
            if island not in self._groups:
                group = grid.group(island)
                self._groups.update(dict.fromkeys(group, island))
                self._room[island] = sum(map(grid.most_more, group))

    def _is_compatible_with_images(
        self,
        index: int,
        origin: int,  # noqa: ARG002
        step: int,  # noqa: ARG002
    ) -> bool:
        """The bridges around given islands need not be symmetric."""
        return self._can_split_with_images(index)

    def _can_split_with_images(self, index: int) -> bool:
        return all(
            image == index or (self._has_room_beside(index, image) and self._sees_any(image))
            for image in self._with_images(index)
        )

    def _sees_any(self, index: int) -> bool:
        """Whether an island on a cell can be joined with another one."""
        grid = self.grid
        return grid.state[index] != WATER or any(
            grid.can_join(grid.water_ahead(index, step).stop) for step in grid.steps
        )

    def _score(self, index: int) -> float:
        """Better by far if an island there joins groups."""
        score = super()._score(index)
        if self.is_connected:
            return score
        grid = self.grid
        ends = [grid.water_ahead(index, step).stop for step in grid.steps]
        groups = {self._groups[end] for end in ends if grid.can_join(end)}
        if grid.state[index] != WATER:
            groups.add(self._groups[grid.bridge_ends(index)[0]])
        return score * _LINK_FACTOR if len(groups) > 1 else score

    def _site_on_line(self, island: int) -> Site | None:
        """Better by far if a given island needs more neighbours for its clue."""
        if not self.grid.can_join(island):
            return None
        site = super()._site_on_line(island)
        if site is None or self.grid.joined(island) >= self._least_joined.get(island, 0):
            return site
        return site._replace(score=site.score * _LINK_FACTOR)


T = TypeVar("T")

_TRIES = 10
"""How often connecting the islands at random is tried."""

Pair = tuple[int, int]


def connect(grid: LayoutGrid, rng: Rng) -> LayoutGrid | None:
    """The grid with bridges that connect all islands, most of them those that it has.

    There are no more loops than before. None if no such bridges were found.
    """
    for _attempt in range(_TRIES):
        changed = _reconnected(grid, rng)
        if len(changed.group(changed.islands[0])) == len(changed.islands):
            return changed
    return None


def add_islands(
    grid: LayoutGrid, wanted: int, with_images: Callable[[int], Iterable[int]], rng: Rng
) -> LayoutGrid | None:
    """The grid with islands at random wherever there is room, up to ``wanted``, all connected.

    ``with_images`` gives all cells that must have an island if a cell has one. None if no island
    has room, or no bridges were found.
    """
    changed = grid.copy()
    inside = [cell for cell, state in enumerate(grid.state) if state != FRAME]
    for cell in rng.shuffled(inside):
        cells = set(with_images(cell))
        touch = any(one - other in grid.steps for one in cells for other in cells)
        has_room = not touch and all(changed.has_room[each] for each in cells)
        if has_room and len(changed.islands) < wanted:
            for each in sorted(cells):
                changed.place_island(each)
    return connect(changed, rng) if len(changed.islands) > len(grid.islands) else None


def _reconnected(grid: LayoutGrid, rng: Rng) -> LayoutGrid:
    """The grid with random bridges between its groups, to which others have given way."""
    changed = grid.copy()
    for a, b in grid.bridges - grid.fixed:
        changed.remove_bridge(a + (1 if b - a < grid.down else grid.down))
    pairs = rng.shuffled(_pairs_in_sight(changed))
    groups = DisjointSets(grid.bridges)
    links = [pair for pair in pairs if groups.unite(*pair)]
    groups = DisjointSets(changed.bridges)
    for a, b in [*links, *rng.shuffled(sorted(grid.bridges - grid.fixed)), *pairs]:
        step = 1 if b - a < grid.down else grid.down
        can_join = changed.can_join(a) and changed.can_join(b)
        if can_join and changed.water_ahead(a, step).stop == b:
            united = groups.unite(a, b)
            if united or (a, b) in grid.bridges:
                changed.join(a, b)
    return changed


def _pairs_in_sight(grid: LayoutGrid) -> list[Pair]:
    """The pairs of islands with only water between them."""
    return [
        (island, there)
        for island in grid.islands
        for step in (1, grid.down)
        for there in [grid.water_ahead(island, step).stop]
        if grid.state[there] == ISLAND
    ]


class DisjointSets(Generic[T]):
    """Islands, or anything else, in groups that are connected."""

    def __init__(self, bridges: Iterable[tuple[T, T]] = ()) -> None:
        self._leaders: dict[T, T] = {}
        for a, b in bridges:
            self.unite(a, b)

    def unite(self, one: T, two: T) -> bool:
        """Connect two islands; returns whether they were in different groups."""
        a, b = self.leader(one), self.leader(two)
        self._leaders[a] = b
        return a != b

    def leader(self, island: T) -> T:
        """The island that stands for the group of an island."""
        leaders = self._leaders
        while (leader := leaders.get(island, island)) != island:
            leaders[island] = leaders.get(leader, leader)
            island = leader
        return island
