"""The dialog with all drafts, alone."""

from __future__ import annotations

import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog

from hashi_gui.editing import Draft, DraftHistory, DraftStore
from hashi_gui.formats import PuzzleInfo
from hashi_gui.gui.editor import drafts_dialog
from hashi_gui.gui.editor.drafts import DraftFiles
from hashi_gui.gui.editor.drafts_dialog import DraftCard, DraftsDialog
from hashi_gui.rendering.theme import LIGHT
from hashi_gui.system.files import StorageError

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
KEY = Qt.Key


@pytest.fixture
def drafts(tmp_path) -> DraftStore:
    return DraftStore(tmp_path / "drafts")


def add(drafts, title, side, changed):
    """A draft with bridges, changed at some second."""
    draft = Draft(side, side, {(0, 0): 1, (0, 2): 1}, {((0, 0), (0, 2)): 1})
    path = drafts.new_path()
    drafts.write(path, DraftHistory(draft.with_bridges(draft.bridges)))
    drafts.rename(path, title)
    os.utime(path, (changed, changed))
    return path


@pytest.fixture
def open_dialog(qtbot, fonts, tasks, drafts):
    """Opens the dialog and waits for so many drafts."""
    files = DraftFiles(drafts)

    def open_dialog(number):
        dialog = DraftsDialog(LIGHT, files, tasks)
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitUntil(lambda: dialog.list.count() == number)
        return dialog

    yield open_dialog
    files.close()


@pytest.fixture
def dialog(drafts, open_dialog):
    """The dialog with three drafts of which the newest comes second by name and last by size."""
    for title, side, changed in (("Cat", 5, 100), ("Bat", 7, 300), ("Ant", 3, 200)):
        add(drafts, title, side, changed)
    return open_dialog(3)


def titles(dialog):
    cards = (dialog.list.card_of(dialog.list.item(row)) for row in range(dialog.list.count()))
    return [card.title for card in cards]


def selected(dialog):
    return [each.draft.info.title for each in dialog.selected]


def answer(monkeypatch, text):
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: (text, True))


def test_drafts_are_sorted_and_searched(dialog, qtbot):
    assert titles(dialog) == ["Bat", "Ant", "Cat"]
    for order, expected in (
        (drafts_dialog.BY_NAME, ["Ant", "Bat", "Cat"]),
        (drafts_dialog.BY_SIZE, ["Ant", "Cat", "Bat"]),
    ):
        dialog.order.value = order
        qtbot.waitUntil(lambda expected=expected: titles(dialog) == expected)
    qtbot.keyClick(dialog, KEY.Key_F, CTRL)
    qtbot.keyClicks(dialog.search, "at")
    qtbot.waitUntil(lambda: titles(dialog) == ["Cat", "Bat"])
    qtbot.waitUntil(lambda: dialog.message.text == "2 drafts")
    qtbot.keyClicks(dialog.search, "x")
    qtbot.waitUntil(lambda: "No draft" in dialog.message.text)
    dialog.search.setText(" × ")
    qtbot.waitUntil(lambda: len(titles(dialog)) == 3)


def test_what_is_deleted_comes_back_with_undo_or_later(dialog, drafts, qtbot):
    qtbot.keyClick(dialog.list, KEY.Key_Right, SHIFT)
    for _ in range(3):  # The last two are too soon.
        qtbot.keyClick(dialog.list, KEY.Key_Delete)
    qtbot.waitUntil(lambda: titles(dialog) == ["Cat"])
    assert dialog.message.text == "2 drafts are deleted."
    qtbot.keyClick(dialog.list, KEY.Key_Z, CTRL)
    qtbot.waitUntil(lambda: len(titles(dialog)) == 3)
    qtbot.keyClick(dialog.list, KEY.Key_Delete)
    qtbot.waitUntil(lambda: len(titles(dialog)) == 2)
    dialog.place.setCurrentText("Deleted")
    qtbot.waitUntil(lambda: titles(dialog) == ["Bat"])
    dialog.restore_button.click()
    qtbot.waitUntil(lambda: len(titles(dialog)) == 3)
    assert not any(each.is_deleted for each in drafts.all())


def test_folders_are_made_renamed_and_removed(dialog, qtbot, monkeypatch):
    def choose(text):
        dialog.folder_menu.aboutToShow.emit()
        actions = dialog.folder_menu.actions()
        next(each for each in actions if each.text().startswith(text)).trigger()

    answer(monkeypatch, "Sunday & hard")
    choose("Put into a new folder")
    qtbot.waitUntil(lambda: dialog.folders == ["Sunday & hard"])
    assert selected(dialog) == ["Bat"]
    dialog.place.setCurrentText("In no folder")
    qtbot.waitUntil(lambda: titles(dialog) == ["Ant", "Cat"])
    choose("Put into “Sunday")
    qtbot.waitUntil(lambda: titles(dialog) == ["Cat"])
    dialog.place.setCurrentText("Sunday & hard")
    qtbot.waitUntil(lambda: titles(dialog) == ["Bat", "Ant"])
    answer(monkeypatch, "Monday")
    choose("Rename this folder")
    qtbot.waitUntil(lambda: dialog.folders == ["Monday"])
    assert dialog.place.currentText() == "Monday"
    choose("Remove this folder")
    qtbot.waitUntil(lambda: titles(dialog) == ["Bat", "Ant", "Cat"])
    assert dialog.folders == []


