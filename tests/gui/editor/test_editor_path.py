"""The solving path, walked with mouse and keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import QApplication, QWidget

from hashi_gui.core.highlight import Role
from hashi_gui.gui.editor.verdict_card import PathStrip
from hashi_gui.gui.settings.help import HelpDialog
from hashi_gui.logic.levels import Level
from hashi_gui.rendering.looks import Overlay
from hashi_gui.rendering.theme import HIGH_CONTRAST
from tests.menus import action
from tests.samples import GARDEN, find_all

UP, DOWN, LEFT, RIGHT = Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right
E, HOME, END, ESCAPE = Qt.Key.Key_E, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Escape
CTRL = Qt.KeyboardModifier.ControlModifier

ASSUMING = """
1..2.1
......
3.3...
...2.3
..4.2.
3..2.2
"""
"""Its path needs an assumption."""


@pytest.fixture
def walker(edit):
    """A setter with a puzzle whose solving path is known."""
    return edit(GARDEN)


def path_of(setter) -> PathStrip:
    return setter.card.path


def shown(setter) -> int | None:
    """The number of the step that is on the board; compares what all parts say of it."""
    number, verdicts = setter.editor.verdicts.step, setter.editor.verdicts
    panel = setter.panel
    if number is None:
        assert panel.isHidden()
        assert setter.scene.picture.board == setter.draft.board_on(
            setter.scene.picture.puzzle, (0, 0)
        )
    else:
        assert panel.explanation.position == f"Step {number + 1} of {len(verdicts.path.steps)}"
        assert setter.scene.picture.board == verdicts.path.steps[number].board
        assert f"shown: {number + 1}. " in path_of(setter).accessibleDescription()
    return number


def focus_path(setter) -> None:
    """Go from the board to the path with Tab."""
    setter.key(Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is path_of(setter)


def test_on_the_board_the_arrows_walk_the_path_while_a_step_is_shown(walker):
    last = len(walker.editor.verdicts.path.steps) - 1
    for key in (HOME, END):
        walker.key(key)
        assert shown(walker) is None
    walker.key(E)
    assert shown(walker) == 0
    for key, step in ((RIGHT, 1), (DOWN, 2), (LEFT, 1), (UP, 0), (LEFT, 0), (END, last)):
        walker.key(key)
        assert shown(walker) == step
    walker.key(RIGHT)
    assert shown(walker) == last
    walker.key(HOME)
    assert shown(walker) == 0
    assert walker.scene.draft_picture.cursor is None
    assert not walker.editor.controller.history.can_undo


@pytest.mark.parametrize("key", [ESCAPE, E])
def test_escape_and_the_same_key_close_the_step_and_leave_the_selection(walker, key):
    walker.click(0, 0)
    walker.key(E)
    walker.key(key)
    assert shown(walker) is None
    assert walker.selection == {(0, 0)}
    walker.key(RIGHT)
    assert walker.scene.draft_picture.cursor == (0, 1)
    walker.click(0, 0)
    walker.key(ESCAPE)
    assert walker.selection == set()


def test_the_path_that_has_the_focus_is_walked_from_its_first_step(walker):
    last = len(walker.editor.verdicts.path.steps) - 1
    without = path_of(walker).grab().toImage()
    focus_path(walker)
    assert path_of(walker).grab().toImage() != without
    for key, step in ((RIGHT, 0), (RIGHT, 1), (LEFT, 0), (END, last), (HOME, 0), (DOWN, 1)):
        walker.key(key)
        assert shown(walker) == step
        assert QApplication.focusWidget() is path_of(walker)
    walker.key(ESCAPE)
    assert shown(walker) is None
    assert QApplication.focusWidget() is walker.view


def test_an_edit_while_the_path_has_the_focus_gives_the_board_the_keyboard(walker):
    walker.click(0, 0)
    walker.type("3")
    walker.wait_until_settled()
    walker.key(Qt.Key.Key_Z, CTRL)
    walker.wait_until_settled()
    focus_path(walker)
    walker.key(RIGHT)
    walker.key(Qt.Key.Key_Y, CTRL)
    assert shown(walker) is None
    assert QApplication.focusWidget() is walker.view
    assert walker.clues[0, 0] == 3


def test_a_screen_reader_is_told_the_step_and_buttons_go_on_and_back(walker):
    interface = QAccessible.queryAccessibleInterface(path_of(walker))
    assert interface.text(QAccessible.Text.Name) == "Solving path"
    steps = walker.editor.verdicts.path.steps
    assert interface.text(QAccessible.Text.Description) == f"{len(steps)} steps"
    walker.key(E)
    technique = steps[0].technique
    expected = f"{len(steps)} steps; shown: 1. {technique}"
    assert interface.text(QAccessible.Text.Description).startswith(expected)
    for text, step in (("Next ›", 1), ("Next ›", 2), ("‹ Back", 1), ("Close", None)):
        walker.qtbot.mouseClick(walker.panel.button(text), Qt.MouseButton.LeftButton)
        assert shown(walker) == step


def test_the_keys_of_steps_are_for_the_step_that_is_shown(walker):
    names = ("First step", "Last step")
    first, last = (action(walker.window, name, editing=True) for name in names)
    path = action(walker.window, "Explain the solution", editing=True)
    for _ in range(2):
        assert {first.isEnabled(), last.isEnabled()} == {False}
        path.trigger()
        assert {first.isEnabled(), last.isEnabled()} == {True}
        last.trigger()
        assert shown(walker) > 0
        first.trigger()
        assert shown(walker) == 0
        path.trigger()


@pytest.mark.parametrize(
    ("grid", "says"),
    [
        ("2.2\n...\n2.1", "no solution"),
        ("3x3", "The grid is empty."),
    ],
)
def test_without_a_path_the_setter_is_told_why(edit, grid, says):
    setter = edit(grid)
    setter.key(E)
    assert says in setter.message


def test_while_a_suggestion_is_shown_the_path_is_not_walked(edit):
    setter = edit("3.3\n...\n3.3")
    setter.key(Qt.Key.Key_U)
    setter.wait(lambda: setter.editor.assistant.proposal is not None)
    setter.wait(lambda: path_of(setter).steps)
    assert not path_of(setter).isEnabled()
    setter.key(E)
    assert setter.message == "Apply or dismiss the proposal first."
    assert setter.editor.assistant.proposal is not None
    setter.editor.assistant.dismiss()
    assert not setter.message


def test_a_step_takes_the_place_of_a_drag_and_of_what_is_known_of_all_solutions(walker):
    before = walker.clues
    walker.press(0, 0)
    walker.move(1, 1)
    assert walker.editor.controller.previewing
    walker.key(E)
    assert shown(walker) == 0
    walker.release(1, 1)
    assert walker.clues == before
    walker.key(Qt.Key.Key_S)
    walker.key(Qt.Key.Key_S)
    assert walker.scene.draft_picture.board.overlay == Overlay()
    walker.key(ESCAPE)
    assert walker.scene.draft_picture.board.overlay != Overlay()


def test_a_suggestion_takes_the_place_of_a_step(walker):
    walker.key(E)
    assistant = walker.editor.assistant
    assistant.find_fewest_clues()
    walker.wait(lambda: assistant.proposal is not None)
    assert walker.editor.verdicts.step is None
    # While the search goes on, Esc would only end it.
    walker.wait(lambda: not assistant.searching)
    walker.key(ESCAPE)
    walker.wait_until_settled()
    assert shown(walker) is None


def test_up_and_down_play_the_steps_of_an_assumption(edit):
    setter = edit(ASSUMING)
    steps = setter.editor.verdicts.path.steps
    number = next(n for n, each in enumerate(steps) if each.steps)
    setter.editor.verdicts.show_step(number)
    setter.key(DOWN)
    setter.key(DOWN)
    assert setter.editor.verdicts.step == number
    assert setter.panel.step_row(1).property("selected")
    setter.key(RIGHT)
    assert shown(setter) == number + 1


def test_help_shows_a_technique_on_the_path_whose_links_lead_to_the_help_and_to_practice(walker):
    panel, window = walker.panel, walker.window
    steps = walker.editor.verdicts.path.steps
    first = next(n for n, each in enumerate(steps) if each.technique == steps[3].technique)
    window.help.example_requested.emit(steps[3].technique)
    assert shown(walker) == first
    window.help.example_requested.emit("Nested what if")
    assert walker.message == "The solving path does not need “Nested what if”."
    assert shown(walker) == first
    walker.key(ESCAPE)
    walker.key(E)
    technique = panel.explanation.technique
    panel.technique_requested.emit(technique)
    help_window = window.findChild(HelpDialog)
    assert help_window.isVisible()
    help_window.techniques.anchorClicked.emit(QUrl(f"show:{technique}"))
    assert shown(walker) == 0
    walker.activate()
    panel.practice_requested.emit(technique)
    assert window.teaching.practice.running
    assert not walker.editor.running


def test_where_there_is_no_room_for_both_the_explanation_takes_the_place_of_the_card(walker):
    walker.window.resize(520, 330)
    walker.wait(lambda: walker.card.techniques.height() == 0)
    assert path_of(walker).isVisible()
    walker.key(E)
    assert walker.panel.isVisible()
    assert not walker.card.isVisible()
    for text in ("Next ›", "‹ Back", "Close"):
        button = walker.panel.button(text)
        assert button.width() >= button.sizeHint().width()
    walker.key(ESCAPE)
    assert walker.card.isVisible()


def test_the_path_can_be_seen_in_high_contrast_and_keeps_its_room_in_a_low_window(walker):
    path = path_of(walker)
    path.set_theme(HIGH_CONTRAST)
    image = QImage(path.size(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.black)
    path.render(image, QPoint(), renderFlags=QWidget.RenderFlag(0))
    assert path.steps[0].level is Level.EASY
    middle = path.column_rect(0).center().toPoint()
    assert image.pixelColor(middle).value() >= 0x76  # 4.5:1
    walker.window.resize(1280, 560)
    walker.key(E)
    QApplication.processEvents()
    card = walker.card
    assert card.height() == card.heightForWidth(card.width())
    assert not card.techniques.geometry().intersects(path.geometry())


def solutions_shown(setter) -> tuple[str, bytes]:
    return setter.panel.explanation.position, setter.scene.picture.board.counts


def test_several_solutions_are_shown_one_by_one(edit):
    setter = edit("3.3\n...\n3.3")
    puzzle = setter.draft.to_puzzle()
    one, two = sorted(find_all(puzzle))
    setter.key(E)
    position, first = solutions_shown(setter)
    assert position == "Solution 1 of 2"
    setter.key(RIGHT)
    position, second = solutions_shown(setter)
    assert position == "Solution 2 of 2"
    assert sorted((first, second)) == [one, two]
    assert setter.panel.explanation.heading == "4 places differ"
    assert setter.scene.picture.highlight.differences == dict(enumerate(zip(second, first)))
    setter.key(ESCAPE)
    assert shown(setter) is None
    assert setter.scene.picture.overlay.shading


def test_the_solution_that_the_setter_has_drawn_comes_first(edit):
    setter = edit("3.3\n...\n3.3")
    solutions = find_all(setter.draft.to_puzzle())
    for solution in solutions:
        setter.editor.controller.draw_solution(solution)
        setter.wait_until_settled()
        setter.card.browse_button.click()
        assert setter.panel.explanation.heading == "Your solution"
        assert solutions_shown(setter) == ("Solution 1 of 2", solution)
        setter.key(ESCAPE)


def test_a_contradiction_is_shown_step_by_step_and_then_again_as_a_whole(edit):
    setter = edit("1.2.1\n.....\n1.2.1")
    reason, marked = setter.panel.text, setter.scene.picture.highlight
    setter.key(E)
    assert setter.panel.explanation.position == "Step 1 of 5"
    assert not any(setter.scene.picture.board.counts)
    setter.key(END)
    assert setter.panel.explanation.heading == "A contradiction"
    assert set(setter.scene.picture.highlight.islands.values()) == {Role.CONFLICT}
    setter.key(ESCAPE)
    assert setter.panel.text == reason
    assert setter.scene.picture.highlight == marked
    setter.key(ESCAPE)
    assert shown(setter) is None
