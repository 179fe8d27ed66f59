"""What the mouse does in the editor, with each tool."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu

from hashi_gui.core.symmetry import Symmetry
from hashi_gui.editing import SizeChange
from hashi_gui.formats import read
from tests.mouse import lift, touch

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
RIGHT = Qt.MouseButton.RightButton
TOP_LEFT = (0, 0), (0, 2)

# Clues first


def test_a_click_on_an_island_selects_it_alone_and_with_shift_or_control_adds_it(setter):
    setter.set("2.2.2")
    setter.click(0, 0)
    assert setter.selection == {(0, 0)}
    setter.click(0, 2, SHIFT)
    setter.click(0, 4, CTRL)
    assert setter.selection == {(0, 0), (0, 2), (0, 4)}
    setter.click(0, 2, CTRL)
    assert setter.selection == {(0, 0), (0, 4)}
    setter.click(0, 4)
    assert setter.selection == {(0, 4)}


def test_a_click_places_and_selects_an_island_and_more_clicks_count_its_clue_up(setter):
    for expected in (None, 1, 2, 3):
        setter.click(2, 3)
        assert setter.clues == {(2, 3): expected}
        assert setter.selection == {(2, 3)}
    setter.click(4, 4)
    setter.click(2, 3)
    assert setter.clues == {(2, 3): 3, (4, 4): None}


def test_a_dragged_island_takes_its_clue_and_the_bridges_that_stay_possible(setter):
    setter.set("2.2.2")
    setter.key(Qt.Key.Key_B)
    setter.click(0, 1)
    setter.click(0, 3)
    setter.key(Qt.Key.Key_I)
    setter.drag((0, 4), (2, 5), (0, 5))
    assert set(setter.clues) == {(0, 0), (0, 2), (0, 5)}
    assert dict(setter.draft.bridges) == {TOP_LEFT: 1, ((0, 2), (0, 5)): 1}
    setter.drag((0, 2), (3, 2))
    assert dict(setter.draft.bridges) == {}
    setter.key(Qt.Key.Key_Z, CTRL)
    assert dict(setter.draft.bridges) == {TOP_LEFT: 1, ((0, 2), (0, 5)): 1}


def test_all_that_is_selected_moves_with_the_island_that_is_dragged(setter):
    setter.set("2.3.1")
    setter.drag((0.6, 1.6), (-0.4, 4.4))
    assert setter.selection == {(0, 2), (0, 4)}
    setter.drag((0, 4), (1, 4), (3, 5))
    assert setter.clues == {(0, 0): 2, (3, 3): 3, (3, 5): 1}
    assert setter.selection == {(3, 3), (3, 5)}
    setter.key(Qt.Key.Key_Z, CTRL)
    assert setter.clues == {(0, 0): 2, (0, 2): 3, (0, 4): 1}


def test_a_click_in_the_corner_of_a_cell_selects_the_island_there(edit):
    setter = edit("2.2\n...\n2.2")
    setter.click(0.4, 0.4)
    assert setter.selection == {(0, 0)}
    assert setter.clues[0, 0] == 2
    setter.click(2.4, 1.6, SHIFT)
    assert setter.selection == {(0, 0), (2, 2)}
    assert setter.clues[2, 2] == 2


def test_an_island_that_is_dragged_out_of_the_border_can_be_seen(edit):
    setter = edit("1.1\n...\n1.1")
    for end in ((-3, 0), (5, 2)):
        start = (0, 0) if end[1] == 0 else (2, 2)
        setter.drag(start, end)
        assert end in setter.clues
        shown = setter.view.visible_area()
        assert all(shown.contains(setter.scene.cell_rect(cell)) for cell in setter.clues)


def test_an_island_can_be_dragged_out_of_the_border_only_so_far(setter):
    setter.set("2")
    setter.drag((0, 0), (-1, 2), (-2, 2))
    assert setter.clues == {(-2, 2): 2}
    assert "outside the border" in setter.card.text
    setter.drag((-2, 2), (-9, 2))
    assert min(row for row, _ in setter.clues) == -3
    setter.drag((-3, 2), (0, 2))
    assert setter.clues == {(0, 2): 2}
    assert "outside" not in setter.card.text


def test_a_rubber_band_selects_what_is_in_it_and_with_shift_more(setter):
    setter.set("2.2.2")
    setter.click(2, 2)
    setter.drag((1, 5), (-0.4, 1.6))
    assert setter.selection == {(0, 2), (0, 4)}
    setter.drag((1, 0.5), (-0.4, -0.4), modifier=SHIFT)
    assert setter.selection == {(0, 0), (0, 2), (0, 4)}
    setter.drag((5, 5), (4, 4))
    assert setter.selection == set()


def test_a_dragged_border_or_corner_changes_the_size_on_that_side(setter):
    setter.click(2, 3)
    before = setter.at(2, 3)
    for number, (start, end, size) in enumerate(
        (
            ((-0.62, 1), (-2.62, 1), (7, 8)),
            ((5.62, 1), (3.62, 1), (7, 4)),
            ((1, -0.62), (1, -1.62), (8, 6)),
            ((1, 6.62), (1, 8.62), (9, 6)),
            ((-0.62, -0.62), (-1.62, 0.38), (6, 7)),
            ((5.62, 6.62), (7.62, 7.62), (8, 8)),
            ((5.62, -0.62), (4.62, -2.62), (9, 5)),
        )
    ):
        setter.key((Qt.Key.Key_I, Qt.Key.Key_B)[number % 2])
        setter.drag(start, end)
        assert (setter.draft.cols, setter.draft.rows) == size
        down = 2 - round(end[0] - start[0]) if start[0] == -0.62 else 2
        right = 3 - round(end[1] - start[1]) if start[1] == -0.62 else 3
        assert set(setter.clues) == {(down, right)}
        setter.key(Qt.Key.Key_Z, CTRL)
        assert (setter.draft.cols, setter.draft.rows) == (7, 6)
        assert setter.at(2, 3) == before


def test_while_the_border_is_dragged_the_new_size_is_said_which_is_never_nothing(setter):
    setter.press(5.62, 3)
    setter.move(8.62, 3)
    assert setter.message == "7 × 9"
    setter.key(Qt.Key.Key_Escape)
    setter.release(8.62, 3)
    assert setter.message == ""
    assert setter.draft.size_text == "7 × 6"
    setter.drag((-0.62, 3), (9, 3))
    assert setter.draft.size_text == "7 × 1"


def test_a_size_that_is_too_large_is_refused_in_a_sentence(edit):
    setter = edit("2000x1")
    setter.key(Qt.Key.Key_Right)
    setter.drag((0, -0.62), (0, -3.62))
    assert setter.message == "A grid has 1 to 2000 rows and columns."
    assert setter.draft.cols == 2000


def hold(setter, row, col):
    """Rest with a finger on a place."""
    at, viewport = setter.at(row, col), setter.view.viewport()
    QGuiApplication.styleHints().setMousePressAndHoldInterval(0)
    touch(viewport, [at], lifts=False)
    setter.wait(QApplication.activePopupWidget)
    lift(viewport, at)


def test_where_cells_are_small_a_finger_places_islands_in_a_lens(setter):
    setter.view.zoom(0.2)
    touch(setter.view.viewport(), [setter.at(2, 3)])
    assert setter.clues == {}
    touch(setter.view.viewport(), [setter.view._lens.geometry().center()])
    assert setter.clues == {(2, 3): None}


def right_click(setter, row, col):
    viewport, at = setter.view.viewport(), setter.at(row, col)
    setter.press(row, col, button=RIGHT)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, viewport.mapToGlobal(at))
    QApplication.sendEvent(viewport, event)
    setter.release(row, col, RIGHT)


@pytest.mark.parametrize("ask", [right_click, hold])
def test_a_right_click_opens_a_menu_and_selects_the_island_unless_it_is_selected_already(
    setter, ask
):
    setter.set("2.2.2")
    draft = setter.draft
    for row, selection in ((2, set()), (0, {(0, 0)})):
        ask(setter, row, 0)
        assert setter.selection == selection
        assert setter.scene.draft_picture.cursor == (row, 0)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        texts = {action.text().replace("&", "") for action in menu.actions()}
        assert {"Cut", "Copy", "Paste", "Turn and mirror"} <= texts
        menu.close()
        assert setter.draft == draft
    setter.click(0, 2, SHIFT)
    right_click(setter, 0, 0)
    menu = QApplication.activePopupWidget()
    assert setter.selection == {(0, 0), (0, 2)}
    next(action for action in menu.actions() if action.text() == "&Delete").trigger()
    menu.close()
    assert setter.clues == {(0, 4): 2}


def test_another_button_or_escape_cancels_a_drag_and_a_drag_back_is_no_edit(setter):
    setter.set("2")
    draft = setter.draft
    setter.drag((0, 0), (3, 3), (0, 0))
    setter.press(0, 0)
    setter.move(3, 3)
    setter.press(3, 3, button=RIGHT)
    setter.release(3, 3, RIGHT)
    setter.release(3, 3)
    assert setter.draft == draft
    setter.press(0, 0)
    setter.move(3, 3)
    assert setter.scene.draft_picture.draft.clues == {(3, 3): 2}
    setter.key(Qt.Key.Key_Escape)
    assert setter.scene.draft_picture.draft.clues == {(0, 0): 2}
    setter.release(3, 3)
    assert setter.draft == draft
    setter.key(Qt.Key.Key_Z, CTRL)
    assert setter.clues == {(0, 0): None}


def test_undo_during_a_drag_ends_the_drag(setter):
    setter.set("2")
    setter.press(0, 0)
    setter.move(3, 3)
    setter.key(Qt.Key.Key_Z, CTRL)
    assert setter.clues == {(0, 0): None}
    setter.move(4, 4)
    setter.release(4, 4)
    assert setter.clues == {(0, 0): None}
    setter.key(Qt.Key.Key_Y, CTRL)
    assert setter.clues == {(0, 0): 2}


def test_an_area_without_islands_can_be_kept_empty(setter):
    setter.set("2")
    setter.drag((1, 1.4), (2, 3), (3.2, 2.6))
    setter.key(Qt.Key.Key_K)
    area = {(row, col) for row in (1, 2, 3) for col in (1, 2, 3)}
    assert setter.draft.kept == area
    setter.key(Qt.Key.Key_K)
    assert not setter.draft.kept
    setter.key(Qt.Key.Key_Z, CTRL)
    setter.drag((1, 1.4), (2, 9))
    setter.key(Qt.Key.Key_K)
    assert setter.draft.kept == area | {(row, col) for row in (1, 2) for col in range(1, 7)}
    kept = setter.draft.kept
    setter.key(Qt.Key.Key_Escape)
    setter.key(Qt.Key.Key_K)
    assert setter.draft.kept == kept
    setter.drag((5, 5), (-0.3, -0.3))
    assert setter.selection == {(0, 0)}


# Solution first


def test_drags_build_bridges_with_islands_at_their_ends_and_shift_and_control_move_them(setter):
    setter.key(Qt.Key.Key_B)
    setter.drag((0, 0), (0, 2), (0, 4))
    assert setter.clues == {(0, 0): 1, (0, 4): 1}
    setter.drag((0, 4), (3, 4))
    setter.drag((0, 0), (0, 4))
    assert setter.clues == {(0, 0): 2, (0, 4): 3, (3, 4): 1}
    setter.drag((0, 4), (0, 0))
    assert setter.clues == {(0, 0): 0, (0, 4): 1, (3, 4): 1}
    setter.drag((3, 4), (5, 4), modifier=SHIFT)
    assert setter.clues == {(0, 0): 0, (0, 4): 1, (5, 4): 1}
    assert dict(setter.draft.bridges) == {((0, 4), (5, 4)): 1}
    setter.drag((1, 6.3), (-0.4, -0.4), modifier=CTRL)
    assert setter.selection == {(5, 4), (0, 0), (0, 4)}


def test_a_click_builds_on_an_edge_one_bridge_two_none(setter):
    setter.set("2.2.2")
    setter.key(Qt.Key.Key_B)
    for count in (1, 2, 0):
        setter.click(0, 1)
        assert setter.draft.bridges.get(TOP_LEFT, 0) == count
        assert setter.clues[0, 0] == count


def test_with_bridges_a_click_elsewhere_places_an_island_and_a_click_on_one_selects_it(setter):
    setter.key(Qt.Key.Key_B)
    setter.click(2, 2)
    assert setter.clues == {(2, 2): 0}
    setter.click(4, 4)
    for _ in range(3):
        setter.click(2, 2)
        assert setter.selection == {(2, 2)}
        assert setter.clues == {(2, 2): 0, (4, 4): 0}


def test_a_bridge_across_another_one_is_refused_and_an_island_on_it_splits_it(setter):
    setter.key(Qt.Key.Key_B)
    setter.drag((1, 0), (1, 4))
    setter.drag((0, 2), (3, 2))
    assert dict(setter.draft.bridges) == {((1, 0), (1, 4)): 1}
    assert setter.message == "Another bridge is in the way."
    setter.key(Qt.Key.Key_I)
    setter.click(1, 2)
    assert dict(setter.draft.bridges) == {((1, 0), (1, 2)): 1, ((1, 2), (1, 4)): 1}


def test_turning_to_bridges_draws_the_only_solution_of_a_puzzle_without_bridges(edit):
    setter = edit("2.2\n...\n2.2")
    setter.key(Qt.Key.Key_B)
    assert sum(setter.draft.bridges.values()) == 4
    setter.key(Qt.Key.Key_Z, CTRL)
    assert not setter.draft.bridges


# With a symmetry


def test_with_a_symmetry_islands_are_placed_moved_and_removed_at_their_images(edit):
    setter = edit("7x7")
    setter.editor.controller.set_symmetry(Symmetry.QUARTER_TURNS)
    setter.click(1, 1)
    setter.type("3")
    assert setter.clues == {(1, 1): 3, (1, 5): None, (5, 1): None, (5, 5): None}
    setter.drag((1, 1), (0, 1))
    assert set(setter.clues) == {(0, 1), (1, 6), (6, 5), (5, 0)}
    setter.key(Qt.Key.Key_Delete)
    assert not setter.clues


def test_the_symmetry_is_that_of_the_draft(edit, clipboard):
    setter = edit("7x7")
    controller = setter.editor.controller
    controller.set_symmetry(Symmetry.HALF_TURN)
    clipboard.setText("2.2..\n.....\n2.2.1")
    setter.paste()
    assert setter.draft.symmetry is Symmetry.NONE
    setter.key(Qt.Key.Key_Z, CTRL)
    assert setter.draft.symmetry is Symmetry.HALF_TURN
    controller.toggle_tie()
    path = setter.editor.drafts.path
    setter.editor.leave()
    setter.open(read("2..2\n1..1\n....\n1..1\n2..2"))
    setter.key(Qt.Key.Key_F2)
    assert setter.draft.symmetry is Symmetry.BOTH_MIRRORS
    setter.editor.open_draft(path)
    assert (setter.draft.symmetry, setter.draft.ties_clues) == (Symmetry.HALF_TURN, True)


def test_choosing_a_symmetry_changes_no_island_and_says_how_many_it_needs(setter):
    setter.click(0, 0)
    setter.click(2, 1)
    setter.editor.controller.set_symmetry(Symmetry.BOTH_MIRRORS)
    assert set(setter.clues) == {(0, 0), (2, 1)}
    assert setter.message == "Your islands stay as they are: 6 more would make them symmetric."
    setter.key(Qt.Key.Key_Delete)
    assert set(setter.clues) == {(0, 0)}


def test_what_changes_outside_the_view_is_told(edit):
    setter = edit("30x30")
    setter.editor.controller.set_symmetry(Symmetry.HALF_TURN)
    setter.view.zoom(10)
    setter.view.show_area(setter.scene.cell_rect((0, 0)))
    setter.click(1, 1)
    assert set(setter.clues) == {(1, 1), (28, 28)}
    assert setter.message == "1 change is outside the view."
    setter.editor.controller.set_symmetry(Symmetry.NONE)
    setter.editor.controller.resize(SizeChange(top=1))
    assert setter.message == ""


def test_a_border_shows_what_a_symmetry_makes_of_its_drag(setter):
    setter.editor.controller.set_symmetry(Symmetry.LEFT_RIGHT)
    setter.press(1, 6.62)
    setter.move(1, 7.62)
    assert setter.message == "9 × 6"
    setter.release(1, 7.62)
    assert setter.draft.size_text == "9 × 6"
    setter.drag((1, 8.62), (1, -9))
    assert setter.draft.size_text == "1 × 6"
    setter.editor.controller.resize(SizeChange(right=1))
    assert setter.message.endswith("The grid is 3 × 6 now.")


def test_quarter_turns_need_a_square_grid(setter):
    setter.editor.controller.set_symmetry(Symmetry.QUARTER_TURNS)
    assert setter.message == "This symmetry needs a square grid."
    assert setter.draft.symmetry is Symmetry.NONE
    setter.drag((5.62, 1), (6.62, 1))
    setter.editor.controller.set_symmetry(Symmetry.QUARTER_TURNS)
    assert setter.draft.symmetry is Symmetry.QUARTER_TURNS
    setter.drag((6.62, 1), (5.62, 1))
    assert setter.draft.size_text == "5 × 5"


# The smallest and the largest grids


def test_a_grid_of_one_cell_holds_one_island(edit):
    setter = edit("1x1")
    setter.click(0, 0)
    setter.type("0")
    setter.wait_until_settled()
    assert "One solution" in setter.card.text
    setter.key(Qt.Key.Key_F2)
    assert not setter.editor.running
    assert [island.clue for island in setter.game.puzzle.islands] == [0]


def test_the_largest_grid_can_be_edited(edit):
    setter = edit("2000x2000")
    setter.key(Qt.Key.Key_Right)
    setter.type("1")
    assert setter.clues == {(0, 0): 1}
    setter.drag(*[(0, 0), (0, 2)])
    assert setter.clues == {(0, 2): 1}
    setter.wait_until_settled()
    assert "No solution" in setter.card.text