def test_a_draft_is_renamed_and_deleted_although_the_dialog_is_closed_at_once(
    dialog, drafts, qtbot, monkeypatch
):
    answer(monkeypatch, " Eel ")
    qtbot.keyClick(dialog, KEY.Key_F2)
    qtbot.waitUntil(lambda: selected(dialog) == ["Eel"])
    assert [each.draft.info.title for each in drafts.all()] == ["Eel", "Ant", "Cat"]
    qtbot.keyClick(dialog.list, KEY.Key_Delete)
    dialog.reject()
    qtbot.waitUntil(lambda: [each.is_deleted for each in drafts.all()] == [True, False, False])


def test_a_damaged_draft_is_listed_and_stays_where_it_is(drafts, open_dialog, qtbot):
    drafts.folder.mkdir()
    damaged, newer = drafts.folder / "one.draft", drafts.folder / "two.draft"
    damaged.write_text('{"format": "hashi-draft", "version": 1, "start": []}\n')
    newer.write_text('{"format": "hashi-draft", "version": 2, "start": {}}\n')
    for seconds, path in enumerate((newer, damaged)):
        os.utime(path, (seconds, seconds))
    dialog = open_dialog(2)
    for row, says in enumerate(["damaged", "newer"]):
        dialog.list.setCurrentRow(row)
        assert says in dialog.list.currentItem().text().casefold()
        qtbot.keyClick(dialog.list, KEY.Key_Return)
        assert says in dialog.message.text
        assert not dialog.rename_button.isEnabled()
    assert dialog.chosen is None
    assert damaged.exists()
    assert newer.exists()


def raise_broken(_path):
    raise OSError("broken")


def test_of_a_damaged_list_of_folders_stays_what_can_be_read(drafts, open_dialog):
    paths = [add(drafts, "Cat", 5, 100), add(drafts, "Bat", 5, 200)]
    drafts.move(paths, "Sunday")
    index = drafts.folder / "index.json"
    damaged = index.read_text().replace('"found": {', '"found": {"x": [1]')
    index.write_text(damaged)
    dialog = open_dialog(2)
    assert dialog.message.text.endswith("It is still there: index-damaged-1.json.")
    assert index.with_stem("index-damaged-1").read_text() == damaged
    assert {each.folder for each in DraftStore(drafts.folder).all()} == {"Sunday"}


@pytest.mark.parametrize("seconds", [-1e13, 1e13])
def test_a_time_that_no_clock_shows_hides_no_draft_and_no_size_is_shown_twice(
    drafts, monkeypatch, seconds
):
    path = add(drafts, "5 × 5, easy", 5, 100)
    state = os.stat_result((*path.stat()[:8], seconds, seconds))
    monkeypatch.setattr(DraftStore, "_files", lambda _: [(state, path)])
    (stored,) = drafts.all()
    caption = DraftCard(stored).caption()
    assert "31 Dec 9999" in caption or "1 Jan 1" in caption
    assert caption.count("5 × 5") == 1


def test_a_list_of_folders_that_cannot_be_read_is_not_replaced(drafts, monkeypatch):
    path = add(drafts, "Cat", 5, 100)
    drafts.move([path], "Sunday")
    with monkeypatch.context() as broken_disk:
        broken_disk.setattr("hashi_gui.editing.draft_store.read_regular_file", raise_broken)
        assert [each.folder for each in drafts.all()] == [""]
        with pytest.raises(StorageError, match="cannot be read"):
            drafts.move([path], "Monday")
    assert [each.folder for each in drafts.all()] == ["Sunday"]


def test_pictures_show_the_bridges_and_what_is_outside_the_border_is_no_matter(
    drafts, open_dialog, qtbot
):
    path = drafts.new_path()
    outside = Draft(2, 2, {(0, 0): 1, (0, 1): 1, (-1, 0): 5, (3, 3): None})
    drafts.write(path, DraftHistory(outside))
    dialog = open_dialog(1)
    card = dialog.list.card_of(dialog.list.item(0))
    puzzle, board = card.corner(15)
    assert [island.cell for island in puzzle.islands] == [(0, 0), (0, 1)]
    assert board.counts == bytes(len(puzzle.edges))
    bridged = Draft(1, 3, {(0, 0): 1, (0, 2): 1}, {((0, 0), (0, 2)): 1}, info=PuzzleInfo())
    drafts.write(path, DraftHistory(bridged))
    (stored,) = drafts.all()
    assert drafts_dialog.DraftCard(stored).corner(15)[1].counts == b"\x01"


def test_the_rest_of_many_drafts_follows(drafts, open_dialog, monkeypatch):
    monkeypatch.setattr(drafts_dialog, "FIRST_DRAFTS", 2)
    for number in range(5):
        add(drafts, str(number), 3, 100 - number)
    assert titles(open_dialog(5)) == ["0", "1", "2", "3", "4"]
