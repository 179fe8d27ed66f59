from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.formats import Document, FormatError, draw, read, write
from tests.strategies import boards, puzzles

SQUARE = Puzzle.from_clues(3, 3, {(0, 0): 2, (0, 2): 1, (2, 0): 1, (2, 2): None})


@pytest.mark.parametrize(
    "text",
    [
        "2.1\n...\n1.?\n",
        "2-1\n000\n1 ?",
        "2 1\n\n1 ?\n",
        "\n\n2.1\n...\n1.?\n\n\n",
        "# four islands\n2.1# the first row\n...\n# between rows\n1.?",
        "3,3\n2.1\n...\n1.?",
        "3 3\n2.1\n...\n1.?",
        "3 3\n2 1\n\n1 ?",
        "# a size\n\n3, 3\n\n2.1\n...\n1.?",
        "max-bridges 2\n2.1\n...\n1.?",
        "3,3\nmax-bridges 2\n2.1\n...\n1.?",
        "max-bridges 2\n3,3\n2.1\n...\n1.?",
        "2 . 1\n. . .\n1 . ?\n",
        "2 0 1\n0 0 0\n1 0 ?",
        "2 - 1\n- - -\n1 - ?",
        "2\t.\t1\n.\t.\t.\n1\t.\t?",
        "  2  .   1 \n\t.  .   .\n  1  .   ?",
        "2 . 1 # the first row\n. . .\n1 . ?",
        "3 3\n2 . 1\n. . .\n1 . ?",
        "3,3\nmax-bridges 2\n\n2 . 1\n. . .\n1 . ?",
        "2.1\r\n...\r\n1.?\r\n",
        "2.1\r...\r1.?\r",
    ],
)
def test_all_forms_of_a_grid_are_read(text) -> None:
    assert read(text) == Document.from_puzzle(SQUARE, "text")


@pytest.mark.parametrize(
    ("text", "rows", "limit"),
    [
        ("4,5\n\n 1 1", [".....", ".1.1.", ".....", "....."], 2),
        ("2 2\n\n2 2", ["2.2", "...", "2.2"], 2),
        ("3 . 3 . 2\n. . . . .\n1 . . . 1", ["3.3.2", ".....", "1...1"], 2),
        ("2 0 2\n0 0 0\n2 0 2", ["2.2", "...", "2.2"], 2),
        ("0 1 0\n0 0 0\n0 1 0", [".1.", "...", ".1."], 2),
        ("2 3 2\n. . .\n1 ? 1", ["232", "...", "1?1"], 2),
        ("1 0 1", ["1.1"], 2),
        ("2 2\n. .\n2 2", ["..", "22"], 2),
        ("2 2\n. .\n. .\n2 2", ["22", "..", "..", "22"], 2),
        ("3 2\n2 2\n. .\n2 2", ["22", "..", "22"], 2),
        ("max-bridges 4\n10 . 16", ["A.G"], 4),
        ("max-bridges 4\nA . G", ["A.G"], 4),
        ("max-bridges 4\n9AG", ["9AG"], 4),
        ("2-1\n1 1", ["2.1", "1.1"], 2),
        ("1", ["1"], 2),
    ],
)
def test_what_a_size_a_separator_and_a_clue_are_depends_on_the_rest(text, rows, limit) -> None:
    """Of these, some begin like a size or a .has file, and some have clues above 9."""
    clues = {"?": None, "A": 10, "G": 16}
    islands = {
        (r, c): clues[cell] if cell in clues else int(cell)
        for r, row in enumerate(rows)
        for c, cell in enumerate(row)
        if cell != "."
    }
    puzzle = Puzzle.from_clues(len(rows), len(rows[0]), islands, Rules(limit))
    assert read(text) == Document.from_puzzle(puzzle, "text")


