"""Connecting all islands of a layout, and more of them, with other bridges than it has."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hashi_gui.generating.layout_grid import FRAME, ISLAND, LayoutGrid
from hashi_gui.generating.rng import Rng

_TRIES = 10
"""How often connecting the islands at random is tried."""

Pair = tuple[int, int]


def connect(grid: LayoutGrid, rng: Rng) -> LayoutGrid | None:
    """The grid with bridges that connect all islands, most of them those that it has.

    There are no more loops than before. None if no such bridges were found.
    """
    for _ in range(_TRIES):
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
    groups = _Groups(grid.bridges)
    links = [pair for pair in pairs if groups.unite(*pair)]
    groups = _Groups(changed.bridges)
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


class _Groups:
    """Islands that are connected."""

    def __init__(self, bridges: Iterable[Pair]) -> None:
        self._leaders: dict[int, int] = {}
        for a, b in bridges:
            self.unite(a, b)

    def unite(self, one: int, two: int) -> bool:
        """Connect two islands; returns whether they were in different groups."""
        a, b = self._leader(one), self._leader(two)
        self._leaders[a] = b
        return a != b

    def _leader(self, island: int) -> int:
        while (leader := self._leaders.get(island, island)) != island:
            island = leader
        return island
