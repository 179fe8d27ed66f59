"""Making puzzles in the window."""

from __future__ import annotations

from itertools import count

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication

from hashi_gui.generating import GeneratorOptions, Recipe, Symmetry, default_island_count
from hashi_gui.gui.app.settings import Settings
from hashi_gui.gui.dialogs.level_selector import LEVELS
from hashi_gui.gui.dialogs.new_puzzle import NewPuzzleDialog
from hashi_gui.logic.grading import grade
from hashi_gui.logic.levels import Level
from hashi_gui.rendering.theme import LIGHT
from hashi_gui.solving import SatSolver, VerdictKind

# The offscreen platform has no size hints to give dialogs.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def opened(qtbot, fonts, settings_file):
    """Opens the dialog, on the same settings each time, and waits for the first puzzle."""
    dialogs = []

    def opened():
        dialog = NewPuzzleDialog(LIGHT, Settings(settings_file))
        dialogs.append(dialog)
        qtbot.addWidget(dialog)
        with qtbot.waitSignal(dialog.made):
            dialog.show()
        with qtbot.waitActive(dialog):
            dialog.activateWindow()
        return dialog

    yield opened
    for dialog in dialogs:
        dialog.reject()


@pytest.fixture
def dialog(opened):
    return opened()


@pytest.fixture
def endless(monkeypatch):
    """From now on no puzzle is ever found."""

    def make(recipe, cancel, tried):
        for layouts in count():
            tried(layouts) if layouts <= 12 else cancel.raise_if_cancelled()

    monkeypatch.setattr(Recipe, "make", make)


def click(qtbot, widget):
    qtbot.mouseClick(widget, LEFT)


def to_custom(qtbot, dialog):
    """Turn to the page with everything."""
    bar = dialog.pages.tabBar()
    qtbot.mouseClick(bar, LEFT, pos=bar.tabRect(1).center())


def type_into(qtbot, field, text):
    field.selectAll()
    qtbot.keyClicks(field, text)


def test_a_puzzle_with_one_solution_is_there_at_once(dialog):
    puzzle = dialog.chosen.puzzle
    assert (puzzle.rows, puzzle.cols) == (10, 10)
    assert dialog.line.text == "24 islands, easy"
    with SatSolver(puzzle) as solver:
        assert solver.verdict().kind == VerdictKind.UNIQUE


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD, Level.EXPERT])
def test_the_level_is_the_one_asked(dialog, qtbot, level):
    with qtbot.waitSignal(dialog.made):
        click(qtbot, dialog.quick.levels.button(level))
    assert grade(dialog.chosen.puzzle).level == level
    assert dialog.chosen.info.level == level


def test_every_level_says_what_it_needs(dialog):
    buttons = [dialog.quick.levels.button(level) for level in LEVELS]
    assert [button.text() for button in buttons] == [
        *(level.capitalize() for level in Level),
        "Any",
    ]
    assert all(button.accessibleDescription().endswith(".") for button in buttons)
    assert "Rare" in dialog.quick.levels.button(Level.EXTREME).accessibleDescription()


def test_levels_are_chosen_with_the_arrow_keys(dialog, qtbot):
    with qtbot.waitSignal(dialog.made):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    assert dialog.chosen.info.level == Level.MEDIUM


def test_a_size_is_chosen(dialog, qtbot):
    with qtbot.waitSignal(dialog.made):
        click(qtbot, dialog.quick.sizes.button(7))
    assert (dialog.chosen.puzzle.rows, dialog.chosen.puzzle.cols) == (7, 7)


def test_another_is_another_one(dialog, qtbot):
    before = dialog.chosen.puzzle
    with qtbot.waitSignal(dialog.made):
        click(qtbot, dialog.another)
    assert dialog.chosen.puzzle != before


# Everything that can be asked for


def test_the_custom_page_goes_on_where_the_quick_one_was(dialog, qtbot):
    before = dialog.chosen
    to_custom(qtbot, dialog)
    assert dialog.page is dialog.custom
    assert dialog.custom.options() == GeneratorOptions(10, 10, 24, level=Level.EASY)
    assert dialog.custom.seed == before.info.seed
    assert dialog.chosen is before


def test_all_wishes_are_met(dialog, qtbot):
    to_custom(qtbot, dialog)
    custom = dialog.custom
    type_into(qtbot, custom.rows, "9")
    type_into(qtbot, custom.cols, "8")
    assert custom.islands.value() == default_island_count(9, 8)
    type_into(qtbot, custom.islands, "16")
    type_into(qtbot, custom.bridges, "3")
    for key, field in (("h", custom.level), ("m", custom.symmetry)):
        qtbot.keyClick(field, key)
    custom.doubles.setValue(50)
    custom.unknown.setValue(10)
    with qtbot.waitSignal(dialog.made):
        qtbot.keyClick(custom.loops, Qt.Key.Key_Space)
    assert Recipe.from_document(dialog.chosen).options == GeneratorOptions(
        9, 8, 16, 3, 0.5, 0.1, Symmetry.MIRROR, False, Level.HARD
    )
    assert dialog.chosen.puzzle.max_bridges == 3


