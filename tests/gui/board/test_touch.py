"""What fingers on the screen do with a board."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication

from hashi_gui.core.board import MARK
from tests.mouse import lift, touch

TOP = (0, 0), (0, 2)


@pytest.fixture
def fingers(player):
    """Moves each finger along its way, given in cells."""

    def fingers(*ways, lifts=True):
        places = [[player.at(*place) for place in way] for way in ways]
        touch(player.view.viewport(), *places, lifts=lifts)

    return fingers


def test_a_tap_and_a_drag_are_those_of_the_mouse_and_point_at_nothing_afterwards(player, fingers):
    fingers([(0, 1)])
    assert player.state(*TOP) == 1
    fingers([(0, 0), (0, 1)])
    assert player.state(*TOP) == 2
    fingers([(0, 0)])
    assert player.scene.picture.focus == player.island((0, 0))
    assert player.scene.picture.preview == ()


def test_a_finger_that_rests_locks_an_island_and_marks_on_water(player, fingers):
    QGuiApplication.styleHints().setMousePressAndHoldInterval(0)
    view, slip = player.view.viewport(), QPoint(7, 0)
    for place in ((0, 0), (0, 0), (0, 1)):
        at = player.at(*place)
        touch(view, [at, at + slip], lifts=False)
        player.wait(lambda: player.view._gesture is None)
        lift(view, at + slip)
        locked = {player.island((0, 0))} if place == (0, 0) else set()
        assert player.game.board.locks in (locked, set())
    assert player.state(*TOP) == MARK


def test_two_fingers_zoom_and_move_the_board_and_build_nothing(player, fingers):
    size = player.view.cell_size
    fingers([(2, 1), (2, 0)], [(2, 3), (2, 4)])
    assert player.view.cell_size == pytest.approx(2 * size)
    player.wait(lambda: not player.view.viewportMargins().isNull())  # There is room for the map.
    size, place = player.view.cell_size, player.at(2, 2)
    fingers([(2, 2), (2.5, 2.5)], [(2, 3), (2.5, 3.5)])
    assert player.view.cell_size == pytest.approx(size)
    assert (player.at(2, 2) - place).manhattanLength() == pytest.approx(size, abs=2)
    assert not player.game.can_undo
