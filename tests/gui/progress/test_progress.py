"""The statistics in the real window."""

import csv
import json
from dataclasses import replace
from threading import current_thread, main_thread

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, PuzzleInfo
from hashi_gui.game import GameStore
from hashi_gui.game.library import library_documents
from hashi_gui.game.mastery import Attempt
from hashi_gui.game.result import GameResult
from hashi_gui.game.results import Results
from hashi_gui.game.store import puzzle_key
from hashi_gui.gui.progress.progress import NO_MOVES, NO_PUZZLE
from hashi_gui.gui.progress.statistics import NO_GAMES, Records, StatisticsDialog
from hashi_gui.gui.widgets import dialogs
from hashi_gui.rendering.theme import DARK, ThemeSetting
from hashi_gui.system.files import StorageError
from tests.gui.conftest import answer_next
from tests.menus import action

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def in_dialog(player):
    """Opens the dialog, waits for its figures, and calls a function with it."""

    def in_dialog(act):
        done = []

        def run():
            dialog = QApplication.activeModalWidget()
            assert isinstance(dialog, StatisticsDialog)
            try:
                player.wait(lambda: dialog.texts)
                done.append(act(dialog))
            finally:
                dialog.reject()

        QTimer.singleShot(0, run)
        action(player.window, "Statistics…").trigger()
        assert done
        return done[0]

    return in_dialog


def press(player, dialog, text):
    button = next(b for b in dialog.findChildren(QPushButton) if b.text() == text)
    player.qtbot.mouseClick(button, LEFT)


def test_a_game_is_counted_as_soon_as_it_is_finished_in_another_thread(
    player, in_dialog, monkeypatch
):
    threads, of = [], Records.of
    monkeypatch.setattr(Records, "of", lambda *a: (threads.append(current_thread()), of(*a))[1])
    assert NO_GAMES in in_dialog(lambda dialog: dialog.texts)
    player.finish()

    def look(dialog):
        preferences = player.window.context.preferences
        preferences.set(replace(preferences.current, theme=ThemeSetting.DARK))
        assert dialog._theme == DARK
        return dialog.texts

    assert in_dialog(look)[:4] == ["1", "games solved", "100 %", "without help"]
    assert threads
    assert main_thread() not in threads
    in_dialog(lambda dialog: dialog.practice_requested.emit("Full house"))
    assert player.window.teaching.practice.running
    assert "Full house" in player.window.teaching.practice.bar.text


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_results_are_exported(player, in_dialog, monkeypatch, tmp_path, suffix):
    file = tmp_path / f"mine{suffix}"
    monkeypatch.setattr(dialogs, "file_to_save", lambda *_: file)
    player.finish()

    def export(dialog):
        press(player, dialog, "Export…")
        player.wait(dialog.note.text)
        return dialog.note.text()

    assert in_dialog(export) == f"1 result saved as mine{suffix}."
    text = file.read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    results = rows if suffix == ".csv" else json.loads(text)["results"]
    assert [str(result["cols"]) for result in results] == ["5"]


@pytest.mark.parametrize("with_settings", [False, True])
def test_everything_is_backed_up_and_restored_if_the_player_agrees(
    player, in_dialog, store, monkeypatch, tmp_path, with_settings
):
    file, preferences = tmp_path / "all.zip", player.window.context.preferences
    monkeypatch.setattr(dialogs, "file_to_save", lambda *_: file)
    monkeypatch.setattr(dialogs, "file_to_open", lambda *_: file)
    player.finish()
    preferences.set(replace(preferences.current, theme=ThemeSetting.DARK))

    def back_up(dialog):
        press(player, dialog, "Back up everything…")
        player.wait(lambda: dialog.note.text() not in ("", "One moment…"))
        return dialog.note.text()

    def restore(dialog):
        asked = answer_next("Restore", ticked=with_settings)
        press(player, dialog, "Restore…")
        player.wait(lambda: dialog.note.text() == "The backup is restored.")
        return asked

    assert in_dialog(back_up) == "Everything is saved as all.zip."
    store.delete_records()
    preferences.set(replace(preferences.current, theme=ThemeSetting.LIGHT))
    question, details = in_dialog(restore)
    assert question == "Restore this backup?"
    assert all(words in details for words in ("Results: 1", "Games: 1", "Packs: 0"))
    assert len(store.results.all()) == 1
    assert preferences.current.theme is (ThemeSetting.DARK if with_settings else ThemeSetting.LIGHT)


