"""What fingers on the screen do with a board."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QGuiApplication

from hashi_gui.core.board import MARK
from hashi_gui.gui.board.touch import LENS_CELLS
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


def test_where_cells_are_small_a_tap_magnifies_them_for_fingers_to_choose(player, fingers):
    view, lens = player.view.viewport(), player.view._lens
    player.view.zoom(0.2)

    def in_lens(row, col):
        """The pixel in the lens, which was opened at (0, 1)."""
        cell = lens.width() / LENS_CELLS
        return lens.geometry().center() + QPoint(round((col - 1) * cell), round(row * cell))

    fingers([(0, 1)])
    assert lens.isVisible()
    assert not player.game.can_undo
    touch(view, [in_lens(0, 1)])
    assert player.state(*TOP) == 1
    touch(view, [in_lens(0, 0), in_lens(0, 2)])
    assert player.state(*TOP) == 2
    middle = lens.grab().toImage().pixelColor(lens.rect().center())
    assert middle != QColor(player.scene.theme.water)
    QGuiApplication.styleHints().setMousePressAndHoldInterval(0)
    touch(view, [in_lens(0, 0)], lifts=False)
    player.wait(lambda: player.game.board.locks == {player.island((0, 0))})
    lift(view, in_lens(0, 0))
    fingers([(-9, -9)])  # Beside the board.
    assert not lens.isVisible()
    fingers([(4, 2)])
    assert lens.isVisible()
    player.view.fit()
    assert not lens.isVisible()
