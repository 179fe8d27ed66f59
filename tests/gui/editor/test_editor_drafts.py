"""Drafts on the disk, and changing between playing and editing."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMessageBox

from hashi_gui.editing import DraftStore
from hashi_gui.formats import Document, read_path
from hashi_gui.game.library import lessons
from hashi_gui.gui.editor.drafts_dialog import DraftsDialog
from hashi_gui.gui.widgets import dialogs
from tests.measure.makers import large_puzzle
from tests.menus import action

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
F2 = Qt.Key.Key_F2


@pytest.fixture
def drafts(tmp_path) -> DraftStore:
    return DraftStore(tmp_path / "store" / "drafts")


@pytest.fixture
def picked(monkeypatch):
    """Decides which file the dialogs return."""

    def picked(file: Path | None) -> None:
        monkeypatch.setattr(dialogs, "file_to_save", lambda *_: file)

    return picked


def saved_clues(setter, drafts):
    """The clues in the file of the draft, read as the next start would."""
    setter.editor.drafts.wait()
    history, problem = drafts.load(setter.editor.drafts.path)
    assert problem == ""
    return dict(history.draft.clues)


def break_folder(drafts):
    """Put something in the way, so that nothing can be written."""
    drafts.folder.rename(drafts.folder.with_name("elsewhere"))
    drafts.folder.write_text("in the way")


def mend_folder(drafts):
    drafts.folder.unlink()
    drafts.folder.with_name("elsewhere").rename(drafts.folder)


def press(text):
    """Presses a button of a question."""
    return lambda box: next(b for b in box.buttons() if b.text().replace("&", "") == text).click()


# Saving


def test_the_file_is_up_to_date_after_every_step_undo_and_redo(setter, drafts, settings_file):
    setter.click(0, 0)
    assert saved_clues(setter, drafts) == {(0, 0): None}
    # It is opened at the next start even if the program is killed now.
    setter.wait(lambda: str(setter.editor.drafts.path) in settings_file.read_text())
    setter.type("3")
    assert saved_clues(setter, drafts) == {(0, 0): 3}
    for modifier, key in ((CTRL, Qt.Key.Key_Y), (CTRL | SHIFT, Qt.Key.Key_Z)):
        setter.key(Qt.Key.Key_Z, CTRL)
        assert saved_clues(setter, drafts) == {(0, 0): None}
        setter.key(key, modifier)
        assert saved_clues(setter, drafts) == {(0, 0): 3}
    setter.drag((0, 0), (2, 2))
    assert saved_clues(setter, drafts) == {(2, 2): 3}


def test_a_draft_that_cannot_be_saved_is_said_tried_again_and_complete_afterwards(setter, drafts):
    setter.click(0, 0)
    setter.editor.drafts.wait()
    break_folder(drafts)
    for clue in "123":
        setter.type(clue)
    notices = setter.notices
    setter.wait(lambda: "Your draft is not saved." in notices.text)
    setter.click(2, 2)
    mend_folder(drafts)
    setter.qtbot.mouseClick(notices.button("Try again"), Qt.MouseButton.LeftButton)
    setter.wait(lambda: not notices.isVisible())
    assert saved_clues(setter, drafts) == {(0, 0): 3, (2, 2): None}
    history, _ = drafts.load(setter.editor.drafts.path)
    assert len(history.changes) == 5
    setter.activate()
    setter.view.setFocus()
    setter.type("4")
    assert saved_clues(setter, drafts) == {(0, 0): 3, (2, 2): 4}


def test_after_an_error_the_next_edit_saves_everything(setter, drafts):
    setter.click(0, 0)
    setter.editor.drafts.wait()
    break_folder(drafts)
    setter.type("1")
    setter.wait(lambda: setter.notices.isVisible())
    mend_folder(drafts)
    setter.type("2")
    setter.wait(lambda: not setter.notices.isVisible())
    assert saved_clues(setter, drafts) == {(0, 0): 2}


def test_closing_asks_if_the_draft_is_not_saved(setter, drafts, picked, tmp_path):
    setter.set("1.1")
    setter.editor.drafts.wait()
    break_folder(drafts)
    setter.click(3, 3)
    setter.type("1")
    setter.wait(lambda: setter.notices.isVisible())
    setter.in_dialog(QMessageBox, press("Cancel"))
    assert not setter.window.close()
    assert setter.clues[3, 3] == 1
    picked(tmp_path / "rescued.hashi")
    setter.in_dialog(QMessageBox, press("Save elsewhere…"))
    assert setter.window.close()
    assert len(read_path(tmp_path / "rescued.hashi").puzzle.islands) == 3
    mend_folder(drafts)


def test_another_draft_is_not_opened_over_one_that_is_not_saved(setter, drafts):
    setter.click(0, 0)
    other = drafts.new_path()
    setter.editor.drafts.wait()
    drafts.write(other, setter.editor.controller.history)
    break_folder(drafts)
    setter.type("1")
    setter.wait(lambda: setter.notices.isVisible())
    mend_folder(drafts)
    setter.editor.open_draft(other)  # It can be saved now.
    assert setter.clues == {(0, 0): None}
    assert not setter.notices.isVisible()


# Opening


def test_the_draft_that_was_edited_last_is_opened_at_the_next_start(setter, play_on, drafts):
    setter.set("1.1")
    setter.key(Qt.Key.Key_Z, CTRL)
    setter.window.close()
    window = play_on("1.1").window
    assert window.editor.running
    assert dict(window.editor.controller.draft.clues) == {(0, 0): 1, (0, 2): None}
    window.editor.controller.redo()
    assert window.editor.controller.draft.clues[0, 2] == 1


@pytest.mark.parametrize("is_gone", [False, True])
def test_a_draft_that_was_left_or_is_gone_is_not_opened_at_the_next_start(setter, play_on, is_gone):
    setter.set("1.1")
    if not is_gone:
        setter.key(F2)
    setter.window.close()
    if is_gone:
        setter.editor.drafts.path.unlink()
    assert not play_on("1.1").window.editor.running


def test_a_draft_that_cannot_be_read_is_said_at_the_next_start(setter, play_on):
    setter.click(0, 0)
    setter.window.close()
    content = '{"format": "hashi-draft", "version": 99, "start": {}}\n'
    setter.editor.drafts.path.write_text(content)
    player = play_on("1.1")
    assert not player.window.editor.running
    assert "newer version" in player.bar.text
    for content in ("", "nonsense\n"):
        setter.editor.drafts.path.write_text(content)
        player.window.editor.open_draft(setter.editor.drafts.path)
        assert not player.window.editor.running
        assert "is not a draft" in player.bar.text
        assert setter.editor.drafts.path.read_text() == content


def test_an_incomplete_last_line_is_not_missed_but_a_damaged_draft_goes_on_in_another_file(
    setter, drafts
):
    setter.set("1.1")
    setter.editor.drafts.wait()
    file = setter.editor.drafts.path
    file.write_bytes(file.read_bytes()[:-5])
    setter.editor.open_draft(file)
    assert setter.clues == {(0, 0): 1, (0, 2): None}
    setter.click(3, 3)
    assert saved_clues(setter, drafts) == {(0, 0): 1, (0, 2): None, (3, 3): None}
    assert setter.editor.drafts.path == file
    lines = file.read_text().split("\n")
    damaged = "\n".join([*lines[:2], "#", *lines[3:]])
    file.write_text(damaged)
    setter.editor.open_draft(file)
    assert "edits are lost" in setter.message
    assert setter.clues == {(0, 0): None}
    setter.click(3, 3)
    assert saved_clues(setter, drafts) == {(0, 0): None, (3, 3): None}
    assert setter.editor.drafts.path != file
    assert file.read_text() == damaged


def test_a_draft_is_chosen_among_all_and_opened(setter, drafts):
    setter.set("1.1")
    setter.wait_until_settled()
    first = setter.editor.drafts.path
    setter.create(4, 4)
    setter.click(0, 0)

    def choose(dialog: DraftsDialog) -> None:
        setter.wait(lambda: dialog.list.count() == 2)
        setter.wait(lambda: [each.path for each in dialog.selected] == [setter.editor.drafts.path])
        setter.qtbot.keyClick(dialog.list, Qt.Key.Key_End)
        assert "easy" in dialog.list.currentItem().text()
        setter.qtbot.keyClick(dialog.list, Qt.Key.Key_Return)

    setter.in_dialog(DraftsDialog, choose)
    action(setter.window, "Set a puzzle…").trigger()
    assert setter.clues == {(0, 0): 1, (0, 2): 1}
    assert setter.editor.drafts.path == first


def test_the_draft_in_the_editor_is_renamed_there_and_not_deleted(setter, monkeypatch):
    setter.set("1.1")
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, text: ("Mine", True))

    def change(dialog: DraftsDialog) -> None:
        setter.wait(lambda: dialog.selected)
        setter.qtbot.keyClick(dialog, Qt.Key.Key_F2)
        setter.wait(lambda: [each.draft.info.title for each in dialog.selected] == ["Mine"])
        setter.qtbot.keyClick(dialog.list, Qt.Key.Key_Delete)
        assert "Leave the editor first" in dialog.message.text
        dialog.reject()

    setter.in_dialog(DraftsDialog, change)
    setter.editor.show_drafts()
    assert setter.draft.info.title == "Mine"
    assert setter.editor.drafts.path.exists()


# Playing and editing


def test_f2_changes_between_the_game_and_the_draft_and_both_stay(edit, drafts):
    setter = edit("2.2\n...\n2.2")
    assert not setter.game.clock.running
    setter.key(F2)
    assert not setter.editor.running
    game = setter.game
    assert game.clock.running
    setter.editor.drafts.wait()
    assert not drafts.folder.exists()  # It was never edited.
    setter.window.play.controller.play(game.cycle_bridges(0))
    setter.key(F2)
    assert setter.editor.running
    setter.click(0, 0)
    setter.type("3")
    setter.key(F2)
    assert setter.game is not game  # It is another puzzle.
    setter.key(F2)
    assert setter.clues[0, 0] == 3
    setter.key(Qt.Key.Key_Z, CTRL)
    setter.key(F2)
    assert setter.game.board.counts[0] == 1  # The first game goes on where it was.


def test_a_game_in_progress_with_a_trial_is_edited_with_its_bridges(play_on, edit):
    setter = edit("2.2\n...\n2.2")
    setter.key(F2)
    controller = setter.window.play.controller
    controller.play(setter.game.cycle_bridges(0))
    controller.begin_trial()
    controller.play(setter.game.cycle_bridges(1))
    setter.editor.controller.clear_bridges()
    setter.editor.controller.undo()
    setter.open(Document.from_puzzle(setter.game.puzzle, "hashi"))
    assert setter.game.trials
    setter.key(F2)
    assert setter.editor.running
    setter.key(F2)
    assert len(setter.game.trials) == 1


def test_a_finished_game_is_edited_and_finished_afterwards(play_on, qtbot, edit):
    player = play_on("1.1")
    player.finish()
    assert player.game.finished
    player.window.editor.edit_game()
    editor = player.window.editor
    assert dict(editor.controller.draft.bridges) == {((0, 0), (0, 2)): 1}
    editor.play()
    assert not editor.running
    assert player.game.finished


def test_while_the_game_is_paused_f2_edits_and_comes_back(edit):
    setter = edit("2.2\n...\n2.2")
    setter.key(F2)
    setter.window.context.stage.toggle_pause()
    setter.key(F2)
    assert setter.editor.running
    assert setter.editor.page.isVisible()
    assert not setter.window.context.stage.paused
    setter.key(F2)
    assert setter.window.play.view.isVisible()


def test_a_lesson_can_be_edited_and_goes_on(play_on):
    player = play_on(lessons()[0])
    assert player.window.play.lessons.active
    player.window.editor.edit_game()
    assert not player.window.play.lessons.card.isVisible()
    player.window.editor.play()
    assert player.window.play.lessons.card.isVisible()


def test_opening_another_puzzle_while_editing_leaves_the_editor(setter, tmp_path, drafts):
    setter.set("1.1")
    file = tmp_path / "other.txt"
    file.write_text("3.3\n...\n3.3\n")
    documents, play = setter.window.documents, setter.window.play
    documents.open_file(tmp_path / "nothing.txt")  # It cannot be read.
    setter.wait(lambda: not documents.unopened)
    assert setter.editor.running
    # What is dropped on the board is opened by the window.
    widgets = setter.window, setter.view, setter.view.viewport()
    assert [widget.acceptDrops() for widget in widgets] == [True, False, False]
    for open_other in (
        lambda: documents.open_file(file),
        lambda: documents.open_text("3.3\n...\n3.3\n", "the clipboard"),
        lambda: play.in_play.open_document(read_path(file)),
    ):
        setter.editor.open_draft(setter.editor.drafts.path)
        assert setter.editor.running
        open_other()
        setter.wait(lambda: not documents.unopened)
        assert not setter.editor.running
        assert [island.clue for island in play.controller.game.puzzle.islands] == [3, 3, 3, 3]
        assert saved_clues(setter, drafts) == {(0, 0): 1, (0, 2): 1}


def test_a_puzzle_of_2000_islands_can_be_edited(play_on, drafts):
    player = play_on(large_puzzle(2_000, 0))
    editor = player.window.editor
    editor.edit_game()
    controller = editor.controller
    assert len(controller.draft.clues) == 2_000
    cell = next(iter(controller.draft.clues))
    controller.select({cell}, cell)
    controller.set_clue(None)
    controller.move_selected(-1, 0)
    editor.drafts.wait()
    history, problem = drafts.load(editor.drafts.path)
    assert (history.draft, problem) == (controller.draft, "")
    controller.undo()
    controller.undo()
    assert controller.draft.to_puzzle() == player.puzzle


# Out of the editor


SHARED = (
    *("Copy link", "QR code…", "Copy as image", "Copy the empty board as image"),
    *("More notations…", "Print…", "Export…"),
)
"""What Game offers for a draft, too."""


def test_what_needs_a_puzzle_says_in_one_sentence_why_there_is_none(setter):
    window = setter.window

    def check(fault):
        session = window.context.stage.current.session
        for act, says in (
            (window.editor.play, "cannot be played yet"),
            (session.save, "This is not a puzzle yet"),
            (session.save_as, "This is not a puzzle yet"),
            *((action(window, text).trigger, "not a puzzle yet") for text in SHARED),
            (window.editor.add_to_pack, "cannot be put into a pack yet"),
        ):
            window.context.messages.say("")
            act()
            assert says in setter.message
            assert fault in setter.message
            assert setter.editor.running

    assert action(window, "Copy link").shortcuts() == []  # Ctrl+C copies islands.
    check("There are no islands yet.")
    setter.set("9")
    check("The 9 is too high")
    setter.drag((0, 0), (-2, 0))
    setter.type("1")
    check("1 island is outside the border.")


def test_a_puzzle_is_saved_with_its_bridges_and_then_in_the_same_file(setter, picked, tmp_path):
    file = tmp_path / "mine.hashi"
    (tmp_path / "file").write_text("")
    picked(tmp_path / "file" / "mine.hashi")
    setter.set("1.1")
    setter.key(Qt.Key.Key_S, CTRL)
    assert "cannot be written" in setter.message
    picked(tmp_path / "mine")
    setter.key(Qt.Key.Key_B)
    setter.click(0, 1)
    setter.key(Qt.Key.Key_S, CTRL)
    assert setter.message == "Saved as mine.hashi."
    assert sum(read_path(file).board.counts) == 1
    picked(None)
    setter.click(3, 3)
    setter.key(Qt.Key.Key_S, CTRL)
    assert len(read_path(file).puzzle.islands) == 3


def test_the_window_can_be_closed_in_the_middle_of_an_analysis(setter):
    setter.set("3.3")
    setter.editor.verdicts.look()
    assert not setter.editor.verdicts.settled
    assert setter.window.close()


def test_a_puzzle_is_put_into_a_pack(edit, monkeypatch):
    offered = []

    def answer(_parent, _title, _label, titles):
        offered.append(titles)
        return "Rain", True

    monkeypatch.setattr(QInputDialog, "getItem", answer)
    setter = edit("1.1")
    for _ in range(2):
        setter.bar.show_message("")
        setter.editor.add_to_pack()
        setter.wait(lambda: setter.message == "“Rain” has 1 puzzle now.")
    assert offered == [["My puzzles"], ["Rain"]]
    [pack] = setter.window.library.packs._packs.load()
    assert (pack.puzzles[0].cols, pack.puzzles[0].islands) == (3, 2)
