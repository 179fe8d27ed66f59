from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt

from hashi_gui.formats import read
from hashi_gui.gui.settings.preferences import Preferences
from tests.menus import action

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
TOP = (0, 0), (0, 2)


@pytest.fixture
def paused(player):
    """A player who has made a move and paused."""
    player.click(0, 1)
    player.key(Qt.Key.Key_P)
    return player


def cover(player):
    return player.window.play.page.cover


def enabled(player, text):
    return action(player.window, text).isEnabled()


def test_a_pause_covers_the_board_and_stops_the_clock(paused):
    assert not paused.view.isVisible()
    assert cover(paused).isVisible()
    assert not paused.game.clock.running
    assert action(paused.window, "Pause").isChecked()


def test_the_player_can_go_on(paused):
    keys = (Qt.Key.Key_P, Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Escape)
    for go_on in (
        *(lambda key=key: paused.key(key) for key in keys),
        lambda: paused.qtbot.mouseClick(cover(paused).button, LEFT),
        lambda: paused.qtbot.mouseClick(cover(paused), LEFT, pos=QPoint(20, 20)),
    ):
        assert not paused.view.isVisible()
        go_on()
        assert paused.view.isVisible()
        assert paused.view.hasFocus()
        assert not cover(paused).isVisible()
        assert paused.game.clock.running
        assert not action(paused.window, "Pause").isChecked()
        paused.key(Qt.Key.Key_P)


def test_nothing_can_be_played_or_asked_meanwhile(paused):
    for text in ("Undo", "Start over", "Hint", "Solve", "Check"):
        assert not enabled(paused, text)
    paused.key(Qt.Key.Key_Z, CTRL)
    paused.key(Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert paused.state(*TOP) == 1
    paused.key(Qt.Key.Key_P)
    for text in ("Undo", "Start over", "Hint", "Solve", "Check"):
        assert enabled(paused, text)
    assert not enabled(paused, "Redo")


def test_the_clock_stays_paused_when_the_window_comes_back(paused):
    paused.window.show()
    paused.window.activateWindow()
    paused.window.context.stage.run_clock()
    assert not paused.game.clock.running


def test_another_puzzle_ends_the_pause(paused):
    paused.open(read("1.2.1"))
    assert paused.view.isVisible()
    assert paused.game.clock.running


def test_what_changes_the_board_anyway_ends_the_pause(paused):
    paused.presenter.solve()
    paused.wait_for_solver()
    assert paused.game.solved
    assert paused.view.isVisible()


def test_a_solved_puzzle_cannot_be_paused(player):
    player.finish()
    player.key(Qt.Key.Key_P)
    assert player.view.isVisible()


def test_the_board_is_as_it_was(paused):
    paused.key(Qt.Key.Key_P)
    paused.view.zoom(2.0)
    size, at = paused.view.cell_size, paused.at(2, 2)
    paused.key(Qt.Key.Key_P)
    paused.key(Qt.Key.Key_P)
    assert (paused.view.cell_size, paused.at(2, 2)) == (size, at)


def test_the_clock_can_be_hidden(player):
    assert player.window.play.facts.line.texts[-1].startswith("0:")
    player.window.context.preferences.set(Preferences(show_clock=False))
    assert not player.window.play.facts.line.texts[-1].startswith("0:")
    player.window.context.preferences.set(Preferences())
    assert player.window.play.facts.line.texts[-1].startswith("0:")
