"""More islands for a layout that cannot grow any further.

Islands only have to be joined somehow, so wherever there is room for one, bridges in its way may
give way: the bridge that hides it from an island is removed, and the two groups that the bridge
held together are joined elsewhere. The number of loops stays the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hashi_gui.generating.layout_grid import FRAME, HORIZONTAL, VERTICAL, WATER, LayoutGrid
from hashi_gui.generating.rng import Rng


def fill(
    grid: LayoutGrid, wanted: int, with_images: Callable[[int], Iterable[int]], rng: Rng
) -> LayoutGrid:
    """The grid with islands on further cells, until there are ``wanted`` or no more fit.

    ``with_images`` gives all cells that must have an island if a cell has one.
    """
    before = -1
    while before < len(grid.islands) < wanted:
        before = len(grid.islands)
        for cell in _cells_with_room(grid, rng):
            if grid.has_room[cell] and len(grid.islands) < wanted:
                grid = with_islands(grid, set(with_images(cell)), rng) or grid
    return grid


def _cells_with_room(grid: LayoutGrid, rng: Rng) -> list[int]:
    """Those first that take room from the fewest others, in random order otherwise."""
    cells = [
        cell for cell, state in enumerate(grid.state) if state != FRAME and grid.has_room[cell]
    ]
    return sorted(rng.shuffled(cells), key=grid.room_beside)


def with_islands(grid: LayoutGrid, cells: set[int], rng: Rng) -> LayoutGrid | None:
    """A grid with islands on these cells, all connected; None if that was not possible."""
    changed: LayoutGrid | None = grid.copy()
    for cell in sorted(cells):
        if changed is not None:
            changed = _with_island(changed, cell, rng) if changed.has_room[cell] else None
    return changed


def _with_island(grid: LayoutGrid, cell: int, rng: Rng) -> LayoutGrid | None:
    """The grid itself, with an island on a bridge or in sight of another one, or a changed copy."""
    if grid.state[cell] != WATER:
        grid.place_island(cell)
        return grid
    steps = rng.shuffled(grid.steps)
    ends = [grid.water_ahead(cell, step).stop for step in steps]
    for end in ends:
        if grid.can_join(end):
            grid.place_island(cell)
            grid.join(cell, end)
            return grid
    for end, step in zip(ends, steps):
        if grid.state[end] in (HORIZONTAL, VERTICAL) and not grid.is_fixed(end):
            changed = _with_island_across(grid.copy(), cell, end, step, rng)
            if changed is not None:
                return changed
    return None


def _with_island_across(
    grid: LayoutGrid, cell: int, bridge: int, step: int, rng: Rng
) -> LayoutGrid | None:
    """The grid with a new island that is joined to the one behind a bridge, which gives way."""
    a, _ = grid.remove_bridge(bridge)
    beyond = grid.water_ahead(bridge, step).stop
    if not grid.can_join(beyond):
        return None
    grid.place_island(cell)
    grid.join(cell, beyond)
    group = grid.group(a)
    if len(group) == len(grid.islands):
        return grid
    for island in filter(grid.can_join, rng.shuffled(sorted(group))):
        for there in (grid.water_ahead(island, step).stop for step in grid.steps):
            if grid.can_join(there) and there not in group:
                grid.join(island, there)
                return grid
    return None
