from __future__ import annotations

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.methods.ilp.cuts import cut_every_component, cut_random_component, no_cuts

ROW = Puzzle.from_clues(1, 9, {(0, col): 1 for col in (0, 2, 4, 6, 8)})
"""Five islands in a row, so edge ``e`` joins island ``e`` with the next one."""

PAIRS = bytes([1, 0, 0, 1])
"""Leaves the middle island alone."""


def test_every_component_is_cut_off_by_the_edges_that_leave_it() -> None:
    assert cut_every_component(ROW, PAIRS) == [[1], [1, 2], [2]]


def test_a_random_component_is_one_of_them_and_always_the_same() -> None:
    cuts = cut_random_component(ROW, PAIRS)
    assert len(cuts) == 1
    assert cuts[0] in cut_every_component(ROW, PAIRS)
    assert cut_random_component(ROW, PAIRS) == cuts


def test_different_answers_are_cut_at_different_places() -> None:
    alone = Puzzle.from_clues(1, 21, {(0, col): 1 for col in range(0, 21, 2)})
    answers = [bytes([0] * 9 + [double]) for double in range(1, 3)]
    assert len({tuple(cut_random_component(alone, answer)[0]) for answer in answers}) == 2


def test_what_is_connected_is_not_cut() -> None:
    connected = bytes([1, 2, 1, 1])
    assert cut_every_component(ROW, connected) == []
    assert cut_random_component(ROW, connected) == []


def test_a_method_without_cuts_does_not_look() -> None:
    assert no_cuts(ROW, PAIRS) == []
