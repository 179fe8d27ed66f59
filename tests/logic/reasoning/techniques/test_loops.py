from __future__ import annotations

import pytest

from hashi_gui.formats import read
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.assumptions import Refutation
from hashi_gui.logic.reasoning.techniques.loops import ClosingLoop, LastWayWithoutLoop

RING = "?─?\n│  \n?─?"


def test_islands_that_are_joined_get_no_bridge_between_them(conclusions_by):
    assert conclusions_by(ClosingLoop(), f"no-loops\n{RING}") == {
        "0,1-1,1 <= 0": "A bridge between the ? at row 1, column 2 and the ? at row 2, column 2 "
        "would close a loop: the group of 4 islands (row 1, columns 1 and 2; row 2, columns 1 and "
        "2) is connected already."
    }


@pytest.mark.parametrize("technique", [ClosingLoop(), LastWayWithoutLoop()])
def test_loops_are_forbidden_by_the_rule_alone(technique, conclusions_by):
    assert not conclusions_by(technique, RING)


def test_another_bridge_beside_one_closes_no_loop(conclusions_by):
    assert not conclusions_by(ClosingLoop(), "no-loops\n2─2")


@pytest.mark.parametrize(
    ("drawing", "reasons"),
    [
        (
            "no-loops\n3─3 .\n│ │\n2 4═2",
            {
                "0,0-1,0 >= 2": "The 2 at row 2, column 1 needs 1 more bridge, and every other "
                "open way would close a loop, so it goes up.",
                "0,1-1,1 >= 2": "The 4 at row 2, column 2 needs 1 more bridge, and every other "
                "open way would close a loop, so it goes up.",
            },
        ),
        (
            "max-bridges 1\nno-loops\n2─3─2\n│   │\n? 2 ?",
            {
                "0,1-1,1 >= 1": "The 2 at row 2, column 2 needs 2 more bridges, but to the left "
                "and to the right only 1 can go without closing a loop, so at least 1 goes up."
            },
        ),
    ],
)
def test_what_closes_no_loop_takes_the_rest(drawing, reasons, conclusions_by):
    assert reasons.items() <= conclusions_by(LastWayWithoutLoop(), drawing).items()


def test_a_ring_is_a_conflict_until_it_is_taken_back():
    document = read(f"no-loops\n{RING}")
    position = Position.from_board(document.puzzle, document.board)
    checkpoint = position.checkpoint()
    (edge,) = (edge for edge, low in enumerate(position.low) if not low)
    position.raise_low(edge, 1)
    assert position.conflict == position.loop(edge)
    text = Refutation((), position.conflict, isolated=False).conflict_text(document.puzzle)
    assert text == "⟦3 2 0 1⟧ would form a loop"
    position.rollback(checkpoint)
    assert position.conflict is None
