"""What the keyboard does in the editor."""

from __future__ import annotations

from threading import Event
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QMimeData, QObject, QPoint, Qt
from PySide6.QtGui import QPaintEvent, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from hashi_gui.core.symmetry import Symmetry
from hashi_gui.formats import read, write
from hashi_gui.gui.editor import controller as editor_controller
from hashi_gui.gui.editor.dialogs import PropertiesDialog, SizeDialog
from hashi_gui.gui.editor.drafts import PIECE_TYPE
from hashi_gui.gui.editor.drafts_dialog import DraftsDialog
from hashi_gui.gui.editor.gestures import Tool
from hashi_gui.gui.tasks.tasks import Lane
from tests.menus import action, menu_titled

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
ALT, NO_MODIFIER = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.NoModifier
UP, DOWN, LEFT, RIGHT = Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right
TEXT_TYPE = "text/plain"
SELECT_FIRST = "Select some islands first."


@pytest.fixture
def row(setter):
    """Three islands in the first row, with the clues 2, 3 and 1; the first one is selected."""
    setter.set("2.3.1")
    setter.click(0, 0)
    return setter


def test_in_an_open_menu_the_letters_are_those_of_its_entries(row):
    """On the board, U makes the puzzle unique; in this menu, it is Undo."""
    menu = menu_titled(row.window, "&Edit")
    menu.popup(row.window.mapToGlobal(QPoint(10, 10)))
    QTest.keyClick(row.window.windowHandle(), Qt.Key.Key_U)
    assert row.clues[0, 4] is None
    assert not menu.isVisible()
    row.window.windowHandle().requestActivate()
    row.wait(lambda: QApplication.focusWidget() is row.view)
    QTest.keyClick(row.window.windowHandle(), Qt.Key.Key_B)
    assert row.editor.controller.tool is Tool.BRIDGES


def test_what_is_in_effect_has_a_check_mark(setter):
    def checked(texts):
        return [t for t in texts if action(setter.window, t, editing=True).isChecked()]

    def choose(text):
        action(setter.window, text, editing=True).trigger()

    for limit in "223":
        assert checked("1234") == ["2"]
        choose(limit)
    assert checked("1234") == ["3"]
    setter.key(Qt.Key.Key_Z, CTRL)
    assert checked("1234") == ["2"]
    assert checked(["No loops"]) == []
    choose("No loops")
    assert checked(["No loops"]) == ["No loops"]
    assert not setter.draft.rules.loops
    assert setter.card.rules.text() == "Up to 2 bridges per pair, no loops"
    assert setter.card.rules.isVisible()
    setter.key(Qt.Key.Key_Z, CTRL)
    assert setter.draft.rules.loops
    symmetries = [symmetry.label for symmetry in Symmetry]
    assert checked(symmetries) == [Symmetry.NONE.label.capitalize()]
    mirrored = Symmetry.LEFT_RIGHT.label.capitalize()
    choose(mirrored)
    assert checked(symmetries) == [mirrored]
    for tool in ("Islands", "Bridges", "Bridges"):
        assert checked(["Islands", "Bridges"]) == [tool]
        setter.key(Qt.Key.Key_B)


# Cursor and selection


def test_a_puzzle_can_be_set_with_the_keyboard_alone(setter):
    setter.key(RIGHT)
    setter.type("1")
    for _ in range(2):
        setter.key(RIGHT)
    for clues in ({(0, 0): 1, (0, 2): None}, {(0, 0): 1}, {(0, 0): 1, (0, 2): None}):
        setter.key(Qt.Key.Key_Space)
        assert setter.clues == clues
    setter.type("1")
    setter.key(LEFT, SHIFT)
    assert dict(setter.draft.bridges) == {((0, 0), (0, 2)): 1}
    setter.wait_until_settled()
    assert "One solution" in setter.card.text


def test_the_cursor_stays_on_the_grid(setter):
    for key in (UP, UP, LEFT, *[DOWN] * 9, *[RIGHT] * 9):
        setter.key(key)
    assert setter.scene.draft_picture.cursor == (5, 6)


