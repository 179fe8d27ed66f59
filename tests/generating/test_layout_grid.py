from __future__ import annotations

from itertools import pairwise

import pytest

from hashi_gui.generating import layout_grid
from hashi_gui.generating.completion import add_islands, connect
from hashi_gui.generating.layout_grid import LayoutGrid, fill
from hashi_gui.generating.rng import Rng


def grid_with(rows, cols, islands, bridges, fixed=()):
    grid = LayoutGrid(rows, cols, margin=2)
    for cell in islands:
        grid.place_island(grid.index(cell))
    for a, b in [*bridges, *fixed]:
        grid.join(grid.index(a), grid.index(b))
    grid.fixed = {(grid.index(a), grid.index(b)) for a, b in fixed}
    return grid


def filled(grid, wanted, with_images=lambda cell: [cell]):
    fill(grid, wanted, with_images, Rng(1))
    islands = {grid.cell(island) for island in grid.islands}
    bridges = {(grid.cell(a), grid.cell(b)) for a, b in grid.bridges}
    assert grid.group(grid.islands[0]) == set(grid.islands)
    return islands, bridges


@pytest.mark.parametrize(
    ("cols", "before", "after"),
    [(5, [0, 4], [0, 2, 4]), (5, [0, 2], [0, 2, 4]), (4, [0, 3], [0, 3])],
    ids=["a bridge is split", "an island in sight is joined", "no more islands fit"],
)
def test_a_row_is_filled(cols, before, after):
    cells = [(0, col) for col in before]
    islands, bridges = filled(grid_with(1, cols, cells, pairwise(cells)), 3)
    assert islands == {(0, col) for col in after}
    assert bridges == {((0, one), (0, other)) for one, other in pairwise(after)}


@pytest.mark.parametrize(("large", "right"), [(400, 4), (400, 0), (1, 4), (1, 0)])
def test_a_bridge_gives_way_if_its_ends_can_be_joined_elsewhere(large, right, monkeypatch):
    """The bridge in row 3 hides (5, 2) from (0, 2); then the end of the chain is joined upwards."""
    monkeypatch.setattr(layout_grid, "LARGE", large)
    left = 4 - right
    chain = [(0, left), (0, 2), (0, right), (3, right), (3, left)]
    grid = grid_with(6, 5, chain, pairwise(chain))
    for cell in range(len(grid.has_room)):
        grid.has_room[cell] &= cell == grid.index((5, 2))
    islands, bridges = filled(grid, 6)
    assert islands == {*chain, (5, 2)}
    assert ((0, 2), (5, 2)) in bridges
    assert ((3, 0), (3, 4)) not in bridges
    assert ((0, left), (3, left)) in bridges


def test_an_island_and_its_image_come_together_or_not_at_all():
    grid = grid_with(1, 9, [(0, 0), (0, 8)], [((0, 0), (0, 8))])
    islands, _ = filled(grid, 9, lambda cell: [cell, 2 * grid.index((0, 4)) - cell])
    assert {(0, 8 - col) for _, col in islands} == islands
    assert len(islands) in (4, 5)


def bridges_of(grid):
    return {(grid.cell(a), grid.cell(b)) for a, b in grid.bridges}


ISLANDS = [(0, 0), (0, 4), (2, 0), (2, 4), (4, 0), (4, 4), (0, 2), (4, 2)]
ACROSS = ((2, 0), (2, 4))
DOWN = ((0, 2), (4, 2))
LEFT = [((0, 0), (2, 0)), ((2, 0), (4, 0))]
RIGHT = [((0, 4), (2, 4)), ((2, 4), (4, 4))]


@pytest.mark.parametrize("seed", range(10))
def test_a_bridge_gives_way_to_one_that_joins_groups(seed):
    islands = [(2, 0), (2, 4), (0, 2), (4, 2), (0, 0)]
    grid = grid_with(5, 5, islands, [ACROSS, ((0, 0), (2, 0)), ((0, 0), (0, 2))])
    assert DOWN not in bridges_of(grid)
    connected = connect(grid, Rng(seed))
    assert connected is None
    grid = grid_with(5, 5, [*islands, (4, 4)], [ACROSS, ((0, 0), (2, 0)), ((0, 0), (0, 2))])
    connected = connect(grid, Rng(seed))
    assert len(connected.group(connected.islands[0])) == 6
    assert len(connected.bridges) == 5


@pytest.mark.parametrize("seed", range(10))
def test_islands_are_connected_without_loops(seed):
    grid = grid_with(5, 5, ISLANDS, [*LEFT, *RIGHT, DOWN])
    connected = connect(grid, Rng(seed))
    assert len(connected.group(connected.islands[0])) == len(ISLANDS)
    assert len(connected.bridges) == len(ISLANDS) - 1
    assert grid.bridges != connected.bridges


def test_what_is_connected_stays_as_it_is():
    grid = grid_with(5, 5, ISLANDS[:4], [((0, 0), (0, 4)), LEFT[0], RIGHT[0], ACROSS])
    assert connect(grid, Rng(1)).bridges == grid.bridges


def test_fixed_bridges_stay():
    grid = grid_with(5, 5, [(2, 0), (2, 4), (0, 2), (4, 2)], [], fixed=[ACROSS])
    assert connect(grid, Rng(1)) is None


@pytest.mark.parametrize("seed", range(10))
def test_no_island_is_joined_with_too_many(seed):
    grid = grid_with(5, 5, ISLANDS, [*LEFT, *RIGHT, DOWN])
    grid.most_joined[grid.index((2, 0))] = 1
    connected = connect(grid, Rng(seed))
    assert connected.joined(grid.index((2, 0))) == 1


def test_islands_are_placed_out_of_sight_and_connected():
    ring = [((0, 0), (0, 4)), ((0, 0), (4, 0)), ((0, 4), (4, 4))]
    grid = grid_with(5, 5, [(0, 0), (0, 4), (4, 0), (4, 4)], ring)
    half_turn = grid.index((0, 0)) + grid.index((4, 4))
    found = [
        add_islands(grid, 8, lambda cell: [cell, half_turn - cell], Rng(seed)) for seed in range(9)
    ]
    filled = [each for each in found if each]
    assert filled
    for each in filled:
        assert 4 < len(each.islands) <= 9
        assert {half_turn - island for island in each.islands} == set(each.islands)
        assert len(each.group(each.islands[0])) == len(each.islands)
        assert not any(a - b in each.steps for a in each.islands for b in each.islands)


def test_a_full_grid_gets_no_more_islands():
    grid = grid_with(
        5, 5, [(0, 0), (0, 2), (2, 0), (2, 2), (0, 4), (2, 4), (4, 0), (4, 2), (4, 4)], []
    )
    grid.has_room = [False] * len(grid.has_room)
    assert add_islands(grid, 20, lambda cell: [cell], Rng(1)) is None
