from __future__ import annotations

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.formats import Document, read, write

SOLVED = """5
5
4 . 2 . .
. 3 . . 2
3 . . . .
. 3 . 1 .
3 . 4 . 3
0 8 0 0 0
2 0 4 4 0
0 2 0 0 1
1 0 4 0 1
0 8 0 8 0
"""
CROSS = Puzzle.from_clues(3, 3, dict.fromkeys([(0, 1), (1, 0), (1, 2), (2, 1)]))


def test_a_solved_puzzle() -> None:
    document = read(SOLVED)
    assert document.notation == "kanpen"
    assert is_solution(document.puzzle, document.board.counts)
    assert write(document, "kanpen") == SOLVED


def test_the_bridges_may_be_missing_and_lines_padded() -> None:
    padded = "".join(f"{line} \n\n" for line in SOLVED.splitlines()[:7])
    assert read(padded) == Document.from_puzzle(read(SOLVED).puzzle, "kanpen")


def test_bridges_that_cross_are_one_number() -> None:
    document = Document(CROSS, Board(b"\1\2"), "kanpen")
    text = write(document, "kanpen")
    assert text == "3\n3\n. 9 .\n9 . 9\n. 9 .\n0 0 0\n0 6 0\n0 0 0\n"
    assert read(text) == document


def test_a_single_column() -> None:
    puzzle = Puzzle.from_clues(3, 1, {(0, 0): 2, (2, 0): 2})
    document = Document(puzzle, Board(b"\2"), "kanpen")
    assert write(document, "kanpen") == "3\n1\n2\n.\n2\n0\n2\n0\n"
    assert read(write(document, "kanpen")) == document
    assert read("3\n1\n2").notation == "text"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "2001\n3\n1 . 1",
            "1:1 found 2001, expected a number of rows from 1 to 2000.",
        ),
        ("3\n0\n1 . 1", "2:1 found 0, expected a number of columns from 1 to 2000."),
        ("2\n3\n1 . 1\n", "3:6 found the end after 1 row, expected 2."),
        ("1\n3\n1 . 1 .", "3:7 found '.', expected a row of 3 cells."),
        ("1\n4\n1 . 1", "3:6 found a row of 3 cells, expected 4."),
        ("2\n2\n1 .\n. 10", "4:3 found the clue 10, expected 1 to 8, or 9 for '?'."),
        ("2\n2\n1 .\n. ?", "4:3 found '?', expected a clue, '9' for '?' or '.'."),
        ("1\n2\n. .", "The grid has no islands; a puzzle needs at least one."),
        (
            "2\n2\n1 .\n1 .\n0 0",
            "5:4 found the end after 1 row of bridges, expected 2.",
        ),
        (
            "1\n2\n1 .\n0 0\n0 0",
            "5:1 found '0 0', expected the end after the rows of bridges.",
        ),
        ("1\n3\n1 . 1\n0 4", "4:4 found a row of 2 cells, expected 3."),
        (
            "1\n3\n1 . 1\n0 3 0",
            "4:3 found '3', expected one of 0, 1, 2, 4, 5, 6, 8, 9, 10.",
        ),
        (
            "1\n4\n1 . . 1\n0 4 8 0",
            "4:3 found '4', expected 2 bridges from island to island.",
        ),
        (
            "1\n4\n1 . . 1\n0 4 4 4",
            "4:7 found '4', expected no bridge, because none is possible here.",
        ),
        (
            "1\n4\n1 . . 1\n0 4 5 0",
            "4:5 found '5', expected no bridge, because none is possible here.",
        ),
    ],
)  # fmt: skip
def test_error_messages(read_error, text, sentence):
    assert read_error(text) == sentence
