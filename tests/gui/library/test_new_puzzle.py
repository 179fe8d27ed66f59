"""The dialog that generates new puzzles."""

from itertools import count
from unittest.mock import Mock

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QLabel

from hashi_gui.core.symmetry import Symmetry
from hashi_gui.game.calibration import UNCALIBRATED, Calibration
from hashi_gui.generating import GenerationError, GeneratorOptions, Recipe, default_island_count
from hashi_gui.gui.library.generator_options import LEVELS
from hashi_gui.gui.library.new_puzzle import NewPuzzleDialog
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import grade
from hashi_gui.rendering.theme import LIGHT
from hashi_gui.solving import Solver, VerdictKind

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def open_dialog(qtbot, fonts, tasks):
    """Opens the dialog and waits for the first puzzle."""
    dialogs = []

    def open_dialog(last_options=None, calibration=UNCALIBRATED):
        dialog = NewPuzzleDialog(LIGHT, tasks, last_options, calibration)
        dialogs.append(dialog)
        qtbot.addWidget(dialog)
        with qtbot.waitSignal(dialog.generated):
            dialog.show()
        with qtbot.waitActive(dialog):
            dialog.activateWindow()
        return dialog

    yield open_dialog
    for dialog in dialogs:
        dialog.reject()


@pytest.fixture
def dialog(open_dialog):
    return open_dialog()


@pytest.fixture
def endless_search(monkeypatch):
    """From now on the generator never finds a puzzle."""

    def make(recipe, cancel, tried):
        for layouts in count():
            tried(layouts) if layouts <= 12 else cancel.raise_if_cancelled()

    monkeypatch.setattr(Recipe, "make", make)


def click(qtbot, widget):
    qtbot.mouseClick(widget, LEFT)


def show_custom_page(qtbot, dialog):
    bar = dialog.pages.tabBar()
    qtbot.mouseClick(bar, LEFT, pos=bar.tabRect(1).center())


def type_into(qtbot, field, text):
    field.selectAll()
    qtbot.keyClicks(field, text)


@pytest.mark.parametrize(
    ("calibration", "whose"),
    [(UNCALIBRATED, "for practised players"), (Calibration(20, 2.0), "for you")],
)
def test_a_puzzle_with_one_solution_is_generated_at_once(open_dialog, calibration, whose):
    dialog = open_dialog(calibration=calibration)
    puzzle = dialog.chosen.puzzle
    assert (puzzle.rows, puzzle.cols) == (10, 10)
    time = calibration.text(dialog.chosen.info)
    assert dialog.status.text == f"30 islands, easy, {time} {whose}"
    with Solver(puzzle) as solver:
        assert solver.verdict().kind == VerdictKind.UNIQUE


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD, Level.EXPERT])
def test_the_puzzle_has_the_chosen_level_and_size(dialog, qtbot, level):
    with qtbot.waitSignal(dialog.generated) as generated:
        click(qtbot, dialog.quick.levels.button(level))
    assert generated.args == [GeneratorOptions.defaults_for(10, 10, level)]
    assert grade(dialog.chosen.puzzle).level == level
    assert dialog.chosen.info.level == level
    with qtbot.waitSignal(dialog.generated):
        click(qtbot, dialog.quick.sizes.button(7))
    assert (dialog.chosen.puzzle.rows, dialog.chosen.puzzle.cols) == (7, 7)


@pytest.mark.parametrize(
    ("options", "page"),
    [
        (GeneratorOptions.defaults_for(7, 7, Level.HARD), "quick"),
        (GeneratorOptions(7, 10, 20, level=Level.HARD), "custom"),
    ],
)
def test_the_last_options_are_shown_again(open_dialog, options, page):
    dialog = open_dialog(options)
    assert dialog.page is getattr(dialog, page)
    assert dialog.chosen.info.level == Level.HARD
    assert dialog.chosen.puzzle.rows == 7


def test_every_level_has_a_description(dialog):
    buttons = [dialog.quick.levels.button(level) for level in LEVELS]
    assert [button.text() for button in buttons] == [
        *(level.capitalize() for level in Level),
        "Any",
    ]
    assert all(button.accessibleDescription().endswith(".") for button in buttons)
    assert "Rare" in dialog.quick.levels.button(Level.EXTREME).accessibleDescription()


def test_keys_lead_from_the_chosen_size_to_the_chosen_level_and_change_it(open_dialog, qtbot):
    dialog = open_dialog(GeneratorOptions.defaults_for(7, 7, Level.MEDIUM))
    size = dialog.quick.sizes.button(7)
    assert QApplication.focusWidget() is size
    qtbot.keyClick(size, Qt.Key.Key_Tab)
    with qtbot.waitSignal(dialog.generated):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up)
    assert dialog.chosen.info.level == Level.EASY


