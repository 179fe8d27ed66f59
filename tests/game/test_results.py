from __future__ import annotations

from dataclasses import replace

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, PuzzleInfo, SavedGame
from hashi_gui.game import GameStore
from hashi_gui.game.results import Help, PuzzleKind, Result, Results

ROW = Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 2, (0, 4): 1})
PAIR = Puzzle.from_clues(1, 5, {(0, 0): 2, (0, 4): 2})
KIND = PuzzleKind(5, 1, "very easy")


def ended(puzzle=ROW, daily="", **game):
    """A game that has ended, saved."""
    board = Board.empty(puzzle)
    values = {"finished": True, "seconds": 60.0, **game}
    info = PuzzleInfo(level=KIND.level, daily=daily)
    return Document(puzzle, board, "hashi", SavedGame(board, **values), info)


def result(**values):
    found = Result.of(ended(**values), "key")
    assert found is not None
    return found


@pytest.fixture
def results(tmp_path):
    return Results(tmp_path / "results")


def test_a_game_without_an_end_has_no_result():
    assert Result.of(ended(finished=False), "key") is None
    assert Result.of(replace(ended(), game=None), "key") is None


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ({}, Help.NONE),
        ({"checks": 3}, Help.NONE),
        ({"hints": 1}, Help.HINTS),
        ({"hints": 1, "solution_shown": True}, Help.SOLUTION),
        ({"solution_shown": True, "finished": False}, Help.SOLUTION),
    ],
)
def test_a_result_says_how_much_the_program_has_helped(game, given):
    assert result(**game).help is given


def test_the_times_of_a_kind_are_those_without_help(results):
    assert results.times(KIND) == []
    for game in ({"seconds": 9.0, "hints": 1}, {"seconds": 70.5}, {"seconds": 61.0, "checks": 2}):
        results.add(result(**game))
    results.add(result(seconds=3.0, solution_shown=True))
    assert sorted(results.times(KIND)) == [61.0, 70.5]
    assert results.times(PuzzleKind(5, 1, "hard")) == []


def test_a_daily_puzzle_was_solved_with_the_least_help_of_all_its_games(results):
    for game in ({"solution_shown": True, "finished": False}, {"hints": 2}):
        results.add(result(daily="2026-11-21/easy", **game))
    results.add(result(daily="2026-11-21/hard"))
    results.add(result(daily="2026-11-21/hard", hints=1))
    assert results.help_with_dailies() == {
        "2026-11-21/easy": Help.HINTS,
        "2026-11-21/hard": Help.NONE,
    }


def test_lines_that_are_no_results_are_skipped(results, tmp_path):
    results.add(result())
    with (tmp_path / "results").open("a", encoding="utf-8") as file:
        file.write('{"help":"none"}\nnonsense\n[]\n{"help":"?"}\n')
    assert results.times(KIND) == [60.0]


def test_the_store_writes_a_result_once(tmp_path):
    store = GameStore(tmp_path)
    for seconds, puzzle in ((60.0, ROW), (60.0, ROW), (50.0, ROW), (20.0, PAIR)):
        store.save(ended(puzzle, seconds=seconds))
    assert len((tmp_path / "results").read_text().splitlines()) == 3
    assert store.best_seconds(ROW) == 50.0
    assert GameStore(tmp_path).results.times(KIND).count(20.0) == 1
