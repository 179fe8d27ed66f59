"""Packs in memory and as text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.board import Board
from hashi_gui.core.wording import printable
from hashi_gui.formats import FormatError, read
from hashi_gui.game.store import puzzle_key
from hashi_gui.packs.pack import (
    MAX_TITLE,
    Pack,
    PackedPuzzle,
    PackError,
    PuzzleState,
    clean_title,
    examine,
    unused_title,
)


@given(data=st.data())
def test_a_pack_is_read_as_it_was_written(data, documents, titles):
    made = data.draw(st.lists(documents, max_size=4))
    pack = Pack(clean_title(data.draw(titles)), tuple(map(PackedPuzzle.of, made)))
    assert Pack.from_text(pack.to_text()) == (pack, 0)
    for puzzle, original in zip(pack.puzzles, made, strict=True):
        again = puzzle.document()
        assert again.puzzle == original.puzzle
        assert puzzle.key == puzzle_key(original.puzzle)
        assert puzzle.title == again.info.title == original.info.title
        assert puzzle.islands == len(original.puzzle.islands)
        assert (puzzle.rows, puzzle.cols) == (original.puzzle.rows, original.puzzle.cols)
        assert again.info.extra == original.info.extra
        assert not again.info.daily
        assert not again.info.lesson
        assert again.info.level == puzzle.level != "nonsense"


def test_what_is_drawn_is_left_out():
    drawn = read("1───1")
    assert drawn.board != Board.empty(drawn.puzzle)
    again = PackedPuzzle.of(drawn).document()
    assert again.board == Board.empty(drawn.puzzle)
    assert again.game is None


@pytest.mark.parametrize(
    ("info", "state"),
    [
        ({"level": "hard", "expected_seconds": 60}, PuzzleState.UNIQUE),
        ({"level": "hard"}, PuzzleState.UNKNOWN),
        ({"expected_seconds": 60}, PuzzleState.UNKNOWN),
        ({"level": "fiendish", "expected_seconds": 60}, PuzzleState.UNKNOWN),
    ],
)
def test_only_a_puzzle_with_level_and_time_is_known_to_be_unique(packed, info, state):
    (puzzle,) = packed("1.1", **info)
    assert puzzle.state is state


def test_what_was_found_out_is_written_too(packed):
    (puzzle,) = packed("1.1", title="A")
    examined = examine(puzzle)
    info = examined.document().info
    assert (info.level, info.expected_seconds) == ("easy", examined.expected_seconds)
    assert info.title == "A"
    assert PackedPuzzle.from_line(examined.to_line()) == examined


def test_a_puzzle_knows_its_pack_and_has_a_number_for_a_title(packed):
    pack = Pack("Rainy days", packed("1.1") + packed("1..1", title="Sun"))
    infos = [pack.document(index).info for index in range(2)]
    assert [info.title for info in infos] == ["Rainy days 1", "Sun"]
    assert {info.pack for info in infos} == {"Rainy days"}


@pytest.mark.parametrize(
    "header",
    [
        "",
        "1.1",
        "[]",
        "{}",
        '{"format": "hashi", "version": 1, "title": "x"}',
        '{"format": "hashi-pack", "version": 1}',
        '{"format": "hashi-pack", "version": 1, "title": 7}',
        pytest.param("[" * 100_000, id="deep"),
    ],
)
def test_a_text_without_the_first_line_of_a_pack_is_an_error(header):
    with pytest.raises(PackError):
        Pack.from_text(f"{header}\n")


def test_a_pack_of_a_newer_version_is_an_error():
    newer = {"format": "hashi-pack", "version": 2, "title": "x"}
    with pytest.raises(PackError, match="newer version"):
        Pack.from_text(json.dumps(newer))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "x",
        "x unique",
        "x unique {",
        "x unique []",
        "x unique {}",
        'x nonsense {"puzzle": ["1.1"]}',
        'x unique {"puzzle": 7}',
        'x unique {"puzzle": []}',
        pytest.param("x unique " + "[" * 100_000, id="deep"),
    ],
)
def test_lines_that_cannot_be_read_are_counted(line, packed):
    pack = Pack("Rainy days", packed("1.1", "1..1"))
    header, first, second = pack.to_text().splitlines()
    assert Pack.from_text("\n".join([header, first, line, second]) + "\n") == (pack, 1)


@given(solved=st.sets(st.integers(0, 4)), here=st.integers(0, 5))
def test_the_next_unsolved_puzzle(solved, here, packed):
    pack = Pack("Rainy days", packed())
    keys = [puzzle.key for puzzle in pack.puzzles]
    key = [*keys, "other"][here]
    found = pack.next_unsolved(key, frozenset(keys[index] for index in solved))
    order = [index % 5 for index in range(here + 1, here + 6)] if here < 5 else range(5)
    assert found == next((index for index in order if index not in solved), None)


@given(st.text())
def test_titles_are_one_line_of_limited_length(title):
    clean = clean_title(title)
    assert 0 < len(clean) <= MAX_TITLE
    assert printable(clean) == clean
    assert clean_title(clean) == clean


def test_a_title_that_exists_gets_a_number():
    packs = [Pack(title, ()) for title in ("Rain", "SUN", "sun (2)")]
    assert unused_title("Snow", packs) == "Snow"
    assert unused_title("rain", packs) == "rain (2)"
    assert unused_title("Sun", packs) == "Sun (3)"
    assert unused_title("Sun (2)", packs) == "Sun (3)"


def test_the_corner_of_a_puzzle_is_read_without_the_rest(packed):
    (puzzle,) = packed("1.4.\n....\n?...\n...1")
    corner = puzzle.corner(3)
    assert (corner.rows, corner.cols) == (3, 3)
    assert [(island.cell, island.clue) for island in corner.islands] == [
        ((0, 0), 1), ((0, 2), 4), ((2, 0), None),
    ]  # fmt: skip
    assert puzzle.corner(9).islands == puzzle.document().puzzle.islands
    (empty,) = packed("...\n...\n..1")
    with pytest.raises(FormatError):
        empty.corner(2)
