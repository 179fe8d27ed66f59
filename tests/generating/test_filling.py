from __future__ import annotations

from itertools import pairwise

from hashi_gui.generating.layout_grid import LayoutGrid, fill
from hashi_gui.generating.rng import Rng


def grid_with(rows, cols, islands, bridges):
    grid = LayoutGrid(rows, cols, margin=2)
    for cell in islands:
        grid.place_island(grid.index(cell))
    for a, b in bridges:
        grid.join(grid.index(a), grid.index(b))
    return grid


def filled(grid, wanted, with_images=lambda cell: [cell]):
    result = fill(grid, wanted, with_images, Rng(1))
    islands = {result.cell(island) for island in result.islands}
    bridges = {(result.cell(a), result.cell(b)) for a, b in result.bridges}
    assert result.group(result.islands[0]) == set(result.islands)
    return islands, bridges


def test_a_bridge_is_split():
    islands, bridges = filled(grid_with(1, 5, [(0, 0), (0, 4)], [((0, 0), (0, 4))]), 3)
    assert islands == {(0, 0), (0, 2), (0, 4)}
    assert bridges == {((0, 0), (0, 2)), ((0, 2), (0, 4))}


def test_an_island_in_sight_is_joined():
    islands, bridges = filled(grid_with(1, 5, [(0, 0), (0, 2)], [((0, 0), (0, 2))]), 3)
    assert islands == {(0, 0), (0, 2), (0, 4)}
    assert bridges == {((0, 0), (0, 2)), ((0, 2), (0, 4))}


def test_a_bridge_gives_way_if_its_ends_can_be_joined_elsewhere():
    """The bridge in row 3 hides (5, 2) from (0, 2); then (0, 0) and (3, 0) are joined."""
    chain = [(0, 0), (0, 2), (0, 4), (3, 4), (3, 0)]
    grid = grid_with(6, 5, chain, pairwise(chain))
    for cell in range(len(grid.has_room)):
        grid.has_room[cell] &= cell == grid.index((5, 2))
    islands, bridges = filled(grid, 6)
    assert islands == {*chain, (5, 2)}
    assert ((0, 2), (5, 2)) in bridges
    assert ((3, 0), (3, 4)) not in bridges
    assert ((0, 0), (3, 0)) in bridges


def test_nothing_changes_if_no_more_islands_fit():
    grid = grid_with(1, 4, [(0, 0), (0, 3)], [((0, 0), (0, 3))])
    islands, bridges = filled(grid, 3)
    assert islands == {(0, 0), (0, 3)}
    assert bridges == {((0, 0), (0, 3))}


def test_an_island_and_its_image_come_together_or_not_at_all():
    grid = grid_with(1, 9, [(0, 0), (0, 8)], [((0, 0), (0, 8))])
    islands, _ = filled(grid, 9, lambda cell: [cell, 2 * grid.index((0, 4)) - cell])
    assert {(0, 8 - col) for _, col in islands} == islands
    assert len(islands) in (4, 5)