def test_another_generates_a_different_puzzle(dialog, qtbot):
    before = dialog.chosen.puzzle
    with qtbot.waitSignal(dialog.generated):
        click(qtbot, dialog.another)
    assert dialog.chosen.puzzle != before


# The custom page


def test_the_custom_page_starts_with_the_options_of_the_quick_page(dialog, qtbot):
    before = dialog.chosen
    show_custom_page(qtbot, dialog)
    assert dialog.page is dialog.custom
    assert dialog.custom.options() == GeneratorOptions(10, 10, 30, level=Level.EASY)
    assert dialog.custom.seed == str(before.info.seed)
    assert dialog.chosen is before
    assert {"30 % of the grid", "0 %"} <= shown_texts(dialog.custom)
    with qtbot.waitSignal(dialog.generated):
        type_into(qtbot, dialog.custom.focusProxy(), "8")
    assert dialog.chosen.puzzle.size_text == "8 × 10"
    assert dialog.custom.cols.x() < dialog.custom.rows.x()


def shown_texts(widget):
    return {label.text() for label in widget.findChildren(QLabel) if label.isVisible()}


def test_all_options_are_passed_to_the_generator(dialog, qtbot):
    show_custom_page(qtbot, dialog)
    custom = dialog.custom
    type_into(qtbot, custom.rows, "9")
    type_into(qtbot, custom.cols, "8")
    assert custom.islands.value() == default_island_count(9, 8)
    type_into(qtbot, custom.islands, "16")
    for rows in ("12", "9"):
        type_into(qtbot, custom.rows, rows)
        assert custom.islands.value() == 16
    type_into(qtbot, custom.bridges, "3")
    for key, field in (("h", custom.level), ("l", custom.symmetry)):
        qtbot.keyClick(field, key)
    assert not custom.doubles.isVisible()
    assert "as many as the look has" in shown_texts(custom)
    assert custom._doubles_place.height() == custom._doubles_place.sizeHint().height()
    custom.look.value = "plain"
    assert custom.doubles.isVisible()
    custom.doubles.setValue(50)
    custom.unknown.setValue(10)
    with qtbot.waitSignal(dialog.generated):
        qtbot.keyClick(custom.loops, Qt.Key.Key_Space)
    assert Recipe.from_document(dialog.chosen).options == GeneratorOptions(
        9, 8, 16, 3, 0.5, 0.1, Symmetry.LEFT_RIGHT, False, Level.HARD, style="plain"
    )
    assert dialog.chosen.puzzle.rules.max_bridges == 3


def test_a_woven_puzzle_needs_loops_and_double_bridges_two_per_pair(dialog, qtbot):
    show_custom_page(qtbot, dialog)
    custom = dialog.custom
    custom.look.value = "woven"
    qtbot.keyClick(custom.loops, Qt.Key.Key_Space)
    assert custom.look.value == ""
    qtbot.keyClick(custom.look, Qt.Key.Key_Down)
    assert custom.look.value == "branching"
    qtbot.keyClick(custom.loops, Qt.Key.Key_Space)
    qtbot.keyClick(custom.look, "w")
    assert custom.look.value == "woven"
    type_into(qtbot, custom.bridges, "1")
    assert "none with one bridge per pair" in shown_texts(custom)


def test_loops_can_be_forbidden_and_quarter_turns_need_a_square_grid(dialog, qtbot):
    show_custom_page(qtbot, dialog)
    custom = dialog.custom
    with qtbot.waitSignal(dialog.generated):
        qtbot.keyClick(custom.forbid_loops, Qt.Key.Key_Space)
    assert not dialog.chosen.puzzle.rules.loops
    assert not custom.loops.isEnabled()
    assert not custom.loops.isChecked()
    with qtbot.waitSignal(dialog.generated):
        qtbot.keyClick(custom.symmetry, "q")
    assert Recipe.from_document(dialog.chosen).options.symmetry is Symmetry.QUARTER_TURNS
    type_into(qtbot, custom.cols, "8")
    qtbot.waitUntil(lambda: "This symmetry needs a square grid" in dialog.status.text)
    assert not dialog.play.isEnabled()


@pytest.mark.parametrize("typed", ["7", "Anna 40"])
def test_a_typed_seed_generates_the_same_puzzle(dialog, qtbot, typed):
    show_custom_page(qtbot, dialog)
    with qtbot.waitSignal(dialog.generated):
        type_into(qtbot, dialog.custom.seed_field, typed)
    recipe = Recipe.of_text(dialog.custom.options(), typed)
    assert dialog.chosen == recipe.make()


