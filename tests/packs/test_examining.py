"""Finding out how hard the puzzles of a pack are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hashi_gui.core.errors import WorkerLostError
from hashi_gui.packs import PuzzleState
from hashi_gui.packs.pack import examine, examine_each
from hashi_gui.solving import Cancelled, CancelToken


@pytest.mark.parametrize(
    ("text", "state", "level"),
    [
        ("1.1", PuzzleState.UNIQUE, "easy"),
        ("3.3\n...\n3.3", PuzzleState.SEVERAL, ""),
        ("1.2.2", PuzzleState.NONE, ""),
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

    monkeypatch.setattr("hashi_gui.logic.rating.grading.grade", grade)
    (puzzle,) = packed("1.1")
    assert examine(puzzle, seconds=0.01).state is PuzzleState.HARD


def test_each_puzzle_is_examined_in_another_process(packed):
    puzzles = packed("1.1", "1.2.2")
    damaged = replace(puzzles[0], text="{}")
    found = list(examine_each([*puzzles, damaged, puzzles[0]], CancelToken()))
    assert [each.state for each in found] == [
        PuzzleState.UNIQUE,
        PuzzleState.NONE,
        PuzzleState.HARD,
        PuzzleState.UNIQUE,
    ]
    assert found[0].level == "easy"


def test_a_process_that_ends_too_early_does_not_stop_the_others(packed, monkeypatch):
    puzzles = packed("1.1", "1..1")
    wait_for = CancelToken.wait_for
    outcomes = [WorkerLostError("It ended.")]

    def wait(token, examined):
        if outcomes:
            raise outcomes.pop()
        return wait_for(token, examined)

    monkeypatch.setattr(CancelToken, "wait_for", wait)
    found = list(examine_each(puzzles, CancelToken()))
    assert [each.state for each in found] == [PuzzleState.HARD, PuzzleState.UNIQUE]


def test_examining_can_be_cancelled(packed):
    token = CancelToken()
    found = examine_each(packed(), token)
    next(found)
    token.cancel()
    with pytest.raises(Cancelled):
        next(found)
