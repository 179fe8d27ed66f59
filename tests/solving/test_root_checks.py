from __future__ import annotations

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.order_encoding import OrderEncoding
from hashi_gui.solving.root_checks import is_trivially_unsolvable


def refuted(*rows: str, most: int = 2) -> bool:
    """Of a grid with ``.`` for water and ``?`` for any number."""
    clues = {
        (r, c): None if mark == "?" else int(mark)
        for r, line in enumerate(rows)
        for c, mark in enumerate(line)
        if mark != "."
    }
    puzzle = Puzzle.from_clues(len(rows), len(rows[0]), clues, most)
    return is_trivially_unsolvable(puzzle, OrderEncoding(puzzle).capacities)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (("222", "222", "222"), True),  # five cells of one colour, four of the other
        (("22", "22"), False),
        (("12", "23"), False),
        (("33", "31"), True),  # an even sum, but 4 on one diagonal and 6 on the other
        (("1.3", "...", "2.3"), True),
        (("1.?", "...", "2.3"), False),
        (("2..", ".2."), True),  # no edges at all
        (("11.3",), True),  # a pair that must not be joined cuts the row in two
        (("0",), False),
        (("1",), True),
        (("?",), False),
    ],
)
def test_what_counting_refutes(rows: tuple[str, ...], expected: bool) -> None:
    assert refuted(*rows) is expected


def test_an_odd_sum_where_edges_join_all_classes() -> None:
    """A hole lets cells of one colour see each other, so only the sum's parity is left."""
    assert refuted("23332", "33333", "33.33", "33333", "23333") is True
    assert refuted("23332", "33333", "33.33", "33333", "23332") is False