def test_the_keyboard_selects_more_all_and_nothing(row):
    for _ in range(4):
        row.key(RIGHT, CTRL)
    assert row.selection == {(0, 0), (0, 2), (0, 4)}
    row.key(RIGHT)
    assert row.selection == set()
    row.key(Qt.Key.Key_A, CTRL)
    assert row.selection == {(0, 0), (0, 2), (0, 4)}
    row.key(Qt.Key.Key_Escape)
    assert row.selection == set()


def test_alt_and_the_arrows_move_the_selected_islands_as_far_as_there_is_room(row):
    row.click(0, 2, SHIFT)
    row.key(Qt.Key.Key_A, CTRL)
    assert row.scene.draft_picture.cursor == (0, 2)
    row.key(DOWN, ALT)
    assert row.scene.draft_picture.cursor == (1, 2)
    row.key(RIGHT, ALT)
    assert row.clues == {(1, 1): 2, (1, 3): 3, (1, 5): 1}
    for _ in range(9):
        row.key(UP, ALT)
    assert row.clues == {(-3, 1): 2, (-3, 3): 3, (-3, 5): 1}
    assert row.selection == set(row.clues)


# Clues


def test_a_digit_sets_the_clue_of_the_selected_islands(row):
    row.key(RIGHT, CTRL)
    row.key(RIGHT, CTRL)
    for digit in range(9, -1, -1):
        row.type(str(digit))
        assert row.clues == {(0, 0): digit, (0, 2): digit, (0, 4): 1}


def test_two_digits_are_one_clue_if_that_is_possible_and_they_are_quick(row, monkeypatch):
    monkeypatch.setattr(editor_controller, "time", SimpleNamespace(monotonic=lambda: 100.0))
    row.type("12")
    assert row.clues[0, 0] == 2
    row.editor.controller.set_limit(4)
    row.click(0, 0)
    row.type("12")
    assert row.clues[0, 0] == 12
    row.click(0, 4)
    row.type("2")
    assert row.clues[0, 4] == 2
    row.type("1")
    row.key(LEFT)
    row.key(RIGHT)
    row.type("2")
    assert row.clues == {(0, 0): 12, (0, 2): 3, (0, 4): 2}
    monkeypatch.setattr(editor_controller, "NEXT_DIGIT_SECONDS", 0)
    row.type("12")
    assert row.clues[0, 4] == 2


def test_a_question_mark_makes_clues_unknown_and_plus_and_minus_step_through_the_clues_and_unknown(
    row,
):
    for expected in (3, 4, 5, 6, 7, 8, None, 1):
        row.key(Qt.Key.Key_Equal)
        assert row.clues[0, 0] == expected
    for expected in (None, 8, 7):
        row.key(Qt.Key.Key_Minus)
        assert row.clues[0, 0] == expected
    row.key(Qt.Key.Key_Plus, SHIFT)
    assert row.clues[0, 0] in (7, 8)
    row.key(Qt.Key.Key_Plus)
    assert row.clues[0, 0] in (8, None)
    for key, modifier in ((Qt.Key.Key_Question, SHIFT), (Qt.Key.Key_Slash, NO_MODIFIER)):
        row.type("2")
        row.key(key, modifier)
        assert row.clues[0, 0] is None


def test_a_clue_that_is_too_large_is_marked_and_not_refused_even_when_pasted(row, clipboard):
    row.type("9")
    assert row.clues[0, 0] == 9
    assert "8 is the most" in row.card.text
    island = row.scene.draft_picture.island_on((0, 0))
    assert row.scene.picture.faults.overfull == {island}
    row.editor.controller.set_limit(3)
    assert not row.scene.picture.faults.overfull
    assert "at most" not in row.card.text
    row.key(Qt.Key.Key_C, CTRL)
    row.move(2, 2)
    row.key(Qt.Key.Key_V, CTRL)
    row.key(Qt.Key.Key_Return)
    assert row.clues[2, 2] == 9


def test_the_selected_islands_are_removed(row):
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
        row.key(Qt.Key.Key_Escape)
        row.click(0, 0)
        row.click(0, 2, SHIFT)
        row.key(key)
        assert row.clues == {(0, 4): 1}
        row.key(Qt.Key.Key_Z, CTRL)


def test_what_needs_a_selection_says_so(setter):
    setter.key(Qt.Key.Key_Equal)
    assert setter.message == SELECT_FIRST
    setter.key(DOWN, ALT)
    assert setter.message == SELECT_FIRST
    setter.key(DOWN, SHIFT)
    assert setter.message == "Go to an island first."
    setter.key(Qt.Key.Key_U)
    assert setter.message.startswith("The grid is empty.")
    assert setter.clues == {}


