import zlib
from base64 import b64encode
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.board import MARK, Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.formats import Document, FormatError, PuzzleInfo, read, write
from hashi_gui.formats.errors import NoPuzzleError
from hashi_gui.formats.notations.penpa import MAX_UNPACKED, _unpack
from tests.strategies import boards, puzzles

LINKS = Path(__file__).with_name("penpa.txt").read_text().split()
"""Three real links of one puzzle, then some that other readers of Penpa read as they should."""

REAL = (
    "https://puzz.link/p?hashi/15/21/.g3g2g3g3g2g3g3w3h.i3h3zh2g3g3m4i3g.i2h2i2h.h3i.l.g2q2i2m3i4g"
    ".i2l2h.h3l2i.g2i4m2i2q.g2l.i3h.h2i2h2i4g.i3m1g2g3zh2h2i.h2w2g3g4g4g2g4g2g./"
)
FIVE = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
SIX = "https://puzz.link/p?hashi/6/6/3g1g2.g.g2h.g2g.h.g4g3h4g.g2g.h2"
SEVEN = "7:a4d32a4b3b3g4a2c2c3g13d2a"


def unpacked(link: str) -> str:
    return "\n".join(_unpack(link.partition("p=")[2]))


def packed(text: str) -> str:
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packing.compress(text.encode()) + packing.flush()
    return f"https://opt-pan.github.io/penpa-edit/?m=edit&p={b64encode(data).decode()}"


def changed(old: str, new: str, link: str = LINKS[3]) -> str:
    """A link in which something was replaced in what it unpacks to."""
    text = unpacked(link)
    assert old in text
    return packed(text.replace(old, new))


@pytest.mark.parametrize(
    ("link", "same", "bridges"),
    [
        (LINKS[0], REAL, 3),
        (LINKS[1], REAL, 0),
        (LINKS[2], REAL, 3),
        (LINKS[3], FIVE, 14),
        (LINKS[4], SIX, 21),
        (LINKS[6], FIVE, 14),
        (LINKS[7], FIVE, 0),
    ],
)
def test_the_known_links_are_read(link, same, bridges) -> None:
    document = read(link)
    assert document.notation == "penpa"
    assert document.puzzle == read(same).puzzle
    assert sum(document.board.counts) == bridges
    assert is_solution(document.puzzle, document.board.counts) == (bridges > 3)


def test_the_title_is_read() -> None:
    assert read(LINKS[5]).info == PuzzleInfo(title="Seven, by seven")


@pytest.mark.parametrize(
    "link",
    [
        LINKS[3].replace("/#", "/?"),
        LINKS[3].rstrip("="),
        LINKS[3].replace("swaroopg92.github.io", "logicmastersindia.com"),
        LINKS[3].partition("#")[2],
        LINKS[3].replace("m=edit&p=", "p=") + "&m=edit",
        LINKS[3] + "&a=RU5ESQ==&r=x",
        LINKS[3].partition("p=")[0] + "p=" + quote(LINKS[3].partition("p=")[2], safe=""),
        LINKS[3].replace("+", " "),
        f"\n {LINKS[3]}\n",
    ],
)
def test_all_forms_of_a_link_are_read(link) -> None:
    assert read(link).board == read(LINKS[3]).board


def test_a_word_behind_a_link_does_not_belong_to_it() -> None:
    assert read(f"{LINKS[3]} Enjoy").puzzle == read(FIVE).puzzle


def test_written_as_other_readers_of_penpa_read_it() -> None:
    for link in LINKS[3:5]:
        assert unpacked(write(read(link), "penpa")) == unpacked(link)


@given(data=st.data())
def test_write_then_read(data):
    puzzle = data.draw(puzzles(zero=True, loops=st.booleans()))
    board = data.draw(boards(puzzle, locks=False))
    names = st.text(st.characters(codec="utf-8", exclude_characters="%\0")).map(str.strip)
    info = PuzzleInfo(title=data.draw(names), author="zAnn, zO", source="null", instructions="a\nb")
    document = Document(puzzle, board, "penpa", info=info)
    assert read(write(document, "penpa")) == document


def test_the_rules_that_penpa_shows_say_no_loops() -> None:
    text = unpacked(write(read("no-loops\n1.2.?"), "penpa"))
    assert ",No loops: only one way leads from an island to another. " in text.split("\n")[0]


def test_old_links_have_a_plain_z() -> None:
    assert read(changed("Title: ", "Title: Zozo").replace("zZ", "z")).info.title == "Zozo"


@pytest.mark.parametrize(
    ("symbol", "clue"), [("circle_L", None), ("circle_M", None), ("ox_G", "water")]
)
def test_a_circle_without_a_number_is_an_island(symbol, clue) -> None:
    puzzle = read(changed('"symbol":{}', f'"symbol":{{"60":[1,"{symbol}",1]}}', LINKS[7])).puzzle
    assert puzzle.islands[-1].clue == 3
    link = changed('"60":[3,6,"1"]},"numberS":{},"symbol":{}', '"60":["?",6,"1"]}', LINKS[7])
    assert read(link).puzzle.islands[-1].clue is None
    with_symbol = changed(
        ',"60":[3,6,"1"]},"numberS":{},"symbol":{}',
        f'}},"symbol":{{"60":[1,"{symbol}",1]}}',
        LINKS[7],
    )
    last = read(with_symbol).puzzle.islands[-1]
    assert (last.clue if last.cell == (4, 4) else "water") == clue