@pytest.mark.parametrize(
    ("field", "typed", "marked", "message"),
    [
        ("islands", "49", True, "room for 2 to 25 islands"),
        ("islands", "12", False, ""),
        ("islands", "1", True, "room for 2 to 25 islands"),
        ("rows", "150", True, "3 to 100 rows and columns"),
        ("cols", "2", True, "3 to 100 rows and columns"),
        ("bridges", "7", True, "1 to 4 bridges per pair"),
    ],
)
def test_what_is_typed_stays_and_is_marked_if_impossible(
    open_dialog, qtbot, field, typed, marked, message
):
    dialog = open_dialog(GeneratorOptions(7, 7, 16))
    number = getattr(dialog.custom, field)
    type_into(qtbot, number, typed)
    assert number.text() == typed
    assert number.property("impossible") is marked
    qtbot.waitUntil(lambda: message in dialog.status.text)
    qtbot.waitUntil(lambda: marked or dialog.chosen is not None)
    assert dialog.play.isEnabled() is not marked


def test_what_is_impossible_leaves_no_preview_and_a_way_back(open_dialog, qtbot):
    dialog = open_dialog(GeneratorOptions(7, 8, 15))
    islands, before = dialog.custom.islands, dialog.preview.grab().toImage()
    type_into(qtbot, islands, "49")
    assert "2 to 28 fit here" in [label.text() for label in dialog.custom.findChildren(QLabel)]
    qtbot.waitUntil(lambda: "islands" in dialog.status.text and not dialog.play.isEnabled())
    after = dialog.preview.grab().toImage()
    assert before != after
    colours = {after.pixelColor(x, y).name() for x in range(20, 150, 5) for y in range(20, 150, 5)}
    assert colours == {LIGHT.water}
    with qtbot.waitSignal(dialog.generated):
        dialog.pages.setCurrentIndex(0)
    assert dialog.play.isEnabled()
    qtbot.keyClick(islands, Qt.Key.Key_Down)
    assert islands.value() == 28
    assert islands.property("impossible") is False


# While a puzzle is being generated


def test_a_long_search_shows_the_number_of_tries_and_can_be_stopped(
    dialog, qtbot, monkeypatch, endless_search
):
    click(qtbot, dialog.quick.levels.button(Level.EXTREME))
    qtbot.waitUntil(lambda: dialog.status.text == "Searching… 12 tries")
    assert dialog.chosen is None
    click(qtbot, dialog.status.stop_button)
    assert dialog.status.text == "Stopped after 12 tries."
    assert not dialog.status.stop_button.isVisible()
    assert not dialog.play.isEnabled()
    monkeypatch.undo()
    with qtbot.waitSignal(dialog.generated):
        click(qtbot, dialog.another)
    assert dialog.play.isEnabled()


def test_the_dialog_can_be_closed_during_a_search(dialog, qtbot, endless_search):
    click(qtbot, dialog.another)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert dialog.chosen is None


def test_play_waits_until_the_puzzle_is_ready(dialog, qtbot):
    click(qtbot, dialog.quick.sizes.button(15))
    with qtbot.waitSignal(dialog.accepted):
        click(qtbot, dialog.play)
    assert dialog.chosen.puzzle.rows == 15


def test_changing_an_option_cancels_waiting_to_play(dialog, qtbot, monkeypatch, endless_search):
    click(qtbot, dialog.another)
    click(qtbot, dialog.play)
    assert not dialog.play.isEnabled()
    monkeypatch.undo()
    with qtbot.waitSignal(dialog.generated):
        click(qtbot, dialog.quick.sizes.button(5))
    assert dialog.isVisible()
    assert dialog.play.isEnabled()


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (GenerationError("At most 48 islands fit on 10 x 10 cells."), "islands fit on"),
        (RuntimeError("out of memory"), "out of memory"),
    ],
)
def test_an_error_is_shown(dialog, qtbot, monkeypatch, error, said):
    monkeypatch.setattr(Recipe, "make", Mock(side_effect=error))
    click(qtbot, dialog.another)
    qtbot.waitUntil(lambda: said in dialog.status.text)
    assert dialog.chosen is None
    assert not dialog.play.isEnabled()


# In the window


def test_play_opens_the_puzzle_and_offers_a_new_one_when_it_is_solved(player, qtbot):
    generated = []

    def play():
        dialog = player.window.findChild(NewPuzzleDialog)
        dialog.generated.connect(lambda: generated.append(dialog.chosen.puzzle))
        click(qtbot, dialog.quick.sizes.button(5))
        qtbot.keyClick(dialog, Qt.Key.Key_Return)

    QTimer.singleShot(0, play)
    player.key(Qt.Key.Key_N, CTRL)
    assert player.puzzle == generated[-1]
    assert player.window.windowTitle().startswith("5 × 5, easy")
    player.finish()
    assert player.finish_card.next_button.text() == "New puzzle"
