"""Making puzzles in the window."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDialog

from hashi_gui.gui import maker, new_puzzle
from hashi_gui.gui.new_puzzle import LEVELS, NewPuzzleDialog
from hashi_gui.gui.theme import LIGHT
from hashi_gui.logic.grading import grade
from hashi_gui.logic.technique import Level
from hashi_gui.solving import SatSolver, VerdictKind

# The offscreen platform has no size hints to give dialogs.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def dialog(qtbot, fonts):
    dialog = NewPuzzleDialog(LIGHT)
    qtbot.addWidget(dialog)
    with qtbot.waitSignal(dialog.made):
        dialog.show()
    yield dialog
    dialog.reject()


def test_a_puzzle_with_one_solution_is_there_at_once(dialog):
    puzzle = dialog.chosen.puzzle
    assert (puzzle.rows, puzzle.cols) == (10, 10)
    with SatSolver(puzzle) as solver:
        assert solver.verdict().kind == VerdictKind.UNIQUE


@pytest.mark.parametrize("level", [Level.EASY, Level.HARD])
def test_the_level_is_the_one_asked(dialog, qtbot, level):
    with qtbot.waitSignal(dialog.made):
        dialog._levels.button(LEVELS.index(level)).click()
    assert grade(dialog.chosen.puzzle).level == level
    assert dialog.chosen.meta["level"] == level


def test_a_size_is_chosen_or_typed(dialog, qtbot):
    with qtbot.waitSignal(dialog.made):
        dialog._sizes.button(7).click()
    assert (dialog.chosen.puzzle.rows, dialog.chosen.puzzle.cols) == (7, 7)
    with qtbot.waitSignal(dialog.made):
        dialog._cols.setValue(12)
    assert (dialog.chosen.puzzle.rows, dialog.chosen.puzzle.cols) == (7, 12)
    assert not any(button.isChecked() for button in dialog._sizes.buttons())


def test_another_is_another_one(dialog, qtbot):
    before = dialog.chosen.puzzle
    with qtbot.waitSignal(dialog.made):
        dialog._another.click()
    assert dialog.chosen.puzzle != before


def test_what_cannot_be_is_said(dialog, qtbot, monkeypatch):
    monkeypatch.setattr(maker, "TRIES", 0)
    dialog._another.click()
    qtbot.waitUntil(lambda: dialog._line.text().startswith("None of 0 puzzles was"))
    assert dialog.chosen is None
    assert not dialog._play.isEnabled()


def test_making_can_be_stopped_and_the_window_closed_meanwhile(dialog, qtbot, monkeypatch):
    monkeypatch.setattr(new_puzzle, "LEVELS", (None, Level.EXTREME, None, None, None))
    dialog._levels.button(1).click()
    dialog._order()
    dialog._stop.click()
    assert dialog._line.text() == "Stopped."
    assert dialog._maker.current is None
    dialog._order()


def test_play_lays_it_on_the_table(player, monkeypatch):
    chosen = []

    def accept(dialog):
        dialog._maker.answered.connect(dialog.accept)
        chosen.append(dialog)
        return QDialog.exec(dialog)

    monkeypatch.setattr(NewPuzzleDialog, "exec", accept)
    player.window.commands["new"].trigger()
    assert player.window.sitting.puzzle == chosen[0].chosen.puzzle
    assert player.window.windowTitle().startswith("10 × 10, ")
