from __future__ import annotations

import pytest

from hashi_gui.core.board import MARK, Board, LogEntry, LogKind, Move, MoveError, board_after
from hashi_gui.formats import read

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
