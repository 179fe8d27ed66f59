import pytest

from hashi_gui.formats import read
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.techniques.blocking import (
    Blocked,
    Intersection,
    UnsatisfiableNeighbour,
)
from hashi_gui.logic.reasoning.techniques.catalogue import (
    DIRECT_TECHNIQUES,
    all_techniques,
    techniques_for,
)
from hashi_gui.logic.reasoning.techniques.connectivity import (
    ClosingLoop,
    GroupClosedOff,
    GroupWayOut,
    LastWayWithoutLoop,
    OnlyLink,
    ThreeClosedOff,
)
from hashi_gui.logic.reasoning.techniques.island_clues import (
    FinishedIsland,
    FullHouse,
    OneInEveryDirection,
    OnesAndTwosApart,
    OnlyWayOut,
    RestCannotTake,
    TooManyAlready,
)
from hashi_gui.solving import Solver

TECHNIQUES = all_techniques()
ACROSS = ".....\n2...2\n.....\n2.3.2"
RING = "?─?\n│  \n?─?"


def test_there_are_nineteen_techniques_from_easy_to_extreme():
    assert len({technique.name for technique in TECHNIQUES}) == 19
    assert {technique.level for technique in TECHNIQUES} == set(Level)
    assert TECHNIQUES[0].level == Level.EASY
    assert TECHNIQUES[-1].level == Level.EXTREME


FOUR = ["0,2-2,2 >= 1", "2,0-2,2 >= 1", "2,2-2,4 >= 1", "2,2-4,2 >= 1"]


