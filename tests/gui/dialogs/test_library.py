from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox

from hashi_gui.formats import read_path
from hashi_gui.game import Game, GameStore
from hashi_gui.gui.dialogs.library import LibraryDialog
from hashi_gui.method_registry import solve
from hashi_gui.rendering.theme import LIGHT

# The offscreen platform has no size hints to give dialogs.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

LEFT = Qt.MouseButton.LeftButton
SHELF = ("1.2.1", "Row"), ("2.2\n...\n2.2", "Square"), ("1.1", "Pair")


def captions(dialog):
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


def press(qtbot, dialog, button):
    qtbot.mouseClick(dialog.findChild(QDialogButtonBox).button(button), LEFT)


@pytest.fixture
def opened(qtbot, fonts, store, library):
    """Opens the library on a shelf and waits until every card is there."""

    def opened(*category, cards=None):
        library(*(category or SHELF))
        dialog = LibraryDialog(LIGHT, store)
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitUntil(lambda: dialog.list.count() == (cards or len(category or SHELF)))
        return dialog

    return opened


def test_every_puzzle_has_a_card_with_its_title_its_size_and_a_picture(opened):
    dialog = opened()
    assert captions(dialog) == [
        "Row\n5 × 1, 3 islands",
        "Square\n3 × 3, 4 islands",
        "Pair\n3 × 1, 2 islands",
    ]
    for row in range(3):
        picture = dialog.list.item(row).icon().pixmap(dialog.list.iconSize()).toImage()
        colours = {
            picture.pixelColor(x, y).name()
            for x in range(0, picture.width(), 2)
            for y in range(0, picture.height(), 2)
        }
        assert {LIGHT.island, LIGHT.ink} <= colours


def test_cards_tell_what_is_solved_and_what_is_in_play(opened, store, library):
    row, square, pair = map(read_path, library(*SHELF))
    finished = Game.from_document(row)
    for edge, count in enumerate(solve(row.puzzle).counts):
        for _ in range(count):
            finished.play(finished.cycle_bridges(edge))
    store.save(finished.to_document())
    begun = Game.from_document(square)
    begun.play(begun.cycle_bridges(0))
    store.save(begun.to_document())
    store.save(Game.from_document(pair).to_document())
    lines = [caption.splitlines() for caption in captions(opened())]
    assert [line[2:] for line in lines] == [["✓ solved"], ["… in play"], []]


def test_a_double_click_chooses(opened, qtbot, library):
    dialog = opened()
    at = dialog.list.visualItemRect(dialog.list.item(1)).center()
    qtbot.mouseClick(dialog.list.viewport(), LEFT, pos=at)
    qtbot.mouseDClick(dialog.list.viewport(), LEFT, pos=at)
    assert dialog.result() == QDialog.DialogCode.Accepted
    assert dialog.chosen == library(*SHELF)[1]


def test_the_first_one_is_chosen_by_the_keyboard_at_once(opened, qtbot, library):
    dialog = opened()
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert dialog.chosen == library(*SHELF)[0]


def test_cancel_chooses_nothing(opened, qtbot):
    dialog = opened()
    press(qtbot, dialog, QDialogButtonBox.StandardButton.Cancel)
    assert dialog.result() == QDialog.DialogCode.Rejected
    assert dialog.chosen is None


def test_a_damaged_file_is_left_out(opened, library, qtbot, store):
    files = library(*SHELF)
    files[1].write_text("nothing that could be read", encoding="utf-8")
    dialog = LibraryDialog(LIGHT, store)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.list.count() == 2)
    assert [caption.split("\n")[0] for caption in captions(dialog)] == ["Row", "Pair"]


def test_the_window_opens_what_is_chosen(player, library, monkeypatch):
    library(*SHELF)

    def choose_the_second(dialog):
        dialog.show()
        player.wait(lambda: dialog.list.count() == 3)
        dialog.list.setCurrentRow(1)
        press(player.qtbot, dialog, QDialogButtonBox.StandardButton.Open)
        return dialog.result()

    monkeypatch.setattr(LibraryDialog, "exec", choose_the_second)
    player.key(Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert [island.clue for island in player.puzzle.islands] == [2, 2, 2, 2]
    assert player.window.windowTitle() == "Square — Hashi"


def test_the_library_leaves_nothing_behind(player, library, monkeypatch):
    library(*SHELF)
    monkeypatch.setattr(LibraryDialog, "exec", lambda dialog: dialog.result())
    player.key(Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert player.window.findChildren(LibraryDialog) == []


def test_a_game_begun_is_found_again_in_the_library(player, library, tmp_path):
    square = library(*SHELF)[1]
    player.window.files.open_file(square)
    player.click(0, 1)
    player.window.files.save_in_store()
    assert GameStore(tmp_path / "store").is_in_progress(read_path(square).puzzle)
    player.window.files.open_file(square)
    assert player.game.board.counts[0] == 1


def test_each_folder_is_a_shelf(qtbot, fonts, store, library):
    files = library(*SHELF)
    for folder, file in zip(("1-easy", "2-hard"), files):
        (file.parent / folder).mkdir()
        file.rename(file.parent / folder / file.name)
    dialog = LibraryDialog(LIGHT, store, "Hard")
    qtbot.addWidget(dialog)
    names = [dialog.tabs.tabText(index) for index in range(dialog.tabs.count())]
    assert names == ["Easy", "Hard", "Puzzles"]
    qtbot.waitUntil(lambda: captions(dialog) == ["Square\n3 × 3, 4 islands"])
    dialog.tabs.setCurrentIndex(0)
    qtbot.waitUntil(lambda: captions(dialog) == ["Row\n5 × 1, 3 islands"])
    assert dialog.category == "Easy"


def test_the_window_remembers_the_shelf(player, library, monkeypatch):
    file = library(*SHELF)[2]
    (file.parent / "9-long").mkdir()
    file.rename(file.parent / "9-long" / file.name)
    seen = []

    def turn_to_the_last(dialog):
        seen.append(dialog.category)
        dialog.tabs.setCurrentIndex(dialog.tabs.count() - 1)
        return dialog.result()

    monkeypatch.setattr(LibraryDialog, "exec", turn_to_the_last)
    for _ in range(2):
        player.key(Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert seen == ["Puzzles", "Long"]
