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
PUZZLES = ("1.2.1", "Row"), ("2.2\n...\n2.2", "Square"), ("1.1", "Pair")


def captions(dialog):
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


def press(qtbot, dialog, button):
    qtbot.mouseClick(dialog.findChild(QDialogButtonBox).button(button), LEFT)


@pytest.fixture
def open_dialog(qtbot, fonts, store, library):
    """Opens the library with these puzzles and waits until every card is there."""

    def open_dialog():
        library(*PUZZLES)
        dialog = LibraryDialog(LIGHT, store)
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitUntil(lambda: dialog.list.count() == len(PUZZLES))
        return dialog

    return open_dialog


def test_every_puzzle_has_a_card_with_its_title_size_and_thumbnail(open_dialog):
    dialog = open_dialog()
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


def test_cards_show_which_puzzles_are_solved_or_in_progress(open_dialog, store, library):
    row, square, pair = map(read_path, library(*PUZZLES))
    finished = Game.from_document(row)
    for edge, count in enumerate(solve(row.puzzle).counts):
        for _ in range(count):
            finished.play(finished.cycle_bridges(edge))
    store.save(finished.to_document())
    begun = Game.from_document(square)
    begun.play(begun.cycle_bridges(0))
    store.save(begun.to_document())
    store.save(Game.from_document(pair).to_document())
    lines = [caption.splitlines() for caption in captions(open_dialog())]
    assert [line[2:] for line in lines] == [["✓ solved"], ["… in progress"], []]


def test_a_double_click_chooses(open_dialog, qtbot, library):
    dialog = open_dialog()
    at = dialog.list.visualItemRect(dialog.list.item(1)).center()
    qtbot.mouseClick(dialog.list.viewport(), LEFT, pos=at)
    qtbot.mouseDClick(dialog.list.viewport(), LEFT, pos=at)
    assert dialog.result() == QDialog.DialogCode.Accepted
    assert dialog.chosen == library(*PUZZLES)[1]


def test_enter_chooses_the_first_puzzle_when_the_dialog_opens(open_dialog, qtbot, library):
    dialog = open_dialog()
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert dialog.chosen == library(*PUZZLES)[0]


def test_cancel_chooses_nothing(open_dialog, qtbot):
    dialog = open_dialog()
    press(qtbot, dialog, QDialogButtonBox.StandardButton.Cancel)
    assert dialog.result() == QDialog.DialogCode.Rejected
    assert dialog.chosen is None


def test_a_file_that_cannot_be_read_is_skipped(open_dialog, library, qtbot, store):
    files = library(*PUZZLES)
    files[1].write_text("not a puzzle", encoding="utf-8")
    dialog = LibraryDialog(LIGHT, store)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.list.count() == 2)
    assert [caption.split("\n")[0] for caption in captions(dialog)] == ["Row", "Pair"]


def test_the_window_opens_the_chosen_puzzle(player, library, monkeypatch):
    library(*PUZZLES)

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


def test_the_dialog_is_deleted_after_use(player, library, monkeypatch):
    library(*PUZZLES)
    monkeypatch.setattr(LibraryDialog, "exec", lambda dialog: dialog.result())
    player.key(Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert player.window.findChildren(LibraryDialog) == []


def test_an_unfinished_game_is_resumed_from_the_library(player, library, tmp_path):
    square = library(*PUZZLES)[1]
    player.window.files.open_file(square)
    player.click(0, 1)
    player.window.files.up_to_date_store()
    assert GameStore(tmp_path / "store").is_in_progress(read_path(square).puzzle)
    player.window.files.open_file(square)
    assert player.game.board.counts[0] == 1


def test_each_folder_is_a_category(qtbot, fonts, store, library):
    files = library(*PUZZLES)
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


def test_the_window_remembers_the_category(player, library, monkeypatch):
    file = library(*PUZZLES)[2]
    (file.parent / "9-long").mkdir()
    file.rename(file.parent / "9-long" / file.name)
    categories = []

    def show_the_last_category(dialog):
        categories.append(dialog.category)
        dialog.tabs.setCurrentIndex(dialog.tabs.count() - 1)
        return dialog.result()

    monkeypatch.setattr(LibraryDialog, "exec", show_the_last_category)
    for _ in range(2):
        player.key(Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert categories == ["Puzzles", "Long"]
