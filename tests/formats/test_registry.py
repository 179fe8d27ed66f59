"""Detection of notations and encodings, and errors that apply to all notations."""

import codecs
import io
import re
from pathlib import Path
from pkgutil import iter_modules

import pytest
from hypothesis import example, given, reject
from hypothesis import strategies as st

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, FormatError, notations, read, read_path, write
from hashi_gui.formats.errors import quote
from hashi_gui.formats.registry import NOTATIONS, Notation, read_bytes, text_lines
from tests.strategies import boards, puzzles

DATA = Path(__file__).parents[3] / "shared" / "data"
PUZZLE = Puzzle.from_clues(3, 3, {(0, 0): 2, (0, 2): 1, (2, 0): 1})
NAMES = [notation.NAME for notation in NOTATIONS]
ONE_SENTENCE = re.compile(r"[^\n]+\.")
KNOWN = ", ".join(notation.TITLE for notation in NOTATIONS)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "disguise",
    [
        str.encode,
        lambda text: codecs.BOM_UTF8 + text.encode(),
        lambda text: text.encode("utf-16"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.rstrip("\n"),
        lambda text: "\n\n" + text + "\n\n",
    ],
)
def test_encoding_and_line_ends_do_not_matter(name, disguise) -> None:
    text = write(Document.from_puzzle(PUZZLE, "text"), name)
    assert read(disguise(text)) == Document.from_puzzle(PUZZLE, name)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("", "The input is empty."),
        (codecs.BOM_UTF8, "The input is empty."),
        (" \r\n\t\n", "The input is empty."),
        (b"1.1\r\n1\xe9", "2:2 Found the byte 0xe9, expected text in UTF-8."),
        (b"\x89PNG\r\n\x1a\n", "That is a picture, not a puzzle."),
        (b"1.1\n...\0", "2:4 Found a NUL character, expected text."),
        ("Hello, world.", f"This is not a puzzle in any supported notation: {KNOWN}."),
        ("# nothing but a comment", f"This is not a puzzle in any supported notation: {KNOWN}."),
        ("[1, 2]", f"This is not a puzzle in any supported notation: {KNOWN}."),
        ("1\n" * 10_000, f"This is not a puzzle in any supported notation: {KNOWN}."),
        (" " * (64 * 2**20 + 1), "The input is larger than 64 MB, the maximum."),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_error_messages(read_error, data, sentence):
    assert read_error(data) == sentence


def test_an_error_names_its_source(tmp_path) -> None:
    with pytest.raises(FormatError) as caught:
        read("1.1\n1x1", "garden.txt")
    assert str(caught.value) == "garden.txt, line 2, column 2: Found 'x', expected a clue or water."
    with pytest.raises(FormatError, match=r"^Line 2, column 2: Found 'x', expected a clue or"):
        read("1.1\n1x1")
    file = tmp_path / "garden.txt"
    file.write_text("1.1\n1x1")
    with pytest.raises(FormatError, match=f"^{re.escape(str(file))}, line 2, column 2: Found 'x'"):
        read_path(file)
    with pytest.raises(FormatError) as caught:
        read("...", "garden.txt")
    assert str(caught.value) == "garden.txt: The grid has no islands; a puzzle needs at least one."


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("", "nothing"),
        ("  ", "a space"),
        ("\t", r"'\t'"),
        ("x" * 24, f"'{'x' * 24}'"),
        ("x" * 25, f"'{'x' * 21}...'"),
    ],
)
def test_quote(text, quoted) -> None:
    assert quote(text) == quoted


def test_long_quotes_are_shortened(read_error) -> None:
    assert read_error("1,2\n1," + "x\t" * 50) == (
        "2:3 Found 'x\\tx\\tx\\tx\\tx\\tx\\tx\\tx\\tx\\tx\\tx...', expected a clue, or 0 for water."
    )


def test_the_name_of_a_file_does_not_matter(tmp_path) -> None:
    file = tmp_path / "puzzle.csv"
    file.write_bytes(write(Document.from_puzzle(PUZZLE, "text"), "has").encode())
    assert read_path(file) == Document.from_puzzle(PUZZLE, "has")


