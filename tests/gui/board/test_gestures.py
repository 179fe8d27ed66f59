from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.gui.board.gestures import ISLAND_REACH, Gesture, HitMap, Target, step_towards

# .1.
# 2.2
# .1.   the vertical and the horizontal bridge exclude each other
CROSS = Puzzle.from_clues(3, 3, {(0, 1): 1, (1, 0): 2, (1, 2): 2, (2, 1): 1})
TOP, WEST, EAST, BOTTOM = range(4)
ACROSS, DOWN = 0, 1
EMPTY = bytes(2)

# 22.   touching islands
# ..1
TOUCHING = Puzzle.from_clues(2, 3, {(0, 0): 2, (0, 1): 2, (1, 2): 1})

WATER = None


def on_edge(edge):
    return Target(edges=(edge,))


def on_island(island):
    return Target(island=island)


def test_the_ids_in_this_file_are_right():
    assert CROSS.edges[ACROSS].horizontal
    assert not CROSS.edges[DOWN].horizontal
    assert CROSS.crossings[DOWN] == (ACROSS,)
    assert not TOUCHING.water(0)


@given(st.data())
def test_every_edge_can_be_hit_even_if_a_bridge_crosses_it(puzzles, data):
    puzzle = data.draw(puzzles)
    counts = bytes(data.draw(st.integers(0, 2)) for _ in puzzle.edges)
    hits = HitMap(puzzle)
    for edge in puzzle.edges:
        a, b = puzzle.ends(edge.id)
        towards_b = (0.46, 0.0) if edge.horizontal else (0.0, 0.46)
        assert hits.at(a.col + towards_b[0], a.row + towards_b[1], counts) == on_edge(edge.id)
        assert hits.at(b.col - towards_b[0], b.row - towards_b[1], counts) == on_edge(edge.id)


@given(st.data())
def test_on_an_empty_board_an_edge_can_be_hit_in_each_of_its_cells(puzzles, data):
    puzzle = data.draw(puzzles)
    hits, empty = HitMap(puzzle), bytes(len(puzzle.edges))
    for edge in puzzle.edges:
        along, across = (0.3, 0.1) if edge.horizontal else (0.1, 0.3)
        for row, col in puzzle.water(edge.id):
            assert hits.at(col + along, row + across, empty) == on_edge(edge.id)
            assert hits.at(col - along, row - across, empty) == on_edge(edge.id)


@given(st.data())
def test_a_hit_island_or_edge_is_near(puzzles, data):
    puzzle = data.draw(puzzles)
    x, y = data.draw(st.floats(-1, 6)), data.draw(st.floats(-1, 6))
    target = HitMap(puzzle).at(x, y, bytes(len(puzzle.edges)))
    if target is not None and target.island is not None:
        island = puzzle.islands[target.island]
        assert target.edge is None
        assert hypot(x - island.col, y - island.row) <= ISLAND_REACH
    elif target is not None:
        a, b = puzzle.ends(target.edge)
        assert a.col - 0.5 <= x <= b.col + 0.5
        assert a.row - 0.5 <= y <= b.row + 0.5


@pytest.mark.parametrize(
    ("x", "y", "edge"),
    [(0.7, 1.0, ACROSS), (1.3, 1.2, ACROSS), (1.0, 0.7, DOWN), (1.2, 1.3, DOWN)],
)
def test_where_two_edges_cross_each_can_be_hit(x, y, edge):
    assert HitMap(CROSS).at(x, y, EMPTY) == on_edge(edge)


@pytest.mark.parametrize("place", [(0.7, 1.0), (1.3, 1.2), (1.0, 0.7), (1.0, 1.0)])
@pytest.mark.parametrize("built", [ACROSS, DOWN])
def test_a_bridge_gets_the_whole_cell_where_another_edge_crosses(place, built):
    counts = bytes(int(edge == built) for edge in range(2))
    assert HitMap(CROSS).at(*place, counts) == on_edge(built)


@pytest.mark.parametrize(
    ("x", "y", "target"),
    [
        (0.0, 0.0, on_island(0)),
        (0.3, 0.0, on_island(0)),
        (0.36, 0.0, on_edge(0)),
        (0.5, 0.2, on_edge(0)),
        (0.64, 0.0, on_edge(0)),
        (0.7, 0.0, on_island(1)),
        (1.0, 0.4, on_island(1)),
    ],
)
def test_touching_islands_have_a_gap_that_can_be_hit(x, y, target):
    assert HitMap(TOUCHING).at(x, y, bytes(1)) == target


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (0.0, 0.0),  # no edge
        (0.42, 1.45),  # the corner of an island's cell
        (-0.45, 1.0),  # beside an island, on the side where it has no neighbour
        (2.4, 2.4),
        (-3.0, 1.0),  # outside the grid
        (50.0, 50.0),
    ],
)
def test_open_water_is_no_target(x, y):
    assert HitMap(CROSS).at(x, y, EMPTY) is WATER


@pytest.mark.parametrize(
    ("x", "y", "edge"),
    [
        (1.0, 1.0, ACROSS),  # from the island on the left towards the one on the right
        (2.0, 1.0, ACROSS),
        (9.0, 3.0, ACROSS),  # far beyond, and not quite horizontal
        (0.3, 1.2, None),  # still on the island
        (0.0, 2.0, None),  # no neighbour there
        (-2.0, 1.0, None),
    ],
)
def test_a_drag_means_the_edge_in_its_direction(x, y, edge):
    assert HitMap(CROSS).towards(WEST, x, y) == edge