@pytest.mark.parametrize(
    ("drawing", "states"),
    [
        ('"line":{"20,21":30,"21,22":30}', [2]),
        ('"line":{"20,21":5,"21,22":12}', [1]),
        ('"line":{"20,21":3,"21,22":30}', [1]),
        ('"line":{"20,21":3}', [0]),
        ('"line":{"21,30":3,"1,2":3,"999999999,1":3}', [0]),
        ('"line":{},"freeline":{"22,20":30}', [2]),
        ('"line":{"263":98}', [MARK]),
        ('"line":{"263":98,"20,21":3,"21,22":3}', [1]),
        ('"line":{"263":1,"182":98}', [0]),
    ],
)
def test_lines_from_island_to_island_are_bridges_and_crosses_marks(drawing, states) -> None:
    question, empty = unpacked(LINKS[7]).split("\n")[3:5]
    assert not empty
    document = read(changed(question + "\n", f"{question}\n{{{drawing}}}", LINKS[7]))
    board = document.board
    assert [board.state(edge) for edge in range(len(states))] == states
    assert sum(board.counts) == max(0, *states)


def test_bridges_that_are_given_are_read() -> None:
    assert (
        sum(read(changed('"line":{}', '"line":{"20,21":3,"21,22":3}', LINKS[7])).board.counts) == 1
    )


HASHI = '"combi":["hashi",""]'


@pytest.mark.parametrize(
    ("link", "plain"),
    [
        (
            packed("1,5,5,38\n"),
            "That link is of the first Penpa. Open it there, and copy a new link.",
        ),
        (changed("square", "hex"), "That link is a puzzle on a hexagonal grid, not a Hashi."),
        (
            changed("square", "penrose_P3"),
            "That link is a puzzle on a penrose P3 grid, not a Hashi.",
        ),
        (
            changed("hashiwokakero (hashi/bridges)", "slitherlink (loop)", LINKS[1]),
            "That link is a Slitherlink, not a Hashi.",
        ),
        (
            changed('["hashiwokakero (hashi/bridges)"]', '["nothing known"]', LINKS[1]),
            "That link is a puzzle of another kind, not a Hashi.",
        ),
    ],
)
def test_other_puzzles_are_named(link, plain) -> None:
    with pytest.raises(NoPuzzleError) as caught:
        read(link)
    assert caught.value.plain == plain


MESSAGES = {
    LINKS[3][:-9]: "The link is cut off: it cannot be unpacked to its end.",
    LINKS[3][:200] + "!" + LINKS[3][200:]: "The link is damaged: it cannot be unpacked.",
    LINKS[3][:90] + "A" + LINKS[3][90:]: "The link is damaged: it cannot be unpacked.",
    packed("square"): "Found 1 line in the link, expected at least 5.",
    packed("square\n\n\n\n"): "Found nothing, expected a number of columns from 1 to 2000.",
    packed("square,5,x\n\n\n\n"): "Found 'x', expected a number of rows from 1 to 2000.",
    changed("[0,0,0,0]", "[0,0,5,0]"): "Found the margins '[0,0,5,0]', expected margins in ",
    changed("[0,0,0,0]", "null"): "Found the margins 'null', expected margins in 5 x 5.",
    changed('"20":[4,', '"20":[9,'): "Found '9' in row 1, column 1, expected a number from 0 ",
    changed('"20":[4,', '"20":["x",'): "Found 'x' in row 1, column 1, expected a number from ",
    changed('"20":[4,6,"1"]', '"20":{"a":1}'): "Found \"{'a': 1}\" in row 1, column 1, expected",
    changed('"number":{', '"number":[{'): "Invalid JSON: ",
    changed('"number":', '"number":[],"x":', LINKS[7]): "Found a list as 'number', expected an ",
    packed(" " * (MAX_UNPACKED + 1)): "The link unpacks to more than 4 MB.",
    changed('"number":', '"surface":', LINKS[7]): "The grid has no islands; a puzzle needs at ",
}


@pytest.mark.parametrize("link", MESSAGES)
def test_broken_links(read_error, link):
    message = read_error(link)
    assert MESSAGES[link] in message
    assert "\n" not in message


def test_a_number_that_is_no_clue_shows_another_kind_unless_penpa_says_hashi() -> None:
    for link, words in (
        (changed('"20":[4,', '"20":[9,'), "That link is damaged. Copy it again as a whole."),
        (
            packed(unpacked(LINKS[3]).replace('"20":[4,', '"20":[9,').replace('"hashi"', '""')),
            "That link is a puzzle of another kind, not a Hashi.",
        ),
    ):
        with pytest.raises(FormatError) as caught:
            read(link)
        assert caught.value.plain == words


def test_what_penpa_cannot_say_is_refused(write_error) -> None:
    large = Puzzle.from_clues(2000, 2000, {(0, 0): 1, (0, 2): 1})
    assert write_error("penpa", large) == "The puzzle is too large for a Penpa link."


def test_locks_are_left_out() -> None:
    document = read(FIVE)
    locked = document._replace(board=Board(document.board.counts, locks=frozenset({0})))
    assert read(write(locked, "penpa")).board == document.board
