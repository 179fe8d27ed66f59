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