def test_a_drawing_shows_every_number_of_bridges_both_ways() -> None:
    clues = dict.fromkeys([(r, c) for r in range(0, 10, 2) for c in (0, 2)])
    puzzle = Puzzle.from_clues(9, 3, clues, Rules(4))
    states = {True: [1, 2, 3, 4, MARK], False: [1, 1, 2, 2, 3, 3, 4, 4]}
    counts, marks = bytearray(len(puzzle.edges)), set()
    for edge in puzzle.edges:
        state = states[edge.horizontal].pop(0)
        counts[edge.id] = max(state, 0)
        marks |= {edge.id} if state == MARK else set()
    text = draw(puzzle, Board(bytes(counts), frozenset(marks)))
    assert text.splitlines() == [
        "max-bridges 4",
        "?───?",
        "│   │",
        "│ . │",
        "│   │",
        "?═══?",
        "║   ║",
        "║ . ║",
        "║   ║",
        "?┄┄┄?",
        "┆   ┆",
        "┆ . ┆",
        "┆   ┆",
        "?┈┈┈?",
        "┊   ┊",
        "┊ . ┊",
        "┊   ┊",
        "?×. ?",
    ]


def test_bridges_between_adjacent_islands_are_drawn() -> None:
    puzzle = Puzzle.from_clues(2, 2, {(0, 0): 3, (0, 1): 2, (1, 0): 1})
    assert draw(puzzle, Board(bytes([1, 2]))) == "3─2\n║\n1 ."


def test_an_empty_board_is_drawn_as_a_plain_grid() -> None:
    locked = Board(bytes(len(SQUARE.edges)), locks=frozenset({0}))
    assert draw(SQUARE, locked) == "2.1\n...\n1.?"


@pytest.mark.parametrize(
    "text", ["# solved\n3─2 # top\n║\n1 0", "2,2\n3─2\n║\n1  \n", "2 2\n3─2\n║\n1", "3─2\n║\n1"]
)
def test_a_drawing_may_be_trimmed_and_have_a_header_and_comments(text) -> None:
    puzzle = Puzzle.from_clues(2, 2, {(0, 0): 3, (0, 1): 2, (1, 0): 1})
    assert read(text) == Document(puzzle, Board(bytes([1, 2])), "text")


@given(data=st.data())
def test_write_then_read(data):
    puzzle = data.draw(puzzles(limits=(1, 2, 3, 4), loops=st.booleans()))
    board = data.draw(boards(puzzle, locks=False, crossings=False))
    document = Document(puzzle, board, "text")
    written = write(document, "text")
    assert written == draw(puzzle, board) + "\n"
    assert read(written) == document
    assert not any(line.endswith(" ") for line in written.splitlines())


@pytest.mark.parametrize("clues", [(1, 1), (1, 2), (2, 1), (2, 2), (1, 1, 2), (2, 3, 6)])
def test_a_drawing_that_begins_like_another_notation_is_read(clues) -> None:
    """The first row alone could be a size, or the first line of a .has file."""
    cells = {(r, c): clue for r in (0, 1) for c, clue in enumerate(clues)}
    puzzle = Puzzle.from_clues(2, len(clues), cells)
    for states in product((0, 1, MARK), repeat=len(puzzle.edges)):
        board = Board.empty(puzzle).apply(Move(tuple(enumerate(states))))
        assert read(draw(puzzle, board)) == Document(puzzle, board, "text")


@given(data=st.data())
def test_boards_with_only_marks_are_read(data):
    puzzle = data.draw(puzzles(limits=(1, 2, 3, 4), loops=st.booleans()))
    board = Board(bytes(len(puzzle.edges)), frozenset(range(len(puzzle.edges))))
    assert read(draw(puzzle, board)) == Document(puzzle, board, "text")


def test_bridges_that_cross_cannot_be_drawn() -> None:
    puzzle = Puzzle.from_clues(3, 3, dict.fromkeys([(0, 1), (1, 0), (1, 2), (2, 1)], 1))
    with pytest.raises(FormatError) as caught:
        draw(puzzle, Board(b"\1\1"))
    assert (
        str(caught.value)
        == "The notation “drawing” cannot show the bridges that cross at row 2, column 2."
    )


def test_a_clue_of_zero_cannot_be_drawn(write_error) -> None:
    puzzle = Puzzle.from_clues(1, 2, {(0, 1): 0})
    assert write_error("text", puzzle) == (
        "The notation “text grid” cannot represent the clue 0 of the island at row 1, column 2."
    )