def test_a_number_begins_at_the_first_cell_but_changes_no_island_there(setter):
    setter.type("2")
    assert setter.clues == {(0, 0): 2}
    setter.key(Qt.Key.Key_Escape)
    setter.type("3")
    assert setter.clues == {(0, 0): 2}
    setter.type("4")
    assert setter.clues == {(0, 0): 4}


def test_shift_and_the_arrows_build_one_bridge_two_none(row):
    for count in (1, 2, 0):
        row.key(RIGHT, SHIFT)
        assert row.draft.bridges.get(((0, 0), (0, 2)), 0) == count
    row.key(DOWN, SHIFT)
    assert row.message == "There is no island in that direction."


# Turning


def test_the_selected_islands_are_turned_where_they_are_else_the_whole_puzzle(row):
    row.click(0, 2, SHIFT)
    row.key(RIGHT, CTRL | SHIFT)
    assert row.clues == {(0, 0): 2, (2, 0): 3, (0, 4): 1}
    row.key(Qt.Key.Key_Z, CTRL)
    row.key(Qt.Key.Key_Escape)
    for key, modifier, cells in (
        (RIGHT, CTRL | SHIFT, {(0, 5), (2, 5), (4, 5)}),
        (LEFT, CTRL | SHIFT, {(6, 0), (4, 0), (2, 0)}),
        (Qt.Key.Key_M, CTRL, {(0, 6), (0, 4), (0, 2)}),
        (Qt.Key.Key_M, CTRL | SHIFT, {(5, 0), (5, 2), (5, 4)}),
    ):
        row.key(key, modifier)
        assert set(row.clues) == cells
        assert (row.draft.cols == 6) is (key != Qt.Key.Key_M)
        row.key(Qt.Key.Key_Z, CTRL)
        assert row.clues == {(0, 0): 2, (0, 2): 3, (0, 4): 1}


# Clipboard


def test_cut_and_paste_moves_islands_with_their_bridges(row, clipboard):
    row.key(RIGHT, SHIFT)
    row.click(0, 2, SHIFT)
    row.key(Qt.Key.Key_X, CTRL)
    assert row.clues == {(0, 4): 1}
    row.move(3, 2)
    row.key(Qt.Key.Key_V, CTRL)
    assert row.clues == {(0, 4): 1}
    row.key(Qt.Key.Key_Return)
    assert row.clues == {(0, 4): 1, (3, 1): 2, (3, 3): 3}
    assert dict(row.draft.bridges) == {((3, 1), (3, 3)): 1}
    assert row.selection == {(3, 1), (3, 3)}
    row.key(Qt.Key.Key_Z, CTRL)
    assert row.clues == {(0, 4): 1}


def shown(setter):
    """The islands on the board, with what floats there."""
    return dict(setter.scene.draft_picture.draft.clues)


def test_a_piece_floats_with_the_pointer_and_the_arrow_keys_until_it_is_placed(row, clipboard):
    before = row.clues
    row.key(Qt.Key.Key_A, CTRL)
    row.key(Qt.Key.Key_C, CTRL)
    assert clipboard.text().split() == ["2.3.1"]
    row.move(3, 3)
    row.key(Qt.Key.Key_V, CTRL)
    assert shown(row) == {**before, (3, 1): 2, (3, 3): 3, (3, 5): 1}
    assert row.message == "Click or press Enter to place it, Esc to drop it."
    row.key(DOWN)
    row.key(RIGHT)
    assert {(4, 2), (4, 4), (4, 6)} <= set(shown(row))
    row.key(Qt.Key.Key_M, CTRL)
    assert shown(row)[4, 2] == 1
    row.key(RIGHT, CTRL | SHIFT)
    assert {(2, 4), (4, 4), (6, 4)} <= set(shown(row))
    assert "1 island would be outside the border." in row.message
    row.move(0, 3)
    row.key(RIGHT, CTRL | SHIFT)
    row.move(0, 4)
    assert "It replaces 2 islands." in row.message
    row.key(Qt.Key.Key_Escape)
    assert shown(row) == row.clues == before
    assert not row.message
    row.key(Qt.Key.Key_V, CTRL)
    row.click(5, 3)
    assert row.clues == {**before, (5, 1): 2, (5, 3): 3, (5, 5): 1}
    row.key(Qt.Key.Key_Z, CTRL)
    assert row.clues == before


