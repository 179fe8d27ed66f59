import pytest

from hashi_gui.core.rules import is_solution
from hashi_gui.formats import Document, PuzzleInfo, read, write
from hashi_gui.formats.errors import NoPuzzleError

SOLVED = (
    '<?xml version="1.0" encoding="UTF-8"?><puzzle type="hashi"><size row="5" col="5"/><property>'
    '<author value=""/><source value=""/><difficulty value=""/></property><board><number r="1" c='
    '"1" n="4"/><number r="1" c="3" n="2"/><number r="2" c="2" n="3"/><number r="2" c="5" n="2"/>'
    '<number r="3" c="1" n="3"/><number r="4" c="2" n="3"/><number r="4" c="4" n="1"/><number r="'
    '5" c="1" n="3"/><number r="5" c="3" n="4"/><number r="5" c="5" n="3"/></board><answer><arow '
    'row="1"><z/><n8/><z/><z/><z/></arow><arow row="2"><n2/><z/><n4/><n4/><z/></arow><arow row="3'
    '"><z/><n2/><z/><z/><n1/></arow><arow row="4"><n1/><z/><n4/><z/><n1/></arow><arow row="5"><z/'
    "><n8/><z/><n8/><z/></arow></answer></puzzle>"
)
UNKNOWN = (
    '<?xml version="1.0" encoding="UTF-8"?><puzzle type="hashi"><size row="6" col="6"/><property>'
    '<author value=""/><source value=""/><difficulty value=""/></property><board><number r="1" c='
    '"1" n="3"/><number r="1" c="3" n="1"/><number r="1" c="5" n="2"/><number r="1" c="6" n="9"/>'
    '<number r="2" c="2" n="9"/><number r="2" c="4" n="2"/><number r="3" c="1" n="9"/><number r="'
    '3" c="3" n="2"/><number r="3" c="5" n="9"/><number r="4" c="2" n="9"/><number r="4" c="4" n='
    '"4"/><number r="4" c="6" n="3"/><number r="5" c="3" n="4"/><number r="5" c="5" n="9"/><numbe'
    'r r="6" c="1" n="2"/><number r="6" c="3" n="9"/><number r="6" c="6" n="2"/></board></puzzle>'
)
"""What pzpr writes; of the second the answer, in which nothing is drawn, is missing here."""

FIVE = "hashi/5/5/4g2i3h23k3g1g3g4g3"
SIX = "hashi/6/6/3g1g2.g.g2h.g2g.h.g4g3h4g.g2g.h2"


def test_what_pzpr_writes_is_read_and_written_the_same() -> None:
    document = read(SOLVED)
    assert document.notation == "kanpen-xml"
    assert document.puzzle == read(FIVE).puzzle
    assert is_solution(document.puzzle, document.board.counts)
    assert write(document, "kanpen-xml").replace("\n", "") == SOLVED


def test_nine_is_any_number_and_the_answer_may_be_missing() -> None:
    assert read(UNKNOWN) == Document.from_puzzle(read(SIX).puzzle, "kanpen-xml")


@pytest.mark.parametrize(
    "text",
    [
        SOLVED.replace("><", ">\n\t<"),
        SOLVED.partition("?>")[2],
        f"<!-- made by hand -->{SOLVED.partition('?>')[2]}",
        SOLVED.replace("<n8/>", '<n v="8"/>'),
        SOLVED.replace("<z/><z/><z/>", '<z n="3"/>'),
        SOLVED.replace("<n4/><n4/>", '<n v="4" n="2"/>'),
        SOLVED.replace("<board>", "<history><n8/>text</history><board><wall r='1'/>"),
        SOLVED.replace('type="hashi"', 'type="hashikake"'),
    ],
)
def test_all_forms_are_read(text) -> None:
    assert read(text).board == read(SOLVED).board


def test_author_and_source_are_kept() -> None:
    info = PuzzleInfo(author='Ann & "Bob" <3', source="a 'book'")
    document = Document(read(FIVE).puzzle, read(FIVE).board, "kanpen-xml", info=info)
    assert read(write(document, "kanpen-xml")) == document


def test_another_kind_of_puzzle_is_named() -> None:
    with pytest.raises(NoPuzzleError) as caught:
        read('<puzzle type="slitherlink">')
    assert caught.value.plain == "That is a Slitherlink, not a Hashi."


MESSAGES = {
    "<puzzle ": "1:1 Invalid XML: unclosed token.",
    SOLVED[:300]: "1:277 Invalid XML: unclosed token.",
    "<puzzle><size row='1' col='1'/></size>": "1:34 Invalid XML: mismatched tag.",
    "<puzzle>&amp;&a;</puzzle>": "1:14 Invalid XML: undefined entity.",
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><puzzle/>': (
        "This is not a puzzle in any supported notation: "
    ),
    "<puzzle><!DOCTYPE a></puzzle>": "Found a document type, which may hide more than it ",
    "<puzzle/>": "Found no 'size', expected the number of rows and columns.",
    "<puzzle><size/>": "1:9 Found nothing, expected a number of rows from 1 to ",
    '<puzzle><size row="3" col="9999"/>': (
        "1:9 Found 9999, expected a number of columns from 1 to 2000."
    ),
    '<puzzle><board><number r="0" c="1" n="1"/>': "1:16 Found 0, expected a number from 1.",
    '<puzzle><size row="1" col="1"/><board><number r="1" c="2" n="1"/></board></puzzle>': (
        "Found a number in row 1, column 2, expected a grid of 1 x 1 cells."
    ),
    SOLVED.replace('n="4"', 'n="10"'): "Found the clue 10, expected 1 to 8, or 9 for '?'.",
    SOLVED.replace("<n8/>", "<n7/>"): "Found '7', expected one of 0, 1, 2, 4, 5, 6, 8, 9, 10.",
    "\n<puzzle>\n<size row='0'/>": "3:1 Found 0, expected a number of rows from 1 to 2000.",
    SOLVED.replace('<arow row="5">', '<arow row="4">'): "Found the end after 4 rows of bridges",
    SOLVED.replace("<n8/>", "", 1): "Found a row of 4 cells, expected 5.",
    '<puzzle><arow row="1"><z n="99999"/><z/>': "1:23 Found another cell, expected ",
}


@pytest.mark.parametrize("text", MESSAGES)
def test_error_messages(read_error, text):
    assert read_error(text).startswith(MESSAGES[text])
