from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, FormatError, read, write

SAMPLE = "1,0, 2\n0,00,0\n\n2,0,4"


def test_spaces_and_empty_lines_do_not_count() -> None:
    clues = {(0, 0): 1, (0, 2): 2, (2, 0): 2, (2, 2): 4}
    assert read(SAMPLE) == Document.untouched(Puzzle.from_clues(3, 3, clues), "csv")
    assert write(read(SAMPLE), "csv") == "1,0,2\n0,0,0\n2,0,4\n"


def test_a_single_line_is_a_row() -> None:
    assert read("7,7").puzzle == Puzzle.from_clues(1, 2, {(0, 0): 7, (0, 1): 7})


@given(data=st.data())
def test_write_then_read(puzzles, data):
    puzzle = data.draw(puzzles(unknown=False).filter(lambda puzzle: puzzle.cols > 1))
    document = Document.untouched(puzzle, "csv")
    assert read(write(document, "csv")) == document


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1,0,2\n0,x,0", "Line 2, column 3: found 'x', expected a clue, or 0 for water."),
        ("1,0,2\n0, ,0", "Line 2, column 3: found nothing, expected a clue, or 0 for water."),
        ("?,0,2\n0,0,0", "Line 1, column 1: found '?', expected a clue, or 0 for water."),
        ("1,0,2\n0,0\n", "Line 2, column 4: found a row of 2 cells, expected 3."),
        ("1,0,2\n0,0,0,0\n", "Line 2, column 8: found a row of 4 cells, expected 3."),
        (
            "1,0,9",
            "Line 1, column 5: found the clue 9, expected at most 8, with 2 bridges a pair.",
        ),
        ("0,0\n0,0", "The grid has no island; a puzzle needs at least one."),
        (
            ",".join(["0"] * 2001),
            "Line 1, column 1: found a row of 2001 cells, expected at most 2000.",
        ),
        (
            "0,0\n" * 2001,
            "Line 2001, column 1: found one more row, expected at most 2000 rows.",
        ),
    ],
)
def test_complaints(complaint, text, sentence):
    assert complaint(text) == sentence


@pytest.mark.parametrize(
    ("clue", "limit", "sentence"),
    [
        (None, 2, "A CSV grid cannot say the clue ? of the island at row 0, column 0."),
        (0, 2, "A CSV grid cannot say the clue 0 of the island at row 0, column 0."),
        (
            1,
            4,
            "A CSV grid always means at most 2 bridges a pair; "
            "this puzzle's limit of 4 cannot be written.",
        ),
    ],
)
def test_what_it_cannot_say(clue, limit, sentence):
    puzzle = Puzzle.from_clues(1, 2, {(0, 0): clue}, limit)
    with pytest.raises(FormatError) as caught:
        write(Document.untouched(puzzle, "text"), "csv")
    assert str(caught.value) == sentence
