from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.board import (
    MARK,
    Board,
    LogEntry,
    LogKind,
    Move,
    MoveError,
    Tag,
    Tags,
    board_after,
)
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from tests.strategies import ANY_PUZZLE, boards, moves

# 2.1
# ...
# 1.?
SQUARE = Puzzle.from_clues(3, 3, {(0, 0): 2, (0, 2): 1, (2, 0): 1, (2, 2): None})


@given(data=st.data())
def test_a_move_changes_only_what_it_names(data):
    puzzle = data.draw(ANY_PUZZLE)
    board, move = data.draw(boards(puzzle)), data.draw(moves(puzzle))
    after = board.apply(move)
    states = {e: board.state(e) for e in range(len(puzzle.edges))} | dict(move.edges)
    locks = {i: i in board.locks for i in range(len(puzzle.islands))} | dict(move.locks)
    assert {e: after.state(e) for e in states} == states
    assert {i: i in after.locks for i in locks} == locks
    for kind in ("islands", "edges"):
        changed = getattr(move.tags, kind).items()
        assert getattr(after.tags, kind) == {number: tag for number, tag in changed if tag}
    assert all(after.counts[e] == 0 for e in after.marks)


@given(data=st.data())
def test_several_moves_at_once_lead_where_each_after_the_other_leads(data):
    puzzle = data.draw(ANY_PUZZLE)
    board = data.draw(boards(puzzle))
    several = data.draw(st.lists(moves(puzzle), max_size=4))
    assert board.after(several) == reduce(Board.apply, several, board)


@given(data=st.data())
def test_inverses_in_reverse_order_undo_several_moves(data):
    puzzle = data.draw(ANY_PUZZLE)
    board = start = data.draw(boards(puzzle))
    inverses = []
    for move in data.draw(st.lists(moves(puzzle), max_size=8)):
        inverses.append(inverse := board.inverse(move))
        before, board = board, board.apply(move)
        assert before.apply(board.inverse(inverse)) == board
    for inverse in reversed(inverses):
        board = board.apply(inverse)
    assert board == start


@given(data=st.data())
def test_move_to_leads_from_any_board_to_any_other(data):
    puzzle = data.draw(ANY_PUZZLE)
    here, there = (data.draw(boards(puzzle)).apply(data.draw(moves(puzzle))) for _ in range(2))
    move = here.move_to(there)
    assert here.apply(move) == there
    assert bool(move) == (here != there)
    assert all(here.state(e) != state for e, state in move.edges)


@given(data=st.data())
def test_a_move_can_be_parsed_from_its_text(data):
    puzzle = data.draw(ANY_PUZZLE)
    move = data.draw(moves(puzzle))
    text, tags = move.to_text(puzzle), move.tags_to_text(puzzle)
    assert "\n" not in text + tags
    assert Move.from_text(puzzle, text).with_tags(puzzle, tags) == move


def test_the_text_of_a_move_names_cells():
    across = SQUARE.edge_between(0, 1)
    down = SQUARE.edge_between(0, 2)
    tags = Tags({0: Tag.DISC, 3: Tag(0)}, {across.id: Tag.AT_LEAST_ONE | Tag.DIAMOND})
    move = Move(((across.id, 2), (down.id, MARK)), ((3, True), (0, False)), tags)
    assert move.to_text(SQUARE) == "0,0-0,2=2;0,0-2,0=x;2,2=lock;0,0=unlock"
    assert move.tags_to_text(SQUARE) == "0,0=disc;2,2=;0,0-0,2=at_least_one+diamond"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("left", "'left' is not a move; expected, for example, '0,0-0,2=1' or '0,0=lock'."),
        ("0,0=lock;", "'' is not a move; expected, for example, '0,0-0,2=1' or '0,0=lock'."),
        ("1,1=lock", "There is no island at 1,1."),
        ("0,0-2,2=1", "The two islands of '0,0-2,2=1' are not neighbours."),
        ("0,0-0,2=3", "3 bridges between two islands; at most 2 are allowed."),
    ],
)
def test_text_that_is_not_a_move_on_the_puzzle_is_refused(text, sentence):
    with pytest.raises(MoveError) as error:
        Move.from_text(SQUARE, text)
    assert str(error.value) == sentence


@pytest.mark.parametrize("text", ["0,0", "0,0=dot", "0,0=disc+", "0,0=disc;", "1,1=disc"])
def test_text_that_is_not_a_tag_on_the_puzzle_is_refused(text):
    with pytest.raises(MoveError, match=r"is not a tag; expected|no island at 1,1"):
        Move().with_tags(SQUARE, text)


def test_a_very_long_number_is_refused():
    with pytest.raises(MoveError, match="is not a move"):
        Move.from_text(SQUARE, f"{'9' * 5000},0=lock")


PUZZLE = read("2.2\n...\n2.2").puzzle
ENTRIES = [
    LogEntry(1.5, LogKind.MOVE, Move(((0, 1),))),
    LogEntry(2.0, LogKind.HINT, Move(((1, 2), (2, MARK)))),
    LogEntry(7.5, LogKind.UNDO, Move(((1, 0), (2, 0)), ((0, True),))),
]


@pytest.mark.parametrize("entry", ENTRIES)
def test_an_entry_is_read_as_it_was_written(entry):
    assert LogEntry.from_text(PUZZLE, entry.to_text(PUZZLE)) == entry


def test_the_text_of_an_entry():
    assert ENTRIES[0].to_text(PUZZLE) == "1.5 move 0,0-0,2=1"


def test_a_log_leads_to_a_board():
    board = board_after(Board.empty(PUZZLE), ENTRIES)
    assert (board.counts, board.marks, board.locks) == (bytes([1, 0, 0, 0]), set(), {0})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is not an entry of the log; expected, for example, '12.5 move 0,0-0,2=2'."),
        ("1.5 jump 0,0-0,2=1", "is not an entry of the log"),
        ("soon move 0,0-0,2=1", "is not an entry of the log"),
        ("nan move 0,0-0,2=1", "The log has a time of nan seconds."),
        ("-1 move 0,0-0,2=1", "The log has a time of -1 seconds."),
        ("1 move 0,0-0,2=9", "."),
        ("1 move 0,0", "'0,0' is not a move"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(text, reason):
    with pytest.raises(MoveError) as caught:
        LogEntry.from_text(PUZZLE, text)
    assert reason in str(caught.value)
