from __future__ import annotations

from random import Random

import pytest

from hashi_gui.core.rules import components
from hashi_gui.formats import read
from hashi_gui.logic.position import Position
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.techniques.connectivity import (
    GroupClosedOff,
    GroupWayOut,
    OnlyLink,
    ThreeClosedOff,
    cut_edges,
    isolated_group,
)
from hashi_gui.logic.techniques.island_clues import TooManyAlready
from hashi_gui.solving import SatSolver

JOINING = """\
. . 2 . 1

. . . . .

1───4 . 2
×       │
. . . . │
        │
1 . 3───2"""


def on(drawing: str) -> Position:
    document = read(drawing)
    return Position.from_board(document.puzzle, document.board)


@pytest.mark.parametrize(
    ("row", "middle", "one", "two"),
    [("1.2.1", 2, 1, 1), ("1.3.2", 3, 1, 2), ("2.4.2", 4, 2, 2)],
)
def test_three_that_use_each_other_up_need_another_way(said, row, middle, one, two):
    assert said(ThreeClosedOff(), f"{row}\n.....\n2.5.2") == {
        "0,2-2,2 >= 1": f"The {middle} at row 1, column 3, filled up by the {one} at row 1, "
        f"column 1 and the {two} at row 1, column 5, would be finished with them and cut off: "
        "it needs a bridge down."
    }


def test_the_second_of_three_must_not_be_filled(said):
    assert said(ThreeClosedOff(), "2═4 . 2\n       \n2 4 . 2")["0,1-0,3 <= 1"] == (
        "The 4 at row 1, column 2, filled up by the 2 at row 1, column 1 and the 2 at row 1, "
        "column 4, would be finished with them and cut off: at most 1 bridge right."
    )


@pytest.mark.parametrize("grid", ["1.2.1", "2.4.2", "1.?.1\n.....\n..3.3", "1.2.?\n.....\n..3.3"])
def test_three_are_left_alone_where_they_may_be_finished(said, grid):
    assert not said(ThreeClosedOff(), grid)


def test_two_groups_must_not_use_each_other_up(said):
    assert said(GroupClosedOff(), "1─3 2 3\n       \n? 1 . 2") == {
        "0,1-0,2 <= 1": "With 2 bridges between the 3 at row 1, column 2 and the 2 at row 1, "
        "column 3, this group of 3 would be closed off from all others."
    }


def test_a_group_must_not_use_itself_up(said):
    assert said(GroupClosedOff(), "2─3─3 1\n│   │  \n2 . 2 2") == {
        "1,0-1,2 <= 1": "With 2 bridges between the 2 at row 2, column 1 and the 2 at row 2, "
        "column 3, this group of 5 would be closed off from all others."
    }


def test_the_whole_puzzle_may_be_closed(said):
    assert not said(GroupClosedOff(), "1─3 2")


def test_a_group_with_an_island_of_any_number_is_never_closed(said):
    assert not said(GroupClosedOff(), "1─? 2 3\n       \n? 1 . 2")


def test_the_only_way_out_of_a_group_is_taken(said):
    assert said(GroupWayOut(), "2─2×?\n│   │\n3 . 2") == {
        "1,0-1,2 >= 1": "The only way out of this group of 3 is between the 3 at row 2, column 1 "
        "and the 2 at row 2, column 3."
    }


def test_an_exit_is_taken_where_the_others_close_the_group(said):
    assert said(GroupWayOut(), "1─3 1\n     \n. 2 2")["0,1-0,2 >= 1"] == (
        "Without a bridge between the 3 at row 1, column 2 and the 1 at row 1, column 3, "
        "this group of 2 would be closed off, its other ways filled."
    )


def test_each_exit_is_judged_by_the_group_as_it_was():
    position = on(JOINING)
    for _ in Reasoner(position, (TooManyAlready(), GroupWayOut())).run():
        pass
    with SatSolver(position.puzzle) as solver:
        sure = solver.solution_bounds(read(JOINING).board)
    assert all(low <= least for low, least in zip(position.low, sure.low))


@pytest.mark.parametrize(
    ("drawing", "bounds"),
    [
        ("3 3 3 3\n       \n2 2×2 2", ["0,1-0,2 >= 1"]),
        ("3 3─3 3\n       \n2 2×2 2", []),
        ("3 3 3 3\n       \n2 2 2 2", []),
    ],
)
def test_the_only_link_is_taken(said, drawing, bounds):
    assert list(said(OnlyLink(), drawing)) == bounds


def test_what_the_only_link_keeps_together_is_said(said):
    assert said(OnlyLink(), "1.3.3\n.....\n..2.2") == {
        "0,0-0,2 >= 1": "Without a bridge between the 1 at row 1, column 1 and the 3 at row 1, "
        "column 3 the puzzle would fall apart: there is no other link."
    }


@pytest.mark.parametrize("seed", range(100))
def test_a_cut_edge_is_one_whose_loss_splits_the_puzzle(seed, grown, part_way):
    random = Random(seed)
    puzzle, solution = grown(random)
    position = Position.from_board(puzzle, part_way(random, solution))
    cuts = [
        edge
        for edge, high in enumerate(position.high)
        if high
        and len(components(puzzle, [*position.high[:edge], 0, *position.high[edge + 1 :]])) > 1
    ]
    assert sorted(cut_edges(position)) == cuts


@pytest.mark.parametrize(
    ("drawing", "closed"),
    [
        ("1─1×2", (0, 1)),
        ("1─1 2", None),
        ("1─1", None),
        ("2═2×?\n×    \n1 . 2", (0, 1)),
        ("2═2×?\n     \n1 . 2", None),
    ],
)
def test_a_closed_group_has_no_way_out(drawing, closed):
    assert isolated_group(on(drawing)) == closed
