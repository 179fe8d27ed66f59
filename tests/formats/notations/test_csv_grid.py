from __future__ import annotations

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import MAX_SIDE, Puzzle
from hashi_gui.formats import Document, read, write

SAMPLE = "1,0, 2\n0,00,0\n\n2,0,4"


def test_spaces_and_blank_lines_are_ignored() -> None:
    clues = {(0, 0): 1, (0, 2): 2, (2, 0): 2, (2, 2): 4}
    assert read(SAMPLE) == Document.from_puzzle(Puzzle.from_clues(3, 3, clues), "csv")
    assert write(read(SAMPLE), "csv") == "1,0,2\n0,0,0\n2,0,4\n"


def test_a_single_line_is_a_row() -> None:
    assert read("7,7").puzzle == Puzzle.from_clues(1, 2, {(0, 0): 7, (0, 1): 7})


def test_the_largest_grid_is_read() -> None:
    row = ",".join(["1", *["0"] * (MAX_SIDE - 1)])
    assert (read(f"{row}\n{row}").puzzle.rows, read(row).puzzle.cols) == (2, MAX_SIDE)
    assert read("1,0\n" * MAX_SIDE).puzzle.rows == MAX_SIDE


def test_an_answer_contains_bridges() -> None:
    text = "2 = 3 - 1\n$ 0 | 0 0\n2 0 1 0 0\n"
    document = read(text)
    clues = {(0, 0): 2, (0, 2): 3, (0, 4): 1, (2, 0): 2, (2, 2): 1}
    assert document == Document(Puzzle.from_clues(3, 5, clues), Board(b"\2\1\2\1\0"), "csv")
    assert write(document, "csv") == text


@pytest.mark.parametrize("text", ["1 - 2 - 1", "1 - 1 0\n0 0 0 0", " 1  -  1\n\n 0  0  0 "])
def test_horizontal_bridges_alone_identify_an_answer(text) -> None:
    document = read(text)
    assert document.notation == "csv"
    assert sum(document.board.counts) == text.count("-")


@pytest.mark.parametrize("text", ["2 - - 2\n- - - -\n1 - - 1", "0 - 1", "2 0 0 2"])
def test_a_plain_grid_with_spaces_is_not_an_answer(text) -> None:
    assert read(text).notation == "text"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1,0,2\n0,x,0", "2:3 found 'x', expected a clue, or 0 for water."),
        ("1,0,2\n0,  x,0", "2:5 found 'x', expected a clue, or 0 for water."),
        ("1,0,2\n0, ,0", "2:3 found nothing, expected a clue, or 0 for water."),
        ("?,0,2\n0,0,0", "1:1 found '?', expected a clue, or 0 for water."),
        ("1,0,2\n0,0\n", "2:4 found a row of 2 cells, expected 3."),
        ("1,0,2\n0,0,0,0\n", "2:8 found a row of 4 cells, expected 3."),
        ("1,0,9", "1:5 found the clue 9, expected at most 8, with 2 bridges per pair."),
        ("1 = 1 0\n0 |", "2:4 found a row of 2 cells, expected 4."),
        ("1 = 1 0\n0 | x 0", "2:5 found 'x', expected a clue, or 0 for water."),
        ("1 = 1\n0 | 0", "2:3 found '|', expected no bridge, because none is possible here."),
        ("1 = - 1", "1:5 found '-', expected 2 bridges from island to island."),
        ("1 = 0 1", "1:5 found '0', expected 2 bridges from island to island."),
        ("1\n|\n0\n1", "3:1 found '0', expected 1 bridge from island to island."),
        ("0,0\n0,0", "The grid has no islands; a puzzle needs at least one."),
        (",".join(["0"] * 2001), "1:1 found a row of 2001 cells, expected at most 2000."),
        ("0,0\n" * 2001, "2001:1 found another row, expected at most 2000 rows."),
    ],
)
def test_error_messages(read_error, text, sentence):
    assert read_error(text) == sentence


def test_a_single_column_is_refused(write_error) -> None:
    assert write_error("csv", Puzzle.from_clues(2, 1, {(0, 0): 1})) == (
        "A CSV grid needs at least two columns, because it is recognised by its commas."
    )
