from __future__ import annotations

from random import Random

import pytest

from hashi_gui.core.rules import components
from hashi_gui.formats import read
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.connectivity import (
    GroupClosedOff,
    GroupWayOut,
    OnlyLink,
    ThreeClosedOff,
    isolated_group,
)
from hashi_gui.logic.reasoning.techniques.island_clues import TooManyAlready
from hashi_gui.solving import Solver

JOINING = """\
. . 2 . 1

. . . . .

1───4 . 2
×       │
. . . . │
        │
1 . 3───2"""


def position_of(drawing: str) -> Position:
    document = read(drawing)
    return Position.from_board(document.puzzle, document.board)


@pytest.mark.parametrize(
    ("row", "middle", "one", "two"),
    [("1.2.1", 2, 1, 1), ("1.3.2", 3, 1, 2), ("2.4.2", 4, 2, 2)],
)
def test_three_islands_that_would_be_isolated_need_another_bridge(
    conclusions_by, row, middle, one, two
):
    assert conclusions_by(ThreeClosedOff(), f"{row}\n.....\n2.5.2") == {
        "0,2-2,2 >= 1": f"If the {middle} at row 1, column 3 had bridges only to the {one} at row "
        f"1, column 1 and the {two} at row 1, column 5, the three would be finished and cut off, "
        "so it has at least 1 bridge going down."
    }


def test_the_second_edge_of_three_islands_must_not_be_filled(conclusions_by):
    assert conclusions_by(ThreeClosedOff(), "2═4 . 2\n       \n2 4 . 2")["0,1-0,3 <= 1"] == (
        "If the 4 at row 1, column 2 had bridges only to the 2 at row 1, column 1 and the 2 at row "
        "1, column 4, the three would be finished and cut off, so it has at most 1 bridge going "
        "right."
    )


@pytest.mark.parametrize("grid", ["1.2.1\n.....\n3...3", "..2.2\n.....\n1.2.1\n.....\n..2.2"])
def test_three_islands_with_no_exit_or_several_give_no_bridge(conclusions_by, grid):
    assert not conclusions_by(ThreeClosedOff(), grid)


@pytest.mark.parametrize("grid", ["1.2.1", "2.4.2", "1.?.1\n.....\n..3.3", "1.2.?\n.....\n..3.3"])
def test_three_islands_that_may_be_finished_are_ignored(conclusions_by, grid):
    assert not conclusions_by(ThreeClosedOff(), grid)


def test_two_groups_must_not_be_joined_to_an_isolated_one(conclusions_by):
    assert conclusions_by(GroupClosedOff(), "1─3 2 3\n       \n? 1 . 2") == {
        "0,1-0,2 <= 1": "With 2 bridges between the 3 at row 1, column 2 and the 2 at row 1, "
        "column 3, the group of 3 islands (row 1, columns 1, 2 and 3) would be finished "
        "and cut off from the rest, so at most 1 bridge goes there."
    }


def test_a_group_must_not_isolate_itself(conclusions_by):
    assert conclusions_by(GroupClosedOff(), "2─3─3 1\n│   │  \n2 . 2 2") == {
        "1,0-1,2 <= 1": "With 2 bridges between the 2 at row 2, column 1 and the 2 at row 2, "
        "column 3, the group of 5 islands (row 1, columns 1, 2 and 3; row 2, columns 1 "
        "and 3) would be finished and cut off from the rest, so at most 1 bridge goes there."
    }


def test_a_group_of_all_islands_may_be_finished(conclusions_by):
    assert not conclusions_by(GroupClosedOff(), "1─3 2")


def test_a_group_with_an_unknown_clue_is_never_isolated(conclusions_by):
    assert not conclusions_by(GroupClosedOff(), "1─? 2 3\n       \n? 1 . 2")


def test_the_only_exit_of_a_group_gets_a_bridge(conclusions_by):
    assert conclusions_by(GroupWayOut(), "2─2×?\n│   │\n3 . 2") == {
        "1,0-1,2 >= 1": "The only way out of the group of 3 islands (row 1, columns 1 and 2; row "
        "2, column 1) is between the 3 at row 2, column 1 and the 2 at row 2, column 3, so a "
        "bridge must go there."
    }


def test_an_exit_gets_a_bridge_if_filling_the_others_isolates_the_group(conclusions_by):
    assert conclusions_by(GroupWayOut(), "1─3 1\n     \n. 2 2")["0,1-0,2 >= 1"] == (
        "Without a bridge between the 3 at row 1, column 2 and the 1 at row 1, column 3, "
        "the group of 2 islands (row 1, columns 1 and 2) would fill all its other exits, and all "
        "that they join would be finished and cut off."
    )


def test_all_exits_are_checked_before_the_first_gets_its_bridge():
    position = position_of(JOINING)
    for _ in Reasoner(position, (TooManyAlready(), GroupWayOut())).run():
        pass
    with Solver(position.puzzle) as solver:
        forced = solver.backbone(read(JOINING).board)
    assert all(low <= least for low, least in zip(position.low, forced.low))


@pytest.mark.parametrize(
    ("drawing", "bounds"),
    [
        ("3 3 3 3\n       \n2 2×2 2", ["0,1-0,2 >= 1"]),
        ("3 3─3 3\n       \n2 2×2 2", []),
        ("3 3 3 3\n       \n2 2 2 2", []),
    ],
)
def test_the_only_link_gets_a_bridge(conclusions_by, drawing, bounds):
    assert list(conclusions_by(OnlyLink(), drawing)) == bounds


def test_the_reason_names_the_only_link(conclusions_by):
    assert conclusions_by(OnlyLink(), "1.3.3\n.....\n..2.2") == {
        "0,0-0,2 >= 1": "Without a bridge between the 1 at row 1, column 1 and the 3 at row 1, "
        "column 3, the islands would be split into two parts: there is no other link."
    }


@pytest.mark.parametrize("seed", range(12))
def test_a_link_is_the_only_one_if_its_loss_splits_the_puzzle(seed):
    """Edges are closed and drawn, and both is taken back, as under assumptions."""
    random = Random(seed)
    puzzle = read("\n.........\n".join(["?.?.?.?.?"] * 5)).puzzle
    position = Position(puzzle)
    checkpoints = []
    found = 0
    for edge in 6 * random.sample(range(len(puzzle.edges)), len(puzzle.edges)):
        if checkpoints and random.random() < 0.45:
            position.rollback(checkpoints.pop())
        else:
            checkpoints.append(position.checkpoint())
            if random.random() < 0.7:
                position.lower_high(edge, position.low[edge])
            elif position.high[edge]:
                position.raise_low(edge, 1)
        if random.random() < 0.3 or len(components(puzzle, position.high)) > 1:
            continue
        only = [
            edge
            for edge, high in enumerate(position.high)
            if high
            and not position.low[edge]
            and len(components(puzzle, [*position.high[:edge], 0, *position.high[edge + 1 :]])) > 1
        ]
        assert sorted(each.edge for each in OnlyLink().find(position, 0)) == only
        found += bool(only)
    assert found > 10


@pytest.mark.parametrize(
    ("drawing", "isolated"),
    [
        ("1─1×2", (0, 1)),
        ("1─1 2", None),
        ("1─1", None),
        ("2═2×?\n×    \n1 . 2", (0, 1)),
        ("2═2×?\n     \n1 . 2", None),
    ],
)
def test_an_isolated_group_has_no_exit(drawing, isolated):
    assert isolated_group(position_of(drawing)) == isolated
