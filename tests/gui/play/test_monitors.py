import weakref

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from hashi_gui.core.board import MARK
from hashi_gui.formats import read
from hashi_gui.gui.settings.preferences import Preferences

RIGHT = Qt.MouseButton.RightButton
CTRL = Qt.KeyboardModifier.ControlModifier

GOOD, BAD = "✓ can be finished", "✗ cannot be finished"
CHECKING = Preferences(check_moves=True)


def found(player):
    """What the check has found, as the window says it."""
    return next((text for text in player.window.play.facts.line.texts if text in (GOOD, BAD)), "")


@pytest.fixture
def checked(player):
    """A player whose moves are checked."""
    player.window.resize(1000, 720)
    player.window.context.preferences.set(CHECKING)
    player.wait(lambda: found(player) == GOOD)
    return player


def test_moves_are_not_checked_by_default(player):
    player.click(0, 1, RIGHT)
    player.qtbot.wait(100)
    assert found(player) == ""


def test_each_move_is_checked_until_the_puzzle_is_solved(checked):
    def colour():
        (label,) = (fact for fact in checked.bar.findChildren(QLabel) if fact.text() in (GOOD, BAD))
        return label.palette().windowText().color().name()

    theme = checked.scene.theme
    assert colour() == theme.muted
    checked.click(0, 1, RIGHT)  # Every solution has bridges there.
    checked.wait(lambda: found(checked) == BAD)
    assert colour() == theme.fault
    checked.key(Qt.Key.Key_Z, CTRL)
    checked.wait(lambda: found(checked) == GOOD)
    assert checked.bar.text == ""
    checked.finish()
    assert checked.game.solved
    checked.qtbot.wait(50)
    assert found(checked) == ""
    checked.open(read("1.2.2"))
    checked.wait(lambda: found(checked) == BAD)
    checked.window.context.preferences.set(Preferences())
    assert found(checked) == ""


def test_a_check_that_takes_long_disturbs_nothing(play_on, hard):
    player = play_on(hard)
    player.window.context.preferences.set(CHECKING)
    monitor = player.window.play.solvability_monitor
    player.wait(lambda: monitor._runner.busy)
    assert found(player) == ""
    player.click(0, 2.5, RIGHT)
    assert player.game.board.state(0) in (0, MARK)
    player.key(Qt.Key.Key_H)
    assert player.window.play.runner.current.label == "Looking for a hint"
    assert monitor._runner.current is not None


def test_switching_the_check_off_cancels_it_and_frees_its_solver(play_on, hard):
    player = play_on(hard)
    player.window.context.preferences.set(CHECKING)
    monitor = player.window.play.solvability_monitor
    player.wait(lambda: monitor._runner._warm_solver._solver is not None)
    token = monitor._runner.current.token
    solver = weakref.ref(monitor._runner._warm_solver._solver)
    player.window.context.preferences.set(Preferences())
    assert token.cancelled
    player.wait(lambda: solver() is None)