@pytest.mark.parametrize("marking", [False, True])
def test_a_click_on_an_edge_acts_unless_it_slides_off(marking):
    hits = HitMap(CROSS)
    click = Gesture(on_edge(ACROSS), (0.7, 1.0), marking=marking)
    assert click.target(hits, 0.7, 1.0, EMPTY) == on_edge(ACROSS)
    assert click.target(hits, 1.0, 0.7, EMPTY) is None
    assert click.target(hits, 0.0, 0.0, EMPTY) is None
    assert click.target(hits, 0.0, 1.0, EMPTY) is None
    assert click.target(hits, 1.3, 1.0, EMPTY) == on_edge(ACROSS)


@pytest.mark.parametrize("place", [(-1.0, 1.0), (0.0, 0.0), (0.1, 1.9), (0.3, 1.0)])
def test_a_click_that_slides_off_its_island_and_a_drag_that_is_too_short_do_nothing(place):
    click = Gesture(on_island(WEST), (0.0, 1.0), marking=False)
    assert click.target(HitMap(CROSS), *place, EMPTY) is None
    assert click.target(HitMap(CROSS), 0.0, 1.0, EMPTY) is None


@pytest.mark.parametrize("marking", [False, True])
def test_a_drag_acts_on_the_edge_it_points_at_and_can_be_dragged_back(marking):
    hits = HitMap(CROSS)
    drag = Gesture(on_island(WEST), (0.0, 1.0), marking=marking)
    assert drag.target(hits, 0.1, 1.1, EMPTY) == on_island(WEST)
    assert drag.target(hits, 1.0, 1.0, EMPTY) == on_edge(ACROSS)
    assert drag.target(hits, 0.0, 1.0, EMPTY) is None
    assert drag.target(hits, 2.0, 1.0, EMPTY) == on_edge(ACROSS)


# 2.3.2
# .....
# 2.3.2
BLOCK = Puzzle.from_clues(
    3, 5, {(row, col): 3 if col == 2 else 2 for row in (0, 2) for col in (0, 2, 4)}
)


def edges_of(*islands):
    """The edges of a way over islands, given as (row, column)."""
    ids = [BLOCK.island_at(*cell).id for cell in islands]
    return tuple(BLOCK.edge_between(*pair).id for pair in pairwise(ids))


@pytest.fixture
def long_drag():
    """Drags from the top left island over some places, given as (x, y)."""
    hits, drag = HitMap(BLOCK), Gesture(on_island(0), (0, 0), marking=False)

    def drag_over(*places):
        for place in places:
            target = drag.target(hits, *place, bytes(len(BLOCK.edges)))
        return target

    return drag_over


def test_a_drag_in_a_line_acts_on_all_edges_it_has_covered(long_drag):
    assert long_drag((1, 0.2)).edges == edges_of((0, 0), (0, 2))
    assert long_drag((2, 0.2), (3, 0)).edges == edges_of((0, 0), (0, 2))
    assert long_drag((3.7, 0.1)).edges == edges_of((0, 0), (0, 2), (0, 4))


def test_a_fast_drag_misses_no_island(long_drag):
    assert long_drag((9, 0.4)).edges == edges_of((0, 0), (0, 2), (0, 4))


def test_a_drag_goes_around_corners_and_closes_a_loop(long_drag):
    assert long_drag((2, 0), (2, 2)).edges == edges_of((0, 0), (0, 2), (2, 2))
    loop = (0, 0), (0, 2), (2, 2), (2, 0), (0, 0)
    assert long_drag((0, 2), (0, 0)).edges == edges_of(*loop)
    assert long_drag((2, 0)).edges == edges_of(*loop)  # It has these edges already.


def test_a_drag_back_takes_back_one_edge_after_the_other(long_drag):
    long_drag((2, 0), (2, 2))
    assert long_drag((2, 0)).edges == edges_of((0, 0), (0, 2))
    assert long_drag((0, 0)) is None
    assert long_drag((0, 2)).edges == edges_of((0, 0), (2, 0))


def test_a_drag_far_beside_an_island_does_not_reach_it(long_drag):
    assert long_drag((1.4, 0.7), (3.6, 0.7)).edges == edges_of((0, 0), (0, 2))


# 1..1.
# .....
# ..1.1
WIDE = Puzzle.from_clues(3, 5, {(0, 0): 1, (0, 3): 1, (2, 2): 1, (2, 4): 1})


@pytest.mark.parametrize(
    ("island", "direction", "there"),
    [
        (0, (0, 1), 1),  # the neighbour
        (1, (0, -1), 0),
        (1, (1, 0), 2),  # no neighbour: the first of two at the same distance
        (0, (1, 0), 2),  # just within 45 degrees
        (2, (0, 1), 3),
        (3, (-1, 0), 1),
        (0, (-1, 0), None),
        (1, (0, 1), None),  # the one to the right and below is further down than right
    ],
)
def test_an_arrow_key_leads_to_the_neighbour_or_else_to_the_nearest_within_45_degrees(
    island, direction, there
):
    assert step_towards(WIDE, island, *direction) == there
