"""The statistics in the real window."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from threading import current_thread, main_thread

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton

from hashi_gui.game import GameStore
from hashi_gui.game.mastery import Attempt
from hashi_gui.game.results import Results
from hashi_gui.gui.progress.statistics import NO_GAMES, Records, StatisticsDialog
from hashi_gui.gui.widgets import file_dialogs
from hashi_gui.rendering.theme import DARK, ThemeSetting
from hashi_gui.system.files import StorageError
from tests.menus import action

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

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


def answer(player, text):
    """Press a button of the next message box."""

    def press_it():
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        press(player, box, text)

    QTimer.singleShot(0, press_it)


def test_a_game_is_counted_as_soon_as_it_is_finished(player, in_dialog):
    assert NO_GAMES in in_dialog(lambda dialog: dialog.texts)
    player.finish()
    texts = in_dialog(lambda dialog: dialog.texts)
    assert texts[:4] == ["1", "games solved", "100 %", "without help"]


def test_the_figures_are_computed_in_another_thread(in_dialog, monkeypatch):
    threads = []
    original = Records.of
    monkeypatch.setattr(
        Records, "of", lambda *a: (threads.append(current_thread()), original(*a))[1]
    )
    in_dialog(lambda dialog: dialog.texts)
    assert threads
    assert main_thread() not in threads


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_results_are_exported(player, in_dialog, monkeypatch, tmp_path, suffix):
    file = tmp_path / f"mine{suffix}"
    monkeypatch.setattr(file_dialogs, "file_to_save", lambda *_: file)
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


def test_results_are_deleted_if_the_player_agrees(player, in_dialog, store):
    player.finish()

    def delete(dialog):
        answer(player, "Cancel")
        press(player, dialog, "Delete all results…")
        assert len(store.results.all()) == 1
        answer(player, "Delete")
        press(player, dialog, "Delete all results…")
        player.wait(lambda: NO_GAMES in dialog.texts)

    in_dialog(delete)
    player.window.close()
    again = GameStore(store.folder)
    assert again.results.all() == []
    assert again.was_solved(player.puzzle)


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
        answer(player, "Delete")
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


def test_a_technique_is_practised(player, in_dialog):
    in_dialog(lambda dialog: dialog.practice_requested.emit("Full house"))
    assert player.window.teaching.practice.running
    assert "Full house" in player.window.teaching.practice.bar.text


def test_what_was_practised_is_deleted_with_the_results(player, in_dialog, store):
    attempt = Attempt("Full house", "2026-11-21T20:00:00Z", right=True, seconds=4.5)
    store.practice.add(attempt)
    player.window.context.stores.autosave.save_practice()

    def delete(dialog):
        answer(player, "Delete")
        press(player, dialog, "Delete all results…")
        player.wait(dialog.note.text)

    in_dialog(delete)
    player.window.close()
    for each in (store, GameStore(store.folder)):
        assert each.practice.all() == []


def test_an_open_dialog_follows_the_theme(player, in_dialog):
    def change(dialog):
        preferences = player.window.context.preferences
        preferences.set(replace(preferences.current, theme=ThemeSetting.DARK))
        return dialog._theme

    assert in_dialog(change) == DARK
