import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.board import MARK, Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.formats import Document, read, write
from tests.strategies import boards, puzzles

SOLVED = (
    "pzprv3/hashikake/5/5/4 . 2 . . /. 3 . . 2 /3 . . . . /. 3 . 1 . /3 . 4 . 3 /2 2 0 0 /"
    "0 1 1 1 /-1 0 -1 -1 /0 1 1 -1 /2 2 2 2 /2 0 0 0 0 /2 2 0 0 1 /1 2 0 -1 1 /1 0 0 -1 1 /"
)


LINK = (
    "http://pzv.jp/p.html?type=player&pzprv3/hashikake/5/5/4%20.%202%20.%20.%20/.%203%20.%20."
    "%202%20/3%20.%20.%20.%20.%20/.%203%20.%201%20.%20/3%20.%204%20.%203%20/2%202%200%200%20/"
    "0%201%201%201%20/-1%200%20-1%20-1%20/0%201%201%20-1%20/2%202%202%202%20/2%200%200%200%20"
    "0%20/2%202%200%200%201%20/1%202%200%20-1%201%20/1%200%200%20-1%201%20//"
)
"""A whole file with all bridges and five marks, as pzpr makes a link of it."""

FILES = {
    (
        "pzprv3/hashikake/5/5/4 . 2 . . /. 3 . . 2 /3 . . . . /. 3 . 1 . /3 . 4 . 3 /2 2 0 0 /0 0"
        " 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /2 0 0 0 0 /2 0 0 0 0 /2 0 0 0 0 /2 0 0 0 0 /"
    ): 6,
    (
        "pzprv3/hashikake/5/5/4 . 2 . . /. 3 . . 2 /3 . . . . /. 3 . 1 . /3 . 4 . 3 /2 2 0 0 /0 1"
        " 1 1 /-1 0 0 0 /0 0 0 0 /0 0 0 0 /2 0 0 0 0 /2 1 0 0 0 /1 1 0 0 0 /1 0 0 0 0 /"
    ): 7,
    (
        "pzprv3/hashikake/5/5/4 . 2 . . /. 3 . . 2 /3 . . . . /. 3 . 1 . /3 . 4 . 3 /2 2 0 0 /0 1"
        " 1 1 /-1 0 -1 -1 /0 1 1 -1 /2 2 2 2 /2 0 0 0 0 /2 2 0 0 1 /1 2 0 -1 1 /1 0 0 -1 1 /"
    ): 14,
    ("pzprv3/hashikake/1/5/- . 1 2 1 /0 0 0 0 /"): 0,
    (
        "pzprv3/hashikake/4/4/. 2 . . /1 . . 3 /. . . . /. 4 . 4 /0 0 0 /1 1 1 /0 0 0 /0 0 -1 /0 "
        "2 0 0 /0 2 0 0 /0 2 0 -1 /"
    ): 3,
}
"""Real files, and how many bridges are drawn in each."""


@pytest.mark.parametrize("text", FILES)
def test_real_files_are_read(text) -> None:
    assert sum(read(text).board.counts) == FILES[text]


def test_the_rows_of_a_file_in_a_link_come_first() -> None:
    link = (
        "https://puzz.link/p?type=editor&pzprv3/hashi"
        "kake/3/3/-%20.%201%20/.%20.%20.%20/1%20.%20.%20/0%200%20/0%200%20/0%200%20/0%200%200%20/0%200%200%20//"
    )
    assert read(link).puzzle == read("hashi/3/3/.g1i1h").puzzle


def test_a_damaged_file_in_a_link(read_error) -> None:
    assert read_error(LINK[:80]) == "1:36 Found the end after 2 rows, expected 5."
    assert "of type 'slither', expected 'hashi'" in read_error("puzz.link/p?pzprv3/slither/1/1/1")


@pytest.mark.parametrize(
    "text",
    [
        SOLVED,
        SOLVED.replace("/", "\n"),
        SOLVED.replace("/", "\r\n"),
        SOLVED.replace("pzprv3", "pzprv3.1"),
        SOLVED + "TrialData(1)/4 . 2 . . /",
        SOLVED.replace("/", "\n") + 'info:{\n "metadata": {"author": "a/b"}\n}',
        SOLVED.replace("/", "\n") + 'history:{"type": "pzpr"}',
        LINK,
        LINK.replace("type=player&", ""),
        LINK.replace("type=player&", "type=player&v:/"),
        LINK.replace("%20", " "),
        LINK + "TrialData(1)/4%20.%202",
        LINK + "history%3A%7B%22type%22%3A%22pzpr%22%7D",
    ],
)
def test_a_solved_file_alone_or_in_a_link(text) -> None:
    document = read(text)
    assert document.notation == "pzpr"
    assert document.puzzle == read(SOLVED).puzzle
    assert is_solution(document.puzzle, document.board.counts)


def test_a_mark_on_one_segment_marks_the_edge() -> None:
    document = read("pzprv3/hashikake/1/4/1 . . -/0 -1 0")
    assert document.puzzle == Puzzle.from_clues(1, 4, {(0, 0): 1, (0, 3): None})
    assert document.board.state(0) == MARK
    assert write(document, "pzpr") == "pzprv3\nhashikake\n1\n4\n1 . . -\n-1 -1 -1\n"


def test_marks_outside_of_edges_are_ignored() -> None:
    assert read("pzprv3/hashikake/1/4/. . 1 1/-1 -1 0").board == Board(b"\0")


@given(data=st.data())
def test_write_then_read(data):
    puzzle = data.draw(puzzles(zero=True))
    document = Document(puzzle, data.draw(boards(puzzle, locks=False)), "pzpr")
    written = write(document, "pzpr")
    assert read(written) == document
    assert read(written.replace("\n", "/")) == document


@given(data=st.data())
def test_blank_lines_are_written_for_rows_without_segments(data):
    puzzle = data.draw(puzzles())
    written = write(Document.from_puzzle(puzzle, "pzpr"), "pzpr")
    assert written.count("\n") == 4 + 3 * puzzle.rows - 1
