"""What is said and shown of hints, walkthroughs and differences."""

from dataclasses import replace

import pytest

from hashi_gui.core.board import MARK
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.formats import read
from hashi_gui.logic.levels import Level
from hashi_gui.logic.teaching.explanation import (
    MAX_LISTED_DIFFERENCES,
    Explanation,
    difference_page,
    lit,
    where_to_look,
)
from hashi_gui.logic.teaching.hints import next_hint
from hashi_gui.logic.teaching.walkthrough import build_walkthrough
from hashi_gui.solving import Solver


def shown_with_hint(drawing: str) -> Highlight:
    document = read(drawing)
    with Solver(document.puzzle) as solver:
        return next_hint(document.puzzle, document.board, solver).shown


def test_a_hint_shows_what_to_build_and_where_none_can_be():
    build = shown_with_hint("4.3\n...\n3.2")
    assert (set(build.edges.values()), build.ghosts) == ({Role.HINT}, {0: 2, 1: 2})
    drawing = "max-bridges 3\n5═══5\n┆   ┆\n7┄6 6\n│ │ │\n? 3 3"
    assert set(shown_with_hint(drawing).ghosts.values()) == {MARK}


def test_what_premises_say_is_shown_too():
    assert shown_with_hint("1.1\n...\n2.2").ghosts == {0: MARK, 1: 1}
    shown = shown_with_hint("2.2\n...\n?.?")
    assert (shown.ghosts, shown.limits) == ({1: 1}, {0: 1})


def test_a_step_of_the_walkthrough_shows_what_was_said_until_the_board_does():
    puzzle = read("2.2\n...\n1.1").puzzle
    with Solver(puzzle) as solver:
        steps = build_walkthrough(puzzle, solver).steps
    assert [(each.shown.ghosts, each.shown.limits) for each in steps] == [
        ({}, {0: 1}),
        ({0: 1, 1: 1}, {0: 1}),
        ({2: 1}, {}),
    ]


def test_differences_are_listed():
    puzzle = read("2.2\n...\n2.2").puzzle
    page = difference_page(puzzle, bytes([1, 1, 1, 1]), bytes([0, 1, 2, 1]))
    assert page.heading == "Two solutions differ at 2 pairs of islands"
    assert [step.text for step in page.steps] == [
        "⟦0⟧–⟦1⟧: 1 or 0 bridge.",
        "⟦1⟧–⟦3⟧: 1 or 2 bridges.",
    ]
    assert page.steps[0].place == [0, 1]


def test_no_more_differences_are_listed_than_can_be_read():
    puzzle = read(".".join("1" * 200)).puzzle
    page = difference_page(puzzle, bytes(199), bytes([1] * 199))
    assert len(page.steps) == MAX_LISTED_DIFFERENCES
    assert "The first 100 differences are listed." in page.reasons


@pytest.mark.parametrize(("islands", "words"), [((0,), "island."), ((0, 1), "islands.")])
def test_the_first_part_of_a_hint_speaks_of_as_many_islands_as_are_lit(islands, words):
    hint = Explanation(place=islands, level=Level.EASY)
    assert f"the highlighted {words}" in where_to_look(hint).reasons[0]


@pytest.mark.parametrize(
    ("ghosts", "limits", "supposed"),
    [
        ({0: MARK}, {}, "no bridge"),
        ({0: 1}, {}, "1 bridge"),
        ({0: 2}, {}, "2 bridges"),
        ({}, {0: 1}, "no more than 1 bridge"),
    ],
)
def test_the_first_part_of_a_what_if_says_what_to_suppose(ghosts, limits, supposed):
    assumed = replace(lit(Role.HINT, [1, 2], [0]), ghosts=ghosts, limits=limits)
    steps = [Explanation("?", highlight=assumed)]
    where = where_to_look(Explanation(place=[1, 2], level=Level.EXPERT, steps=steps))
    assert where.reasons == [f"Try it: suppose there were {supposed} between these two."]
    assert where.highlight.islands == {1: Role.HINT, 2: Role.HINT}
