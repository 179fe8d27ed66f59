"""What several notations cannot represent."""

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.formats.registry import find_notation

MARK = Board(b"\0", frozenset({0}))


def pair(clue: int | None = 1, limit: int = 2) -> Puzzle:
    return Puzzle.from_clues(3, 3, {(0, 0): 1, (0, 2): clue}, Rules(limit))


ACROSS = Puzzle.from_clues(3, 3, {(0, 0): 1, (0, 1): 1})
DOWN = Puzzle.from_clues(5, 5, {(1, 2): 1, (3, 2): 2, (4, 2): 1})
CROSS = Puzzle.from_clues(3, 3, dict.fromkeys([(0, 1), (1, 0), (1, 2), (2, 1)], 1))
PUZZLE_ONLY = "has kanpen-url puzzle-bridges puzzlink sgt"
WATER_CELLS = "csv janko kanpen kanpen-xml"


@pytest.mark.parametrize(
    ("names", "puzzle", "board", "sentence"),
    [
        (PUZZLE_ONLY, pair(), Board(b"\1"), "holds only the puzzle, without bridges and marks."),
        (PUZZLE_ONLY, pair(), MARK, "holds only the puzzle, without bridges and marks."),
        (
            "csv has janko kanpen kanpen-url kanpen-xml penpa puzzle-bridges puzzlink pzpr",
            pair(limit=3),
            None,
            "is limited to 2 bridges per pair of islands; this puzzle allows 3.",
        ),
        (
            "csv has janko puzzle-bridges sgt",
            pair(None),
            None,
            "cannot represent the clue ? of the island at row 1, column 3.",
        ),
        (
            "csv has janko kanpen kanpen-url kanpen-xml puzzle-bridges sgt",
            pair(0),
            None,
            "cannot represent the clue 0 of the island at row 1, column 3.",
        ),
        (
            WATER_CELLS,
            ACROSS,
            Board(b"\1"),
            "cannot represent a bridge between adjacent islands such as those at row 1, column 1 "
            "and row 1, column 2.",
        ),
        (
            WATER_CELLS,
            pair(),
            MARK,
            "cannot represent the mark from row 1, column 1 to row 1, column 3.",
        ),
        (
            "csv janko",
            CROSS,
            Board(b"\1\1"),
            "cannot show the bridges that cross at row 2, column 2.",
        ),
        (
            "puzzle-bridges sgt",
            ACROSS,
            None,
            "cannot represent adjacent islands such as those at row 1, column 1 and row 1, "
            "column 2.",
        ),
        (
            "puzzle-bridges sgt",
            DOWN,
            None,
            "cannot represent adjacent islands such as those at row 4, column 3 and row 5, "
            "column 3.",
        ),
    ],
)
def test_what_cannot_be_represented_is_refused(write_error, names, puzzle, board, sentence):
    for name in names.split():
        assert write_error(name, puzzle, board) == (
            f"The notation “{find_notation(name).TITLE}” {sentence}"
        )
