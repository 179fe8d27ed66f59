from __future__ import annotations

import re
from random import Random

import pytest

from hashi_gui.core.board import Board
from hashi_gui.logic.position import Position
from hashi_gui.logic.techniques.island_clues import (
    FinishedIsland,
    FullHouse,
    GeneralCount,
    OneInEveryDirection,
    OnesAndTwosApart,
    OnlyWayOut,
    TooManyAlready,
)
from hashi_gui.logic.techniques.technique import Conclusion

COUNTING = (
    FinishedIsland(),
    TooManyAlready(),
    OnlyWayOut(),
    FullHouse(),
    OneInEveryDirection(),
    GeneralCount(),
)


def test_a_finished_island_closes_its_other_directions(said):
    assert said(FinishedIsland(), "1─2\n   \n2 1") == {
        "0,0-1,0 <= 0": "The 1 at row 1, column 1 has all its bridges: nothing more goes down."
    }
    assert list(said(FinishedIsland(), "2─3─1\n│    \n?    ")) == ["0,0-0,1 <= 1", "0,0-1,0 <= 1"]


def test_an_island_of_any_number_is_never_finished(said):
    assert not said(FinishedIsland(), "?─?\n   \n? ?")


def test_all_goes_the_only_way_out(said):
    assert said(OnlyWayOut(), "2.3.?") == {
        "0,0-0,2 >= 2": "The 2 at row 1, column 1 needs 2 more, and the only way out is right.",
        "0,2-0,4 >= 1": "The ? at row 1, column 5 has no bridge yet, and the only way out is left.",
    }
    assert not said(OnlyWayOut(), "2.?\n...\n2.1")


def test_a_full_house_fills_all(said):
    reason = "The 4 at row 1, column 1 needs 4 more; just that is possible: 2 right and 2 down."
    assert said(FullHouse(), "4.3\n...\n3.2") == {"0,0-0,2 >= 2": reason, "0,0-2,0 >= 2": reason}
    reason = "The 4 at row 1, column 1 needs 3 more; just that is possible: 1 right and 2 down."
    assert said(FullHouse(), "4─3\n   \n3 2") == {"0,0-0,1 >= 2": reason, "0,0-1,0 >= 2": reason}


@pytest.mark.parametrize(
    ("drawing", "corner", "bounds"),
    [
        ("max-bridges 1\n2.2\n...\n2.1", "2 at row 1, column 1", ["0,0-0,2 >= 1", "0,0-2,0 >= 1"]),
        ("max-bridges 3\n4.3\n...\n1.3", "4 at row 1, column 1", ["0,0-0,2 >= 3", "0,0-2,0 >= 1"]),
        ("max-bridges 4\n8.6\n...\n5.3", "8 at row 1, column 1", ["0,0-0,2 >= 4", "0,0-2,0 >= 4"]),
    ],
)
def test_what_is_full_depends_on_the_limit(said, drawing, corner, bounds):
    found = said(FullHouse(), drawing)
    assert [bound for bound, reason in found.items() if corner in reason] == bounds


def test_one_short_of_full_gives_one_in_every_direction(said):
    reason = (
        "The 3 at row 1, column 1 needs 3 more; possible are at most 2 right and 2 down, "
        "so each direction gets at least 1."
    )
    assert said(OneInEveryDirection(), "3.2\n...\n2.2") == {
        "0,0-0,2 >= 1": reason,
        "0,0-2,0 >= 1": reason,
    }
    four = ["0,2-2,2 >= 1", "2,0-2,2 >= 1", "2,2-2,4 >= 1", "2,2-4,2 >= 1"]
    assert list(said(OneInEveryDirection(), "..4..\n.....\n4.7.4\n.....\n..4..")) == four
    three = "max-bridges 3\n..4..\n.....\n3.7.4"
    assert list(said(OneInEveryDirection(), three)) == four[:3]
    assert not said(OneInEveryDirection(), "max-bridges 1\n2.2\n...\n2.2")


