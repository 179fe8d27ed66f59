from __future__ import annotations

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, read, write

SAMPLE = "3 4 4\r\n 1  0  2 0 \r\n 0 0 0  0\r\n 2 0 0 5 \r\n\r\n"


def test_numbers_may_be_padded() -> None:
    document = read(SAMPLE)
    clues = {(0, 0): 1, (0, 2): 2, (2, 0): 2, (2, 3): 5}
    assert document == Document.from_puzzle(Puzzle.from_clues(3, 4, clues), "has")
    assert write(document, "has") == "3 4 4\n1 0 2 0\n0 0 0 0\n2 0 0 5\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2001 3 4", "1:1 found 2001, expected a number of rows from 1 to 2000."),
        ("2 0 4\n1 2\n", "1:3 found 0, expected a number of columns from 1 to 2000."),
        ("3 3 2\n1 0 1", "2:6 found the end after 1 row, expected 3."),
        ("3 3 2", "1:6 found the end after 0 rows, expected 3."),
        ("2 2 2\n1 1\n0", "3:2 found a row of 1 cell, expected 2."),
        ("2 2 2\n1 1\n0 0 0", "3:5 found '0', expected a row of 2 cells."),
        ("1 3 2\n1 x 1", "2:3 found 'x', expected a clue, or 0 for water."),
        ("1 3 2\n1 0 9", "2:5 found the clue 9, expected at most 8, with 2 bridges per pair."),
        ("1 2 2\n1 1\n\n1 1", "4:1 found '1 1', expected the end after 1 row."),
        ("1 2 3\n1 1", "1:5 found 3 as the number of islands, expected 2 as in the grid."),
        ("1 2 1234567890\n1 1", "1:5 found '1234567890', expected a number of islands."),
        ("1 2 0\n0 0", "The grid has no islands; a puzzle needs at least one."),
    ],
)
def test_error_messages(read_error, text, sentence):
    assert read_error(text) == sentence
