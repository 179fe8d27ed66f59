import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.gui.board.over_board import REDRAW_MS, Bubble, Overview
from hashi_gui.rendering.geometry import centre
from hashi_gui.rendering.theme import LIGHT

LEFT = Qt.MouseButton.LeftButton
WIDE = Puzzle.from_clues(3, 40, {(row, col): 2 for row in (0, 2) for col in range(0, 40, 3)})


@pytest.fixture
def player(play_on):
    return play_on(WIDE)


@pytest.fixture
def overview(player):
    return player.view.findChild(Overview)


def test_there_is_a_map_as_long_as_the_board_is_larger_than_the_view(player, overview):
    assert not overview.isVisible()
    player.view.zoom(4)
    assert overview.isVisible()
    player.view.fit()
    assert not overview.isVisible()


def test_the_corners_of_the_map_are_rounded(player, overview):
    player.view.zoom(4)
    assert overview.grab().toImage().pixelColor(0, 0) == QColor(LIGHT.window)


@pytest.mark.parametrize("turned", [False, True])
def test_the_map_covers_no_island(play_on, turned):
    player = play_on(
        Puzzle.from_clues(40, 3, dict.fromkeys([(0, 0), (39, 2)], 1)) if turned else WIDE
    )
    player.view.zoom(8)
    map_of_board = player.view.findChild(Overview)
    player.wait(lambda: not player.view.viewport().geometry().intersects(map_of_board.geometry()))
    assert player.view.rect().contains(map_of_board.geometry())


def test_the_map_is_below_a_panel_at_the_right_as_long_as_that_is_there(play_on):
    player = play_on(Puzzle.from_clues(40, 40, dict.fromkeys([(0, 0), (39, 39)], 1)))
    player.window.resize(1300, 700)
    player.view.zoom(8)
    overview, teacher = player.view.findChild(Overview), player.window.teaching.teacher
    panel = player.panel

    def is_below():
        corner = overview.mapTo(player.window, QPoint())
        foot = panel.mapTo(player.window, panel.rect().bottomLeft())
        return corner.x() > foot.x() and corner.y() > foot.y()

    teacher.open()
    player.wait(lambda: is_below() and player.view.viewportMargins().isNull())
    teacher.close()
    player.wait(lambda: player.view.rect().contains(overview.geometry()))
    player.wait(lambda: not player.view.viewportMargins().isNull())


def test_a_board_that_is_very_long_has_a_map_too(play_on):
    player = play_on(Puzzle.from_clues(1, 2000, {(0, 0): 1, (0, 1999): 1}))
    assert player.view.findChild(Overview).isVisible()
    player.click(0, 1)
    player.qtbot.wait(2 * REDRAW_MS)  # A map of no height could not be drawn.


def test_a_click_on_the_map_leads_there(player, overview):
    player.view.zoom(4)
    far = centre(WIDE.islands[-1])
    assert not player.view.visible_area().contains(far)
    player.qtbot.mouseClick(
        overview, LEFT, pos=QPoint(overview.width() - 4, overview.height() // 2)
    )
    assert player.view.visible_area().contains(far)


def test_the_map_shows_finished_islands(player, overview):
    player.view.zoom(4)
    edge = WIDE.edge_between(0, 1).id

    def has(colour):
        image = overview.grab().toImage()
        return any(
            image.pixelColor(x, y) == QColor(colour)
            for x in range(image.width())
            for y in range(1, image.height() - 1)
        )

    assert not has(LIGHT.dim_ink)
    for _ in range(2):
        player.controller.click_edges((edge,), False)
    player.wait(lambda: has(LIGHT.dim_ink))


def test_a_remark_is_whole_in_a_narrow_view(qtbot):
    view = QWidget()
    qtbot.addWidget(view)
    view.resize(200, 300)
    bubble = Bubble(view)
    bubble.say("Point at the water between two islands, and press 3.", view.rect(), fades=False)
    assert view.rect().contains(bubble.geometry())
    assert bubble.height() >= bubble.heightForWidth(bubble.width())
