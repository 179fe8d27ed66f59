"""The shelf with the saved games: alone, and across the window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox

from hashi_gui.formats import PuzzleInfo, read
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
    game.info = PuzzleInfo(title=title, source="A paper")
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
    open_button = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Open)
    for words, expected in (("ROW 5x1", [row]), ("paper dust", [done]), ("rowing", [])):
        dialog.games_bar.search.setText(words)
        qtbot.waitUntil(lambda expected=expected: captions(dialog) == expected)
        assert open_button.isEnabled() == bool(expected)
    qtbot.waitUntil(lambda: dialog.note.text() == "None of your games is like this.")


@pytest.fixture
def in_games(monkeypatch):
    """Opens My games with its keys, and does something there once so many are shown."""

    def in_games(player, number, act):
        def look(dialog):
            dialog.show()
            player.wait(lambda: dialog.list.count() == number and dialog.games_bar.isVisible())
            act(dialog)
            return dialog.result()

        monkeypatch.setattr(LibraryDialog, "exec", look)
        player.key(KEY.Key_L, CTRL | SHIFT)

    return in_games


def test_a_game_is_deleted_with_undo_but_not_the_one_in_play(
    player, store, in_games, qtbot, monkeypatch
):
    monkeypatch.setattr(my_games, "FIRST_GAMES", 1)
    others = {save(store, text, 0) for text in ("1.2.1", "1..2..1")}
    player.click(0, 0.46)

    def delete_and_undo(dialog):
        keys = lambda: {dialog.list.card_of(item).key for item in items()}  # noqa: E731
        items = lambda: map(dialog.list.item, range(dialog.list.count()))  # noqa: E731
        everything = keys()
        assert dialog.game.key == puzzle_key(player.puzzle)
        qtbot.keyClick(dialog.list, KEY.Key_Delete)
        assert "You are playing this game" in dialog.message.text()
        for row in (2, 1):
            dialog.list.setCurrentRow(row)
            qtbot.keyClick(dialog.list, KEY.Key_Delete)
        assert everything - keys() == others
        player.wait(lambda: set(store.deleted_games()) == others)
        player.wait(dialog.games_bar.undo_button.isEnabled)
        dialog.tabs.setCurrentIndex(1)
        qtbot.keyClick(dialog.list, KEY.Key_Z, CTRL)
        player.wait_for_disk()
        assert len(store.deleted_games()) == 2
        dialog.tabs.setCurrentIndex(0)
        player.wait(lambda: dialog.list.count() == 1)
        for left in (1, 0):
            last = store.deleted_games()[0]
            qtbot.keyClick(dialog.list, KEY.Key_Z, CTRL)
            player.wait(lambda left=left: len(everything - keys()) == left)
            assert dialog.game.key == last
        assert not store.deleted_games()
        dialog.reject()

    in_games(player, 3, delete_and_undo)


def test_a_game_that_was_left_for_another_is_found_again(play_on, in_games, qtbot):
    player = play_on(Recipe(GeneratorOptions(7, 7, 12), 5).make())
    left, moves = player.puzzle, [player.game.play(player.game.cycle_bridges(0)) for _ in "12"]
    player.open_text("1.2.1")
    assert player.bar.text == "Your 7 × 7 is kept in My games."
    player.accept("Go back")
    assert (player.puzzle, player.game.to_document().game.history) == (left, tuple(moves))
    player.open_text("1.2.1")

    def choose(dialog):
        dialog.games_bar.search.setFocus()
        qtbot.keyClicks(dialog.games_bar.search, "7x7")
        player.wait(lambda: dialog.list.count() == 1 and dialog.game)
        qtbot.keyClick(dialog.games_bar.search, KEY.Key_Return)

    in_games(player, 1, choose)
    assert (player.puzzle, player.game.to_document().game.history) == (left, tuple(moves))


def test_a_start_on_a_finished_game_offers_the_unfinished_one(play_on, store):
    for text, edges in (("1.2.1", (0,)), ("2.2", (0, 0))):  # The second one is solved.
        save(store, text, *edges)
    player = play_on(store.load_last())
    player.wait(lambda: player.finish_card.next_button.text() == "Continue your 5 × 1")
    assert player.window.kept().offers_open_game
    player.key(KEY.Key_Return)
    assert player.puzzle == read("1.2.1").puzzle
    assert player.game.can_undo
    player.finish()
    assert "Continue" not in player.finish_card.next_button.text()
    assert not player.window.kept().offers_open_game


def test_a_damaged_game_is_named(player, store, in_games):
    key = save(store, "1.2.1", 0)
    save(store, "1..2..1", 0)
    (store.folder / "games" / f"{key}.hashi").write_text("damaged")
    in_games(player, 1, lambda dialog: dialog.reject())
    player.wait(lambda: f"{key}-damaged-1.hashi" in player.notices.text)
