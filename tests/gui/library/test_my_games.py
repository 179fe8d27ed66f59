"""The shelf with the saved games: alone, and across the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from hashi_gui.core.board import Board
from hashi_gui.formats import read
from hashi_gui.game import Game
from hashi_gui.game.store import puzzle_key
from hashi_gui.generating import GeneratorOptions, Recipe
from hashi_gui.gui.library import my_games
from hashi_gui.gui.library.library_cards import GameCard
from hashi_gui.gui.library.library_dialog import MY_GAMES, LibraryDialog
from hashi_gui.rendering.theme import LIGHT

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
KEY = Qt.Key


def save(store, text, *edges, title=""):
    """Save a game with so many bridges; returns its key."""
    document = read(text)
    game = Game.from_document(document)
    game.info = document.info.updated(type(document.info)(title=title, source="A paper"))
    for edge in edges:
        game.play(game.cycle_bridges(edge))
    store.save(game.to_document())
    return puzzle_key(game.puzzle)


def captions(dialog):
    """What the cards say, without the day."""
    texts = (dialog.list.item(row).text() for row in range(dialog.list.count()))
    return [text.rpartition("\n")[0] for text in texts]


def test_unfinished_games_come_first_and_are_found_by_words(qtbot, fonts, store, library):
    library(("1.1", "A"))
    save(store, "2.2", 0, 0, title="Done & dusted")
    for text, title in (("1.2.1", "Row"), ("1..2..1", "")):
        save(store, text, 0, title=title)
    cards = [
        GameCard(key, store.saved_game(key), time, store)
        for time, key in enumerate(store.saved_games())
    ]
    dialog = LibraryDialog(LIGHT, store, MY_GAMES)
    qtbot.addWidget(dialog)
    dialog.show_games(cards[:1], all_read=False)
    dialog.show_games(cards)
    row, line, done = (
        "Row\n5 × 1\n1 of 3 islands, 0:00",
        "7 × 1\n1 of 3 islands, 0:00",
        "Done & dusted\n3 × 1\n✓ solved in 0:00",
    )
    qtbot.waitUntil(lambda: sorted(captions(dialog)[:2]) == sorted([row, line]))
    qtbot.waitUntil(lambda: captions(dialog)[2:] == [done])
    qtbot.waitUntil(lambda: dialog.note.text() == "2 to finish, 1 finished")
    for words, expected in (("ROW 5x1", [row]), ("paper dust", [done]), ("rowing", [])):
        dialog.games_bar.search.setText(words)
        qtbot.waitUntil(lambda expected=expected: captions(dialog) == expected)
    qtbot.waitUntil(lambda: dialog.note.text() == "None of your games is like this.")


@pytest.fixture
def in_games(player, monkeypatch):
    """Opens My games with its keys and does something there once so many are shown."""

    def in_games(number, act):
        def look(dialog):
            dialog.show()
            player.wait(lambda: dialog.list.count() == number and not dialog.list.signalsBlocked())
            act(dialog)
            return dialog.result()

        monkeypatch.setattr(LibraryDialog, "exec", look)
        player.key(KEY.Key_L, CTRL | SHIFT)

    return in_games


def test_a_game_is_deleted_with_undo_but_not_the_one_in_play(
    player, store, in_games, qtbot, monkeypatch
):
    monkeypatch.setattr(my_games, "FIRST_GAMES", 1)
    player.click(0, 0.46)
    keys = [save(store, text, 0) for text in ("1.2.1", "1..2..1")]

    def delete_and_undo(dialog):
        press = lambda *key: qtbot.keyClick(dialog.list, *key)  # noqa: E731
        assert dialog.game.key == puzzle_key(player.puzzle)
        press(KEY.Key_Delete)
        assert "You are playing this game" in dialog.message.text()
        for count in (2, 1):
            dialog.list.setCurrentRow(0 if dialog.game.key in keys else 1)
            if dialog.game.key not in keys:
                dialog.list.setCurrentRow(0)
            press(KEY.Key_Delete)
            player.wait(lambda count=count: dialog.list.count() == count)
        player.wait(lambda: sorted(store.deleted_games()) == sorted(keys))
        for count in (2, 3):
            player.wait(dialog.games_bar.undo_button.isEnabled)
            press(KEY.Key_Z, CTRL)
            player.wait(lambda count=count: dialog.list.count() == count and dialog.game)
        assert dialog.game.key in keys
        assert set(keys) <= set(store.saved_games())

    in_games(3, delete_and_undo)
    assert not store.deleted_games()


def test_a_generated_game_that_was_left_is_found_again(play_on, in_games):
    player = play_on(Recipe(GeneratorOptions(7, 7, 12), 5).make())