def test_what_floats_takes_the_place_of_a_drag(row, clipboard):
    before = row.clues
    row.key(Qt.Key.Key_C, CTRL)
    row.press(0, 0)
    row.move(3, 3)
    row.key(Qt.Key.Key_V, CTRL)
    row.release(4, 4)
    row.key(Qt.Key.Key_Escape)
    assert shown(row) == row.clues == before


def test_of_what_floats_outside_nothing_stays_on_the_screen(edit, clipboard):
    class Painted(QObject):
        """What of a widget is painted."""

        region = QRegion()

        def eventFilter(self, _widget, event):
            if isinstance(event, QPaintEvent):
                self.region += event.region()
            return False

    setter = edit("1.2.1\n.....\n1.2.1")
    assert setter.draft.symmetry is Symmetry.HALF_TURN
    setter.click(0, 2)
    setter.key(Qt.Key.Key_C, CTRL)
    setter.key(Qt.Key.Key_V, CTRL)
    setter.move(1, -1)
    assert "2 islands would be outside the border." in setter.message
    setter.window.repaint()
    viewport = setter.view.viewport()
    viewport.installEventFilter(painted := Painted())
    setter.key(Qt.Key.Key_Z, CTRL)
    assert not setter.editor.controller.floats
    setter.wait(lambda: painted.region.contains(viewport.rect().topLeft()))
    assert painted.region.boundingRect() == viewport.rect()


def test_what_floats_is_dropped_by_a_step_a_search_and_by_leaving(row, clipboard):
    before, editor = row.clues, row.editor
    row.key(Qt.Key.Key_A, CTRL)
    row.key(Qt.Key.Key_C, CTRL)
    row.wait_until_settled()
    for end in (editor.toggle_path, editor.assistant.find_fewest_clues, editor.leave):
        row.key(Qt.Key.Key_V, CTRL)
        assert editor.controller.floats
        assert editor.verdicts.step is None
        assert not editor.assistant.searching
        end()
        assert not editor.controller.floats
        assert shown(row) == row.clues == before
        assert row.scene.draft_picture.band.isEmpty()
        assert not row.message


def test_a_piece_pasted_into_an_empty_grid_leaves_its_size_and_limit(row, clipboard):
    row.editor.controller.set_limit(4)
    for _ in range(4):
        row.key(RIGHT, SHIFT)
    row.key(Qt.Key.Key_A, CTRL)
    row.key(Qt.Key.Key_C, CTRL)
    row.key(Qt.Key.Key_Delete)
    assert not row.clues
    row.editor.controller.set_limit(2)
    row.key(Qt.Key.Key_V, CTRL)
    row.click(0, 2)
    assert dict(row.draft.bridges) == {((0, 0), (0, 2)): 2}
    assert row.draft.size_text == "7 × 6"
    assert set(row.clues.values()) == {2, 3, 1}


def test_what_other_programs_copy_can_be_pasted(setter, clipboard):
    setter.click(1, 1)
    for notation in ("text", "puzzlink", "sgt", "hashi"):
        clipboard.setText(write(read("2.2\n...\n2.2"), notation))
        setter.paste()
        setter.click(3, 3)
        assert setter.draft.size_text == "7 × 6"
        assert set(setter.clues) == {(1, 1), (2, 2), (2, 4), (4, 2), (4, 4)}
        setter.key(Qt.Key.Key_Z, CTRL)
        assert set(setter.clues) == {(1, 1)}


def test_a_puzzle_pasted_into_an_empty_grid_brings_its_size(setter, clipboard):
    clipboard.setText(write(read("3.3\n...\n3.3"), "puzzlink"))
    setter.paste()
    assert setter.draft.size_text == "3 × 3"
    assert set(setter.clues.values()) == {3}
    setter.wait_until_settled()
    assert "2 solutions" in setter.card.text
    setter.key(Qt.Key.Key_Z, CTRL)
    assert setter.draft.size_text == "7 × 6"


