from __future__ import annotations

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.solving.order_encoding import OrderEncoding
from hashi_gui.solving.root_checks import is_trivially_unsolvable


def refuted(*rows: str, most: int = 2) -> bool:
    """Whether a puzzle is refuted, given as a text grid with ``.`` for water."""
    clues = {
        (r, c): None if char == "?" else int(char)
        for r, line in enumerate(rows)
        for c, char in enumerate(line)
        if char != "."
    }
    puzzle = Puzzle.from_clues(len(rows), len(rows[0]), clues, Rules(most))
    return is_trivially_unsolvable(puzzle, OrderEncoding(puzzle).max_counts)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (("222", "222", "222"), True),  # five cells of one colour, four of the other
        (("22", "22"), False),
        (("12", "23"), False),
        (("33", "31"), True),  # an even sum, but 4 for one colour and 6 for the other
        (("1.3", "...", "2.3"), True),
        (("1.?", "...", "2.3"), False),
        (("2..", ".2."), True),  # no edges
        (("11.3",), True),  # the edge between equal clues is not usable
        (("1221", "2112"), True),  # six bridges for eight islands
        (("0",), False),
        (("1",), True),
        (("?",), False),
    ],
)
def test_contradictory_totals_and_unreachable_islands_are_refuted(
    rows: tuple[str, ...], expected: bool
) -> None:
    assert refuted(*rows) is expected


def test_only_the_parity_is_checked_if_the_islands_cannot_be_two_coloured() -> None:
    """The hole lets cells of the same colour see each other."""
    assert refuted("23332", "33333", "33.33", "33333", "23333") is True
    assert refuted("23332", "33333", "33.33", "33333", "23332") is False
