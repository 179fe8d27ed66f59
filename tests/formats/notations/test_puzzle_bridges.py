import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, FormatError, read, write
from tests.strategies import puzzles

SEVEN = "3c2c1a4b2d2b3a2h3a3b1d2b3b1"
TASKS = (
    SEVEN,
    "a4d32a4b4b2j2a3a4c4h1a2b3",
    "4d2b1b4a26b3m1c3c3c2d3",
    "a4d32a4b3b3g4a2c2c3g13d2a",
    "2d4c4b5a4g1e2b2a4a6e2j2f4h2g1y2c2a5g4a3s4t3a3a2d2l1c3b3c2o1a2f4d4a3",
)
APART = Puzzle.from_clues(3, 5, {(0, 0): 2, (0, 2): 2, (2, 0): 2, (2, 4): 2})


def test_the_board_that_its_page_shows_is_read() -> None:
    grid = "3...2..\n.1.4..2\n....2..\n3.2....\n....3.3\n..1....\n2..3..1"
    assert read(SEVEN) == Document.from_puzzle(read(grid).puzzle, "puzzle-bridges")


@pytest.mark.parametrize("task", TASKS)
def test_real_tasks_are_square_and_written_as_read(task) -> None:
    document = read(task)
    assert document.puzzle.rows == document.puzzle.cols
    assert document.puzzle == read(f"{document.puzzle.cols}:{task}").puzzle
    assert write(document, "puzzle-bridges") == task


@pytest.mark.parametrize("text", ["task='{}'", "var task = '{}';", 'task = "{}"', "  {}\n"])
def test_a_task_is_read_as_it_stands_in_the_page(text) -> None:
    assert read(text.format(SEVEN)) == read(SEVEN)


def test_the_only_size_that_fits_is_taken_if_a_task_is_not_square() -> None:
    assert read("2a2g2c2") == Document.from_puzzle(APART, "puzzle-bridges")


@given(puzzles(unknown=False))
def test_write_then_read(puzzle):
    try:
        text = write(Document.from_puzzle(puzzle, "text"), "puzzle-bridges")
    except FormatError:
        return
    assert read(text) == Document.from_puzzle(puzzle, "puzzle-bridges")


@given(st.integers(4, 60), st.integers(4, 60))
def test_long_runs_are_chained(row, col):
    clues = {(0, 0): 1, (row, col): 2, (0, col): 1, (row, 0): 2}
    document = Document.from_puzzle(Puzzle.from_clues(61, 61, clues), "puzzle-bridges")
    assert read(write(document, "puzzle-bridges")) == document


@pytest.mark.parametrize(
    ("text", "sentence", "words"),
    [
        (
            SEVEN[:-4],
            "This task fits no size of a grid, perhaps a part is missing.",
            "That puzzle is damaged. Copy it again as a whole.",
        ),
        (
            "task = '2c2b'",
            "This task fits no size of a grid, perhaps a part is missing.",
            "That puzzle is damaged. Copy it again as a whole.",
        ),
        (
            "2a2u",
            "This task fits several sizes of a grid: 3 x 8, 4 x 6, 6 x 4, 8 x 3.",
            "That puzzle fits several sizes. Put the right one first, as in 50x40:…",
        ),
    ],
)
def test_error_messages(text, sentence, words):
    with pytest.raises(FormatError) as caught:
        read(text)
    assert (str(caught.value), caught.value.plain) == (sentence, words)


@pytest.mark.parametrize("text", ["word", "b2c", "9a9a9", "1a1" * 300, "0a2b2b3"])
def test_other_words_are_no_tasks(read_error, text) -> None:
    assert "puzzle-bridges.com fits" not in read_error(text) or len(text) > 12


def test_what_a_task_cannot_say_is_refused(write_error) -> None:
    puzzle = Puzzle.from_clues(4, 6, {(0, 0): 2, (0, 2): 2})
    assert write_error("puzzle-bridges", puzzle) == (
        "A task of puzzle-bridges.com would not say how large this puzzle is."
    )
