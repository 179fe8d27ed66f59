"""Damaged files in every notation, and their error messages."""

import codecs
from collections.abc import Callable

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, FormatError, write
from hashi_gui.formats.registry import NOTATIONS, read

PUZZLE = Puzzle.from_clues(3, 5, {(0, 0): 2, (0, 2): 2, (2, 0): 2, (2, 4): 2})
NAMES = [notation.NAME for notation in NOTATIONS]
ReadError = Callable[[str | bytes], str]


def valid_text(name: str) -> str:
    return write(Document.from_puzzle(PUZZLE, "text"), name)


@pytest.mark.parametrize(
    ("name", "retained", "sentence"),
    [
        ("hashi", 40, "4:2 Invalid JSON: Expecting property name enclosed in double quotes."),
        ("pzpr", 30, "5:10 Found the end after 1 row, expected 3."),
        ("has", 10, "2:4 Found the end after 1 row, expected 3."),
        ("kanpen", 20, "4:6 Found the end after 2 rows, expected 3."),
        ("kanpen-url", 60, "1:60 Found the end after 2 rows, expected 3."),
        ("sgt", 9, "1:10 Found 3 cells, expected 3 x 5 = 15."),
        ("csv", 14, "2:5 Found a row of 3 cells, expected 5."),
        ("text", 9, "2:4 Found a row of 3 cells, expected 5."),
    ],
)
def test_cut_off(read_error: ReadError, name: str, retained: int, sentence: str) -> None:
    assert read_error(valid_text(name)[:retained]) == sentence


def test_a_url_that_is_cut_off_has_water_at_its_end() -> None:
    """As at the web sites that use these URLs."""
    url = valid_text("puzzlink")
    assert len(read(url[:-2]).puzzle.islands) == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "https://puzz.link/p?hashi/3/1/1g-10",
            "That puzzle has an island with 16; at most 8 bridges can end at one.",
        ),
        (
            "https://puzz.link/p?hashi/3000/1/1g1",
            "That puzzle is too large: at most 2000 rows and columns fit.",
        ),
        ("3x3m5:2a2c2a2", "That puzzle allows more bridges per pair than 4, the maximum here."),
        ("pzprv3/hashikake/3/1/1 /", "That puzzle is damaged. Copy it again as a whole."),
        ("<puzzle type='hashi'>\n<size/>", "That puzzle is damaged and cannot be opened."),
    ],
)
def test_what_is_wrong_is_said_in_words(text: str, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    assert caught.value.plain == words


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda data: data[:5] + b"\xff" + data[5:], "Found the byte 0xff, expected text in "),
        (lambda data: data[:5] + b"\0" + data[5:], "Found a NUL character, expected text."),
        (lambda data: codecs.BOM_UTF16_LE + data.decode().encode("utf-16-be"), None),
        (lambda data: data.decode().encode("utf-16-le"), "Found a NUL character, expected text."),
        (lambda data: codecs.BOM_UTF16_LE + data.decode().encode("utf-16-le") + b"1", "UTF-8"),
        (lambda data: b"\x1f\x8b\x08" + data, "That is an archive."),
        (lambda data: b"PK\x03\x04\0\0" + data, "That is an archive."),
    ],
    ids=["byte", "nul", "swapped", "utf-16 without mark", "odd", "gzip", "zip"],
)  # fmt: skip
def test_bytes_that_are_not_text(
    read_error: ReadError, name: str, damage: Callable[[bytes], bytes], sentence: str | None
) -> None:
    message = read_error(damage(valid_text(name).encode()))
    assert message.count("\n") == 0
    assert (sentence or "This is not a puzzle in any supported notation") in message


@pytest.mark.parametrize("name", NAMES)
def test_marks_are_written_or_refused_and_locks_may_be_left_out(name: str) -> None:
    document = Document(PUZZLE, Board(bytes(4), frozenset({1}), frozenset({0})), "hashi")
    if name in ("hashi", "penpa", "pzpr", "text"):
        assert read(write(document, name)).board.marks == {1}
    else:
        with pytest.raises(FormatError, match=r"cannot represent the mark|only the puzzle"):
            write(document, name)
