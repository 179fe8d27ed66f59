from __future__ import annotations

from hashi_gui.solving.encoding import find_cuts

SQUARE = [(0, 1), (1, 2), (2, 3), (0, 3)]


def test_no_cuts_if_everything_is_connected() -> None:
    assert find_cuts(4, SQUARE, [1, 2, 3, -4]) == []
    assert find_cuts(1, [], []) == []


def test_two_components_share_one_cut() -> None:
    assert find_cuts(4, SQUARE, [1, -2, 3, -4]) == [[1, 3]]


def test_every_component_is_cut_except_the_one_with_the_most_leaving_edges() -> None:
    ends = [(0, 1), (1, 2), (1, 3), (3, 4)]
    assert find_cuts(5, ends, [-1, -2, -3, 4]) == [[0], [1], [2]]


def test_literals_after_the_edges_are_ignored() -> None:
    assert find_cuts(4, SQUARE, [1, 2, 3, -4, 5, 6]) == []


def test_a_component_without_leaving_edges_has_an_empty_cut() -> None:
    assert find_cuts(3, [(0, 1)], [1]) == [[]]


def test_a_chain_with_edges_in_any_order_is_one_component() -> None:
    ends = [(4, 9), (0, 5), (5, 9), (1, 4), (1, 7), (2, 7), (2, 8), (3, 8), (3, 6)]
    assert find_cuts(10, ends, [1] * 9) == []
