from __future__ import annotations

import re

import pytest

from hashi_gui.formats import read
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.catalogue import OBVIOUS_TECHNIQUES
from hashi_gui.logic.reasoning.techniques.island_clues import (
    FinishedIsland,
    FullHouse,
    OneInEveryDirection,
    OnesAndTwosApart,
    OnlyWayOut,
    RestCannotTake,
    TooManyAlready,
)
from hashi_gui.logic.wording import with_places


def test_a_finished_island_closes_its_other_directions(conclusions_by):
    assert conclusions_by(FinishedIsland(), "1─2\n   \n2 1") == {
        "0,0-1,0 <= 0": "The 1 at row 1, column 1 has all its bridges, so no more can go down."
    }
    assert list(conclusions_by(FinishedIsland(), "2─3─1\n│    \n?    ")) == [
        "0,0-0,1 <= 1",
        "0,0-1,0 <= 1",
    ]


def test_all_bridges_go_the_only_way_out(conclusions_by):
    assert conclusions_by(OnlyWayOut(), "2.3.?") == {
        "0,0-0,2 >= 2": "The 2 at row 1, column 1 needs 2 more bridges, and they can only go "
        "right. It has no other neighbour.",
        "0,2-0,4 >= 1": "The ? at row 1, column 5 needs at least 1 bridge, and it can only go "
        "left. It has no other neighbour.",
    }
    assert not conclusions_by(OnlyWayOut(), "2.?\n...\n2.1")


@pytest.mark.parametrize(
    ("drawing", "closed"),
    [
        ("1───2 . 3", " The 1 at row 1, column 1 has all its bridges."),
        (
            "1───3───1\n\n. . 2 . .",
            " The 1 at row 1, column 1 and the 1 at row 1, column 5 have all their bridges.",
        ),
        (
            ". . 1 . 3\n\n. . . . .\n\n1───────2\n\n. . . . .\n\n. . 2 . 3",
            " A bridge blocks the way down.",
        ),
        ("4×. 1 . 2", " The way left is ruled out."),
        ("5═══3 . 2", " The way left is full."),
        (
            "5═══4───1\n\n. . 2 . .",
            " The way left is full. The 1 at row 1, column 5 has all its bridges.",
        ),
        (
            ". . 1 . .\n    │\n. . │ . .\n    │\n1───4───1\n\n. . . . .\n\n. . 1 . .",
            "",
        ),
    ],
)
def test_what_closes_one_or_two_other_ways_is_named(drawing, closed):
    document = read(drawing)
    position = Position.from_board(document.puzzle, document.board)
    for _ in Reasoner(position, OBVIOUS_TECHNIQUES).run():
        pass
    found = [each for i in range(len(position.group)) for each in OnlyWayOut().find(position, i)]
    reasons = [with_places(document.puzzle, each.reason(document.puzzle)) for each in found]
    assert any(re.search(rf"only go \w+\.{re.escape(closed)}$", reason) for reason in reasons)


def test_a_full_house_fills_all_directions(conclusions_by):
    reason = (
        "The 4 at row 1, column 1 needs 4 more bridges, and there is room for exactly 4: "
        "2 to the right and 2 below."
    )
    assert conclusions_by(FullHouse(), "4.3\n...\n3.2") == {
        "0,0-0,2 >= 2": reason,
        "0,0-2,0 >= 2": reason,
    }
    reason = (
        "The 4 at row 1, column 1 needs 3 more bridges, and there is room for exactly 3: "
        "1 to the right and 2 below."
    )
    assert conclusions_by(FullHouse(), "4─3\n   \n3 2") == {
        "0,0-0,1 >= 2": reason,
        "0,0-1,0 >= 2": reason,
    }


@pytest.mark.parametrize(
    ("drawing", "corner", "bounds"),
    [
        ("max-bridges 1\n2.2\n...\n2.1", "2 at row 1, column 1", ["0,0-0,2 >= 1", "0,0-2,0 >= 1"]),
        ("max-bridges 3\n4.3\n...\n1.3", "4 at row 1, column 1", ["0,0-0,2 >= 3", "0,0-2,0 >= 1"]),
        ("max-bridges 4\n8.6\n...\n5.3", "8 at row 1, column 1", ["0,0-0,2 >= 4", "0,0-2,0 >= 4"]),
    ],
)
def test_a_full_house_depends_on_the_bridge_limit(conclusions_by, drawing, corner, bounds):
    found = conclusions_by(FullHouse(), drawing)
    assert [bound for bound, reason in found.items() if corner in reason] == bounds


