from __future__ import annotations

import pytest

from hashi_gui.formats import read
from hashi_gui.logic.position import Position
from hashi_gui.logic.techniques.blocking import Blocked, UnsatisfiableNeighbour, find_unsatisfiable


def test_a_bridge_blocks_all_that_it_crosses(said):
    drawing = ". 1 .\n  │  \n2 │ 2\n  │  \n2 │ 2\n  │  \n. 1 ."
    across = "The bridge between the 1 at row 1, column 2 and the 1 at row 4, column 2"
    assert said(Blocked(), drawing) == {
        "1,0-1,2 <= 0": f"{across} runs across here.",
        "2,0-2,2 <= 0": f"{across} runs across here.",
    }


def test_where_nothing_is_drawn_nothing_is_blocked(said):
    assert not said(Blocked(), ".1.\n2.2\n.1.")


def test_filling_the_other_ways_must_leave_enough_beside_them(said):
    reason = (
        "If nothing more went {} from the 3 at row 1, column 3, its other ways would be filled, "
        "and the 2 at row 3, column {} could not get enough any more."
    )
    assert said(UnsatisfiableNeighbour(), "1.3.1\n.....\n2.3.2") == {
        "0,0-0,2 >= 1": reason.format("left", 5),
        "0,2-0,4 >= 1": reason.format("right", 1),
    }


def test_filling_the_other_ways_must_leave_enough_across_them(said):
    found = said(UnsatisfiableNeighbour(), "..1..\n.....\n2...2\n.....\n2.3.2")
    assert found["2,0-4,0 >= 1"] == (
        "If nothing more went down from the 2 at row 3, column 1, its other ways would be filled, "
        "and the 1 at row 1, column 3 could not get enough any more."
    )


def test_for_an_island_of_any_number_one_is_enough(said):
    alone, joined = "..?..\n.....\n2...2\n.....\n2.3.2", "..?.1\n.....\n2...2\n.....\n2.3.2"
    assert list(said(UnsatisfiableNeighbour(), alone)) == ["2,0-4,0 >= 1", "2,4-4,4 >= 1"]
    assert not said(UnsatisfiableNeighbour(), joined)


@pytest.mark.parametrize(
    ("gains", "unsatisfiable"),
    [([(1, 1)], None), ([(1, 2)], 5), ([(0, 1), (4, 1)], 3), ([(2, 1), (3, 1)], 1), ([], None)],
)
def test_all_edges_that_gain_count_together(gains, unsatisfiable):
    position = Position(read("1.3.1\n.....\n2.3.2").puzzle)
    assert find_unsatisfiable(position, gains) == unsatisfiable
