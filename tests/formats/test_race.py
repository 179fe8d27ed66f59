import zlib
from base64 import urlsafe_b64encode
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.board import MARK, LogEntry, LogKind, Move
from hashi_gui.formats import Document, FormatError, read, write
from hashi_gui.formats.race import KINDS, MAX_RACER, Race, read_token, write_token

PUZZLE = read("4.2..\n.3..2\n3....\n.3.1.\n3.4.3").puzzle
COUNTS = 2, 1, 2, 2, 1, 1, 0, 2, 1, 2
SOLUTION = Move(tuple(enumerate(COUNTS)))
RACE = Race((LogEntry(98.5, LogKind.MOVE, SOLUTION),), "Ann", 2)
LINK = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"


@st.composite
def races(draw) -> Race:
    """Any changes, and in the end the solution."""
    edges = st.tuples(st.integers(0, len(COUNTS) - 1), st.integers(MARK, 2))
    moves = st.lists(edges, min_size=1, max_size=4).map(lambda found: Move(tuple(found)))
    tenths = st.integers(0, 10**6)
    log, time = [], 0
    for move in [*draw(st.lists(moves, max_size=30)), SOLUTION]:
        time += draw(tenths)
        log.append(LogEntry(time / 10, draw(st.sampled_from(KINDS)), move))
    name = draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=MAX_RACER))
    return Race(tuple(log), name, draw(st.integers(0, 1000)))


def document(race=RACE) -> Document:
    return Document.from_puzzle(PUZZLE, "hashi")._replace(race=race)


@given(races())
def test_a_race_is_the_same_after_a_link_and_after_a_file(race):
    for notation in ("puzzlink", "hashi"):
        found = read(write(document(race), notation))
        assert (found.puzzle, found.race) == (PUZZLE, race)


def test_the_link_is_one_to_the_puzzle_at_puzz_link_too():
    link = write(document(), "puzzlink")
    assert link.startswith(f"{LINK}#race=")
    assert read(link.partition("#")[0]).race is None


def test_a_link_stays_readable_for_ever():
    token = "eNpjZHbMy2NivMkewCzCKa2jxmusYAkAJvkDew"
    found = read_token(PUZZLE, token)
    assert (found.name, found.hints, found.seconds) == ("Ann", 2, 98.5)


def test_locks_are_not_sent():
    log = LogEntry(1, LogKind.MOVE, Move(locks=((0, True),))), *RACE.log
    assert read_token(PUZZLE, write_token(PUZZLE, RACE._replace(log=log))) == RACE


@given(st.data())
def test_a_link_that_was_changed_anywhere_is_damaged(data):
    """But for a few bits that stand for nothing."""
    token = write_token(PUZZLE, RACE)
    place = data.draw(st.integers(0, len(token) - 1))
    changed = token[:place] + data.draw(st.sampled_from("Az09_-é ")) + token[place + 1 :]
    with suppress(FormatError):
        assert read_token(PUZZLE, changed) == RACE


@pytest.mark.parametrize("kept", range(0, 38, 4))
def test_a_link_that_was_cut_off_is_damaged(kept):
    link = write(document(), "puzzlink")
    with pytest.raises(FormatError, match="is damaged"):
        read(link[: len(LINK) + len("#race=") + kept])


def token_of(*numbers: int) -> str:
    return urlsafe_b64encode(zlib.compress(bytes(numbers))).decode().rstrip("=")


@given(st.binary(max_size=40))
def test_what_is_no_race_is_damaged(data):
    with pytest.raises(FormatError):
        read_token(PUZZLE, urlsafe_b64encode(zlib.compress(data)).decode().rstrip("="))


@pytest.mark.parametrize(
    "token",
    [
        token_of(1, 0, 0, 1, 1, 15),
        token_of(1, 0, 0, 1, 1, 8, 6 * 20),
        token_of(1, 0, 0, 1, 1, 8, 5),
        token_of(1, 41, *b"a" * 41, 0, 0),
        token_of(1, 1, 200, 0, 0),
        token_of(1, 0, 0, 255, 255, 255, 255, 255, 255, 1),
        urlsafe_b64encode(zlib.compress(bytes(10**6))).decode(),
        "A" * 2001,
        "",
    ],
    ids=["kind", "edge", "state", "name", "text", "number", "bomb", "long", "empty"],
)
def test_what_is_out_of_range_is_damaged(token):
    with pytest.raises(FormatError, match="is damaged"):
        read_token(PUZZLE, token)


def test_a_race_of_a_later_version_says_so():
    with pytest.raises(FormatError, match="needs a newer version"):
        read_token(PUZZLE, token_of(2, 7))


@pytest.mark.parametrize(
    "change",
    [
        ('"Ann"', "7"),
        ('"Ann"', f'"{"a" * 41}"'),
        ('"hints": 2', '"hints": -1'),
        ('"hints": 2', '"hints": "2"'),
        ("98.5 move", "-98.5 move"),
        ("98.5 move", "98.5 unknown"),
        ("0,0-0,2=2;", "0,0-0,2=1;"),
        ("0,0-0,2=2;", "0,0-0,4=2;"),
        ('"log": [', '"log": ["99.0 move ", '),
        ('"race": {', '"race": {"log": 1}, "other": {'),
    ],
)
def test_a_file_with_another_race_is_damaged(change):
    text = write(document(), "hashi").replace(*change)
    assert text != write(document(), "hashi")
    with pytest.raises(FormatError, match="is damaged"):
        read(text)
