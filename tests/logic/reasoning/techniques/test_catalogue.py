from __future__ import annotations

import pytest

from hashi_gui.formats import read
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.techniques.blocking import Blocked, Intersection
from hashi_gui.logic.reasoning.techniques.catalogue import (
    DIRECT_TECHNIQUES,
    all_techniques,
    techniques_for,
)
from hashi_gui.logic.reasoning.techniques.connectivity import (
    ClosingLoop,
    GroupClosedOff,
    LastWayWithoutLoop,
    ThreeClosedOff,
)
from hashi_gui.logic.reasoning.techniques.island_clues import FinishedIsland, OneInEveryDirection
from hashi_gui.solving import Solver

TECHNIQUES = all_techniques()
RING = "?─?\n│  \n?─?"


def test_there_are_nineteen_techniques_from_easy_to_extreme():
    assert len({technique.name for technique in TECHNIQUES}) == 19
    assert {technique.level for technique in TECHNIQUES} == set(Level)
    assert TECHNIQUES[0].level == Level.EASY
    assert TECHNIQUES[-1].level == Level.EXTREME


@pytest.mark.parametrize(
    ("technique", "drawing"),
    [
        (Blocked(), ".1.\n2.2\n.1."),  # No bridge stands.
        (FinishedIsland(), "?─?\n   \n? ?"),
        (OneInEveryDirection(), "max-bridges 1\n2.2\n...\n2.2"),
        (Intersection(), "?.?\n...\n?.?"),  # The combinations have nothing in common.
        (ThreeClosedOff(), "1.2.1\n.....\n3...3"),  # No exit, and several.
        (ThreeClosedOff(), "..2.2\n.....\n1.2.1\n.....\n..2.2"),
        (ThreeClosedOff(), "1.2.1"),  # The three are the whole puzzle, or may need more.
        (ThreeClosedOff(), "2.4.2"),
        (ThreeClosedOff(), "1.?.1\n.....\n..3.3"),
        (ThreeClosedOff(), "1.2.?\n.....\n..3.3"),
        (GroupClosedOff(), "1─3 2"),  # The group would be the whole puzzle.
        (GroupClosedOff(), "1─? 2 3\n       \n? 1 . 2"),
        (ClosingLoop(), RING),  # Loops are allowed.
        (LastWayWithoutLoop(), RING),
        (ClosingLoop(), "no-loops\n2─2"),  # Another bridge beside one closes no loop.
    ],
    ids=lambda each: each if isinstance(each, str) else each.name,
)
def test_where_a_technique_does_not_apply(technique, drawing, conclusions_by):
    assert not conclusions_by(technique, drawing)


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
