"""What several notations cannot represent."""

from __future__ import annotations

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.formats.registry import find_notation

PAIR = {(0, 0): 1, (0, 2): 1}


@pytest.mark.parametrize("name", ["has", "kanpen-url", "puzzle-bridges", "puzzlink", "sgt"])
@pytest.mark.parametrize("board", [Board(b"\1"), Board(b"\0", frozenset({0}))])
def test_bridges_and_marks_are_refused(write_error, name, board) -> None:
    title = find_notation(name).TITLE
    assert write_error(name, Puzzle.from_clues(3, 3, PAIR), board) == (
        f"A {title} holds only the puzzle, without bridges and marks."
    )


@pytest.mark.parametrize("name", ["has", "kanpen", "kanpen-url", "puzzlink", "pzpr"])
def test_a_limit_of_three_bridges_is_refused(write_error, name) -> None:
    title = find_notation(name).TITLE
    assert write_error(name, Puzzle.from_clues(1, 3, PAIR, Rules(3))) == (
        f"A {title} is limited to 2 bridges per pair of islands; this puzzle allows 3."
    )
