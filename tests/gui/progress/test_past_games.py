"""Past games in the window: they are shown, nothing else changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, PuzzleInfo
from hashi_gui.game import GameStore
from hashi_gui.game.library import library_documents
from hashi_gui.game.result import GameResult
from hashi_gui.game.store import puzzle_key
from hashi_gui.gui.progress.past_games import NO_MOVES, NO_PUZZLE
from hashi_gui.system.files import StorageError
from tests.menus import action

LEFT = Qt.MouseButton.LeftButton
R, H, S, ESC = Qt.Key.Key_R, Qt.Key.Key_H, Qt.Key.Key_S, Qt.Key.Key_Escape
CTRL = Qt.KeyboardModifier.ControlModifier
OTHER = Puzzle.from_clues(3, 3, {(0, 0): 1, (0, 2): 2, (2, 2): 1})


@pytest.fixture
def past(player):
    return player.window.progress.past_games


@pytest.fixture
def bar(player):
    return player.window.teaching.presenter.reviews.bar


@pytest.fixture
def later(player, garden, store):
    """A game that was solved with an undone move, and after it one move of another game."""
    player.open(titled(garden, "Garden"))
    player.click(0, 1)
    player.key(Qt.Key.Key_Z, CTRL)
    player.finish()
    assert player.game.finished
    player.open(titled(OTHER, "Corner"))
    player.click(0, 1)
    player.wait_for_solver()
    player.flushed_games()
    return player


def titled(puzzle, title):
    document = Document.from_puzzle(puzzle, "hashi")
    return replace(document, info=PuzzleInfo(title=title))


def result_of(store):
    (result,) = store.results.all()
    return result


def shown(player, store, what):
    """Review or replay the game that was solved."""
    what(result_of(store))
    player.wait(player.window.teaching.presenter.reviews.bar.isVisible)
    player.wait_for_solver()


@pytest.fixture
def reviewing(later, store, past):
    shown(later, store, past.review)
    return later


def test_a_past_game_is_reviewed_as_it_has_ended(reviewing, garden, bar):
    assert reviewing.puzzle == garden
    assert reviewing.window.windowTitle() == "Garden — Hashi"
    assert reviewing.panel.explanation.heading == "Your game"
    assert bar.slider.value() == bar.slider.maximum() == len(reviewing.game.to_document().game.log)
    assert reviewing.bar.text.startswith("Your game of ")
    assert reviewing.finish_card.isHidden()


def test_a_past_game_is_replayed_from_its_beginning(later, store, past, bar):
    bar.speeds.setCurrentIndex(bar.speeds.count() - 1)
    shown(later, store, past.replay)
    later.wait(lambda: bar.slider.value() == bar.slider.maximum())
    assert later.scene.picture.board == later.game.board
    later.key(R)
    later.wait_for_solver()
    assert later.panel.explanation.heading == "Your game"
    assert past.running


def test_the_game_in_play_comes_back_as_it_was(later, store, past, bar):
    in_play = later.window.play.in_play.game
    before = in_play.board
    results = store.results.all()
    for go_back in (
        lambda: later.key(ESC),
        lambda: later.qtbot.mouseClick(bar.close_button, LEFT),
        lambda: later.accept("Close the replay"),
        lambda: later.qtbot.mouseClick(later.panel.close_button, LEFT),
    ):
        shown(later, store, past.review)
        assert later.game is not in_play
        assert not in_play.clock.running
        go_back()
        later.wait(lambda: not past.running)
        assert later.game is in_play
        assert in_play.board == later.scene.picture.board == before
        assert in_play.clock.running
        assert later.window.windowTitle() == "Corner — Hashi"
        assert later.panel.isHidden()
        assert bar.isHidden()
    later.window.close()
    again = GameStore(store.folder)
    assert again.results.all() == results
    assert again.load_last().puzzle == OTHER


def test_a_click_on_the_board_changes_nothing_and_says_why(reviewing, past):
    board = reviewing.game.board
    reviewing.bar.show_message("")
    reviewing.click(3, 4)
    assert past.running
    assert reviewing.game.board == reviewing.scene.picture.board == board
    assert reviewing.bar.text.startswith("Your game of ")


def test_what_would_change_a_past_game_cannot_be_chosen(reviewing):
    window = reviewing.window
    for text in ("Undo", "Start over", "Pause", "Begin a trial", "Build up", "Mark left", "Hint"):
        assert not action(window, text).isEnabled()
    for text in ("Check", "Solve", "Save", "Save as…", "Next of this kind"):
        assert not action(window, text).isEnabled()
    for text in ("Review your game", "Stop", "Practice…", "Go up"):
        assert action(window, text).isEnabled()
    for key in (H, S):
        reviewing.key(key)
    assert reviewing.panel.explanation.heading == "Your game"
    reviewing.key(ESC)
    reviewing.wait(lambda: reviewing.puzzle == OTHER)
    assert action(window, "Hint").isEnabled()


def test_a_game_in_progress_on_the_same_puzzle_is_not_lost(later, store, past, garden):
    later.open(titled(garden, "Garden"))
    later.click(0, 1)
    board = later.game.board
    shown(later, store, past.review)
    assert later.game.board != board
    later.key(ESC)
    later.wait(lambda: not past.running)
    assert later.game.board == board
    later.window.close()
    assert GameStore(store.folder).load_last().board == board
    assert len(store.results.all()) == 1


def test_another_puzzle_can_be_opened_meanwhile(reviewing, past, bar, several):
    reviewing.open(titled(several, "Square"))
    reviewing.wait_for_solver()
    assert not past.running
    assert bar.isHidden()
    assert reviewing.puzzle == several
    assert reviewing.window.play.in_play.game is reviewing.game


def test_practice_takes_the_place_of_a_past_game_and_the_other_way_round(reviewing, store, past):
    practice = reviewing.window.teaching.practice
    practice.begin("Only one way out")
    assert not past.running
    reviewing.wait(lambda: practice.asks)
    shown(reviewing, store, past.review)
    assert not practice.running
    assert past.running
    reviewing.key(ESC)
    reviewing.wait(lambda: reviewing.puzzle == OTHER)
    assert reviewing.window.play.in_play.game is reviewing.game


def test_a_review_that_is_stopped_leaves_the_replay(later, store, past, bar):
    past.review(result_of(store))
    later.wait(bar.isVisible)
    later.window.play.runner.stop()
    later.wait_for_solver()
    assert past.running
    later.key(ESC)
    later.wait(lambda: not past.running)


def test_a_replay_goes_on_while_the_game_is_judged(later, store, past, bar):
    shown(later, store, past.replay)
    playing = bar.play_button.toolTip() == "Pause"
    later.presenter.review()
    assert bar.isVisible()
    assert (bar.play_button.toolTip() == "Pause") is playing
    assert later.panel.text == "Teacher\nPress R to review this game."
    later.wait_for_solver()
    assert past.running


def test_a_game_without_a_record_is_said_to_have_none(later, store, past):
    unknown = replace(result_of(store), begun="", puzzle="0" * 20)
    for find, message in ((past.review, NO_MOVES), (past.open_puzzle, NO_PUZZLE)):
        find(unknown)
        later.wait(lambda message=message: later.bar.text == message)
    assert later.puzzle == OTHER


def test_an_error_is_said(later, store, past, monkeypatch):
    def fail(*_):
        raise StorageError("the disk is gone")

    monkeypatch.setattr(GameStore, "past_game", fail)
    past.review(result_of(store))
    later.wait(lambda: "the disk is gone" in later.bar.text)


def test_the_puzzle_of_a_past_game_is_opened_anew(later, store, past, garden):
    past.open_puzzle(result_of(store))
    later.wait(lambda: later.puzzle == garden)
    assert not any(later.game.board.counts)
    assert later.window.windowTitle() == "Garden — Hashi"
    assert not later.game.finished


def test_a_puzzle_of_the_library_is_known_without_its_game(later, store, past):
    shipped = next(each for each in library_documents() if not each.info.lesson)
    key = puzzle_key(shipped.puzzle)
    past.open_puzzle(GameResult(puzzle=key, cols=shipped.puzzle.cols, rows=shipped.puzzle.rows))
    later.wait(lambda: later.puzzle == shipped.puzzle)


def test_a_past_game_and_practice_take_the_place_of_the_editor(later, store, past):
    window = later.window
    window.editor.edit_game()
    shown(later, store, past.review)
    assert not window.editor.running
    assert later.view.isVisible()
    window.editor.edit_game()
    shown(later, store, past.review)
    assert not window.editor.running
    window.editor.edit_game()
    window.teaching.practice.begin("Only one way out")
    later.wait(lambda: window.teaching.practice.asks)
    assert not window.editor.running
    assert later.view.isVisible()
