from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.formats import PuzzleInfo, read
from hashi_gui.game import Game
from hashi_gui.gui.documents.clipboard import MAX_LENGTH, picture, result_text
from hashi_gui.method_registry import solve
from tests.menus import action


def finished(puzzle, **facts):
    game = Game(puzzle)
    for name, value in facts.items():
        setattr(game, name, value)
    game.clock._elapsed = 85.0
    game.finished = True
    return game


def test_the_result_names_puzzle_time_and_hints():
    game = finished(read("1.2.1").puzzle, info=PuzzleInfo(title="Row", level="easy"))
    first, second, *_ = result_text(game, "Row").splitlines()
    assert first == "Hashi · Row, 5 × 1, easy"
    assert second == "Solved in 1:25, no hints"
    game.hints = 2
    assert "Solved in 1:25, 2 hints" in result_text(game, "Row")
    game.solution_shown = True
    assert "Solved in 1:25, after seeing the solution" in result_text(game, "Row")


def test_the_result_says_how_long_others_may_take():
    info = PuzzleInfo(title="Row", level="easy", expected_seconds=130)
    _, second, *_ = result_text(finished(read("1.2.1").puzzle, info=info), "Row").splitlines()
    assert second == "Solved in 1:25 (expected: about 2 min), no hints"


def test_what_the_name_says_is_not_repeated():
    game = finished(read("1.2.1").puzzle, info=PuzzleInfo(level="easy"))
    assert result_text(game, "5 × 1, easy").startswith("Hashi · 5 × 1, easy\n")


def test_the_picture_has_two_by_two_dots_for_an_island_of_a_small_puzzle():
    assert picture(read("1.2.1").puzzle) == ["⠛⠀⠛⠀⠛"]


def test_the_picture_has_a_dot_for_an_island_of_a_larger_puzzle():
    puzzle = Puzzle.from_clues(4, 20, {(0, 0): 1, (0, 19): 1, (3, 0): 1})
    first, last = picture(puzzle)[0][0], picture(puzzle)[0][-1]
    assert (first, last) == ("⡁", "⠈")


def test_the_result_does_not_depend_on_the_bridges(garden):
    game = finished(garden)
    before = result_text(game, "Garden")
    game.draw_solution(solve(garden).counts)
    assert result_text(game, "Garden") == before


@pytest.mark.parametrize("side", [1, 5, 14, 15, 28, 29, 100, 300])
def test_the_result_is_short(side):
    cells = {(row, col): 1 for row in range(0, side, 2) for col in range(0, side, 2)}
    game = finished(Puzzle.from_clues(side, side, cells), solution_shown=True)
    text = result_text(game, "a very long name " * 10)
    assert len(text) <= MAX_LENGTH
    assert len(text.splitlines()) <= 11


def test_the_link_is_there_if_it_fits(garden):
    last = result_text(finished(garden), "Garden").splitlines()[-1]
    assert read(last).puzzle == garden
    wide = Puzzle.from_clues(1, 5, {(0, 0): 3, (0, 4): 3}, Rules(3))
    assert "puzz.link" not in result_text(finished(wide), "Wide")


def test_the_result_is_copied_once_the_puzzle_is_solved(player):
    copying = action(player.window, "Copy result as text")
    assert not copying.isEnabled()
    player.finish()
    copying.trigger()
    assert QGuiApplication.clipboard().text().startswith("Hashi · 5 × 5\nSolved in 0:0")
    assert player.bar.text == "Result copied to the clipboard."