def test_results_and_practice_are_deleted_if_the_player_agrees(player, in_dialog, store):
    player.finish()
    store.practice.add(Attempt("Full house", "2026-11-21T20:00:00Z", right=True, seconds=4.5))
    player.window.context.stores.autosave.save_practice()

    def delete(dialog):
        answer_next("Cancel")
        press(player, dialog, "Delete all results…")
        assert len(store.results.all()) == 1
        answer_next("Delete")
        press(player, dialog, "Delete all results…")
        player.wait(lambda: NO_GAMES in dialog.texts)

    in_dialog(delete)
    player.window.close()
    again = GameStore(store.folder)
    assert again.results.all() == []
    assert again.was_solved(player.puzzle)
    assert store.practice.all() == again.practice.all() == []


@pytest.mark.parametrize("method", ["delete_all", "read"])
def test_an_error_is_said(player, in_dialog, store, monkeypatch, method):
    def fail(_):
        raise StorageError("the disk is full")

    monkeypatch.setattr(Results, method, fail)
    player.finish()
    said = []

    def delete(dialog):
        store.results.unread = method == "read"
        monkeypatch.setattr(QMessageBox, "warning", lambda *words: said.append(words[-1]))
        answer_next("Delete")
        press(player, dialog, "Delete all results…")
        player.wait(lambda: said)

    in_dialog(delete)
    assert "the disk is full" in said[0]


def test_a_game_is_reviewed_replayed_and_its_puzzle_opened(player, in_dialog, store, garden):
    player.finish()
    past, controller = player.window.progress.past_games, player.controller
    for signal, arrived in (
        ("review_requested", lambda: player.panel.explanation.heading == "Your game"),
        ("replay_requested", lambda: past.running),
        ("puzzle_requested", lambda: not past.running and not player.game.can_undo),
    ):
        in_dialog(
            lambda dialog, signal=signal: getattr(dialog.games, signal).emit(dialog.games.selected)
        )
        player.wait(arrived)
    assert controller.game.puzzle == garden
    assert len(store.results.all()) == 1


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
    return document._replace(info=PuzzleInfo(title=title))


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


def test_a_past_game_is_reviewed_as_it_has_ended(reviewing, past, garden, bar, several):
    assert reviewing.puzzle == garden
    assert reviewing.window.windowTitle() == "Garden — Hashi"
    assert reviewing.panel.explanation.heading == "Your game"
    assert bar.slider.value() == bar.slider.maximum() == len(reviewing.game.to_document().game.log)
    assert reviewing.bar.text.startswith("Your game of ")
    assert reviewing.finish_card.isHidden()
    board = reviewing.game.board
    reviewing.bar.show_message("")
    reviewing.click(3, 4)  # This changes nothing, and is told why.
    assert past.running
    assert reviewing.game.board == reviewing.scene.picture.board == board
    assert reviewing.bar.text.startswith("Your game of ")
    reviewing.open(titled(several, "Square"))
    reviewing.wait_for_solver()
    assert not past.running
    assert bar.isHidden()
    assert reviewing.puzzle == several
    assert reviewing.window.play.in_play.game is reviewing.game


def test_a_past_game_is_replayed_from_its_beginning(later, store, past, bar):
    bar.speeds.setCurrentIndex(bar.speeds.count() - 1)
    shown(later, store, past.replay)
    later.wait(lambda: bar.slider.value() == bar.slider.maximum())
    assert later.scene.picture.board == later.game.board
    later.ask(R)
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


def test_what_would_change_a_past_game_cannot_be_chosen(reviewing):
    window = reviewing.window
    for text in ("Undo", "Start over", "Pause", "Begin a trial", "Mark “no bridge” left", "Hint"):
        assert not action(window, text).isEnabled()
    for text in ("Check", "Solve", "Save", "Save as…", "Next of this kind"):
        assert not action(window, text).isEnabled()
    for text in ("Review your game", "Stop", "Practice…", "Go to the next island up"):
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


def test_a_game_that_cannot_be_found_is_named(later, store, past, monkeypatch):
    def fail(*_):
        raise StorageError("the disk is gone")

    unknown = replace(result_of(store), begun="", puzzle="0" * 20)
    for find, message in ((past.review, NO_MOVES), (past.open_puzzle, NO_PUZZLE)):
        find(unknown)
        later.wait(lambda message=message: later.bar.text == message)
    assert later.puzzle == OTHER
    monkeypatch.setattr(GameStore, "past_game", fail)
    past.review(result_of(store))
    later.wait(lambda: "the disk is gone" in later.bar.text)


def test_the_puzzle_of_a_past_game_is_opened_anew(later, store, past, garden):
    shipped = next(each for each in library_documents() if not each.info.lesson)
    key = puzzle_key(shipped.puzzle)
    past.open_puzzle(GameResult(puzzle=key, cols=shipped.puzzle.cols, rows=shipped.puzzle.rows))
    later.wait(lambda: later.puzzle == shipped.puzzle)
    past.open_puzzle(result_of(store))
    later.wait(lambda: later.puzzle == garden)
    assert not any(later.game.board.counts)
    assert later.window.windowTitle() == "Garden — Hashi"
    assert not later.game.finished