def test_one_short_of_full_gives_one_in_every_direction(conclusions_by):
    reason = (
        "The 3 at row 1, column 1 needs 3 more bridges, and only 4 more fit: at least one goes "
        "right and one down."
    )
    assert conclusions_by(OneInEveryDirection(), "3.2\n...\n2.2") == {
        "0,0-0,2 >= 1": reason,
        "0,0-2,0 >= 1": reason,
    }
    four = ["0,2-2,2 >= 1", "2,0-2,2 >= 1", "2,2-2,4 >= 1", "2,2-4,2 >= 1"]
    assert list(conclusions_by(OneInEveryDirection(), "..4..\n.....\n4.7.4\n.....\n..4..")) == four
    three = "max-bridges 3\n..4..\n.....\n3.7.4"
    assert list(conclusions_by(OneInEveryDirection(), three)) == four[:3]


def test_a_direction_with_a_bridge_is_not_among_those_that_get_one(conclusions_by):
    assert conclusions_by(OneInEveryDirection(), "  4  \n     \n3─5 4") == {
        f"{edge} >= 1": "The 5 at row 2, column 2 needs 4 more bridges, and only 5 more fit: at "
        "least one goes up and one right."
        for edge in ("0,1-1,1", "1,1-1,2")
    }


def test_an_edge_gets_what_the_rest_cannot_take(conclusions_by):
    assert conclusions_by(RestCannotTake(), "2.2\n...\n1.2") == {
        "0,0-0,2 >= 1": "The 2 at row 1, column 1 needs 2 more bridges, but below there is room "
        "for only 1, so at least 1 goes right.",
        "0,2-2,2 >= 1": "The 2 at row 3, column 3 needs 2 more bridges, but to the left there is "
        "room for only 1, so at least 1 goes up.",
    }


def test_a_six_beside_a_one_has_a_bridge_to_each_of_the_other_three(conclusions_by):
    found = conclusions_by(RestCannotTake(), "..4..\n.....\n1.6.4\n.....\n..4..")
    reason = (
        "The 6 at row 3, column 3 needs 6 more bridges, and there is room for only 2 above, 1 to "
        "the left, 2 to the right and 2 below, so it gets at least 1 above, 1 to the right and "
        "1 below."
    )
    six = [bound for bound, why in found.items() if why == reason]
    assert six == ["0,2-2,2 >= 1", "2,2-2,4 >= 1", "2,2-4,2 >= 1"]


def test_an_edge_gets_no_more_than_an_end_still_needs(conclusions_by):
    assert conclusions_by(TooManyAlready(), "2─3\n│  \n2 2") == {
        "1,0-1,1 <= 1": "The 2 at row 2, column 1 needs only 1 more bridge, so at most 1 bridge "
        "can go right."
    }
    more = conclusions_by(TooManyAlready(), "max-bridges 4\n4═?\n│  \n? ?")
    assert list(more) == ["0,0-0,1 <= 3", "0,0-1,0 <= 2"]


@pytest.mark.parametrize(
    ("grid", "bounds"),
    [
        ("1.1\n...\n2.2", ["0,0-0,2 <= 0", "2,0-2,2 <= 1"]),
        ("max-bridges 3\n3.3.1\n.....\n2.2.1", ["0,0-0,2 <= 2", "0,4-2,4 <= 0", "2,0-2,2 <= 1"]),
        ("max-bridges 1\n2.2.1\n.....\n2.2.1", ["0,4-2,4 <= 0"]),
        ("2.2", []),
        ("?.?.1", []),
    ],
)
def test_equal_clues_do_not_fill_each_other(conclusions_by, grid, bounds):
    assert list(conclusions_by(OnesAndTwosApart(), grid)) == bounds


def test_the_reason_names_the_two_equal_clues(conclusions_by):
    assert conclusions_by(OnesAndTwosApart(), "2.2.1") == {
        "0,0-0,2 <= 1": "With 2 bridges between the 2 at row 1, column 1 and the 2 at row 1, "
        "column 3, both would be finished and cut off from the rest, so at most 1 bridge goes "
        "there."
    }
