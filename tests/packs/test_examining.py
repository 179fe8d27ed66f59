"""Finding out how hard the puzzles of a pack are."""

from __future__ import annotations

import pytest

from hashi_gui.packs import State
from hashi_gui.packs.examining import examine


@pytest.mark.parametrize(
    ("text", "state", "level"),
    [
        ("1.1", State.UNIQUE, "easy"),
        ("3.3\n...\n3.3", State.SEVERAL, ""),
        ("1.2.2", State.NONE, ""),
    ],
)
def test_solutions_and_level_are_found(packed, text, state, level):
    (puzzle,) = packed(text)
    found = examine(puzzle)
    assert (found.state, found.level) == (state, level)
    assert found.document().info.level == level
    assert found.key == puzzle.key


def test_a_puzzle_that_takes_too_long_is_not_looked_at_again(packed, monkeypatch):
    def grade(_puzzle, token):
        while True:
            token.raise_if_cancelled()

    monkeypatch.setattr("hashi_gui.packs.examining.grade", grade)
    (puzzle,) = packed("1.1")
    assert examine(puzzle, seconds=0.01).state is State.HARD