def test_a_slow_paste_can_be_stopped_and_ends_with_the_editor(setter, clipboard):
    """The window does not wait for what is read; another draft does not get it either."""
    clipboard.setText("2.2")
    for end in (
        lambda: setter.key(Qt.Key.Key_Escape),
        setter.editor.leave,
        lambda: setter.editor.open_draft(setter.editor.drafts.path),
    ):
        disk = Event()
        setter.window.context.tasks.run(Lane.READING, disk.wait, lambda done: None)
        setter.key(Qt.Key.Key_V, CTRL)
        setter.wait(lambda: setter.message == "Reading…")
        end()
        disk.set()
        setter.wait_for_reading()
        assert setter.message != "Reading…"
        assert not setter.editor.controller.floats
        assert not setter.clues
        setter.editor.open_draft(setter.editor.drafts.path)


GARBAGE = (
    *((TEXT_TYPE, text) for text in (b"Good morning!", b"\x00\x01", b"")),
    (PIECE_TYPE, b"\xff\xfe"),
    (PIECE_TYPE, b"[" * 100_000),
    (PIECE_TYPE, b"{}"),
    (PIECE_TYPE, b'{"clues": [[0, 0, "x"]]}'),
    (PIECE_TYPE, b'{"bridges": [[0, 0, 0, 2, 1]]}'),
    (PIECE_TYPE, b'{"clues": [[0, 1000000000, "1"]]}'),
    ("image/png", b"..."),
)


def test_anything_else_on_the_clipboard_is_refused_in_one_sentence(row, clipboard):
    draft = row.draft
    for kind, content in GARBAGE:
        data = QMimeData()
        data.setData(kind, content)
        clipboard.setMimeData(data)
        row.window.context.messages.say("")
        row.paste()
        assert row.draft is draft
        assert row.message.startswith("There is no puzzle on the clipboard."), (kind, content)


# Dialogs


def test_title_and_author_can_be_set_and_undone(setter):
    def answer(dialog: PropertiesDialog) -> None:
        dialog.title.setText(" My first ")
        dialog.author.setText("A. Setter")
        dialog.points.setValue(12)
        dialog.instructions.setPlainText("Think.")
        dialog.notes.setPlainText("With love")
        dialog.accept()

    setter.in_dialog(PropertiesDialog, answer)
    setter.editor.ask_for_properties()
    info = setter.draft.info
    assert (info.title, info.author, info.notes) == ("My first", "A. Setter", "With love")
    assert (info.points, info.instructions) == (12, "Think.")
    assert setter.window.windowTitle().startswith("My first")
    setter.editor.controller.undo()
    assert setter.draft.info.title == ""


def test_the_size_is_set_in_a_dialog_that_asks_what_stays_and_all_islands_can_be_seen(setter):
    setter.click(2, 3)
    for anchor, cell in ((0, (2, 3)), (4, (3, 4)), (8, (5, 6))):

        def answer(dialog: SizeDialog, anchor: int = anchor) -> None:
            dialog.width_field.setValue(10)
            dialog.height_field.setValue(9)
            dialog.anchors.button(anchor).click()
            dialog.buttons.accept_button.click()

        setter.in_dialog(SizeDialog, answer)
        setter.editor.ask_for_size()
        assert setter.draft.size_text == "10 × 9"
        assert set(setter.clues) == {cell}
        setter.editor.controller.undo()
    setter.click(5, 6)
    setter.in_dialog(
        SizeDialog,
        lambda dialog: (dialog.width_field.setValue(2), dialog.buttons.accept_button.click()),
    )
    setter.editor.ask_for_size()
    assert len(setter.clues) == 2
    assert "outside the border" in setter.card.text
    visible = setter.view.visible_area()
    for cell in setter.clues:
        assert visible.contains(setter.scene.cell_rect(cell))


def test_a_new_empty_grid_can_be_created_and_the_dialog_can_be_left(setter):
    setter.click(0, 0)

    def begin(dialog: DraftsDialog) -> None:
        setter.in_dialog(SizeDialog, lambda dialog: dialog.reject())
        dialog.new_button.click()

    setter.in_dialog(DraftsDialog, begin)
    action(setter.window, "Set a puzzle…").trigger()
    assert setter.clues
    setter.create(12, 4)
    assert setter.draft.size_text == "12 × 4"
    assert not setter.clues
    setter.click(1, 11)
    assert set(setter.clues) == {(1, 11)}
