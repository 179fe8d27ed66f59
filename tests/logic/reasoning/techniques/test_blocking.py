from __future__ import annotations

import pytest

from hashi_gui.formats import read
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.blocking import (
    Blocked,
    UnsatisfiableNeighbour,
    find_unsatisfiable,
)


def test_a_bridge_blocks_every_edge_that_it_crosses(conclusions_by):
    drawing = ". 1 .\n  │  \n2 │ 2\n  │  \n2 │ 2\n  │  \n. 1 ."
    across = "The bridge between the 1 at row 1, column 2 and the 1 at row 4, column 2"
    assert conclusions_by(Blocked(), drawing) == {
        "1,0-1,2 <= 0": f"{across} is in the way.",
        "2,0-2,2 <= 0": f"{across} is in the way.",
    }


def test_nothing_is_blocked_without_bridges(conclusions_by):
    assert not conclusions_by(Blocked(), ".1.\n2.2\n.1.")


def test_filling_the_other_directions_must_leave_enough_for_neighbours(conclusions_by):
    reason = (
        "Suppose no more bridges went {0} from the 3 at row 1, column 3. All its other directions "
        "would be full, and the 2 at row 3, column {1} could not get enough bridges. So at least 1 "
        "bridge goes {0}."
    )
    assert conclusions_by(UnsatisfiableNeighbour(), "1.3.1\n.....\n2.3.2") == {
        "0,0-0,2 >= 1": reason.format("left", 5),
        "0,2-0,4 >= 1": reason.format("right", 1),
    }


def test_filling_the_other_directions_must_leave_enough_for_islands_across(conclusions_by):
    found = conclusions_by(UnsatisfiableNeighbour(), "..1..\n.....\n2...2\n.....\n2.3.2")
    assert found["2,0-4,0 >= 1"] == (
        "Suppose no more bridges went down from the 2 at row 3, column 1. All its other directions "
        "would be full, and the 1 at row 1, column 3 could not get enough bridges. So at least 1 "
        "bridge goes down."
    )


def test_one_bridge_is_enough_for_an_unknown_clue(conclusions_by):
    alone, joined = "..?..\n.....\n2...2\n.....\n2.3.2", "..?.1\n.....\n2...2\n.....\n2.3.2"
    assert list(conclusions_by(UnsatisfiableNeighbour(), alone)) == ["2,0-4,0 >= 1", "2,4-4,4 >= 1"]
    assert not conclusions_by(UnsatisfiableNeighbour(), joined)


@pytest.mark.parametrize(
    ("gains", "unsatisfiable"),
    [([(1, 1)], None), ([(1, 2)], 5), ([(0, 1), (4, 1)], 3), ([(2, 1), (3, 1)], 1), ([], None)],
)
def test_gains_of_several_edges_are_combined(gains, unsatisfiable):
    position = Position(read("1.3.1\n.....\n2.3.2").puzzle)
    assert find_unsatisfiable(position, gains) == unsatisfiable
