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


def test_a_single_column_is_refused(write_error) -> None:
    assert write_error("csv", Puzzle.from_clues(2, 1, {(0, 0): 1})) == (
        "A CSV grid needs at least two columns, because it is recognised by its commas."
    )