@pytest.mark.parametrize(
    ("name", "reason"),
    [("missing.has", "No such file or directory)."), (".", ""), ("nul\0.has", "")],
)
def test_a_file_that_cannot_be_opened_is_an_error(tmp_path, name, reason) -> None:
    path = tmp_path / name
    with pytest.raises(FormatError) as caught:
        read_path(path)
    assert str(caught.value).startswith(f"{path}: This cannot be read ({reason}")


def test_a_file_may_be_as_large_as_the_limit(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("hashi_gui.formats.registry.MAX_INPUT", 6)
    file = tmp_path / "grid"
    file.write_bytes(b"1.1...")
    assert read_path(file) == read("1.1...")
    file.write_bytes(b"1.1...1.1")
    assert len(read_bytes(file)) == 7
    with pytest.raises(FormatError, match="larger than"):
        read_path(file)


def test_an_unknown_notation_is_an_error(write_error) -> None:
    assert write_error("docx", PUZZLE) == (
        "There is no notation 'docx'; expected one of hashi, janko, kanpen-url, kanpen-xml, penpa, "
        "puzzlink, pzpr, sgt, sgt-url, csv, has, kanpen, puzzle-bridges, text."
    )


def lines_of(data: bytes) -> list[str]:
    return list(text_lines(io.BytesIO(data)))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_lines_have_any_line_ends_and_encodings_of_unicode(end, encoding) -> None:
    assert lines_of(f"1═1{end}{end}hashi".encode(encoding)) == ["1═1", "", "hashi"]


def test_lines_come_as_soon_as_they_can_be_read() -> None:
    class Slow(io.BytesIO):
        def readline(self, size):
            if self.tell() == 4:
                pytest.fail("read more than needed")
            return super().readline(size)

    lines = text_lines(Slow(b"1\n2\n3\n"))
    assert [next(lines), next(lines)] == ["1", "2"]


def outcome(data: str | bytes) -> str:
    """The notation that was read, or the error message."""
    try:
        return read(data).notation
    except FormatError as error:
        return str(error)


@given(st.binary() | st.text(st.sampled_from('01289?.-#,/ \n{}[]":─═║×x')))
@example(b"\xff\xfe1")
@example("?a/")
def test_any_input_is_read_or_refused(data):
    result = outcome(data)
    assert result in NAMES or ONE_SENTENCE.fullmatch(result)


@given(data=st.data())
def test_a_damaged_file_is_read_or_refused(data):
    puzzle = data.draw(puzzles(unknown=False))
    board = data.draw(st.just(Board.empty(puzzle)) | boards(puzzle, crossings=False))
    name = data.draw(st.sampled_from(NAMES))
    try:
        text = write(Document(puzzle, board, name), name)
    except FormatError:
        reject()
    at = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 3))
    instead = data.draw(st.text(st.sampled_from('019.-?,/ \n"[x─║×'), max_size=3))
    result = outcome(text[:at] + instead + text[at + length :])
    assert result in NAMES or ONE_SENTENCE.fullmatch(result)


def test_every_notation_is_registered() -> None:
    names = {module.name for module in iter_modules(notations.__path__, f"{notations.__name__}.")}
    assert {notation.__name__ for notation in NOTATIONS} == names
    assert sorted(NOTATIONS, key=lambda each: (each.RANK, each.NAME)) == list(NOTATIONS)
    for notation in NOTATIONS:
        for attribute in Notation.__annotations__:
            assert hasattr(notation, attribute), (notation.NAME, attribute)


@pytest.mark.skipif(not DATA.is_dir(), reason="the benchmark puzzles are not on this machine")
@pytest.mark.parametrize(
    ("pattern", "number", "name"), [("cllv/*/*.has", 1440, "has"), ("hcmus/*/*.txt", 37, "csv")]
)
def test_published_puzzles_are_read_in_the_right_notation(pattern, number, name) -> None:
    files = sorted(DATA.glob(pattern))
    assert len(files) == number
    assert {read_path(file).notation for file in files[::4]} == {name}
