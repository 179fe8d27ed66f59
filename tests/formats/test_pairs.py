"""Converting between all notations loses nothing, or is refused."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.formats import Document, FormatError, read, write, write_link
from hashi_gui.formats.registry import NOTATIONS
from tests.strategies import ANY_PUZZLE, boards, puzzles

NAMES = [notation.NAME for notation in NOTATIONS]
APART = {(0, 0): 2, (0, 2): 2, (2, 0): 2, (2, 4): 2}


def converted(document: Document, name: str) -> Document | None:
    """The document written and read again; None if the notation refuses it."""
    try:
        text = write(document, name)
    except FormatError:
        return None
    return read(text)


@pytest.mark.parametrize(("source", "target"), list(product(NAMES, NAMES)))
def test_a_plain_puzzle_can_be_converted_between_all_notations(source, target):
    puzzle = Puzzle.from_clues(3, 5, APART)
    there = read(write(Document.from_puzzle(puzzle, ""), source))
    back = read(write(there, target))
    assert back == Document.from_puzzle(puzzle, target)


HELD = {
    "csv": (puzzles(unknown=False).filter(lambda puzzle: puzzle.cols > 1), {"bridges"}),
    "has": (puzzles(unknown=False), set()),
    "janko": (puzzles(unknown=False), {"bridges"}),
    "kanpen": (puzzles(), {"bridges", "crossings"}),
    "kanpen-url": (puzzles(), set()),
    "kanpen-xml": (puzzles(), {"bridges", "crossings"}),
    "puzzlink": (puzzles(zero=True), set()),
}
"""The puzzles that a notation can hold, and whether it holds bridges (none between islands
that touch) and those that cross."""


@pytest.mark.parametrize("name", HELD)
@given(data=st.data())
def test_what_a_notation_can_hold_is_written_and_read(name, data):
    any_puzzle, held = HELD[name]
    puzzle = data.draw(any_puzzle)
    board = data.draw(boards(puzzle, locks=False, crossings="crossings" in held))
    counts = bytes(
        count if "bridges" in held and puzzle.water(edge) else 0
        for edge, count in enumerate(board.counts)
    )
    document = Document(puzzle, Board(counts), name)
    assert read(write(document, name)) == document


@given(puzzle=ANY_PUZZLE)
def test_a_link_keeps_the_rules_or_is_refused(puzzle):
    try:
        link = write_link(Document.from_puzzle(puzzle, "hashi"))
    except FormatError:
        assert puzzle.rules.max_bridges != 2
    else:
        assert read(link).puzzle == puzzle


@pytest.mark.parametrize(
    ("rules", "clue", "notation"),
    [
        (Rules(), None, "puzzlink"),
        (Rules(loops=False), 2, "sgt-url"),
        (Rules(3), 2, "sgt-url"),
        (Rules(loops=False), None, "penpa"),
    ],
)
def test_the_first_notation_that_can_say_the_rules_is_the_link(rules, clue, notation):
    puzzle = Puzzle.from_clues(3, 5, APART | {(2, 2): clue}, rules)
    assert read(write_link(Document.from_puzzle(puzzle, "hashi"))).notation == notation


@given(
    data=st.data(),
    limits=st.sampled_from([(2,), (1, 3, 4)]),
    unknown=st.booleans(),
    loops=st.booleans(),
)
def test_any_board_is_converted_unchanged_or_refused(data, limits, unknown, loops):
    """Only ``.hashi`` files contain locks; all other notations leave them out."""
    puzzle = data.draw(puzzles(limits=limits, unknown=unknown, loops=st.just(loops)))
    board = data.draw(st.just(Board.empty(puzzle)) | boards(puzzle))
    unlocked = Board(board.counts, board.marks)
    for source, target in product(NAMES, NAMES):
        there = converted(Document(puzzle, board, ""), source)
        if there is None:
            continue
        assert there.puzzle == puzzle
        assert there.board == (board if source == "hashi" else unlocked)
        back = converted(there, target)
        if back is not None:
            assert back.puzzle == puzzle
            assert back.board == (board if source == target == "hashi" else unlocked)