def test_a_typed_seed_makes_the_same_puzzle(dialog, qtbot):
    to_custom(qtbot, dialog)
    with qtbot.waitSignal(dialog.made):
        type_into(qtbot, dialog.custom.seed_field, "7")
    assert dialog.chosen.puzzle == Recipe(dialog.custom.options(), 7).make().puzzle


def test_no_more_islands_can_be_asked_for_than_fit(dialog, qtbot):
    to_custom(qtbot, dialog)
    with qtbot.waitSignal(dialog.made):
        type_into(qtbot, dialog.custom.rows, "3")
    assert dialog.custom.islands.maximum() == 15


def test_what_cannot_be_is_said(dialog, qtbot):
    to_custom(qtbot, dialog)
    dialog.custom.islands.setValue(50)
    qtbot.waitUntil(lambda: "at most" in dialog.line.text, timeout=20_000)
    assert dialog.chosen is None
    assert not dialog.play.isEnabled()


def test_the_last_wish_is_remembered(dialog, qtbot, opened):
    with qtbot.waitSignal(dialog.made):
        click(qtbot, dialog.quick.levels.button(Level.HARD))
    dialog.reject()
    again = opened()
    assert again.page is again.quick
    assert again.chosen.info.level == Level.HARD
    to_custom(qtbot, again)
    with qtbot.waitSignal(again.made):
        type_into(qtbot, again.custom.rows, "8")
    again.reject()
    third = opened()
    assert third.page is third.custom
    assert third.chosen.puzzle.rows == 8


def test_settings_that_cannot_be_read_are_as_usual(settings_file, opened):
    settings_file.write_text('[General]\nwish="{\\"rows\\": 4000}"\n', encoding="utf-8")
    assert opened().chosen.puzzle.rows == 10


# While it takes its time


def test_a_search_says_how_many_were_tried_and_can_be_stopped(dialog, qtbot, endless):
    click(qtbot, dialog.quick.levels.button(Level.EXTREME))
    qtbot.waitUntil(lambda: dialog.line.text == "Searching: 12 tried")
    assert dialog.chosen is None
    click(qtbot, dialog.line.stop)
    assert dialog.line.text == "Stopped; 12 tried."
    assert not dialog.line.stop.isVisible()
    assert not dialog.play.isEnabled()


def test_the_window_can_be_closed_meanwhile(dialog, qtbot, endless):
    click(qtbot, dialog.another)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert dialog.chosen is None


def test_after_a_stop_another_can_be_made(dialog, qtbot, monkeypatch, endless):
    click(qtbot, dialog.another)
    qtbot.waitUntil(dialog.line.stop.isVisible)
    click(qtbot, dialog.line.stop)
    monkeypatch.undo()
    with qtbot.waitSignal(dialog.made):
        click(qtbot, dialog.another)
    assert dialog.play.isEnabled()


def test_play_waits_for_the_puzzle_that_is_being_made(dialog, qtbot):
    click(qtbot, dialog.quick.sizes.button(15))
    with qtbot.waitSignal(dialog.accepted):
        click(qtbot, dialog.play)
    assert dialog.chosen.puzzle.rows == 15


def test_another_wish_takes_play_back(dialog, qtbot, monkeypatch, endless):
    click(qtbot, dialog.another)
    click(qtbot, dialog.play)
    assert not dialog.play.isEnabled()
    monkeypatch.undo()
    with qtbot.waitSignal(dialog.made):
        click(qtbot, dialog.quick.sizes.button(5))
    assert dialog.isVisible()
    assert dialog.play.isEnabled()


def test_what_goes_wrong_is_said(dialog, qtbot, monkeypatch):
    def make(recipe, cancel, tried):
        raise RuntimeError("the sea is rough")

    monkeypatch.setattr(Recipe, "make", make)
    click(qtbot, dialog.another)
    qtbot.waitUntil(lambda: "the sea is rough" in dialog.line.text)
    assert not dialog.play.isEnabled()


# In the window


def test_play_lays_it_on_the_table_and_offers_another_one_in_the_end(player, qtbot):
    seen = []

    def play():
        dialog = player.window.findChild(NewPuzzleDialog)
        dialog.made.connect(lambda: seen.append(dialog.chosen.puzzle))
        click(qtbot, dialog.quick.sizes.button(5))
        qtbot.keyClick(dialog, Qt.Key.Key_Return)

    QTimer.singleShot(0, play)
    player.key(Qt.Key.Key_N, CTRL)
    assert player.puzzle == seen[-1]
    assert player.window.windowTitle().startswith("5 × 5, easy")
    player.finish()
    assert player.offers("New puzzle")
