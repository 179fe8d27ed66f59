from __future__ import annotations

import pytest

from hashi_gui.generating.completion import PartialPuzzle, add_islands, connect, grow_around
from hashi_gui.generating.layout_grid import LayoutGrid
from hashi_gui.generating.options import GeneratorOptions
from hashi_gui.generating.rng import Rng


def grid_of(islands, bridges, fixed=()):
    grid = LayoutGrid(5, 5, margin=1)
    for cell in islands:
        grid.place_island(grid.index(cell))
    for a, b in [*bridges, *fixed]:
        grid.join(grid.index(a), grid.index(b))
    grid.fixed = {(grid.index(a), grid.index(b)) for a, b in fixed}
    return grid


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
    grid = grid_of(islands, [ACROSS, ((0, 0), (2, 0)), ((0, 0), (0, 2))])
    assert DOWN not in bridges_of(grid)
    connected = connect(grid, Rng(seed))
    assert connected is None
    grid = grid_of([*islands, (4, 4)], [ACROSS, ((0, 0), (2, 0)), ((0, 0), (0, 2))])
    connected = connect(grid, Rng(seed))
    assert len(connected.group(connected.islands[0])) == 6
    assert len(connected.bridges) == 5


@pytest.mark.parametrize("seed", range(10))
def test_islands_are_connected_without_loops(seed):
    grid = grid_of(ISLANDS, [*LEFT, *RIGHT, DOWN])
    connected = connect(grid, Rng(seed))
    assert len(connected.group(connected.islands[0])) == len(ISLANDS)
    assert len(connected.bridges) == len(ISLANDS) - 1
    assert grid.bridges != connected.bridges


def test_what_is_connected_stays_as_it_is():
    grid = grid_of(ISLANDS[:4], [((0, 0), (0, 4)), LEFT[0], RIGHT[0], ACROSS])
    assert connect(grid, Rng(1)).bridges == grid.bridges


def test_fixed_bridges_stay():
    grid = grid_of([(2, 0), (2, 4), (0, 2), (4, 2)], [], fixed=[ACROSS])
    assert connect(grid, Rng(1)) is None


@pytest.mark.parametrize("seed", range(10))
def test_no_island_is_joined_with_too_many(seed):
    grid = grid_of(ISLANDS, [*LEFT, *RIGHT, DOWN])
    grid.most_joined[grid.index((2, 0))] = 1
    connected = connect(grid, Rng(seed))
    assert connected.joined(grid.index((2, 0))) == 1


def test_islands_are_placed_out_of_sight_and_connected():
    ring = [((0, 0), (0, 4)), ((0, 0), (4, 0)), ((0, 4), (4, 4))]
    grid = grid_of([(0, 0), (0, 4), (4, 0), (4, 4)], ring)
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


@pytest.mark.parametrize("seed", range(20))
def test_a_given_island_gets_the_neighbours_that_its_clue_needs(seed):
    layout = grow_around(PartialPuzzle({(4, 4): 7}), GeneratorOptions(9, 9, 8), Rng(seed))
    assert sum((4, 4) in pair for pair in layout.bridges) == 4


def test_a_full_grid_gets_no_more_islands():
    grid = grid_of([(0, 0), (0, 2), (2, 0), (2, 2), (0, 4), (2, 4), (4, 0), (4, 2), (4, 4)], [])
    grid.has_room = [False] * len(grid.has_room)
    assert add_islands(grid, 20, lambda cell: [cell], Rng(1)) is None
