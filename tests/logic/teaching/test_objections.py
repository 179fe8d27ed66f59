from __future__ import annotations

import re

import pytest

from hashi_gui.core.board import Board, Move
from hashi_gui.formats import read
from hashi_gui.logic.teaching import objections
from hashi_gui.logic.teaching.explanation import Explanation
from hashi_gui.logic.teaching.objections import find_objection
from hashi_gui.logic.wording import with_places
from hashi_gui.solving import Cancelled


def objection(grid: str, drawn: str, wrong: str, *, hurry: bool = False) -> Explanation:
    """The objection to a change of one edge on a board."""
    puzzle = read(grid).puzzle
    others = Board.empty(puzzle).apply(Move.from_text(puzzle, drawn))
    ((edge, state),) = Move.from_text(puzzle, wrong).edges
    return find_objection(puzzle, others, edge, state, hurry=hurry)


RING = "?.?\n...\n?.?"


@pytest.mark.parametrize(
    ("grid", "drawn", "wrong", "text"),
    [
        ("1.?\n...\n?.?", "", "0,0-0,2=2", "A 1 takes only one bridge."),
        (
            *("max-bridges 3\n2.?\n...\n?.?", "", "0,0-0,2=3"),
            "The 2 at row 1, column 1 takes only 2 bridges.",
        ),
        (
            *(".?.\n?.?\n.?.", "0,1-2,1=1", "1,0-1,2=1"),
            "The bridge between the ? at row 1, column 2 and the ? at row 3, column 2 is in the "
            "way.",
        ),
        (
            *("3.2\n...\n?.?", "0,0-0,2=1", "0,0-2,0=x"),
            "The 3 at row 1, column 1 needs 2 more, and there is room for only 1.",
        ),
        (
            *("2.2\n...\n2.2", "", "0,0-0,2=2"),
            "No bridge can leave the group of 2 islands (row 1, columns 1 and 3) any more.",
        ),
        (
            *(f"no-loops\n{RING}", "0,0-0,2=1;0,0-2,0=1;2,0-2,2=1", "0,2-2,2=1"),
            "These bridges form a loop, and the rules allow no loops.",
        ),
    ],
)
def test_what_can_be_seen_is_the_reason(grid, drawn, wrong, text):
    found = objection(grid, drawn, wrong)
    assert with_places(read(grid).puzzle, found.text) == text
    assert found.steps == ()


def test_what_a_technique_rules_out_is_taken_away_first():
    found = objection("2.2\n...\n2.2", "", "0,0-0,2=x")
    assert found.text.startswith("Take it away, and look again. Without a bridge between ")
    assert found.board == Board.empty(read("2.2\n...\n2.2").puzzle)


def test_steps_lead_from_what_is_wrong_to_a_contradiction():
    found = objection("1.?.1\n.....\n?...?", "", "0,0-2,0=x")
    assert re.match(r"If it stayed, then 2 steps later ⟦\d+ \d+ \d+⟧ would be cut off", found.text)
    first, *_, last = found.steps
    assert first.text.startswith("Suppose the mark between the 1 at ")
    assert last.text.startswith("But then ")
    assert len(found.steps) == 4


@pytest.mark.parametrize(
    ("most", "text"),
    [
        (objections.MAX_NESTED_STEPS, "If it stayed, then 5 steps later "),
        (4, "No short way to see why was found."),
    ],
)
def test_steps_with_a_further_assumption_are_a_reason_if_they_are_few(monkeypatch, most, text):
    monkeypatch.setattr(objections, "MAX_NESTED_STEPS", most)
    found = objection("max-bridges 1\n?2..1\n?2?.?\n..?..\n....?", "", "0,0-1,0=x")
    assert found.text.startswith(text)


def test_without_a_short_reason_that_is_said():
    """No technique knows the rule."""
    grid = "no-loops\n2.3.2\n.....\n2.3.2"
    found = objection(grid, "", "0,2-2,2=x")
    assert found.text == "No short way to see why was found."


@pytest.mark.parametrize(
    ("hurry", "text"),
    [
        (True, "The reason is still being looked for."),
        (False, "No short way to see why was found."),
    ],
)
def test_what_is_not_found_in_a_hurry_may_be_found_later(
    monkeypatch: pytest.MonkeyPatch, hurry: bool, text: str
) -> None:
    def too_slow(*_: object) -> None:
        raise Cancelled

    monkeypatch.setattr(objections, "_refuted", too_slow)
    found = objection("1.?.1\n.....\n?...?", "", "0,0-2,0=x", hurry=hurry)
    assert (found.text, found.is_final) == (text, not hurry)