@pytest.mark.parametrize(
    ("technique", "drawing", "bounds"),
    [
        (Blocked(), ".1.\n2.2\n.1.", []),  # No bridge stands.
        (
            Blocked(),
            ". 1 .\n  │  \n2 │ 2\n  │  \n2 │ 2\n  │  \n. 1 .",
            ["1,0-1,2 <= 0", "2,0-2,2 <= 0"],
        ),
        (FinishedIsland(), "?─?\n   \n? ?", []),
        (FinishedIsland(), "1─2\n   \n2 1", ["0,0-1,0 <= 0"]),
        (FinishedIsland(), "2─3─1\n│    \n?    ", ["0,0-0,1 <= 1", "0,0-1,0 <= 1"]),
        (OnlyWayOut(), "2.3.?", ["0,0-0,2 >= 2", "0,2-0,4 >= 1"]),
        (OnlyWayOut(), "2.?\n...\n2.1", []),
        (FullHouse(), "4.3\n...\n3.2", ["0,0-0,2 >= 2", "0,0-2,0 >= 2"]),
        (FullHouse(), "4─3\n   \n3 2", ["0,0-0,1 >= 2", "0,0-1,0 >= 2"]),
        (OneInEveryDirection(), "3.2\n...\n2.2", ["0,0-0,2 >= 1", "0,0-2,0 >= 1"]),
        (OneInEveryDirection(), "..4..\n.....\n4.7.4\n.....\n..4..", FOUR),
        (OneInEveryDirection(), "max-bridges 3\n..4..\n.....\n3.7.4", FOUR[:3]),
        (OneInEveryDirection(), "max-bridges 1\n2.2\n...\n2.2", []),
        (OneInEveryDirection(), "  4  \n     \n3─5 4", ["0,1-1,1 >= 1", "1,1-1,2 >= 1"]),
        (RestCannotTake(), "2.2\n...\n1.2", ["0,0-0,2 >= 1", "0,2-2,2 >= 1"]),
        (TooManyAlready(), "2─3\n│  \n2 2", ["1,0-1,1 <= 1"]),
        (TooManyAlready(), "max-bridges 4\n4═?\n│  \n? ?", ["0,0-0,1 <= 3", "0,0-1,0 <= 2"]),
        (OnesAndTwosApart(), "1.1\n...\n2.2", ["0,0-0,2 <= 0", "2,0-2,2 <= 1"]),
        (
            OnesAndTwosApart(),
            "max-bridges 3\n3.3.1\n.....\n2.2.1",
            ["0,0-0,2 <= 2", "0,4-2,4 <= 0", "2,0-2,2 <= 1"],
        ),
        (OnesAndTwosApart(), "max-bridges 1\n2.2.1\n.....\n2.2.1", ["0,4-2,4 <= 0"]),
        (OnesAndTwosApart(), "2.2", []),
        (OnesAndTwosApart(), "?.?.1", []),
        (UnsatisfiableNeighbour(), "1.3.1\n.....\n2.3.2", ["0,0-0,2 >= 1", "0,2-0,4 >= 1"]),
        (
            UnsatisfiableNeighbour(),
            f"..1..\n{ACROSS}",
            ["2,0-4,0 >= 1", "2,4-4,4 >= 1", "4,0-4,2 >= 1", "4,2-4,4 >= 1"],
        ),
        (UnsatisfiableNeighbour(), f"..?..\n{ACROSS}", ["2,0-4,0 >= 1", "2,4-4,4 >= 1"]),
        (UnsatisfiableNeighbour(), f"..?.1\n{ACROSS}", []),  # One bridge is enough for a "?".
        (ThreeClosedOff(), "1.2.1\n.....\n2.5.2", ["0,2-2,2 >= 1"]),
        (ThreeClosedOff(), "1.3.2\n.....\n2.5.2", ["0,2-2,2 >= 1"]),
        (ThreeClosedOff(), "2.4.2\n.....\n2.5.2", ["0,2-2,2 >= 1"]),
        (ThreeClosedOff(), "2═4 . 2\n       \n2 4 . 2", ["0,1-1,1 >= 1", "0,1-0,3 <= 1"]),
        (ThreeClosedOff(), "1.2.1\n.....\n3...3", []),  # No exit, and several.
        (ThreeClosedOff(), "..2.2\n.....\n1.2.1\n.....\n..2.2", []),
        (ThreeClosedOff(), "1.2.1", []),  # The three are the whole puzzle, or may need more.
        (ThreeClosedOff(), "2.4.2", []),
        (ThreeClosedOff(), "1.?.1\n.....\n..3.3", []),
        (ThreeClosedOff(), "1.2.?\n.....\n..3.3", []),
        (GroupClosedOff(), "1─3 2 3\n       \n? 1 . 2", ["0,1-0,2 <= 1"]),
        (GroupClosedOff(), "2─3─3 1\n│   │  \n2 . 2 2", ["1,0-1,2 <= 1"]),
        (GroupClosedOff(), "1─3 2", []),  # The group would be the whole puzzle.
        (GroupClosedOff(), "1─? 2 3\n       \n? 1 . 2", []),
        (GroupWayOut(), "2─2×?\n│   │\n3 . 2", ["1,0-1,2 >= 1"]),
        (
            GroupWayOut(),
            "1─3 1\n     \n. 2 2",
            ["0,1-0,2 >= 1", "0,1-1,1 >= 1", "1,1-1,2 >= 1", "0,2-1,2 >= 1"],
        ),
        (OnlyLink(), "3 3 3 3\n       \n2 2×2 2", ["0,1-0,2 >= 1"]),
        (OnlyLink(), "3 3─3 3\n       \n2 2×2 2", []),
        (OnlyLink(), "3 3 3 3\n       \n2 2 2 2", []),
        (OnlyLink(), "1.3.3\n.....\n..2.2", ["0,0-0,2 >= 1"]),
        (Intersection(), "?.?\n...\n?.?", []),  # The combinations have nothing in common.
        (ClosingLoop(), RING, []),  # Loops are allowed.
        (ClosingLoop(), f"no-loops\n{RING}", ["0,1-1,1 <= 0"]),
        (ClosingLoop(), "no-loops\n2─2", []),  # Another bridge beside one closes no loop.
        (LastWayWithoutLoop(), RING, []),
    ],
    ids=lambda each: getattr(each, "name", None),
)
def test_what_a_technique_concludes(technique, drawing, bounds, conclusions_by):
    assert list(conclusions_by(technique, drawing)) == bounds


@pytest.mark.parametrize(
    ("grid", "names"),
    [
        ("4.3\n...\n3.2", [technique.name for technique in TECHNIQUES]),
        ("2.3\n...\n1.2", [technique.name for technique in TECHNIQUES[:-1]]),
        ("1.1.1", [technique.name for technique in DIRECT_TECHNIQUES]),
    ],
    ids=["unique", "several", "none"],
)
def test_the_techniques_for_a_puzzle_depend_on_its_verdict(grid, names):
    with Solver(read(grid).puzzle) as solver:
        assert [technique.name for technique in techniques_for(solver)] == names
