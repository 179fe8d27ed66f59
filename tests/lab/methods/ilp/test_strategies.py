from __future__ import annotations

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.lab.methods.ilp.strategies import (
    cut_every_component,
    cut_random_component,
    no_cuts,
)

ROW = Puzzle.from_clues(1, 9, {(0, col): 1 for col in (0, 2, 4, 6, 8)})
"""Five islands in a row: edge ``e`` joins island ``e`` with the next one."""

PAIRS = bytes([1, 0, 0, 1])
"""Two pairs, with the middle island isolated."""


def test_the_cut_of_a_component_has_the_edges_that_leave_it() -> None:
    assert cut_every_component(ROW, PAIRS) == [[1], [1, 2], [2]]


def test_the_random_component_is_always_the_same_for_the_same_answer() -> None:
    cuts = cut_random_component(ROW, PAIRS)
    assert len(cuts) == 1
    assert cuts[0] in cut_every_component(ROW, PAIRS)
    assert cut_random_component(ROW, PAIRS) == cuts


def test_different_answers_have_different_random_components() -> None:
    row = Puzzle.from_clues(1, 21, {(0, col): 1 for col in range(0, 21, 2)})
    answers = [bytes([0] * 9 + [double]) for double in range(1, 3)]
    assert len({tuple(cut_random_component(row, answer)[0]) for answer in answers}) == 2


def test_no_cuts_if_everything_is_connected() -> None:
    connected = bytes([1, 2, 1, 1])
    assert cut_every_component(ROW, connected) == []
    assert cut_random_component(ROW, connected) == []


def test_no_cuts_means_none_for_several_components_either() -> None:
    assert no_cuts(ROW, PAIRS) == []
