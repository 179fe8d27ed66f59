from __future__ import annotations

import pytest

from hashi_gui.formats import read
from hashi_gui.logic.blocking import Blocked, StarvingNeighbour, starved_by
from hashi_gui.logic.position import Position


def test_a_bridge_blocks_all_that_it_crosses(said):
    drawing = ". 1 .\n  │  \n2 │ 2\n  │  \n2 │ 2\n  │  \n. 1 ."
    across = "The bridge between the 1 at row 1, column 2 and the 1 at row 4, column 2"
    assert said(Blocked(), drawing) == {
        "1,0-1,2 <= 0": f"{across} runs across here.",
        "2,0-2,2 <= 0": f"{across} runs across here.",
    }


def test_where_nothing_is_drawn_nothing_is_blocked(said):
    assert not said(Blocked(), ".1.\n2.2\n.1.")


def test_an_island_beside_an_end_must_get_enough(said):
    assert said(StarvingNeighbour(), "1.2.1\n.....\n..2.2") == {
        "0,2-2,2 <= 1": "With 2 bridges between the 2 at row 1, column 3 and the 2 at row 3, "
        "column 3, the 1 at row 1, column 1 could not get enough any more."
    }


def test_an_island_whose_edge_is_crossed_must_get_enough(said):
    assert said(StarvingNeighbour(), "..2..\n.....\n2...2\n.....\n?.4.?") == {
        "2,0-2,4 <= 1": "With 2 bridges between the 2 at row 3, column 1 and the 2 at row 3, "
        "column 5, the 2 at row 1, column 3 could not get enough any more."
    }


def test_an_island_of_any_number_needs_just_one(said):
    assert list(said(StarvingNeighbour(), "..?..\n.....\n2...2\n.....\n?.?.?"))
    assert not said(StarvingNeighbour(), "..?.1\n.....\n2...2\n.....\n?.?.?")


@pytest.mark.parametrize(
    ("gains", "starved"),
    [([(1, 1)], None), ([(1, 2)], 5), ([(0, 1), (4, 1)], 3), ([(2, 1), (3, 1)], 1), ([], None)],
)
def test_all_edges_that_gain_count_together(gains, starved):
    position = Position(read("1.3.1\n.....\n2.3.2").puzzle)
    assert starved_by(position, gains) == starved