def test_the_general_count_gives_what_the_others_cannot_take(said):
    assert said(GeneralCount(), "2.2\n...\n1.2") == {
        "0,0-0,2 >= 1": "The 2 at row 1, column 1 needs 2 more; possible are at most "
        "2 right and 1 down, so at least 1 right.",
        "0,2-2,2 >= 1": "The 2 at row 3, column 3 needs 2 more; possible are at most "
        "2 up and 1 left, so at least 1 up.",
    }


def test_a_six_with_a_one_beside_it_gives_one_to_the_other_three(said):
    found = said(GeneralCount(), "..4..\n.....\n1.6.4\n.....\n..4..")
    reason = (
        "The 6 at row 3, column 3 needs 6 more; possible are at most 2 up, 1 left, 2 right and "
        "2 down, so at least 1 up, 1 right and 1 down."
    )
    six = [bound for bound, why in found.items() if why == reason]
    assert six == ["0,2-2,2 >= 1", "2,2-2,4 >= 1", "2,2-4,2 >= 1"]


def test_an_edge_gets_no_more_than_an_end_still_needs(said):
    assert said(TooManyAlready(), "2─3\n│  \n2 2") == {
        "1,0-1,1 <= 1": "The 2 at row 2, column 1 needs only 1 more: at most 1 bridge right."
    }
    more = said(TooManyAlready(), "max-bridges 4\n4═?\n│  \n? ?")
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
def test_equal_numbers_do_not_use_each_other_up(said, grid, bounds):
    assert list(said(OnesAndTwosApart(), grid)) == bounds


def test_what_keeps_equal_numbers_apart_is_named(said):
    assert said(OnesAndTwosApart(), "2.2.1") == {
        "0,0-0,2 <= 1": "The 2 at row 1, column 1 and the 2 at row 1, column 3, joined by "
        "2 bridges, would be finished and cut off from all others."
    }


@pytest.mark.parametrize("seed", range(100))
def test_the_numbers_of_a_reason_are_those_of_the_position(seed, grown, part_way, walk):
    random = Random(seed)
    puzzle, solution = grown(random)
    for board in (Board.empty(puzzle), part_way(random, solution)):
        position = Position.from_board(puzzle, board)
        for news in walk(position, COUNTING):
            for conclusion in news:
                check_reason(position, conclusion)


def check_reason(position: Position, conclusion: Conclusion) -> None:
    """Compare what a sentence says with what the position says before it is applied."""
    (island,) = conclusion.islands
    reason, technique = conclusion.reason(position.puzzle), conclusion.technique
    here = position.puzzle.islands[island]
    clue = "?" if here.clue is None else here.clue
    assert reason.startswith(f"The {clue} at row {here.row + 1}, column {here.col + 1} ")
    if isinstance(technique, FinishedIsland):
        assert position.max_need[island] == 0
    elif here.clue is None:
        assert "has no bridge yet" in reason
    else:
        only = "only " * isinstance(technique, TooManyAlready)
        assert f"needs {only}{position.max_need[island]} more" in reason
    way = heading(position, island, conclusion.edge)
    caps = [
        (position.capacity(e), heading(position, island, e)) for e in position.open_edges(island)
    ]
    counted = [(int(n), where) for n, where in re.findall(r"(\d+) (left|right|up|down)", reason)]
    if isinstance(technique, (FullHouse, OneInEveryDirection)):
        assert counted == caps
    elif isinstance(technique, GeneralCount):
        assert counted[: len(caps)] == caps
        assert (conclusion.bound - position.low[conclusion.edge], way) in counted[len(caps) :]
    else:
        assert reason.endswith(f" {way}.")


def heading(position: Position, island: int, edge: int) -> str:
    """Where an edge leads from an island, by the places of its ends."""
    here = position.puzzle.islands[island]
    there = position.puzzle.islands[position.puzzle.edges[edge].other(island)]
    if there.row == here.row:
        return "right" if there.col > here.col else "left"
    return "down" if there.row > here.row else "up"
