import pytest
from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QMargins,
    QObject,
    QPoint,
    QRectF,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from hashi_gui.core.board import MARK, Tag
from hashi_gui.core.highlight import Role
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.gui.board.over_board import Overview
from hashi_gui.gui.board.placement import AROUND_BOARD, MAX_FITTED_CELL
from hashi_gui.gui.board.view import CLEAR_CELL, TINY_CELL
from hashi_gui.gui.settings.preferences import (
    AnimationSetting,
    Clicks,
    IslandClicks,
    Preferences,
    Wheel,
)
from hashi_gui.rendering.geometry import UNIT
from tests.mouse import pinch, touchpad, turn_wheel

LEFT = Qt.MouseButton.LeftButton
RIGHT = Qt.MouseButton.RightButton
MIDDLE = Qt.MouseButton.MiddleButton

# Edges of the puzzle, by their ends.
TOP = (0, 0), (0, 2)
SIDE = (0, 0), (2, 0)
ACROSS = (1, 1), (1, 4)
DOWN = (0, 2), (4, 2)


def nothing_happened(player):
    return not player.game.can_undo


def shown(player):
    """The board as the view shows it, in pixels of the viewport."""
    return QRectF(player.view.mapFromScene(player.scene.sceneRect()).boundingRect())


@pytest.fixture
def zoomed(player):
    """A board so large that it can be moved in every direction."""
    player.view.zoom(2.0)
    player.wait(lambda: not player.view.viewportMargins().isNull())  # There is room for the map.
    return player


# Clicks


def test_clicks_on_the_water_cycle_bridges_0_1_2_0_and_a_double_click_is_two(player):
    states = []
    for _ in range(3):
        player.click(0, 1)
        states.append(player.state(*TOP))
    assert states == [1, 2, 0]
    player.double_click(0, 1)
    assert player.state(*TOP) == 2


def test_a_bridge_gets_the_whole_crossing_and_blocks_the_other_edge(player):
    player.click(1, 1.7)
    player.click(0.7, 2)
    assert player.state(*ACROSS) == 2
    player.move(2, 2)
    assert player.scene.picture.preview == ()
    player.click(2, 2)
    assert player.state(*DOWN) == 0
    bubble, picture = player.controller.bubble, player.scene.picture
    assert bubble.isVisible()
    assert bubble.text() == "A bridge between the 3 and the 2 is in the way."
    assert picture.pointed_out.edges == {player.edge(*ACROSS): Role.CONFLICT}
    player.drag((0, 0), (0, 2), (4, 2))
    assert player.state(*TOP) == 1
    assert player.state(*DOWN) == 0
    player.click(1, 1.7)
    assert not bubble.isVisible()
    assert not player.scene.picture.pointed_out.edges


@pytest.mark.parametrize(
    "drag",
    [
        ((2, 3.4), (2, 3.4)),  # on open water
        ((0, 1), (1, 0)),  # from an edge to another one
        ((0, 0), (-0.8, 0.4)),  # from an island into open water
        ((0, 0), (0, 1), (0, 0.1)),  # back to its island
    ],
)
def test_a_gesture_without_a_target_does_nothing(player, drag):
    player.drag(*drag)
    player.drag((0, 0), (0, 1), (0, 0), button=RIGHT)
    assert nothing_happened(player)


# Drags


def test_a_drag_towards_a_neighbour_previews_and_adds_a_bridge(player):
    player.press(0, 0)
    assert player.scene.picture.preview == ()
    player.move(0, 1)
    assert player.scene.picture.preview == ((player.edge(*TOP), 1),)
    player.move(1, 0)
    assert player.scene.picture.preview == ((player.edge(*SIDE), 1),)
    player.move(0, 0)
    assert player.scene.picture.preview == ()
    player.release(0, 0)
    assert nothing_happened(player)
    player.drag((0, 0), (0, 0.8), (0, 1.5))
    assert player.state(*TOP) == 1
    player.drag((0, 2), (0, 1))
    assert player.state(*TOP) == 2
    player.drag((0, 0), (0.9, 0.2))
    assert player.state(*SIDE) == 1


def test_a_drag_over_several_islands_is_one_move(player):
    player.press(0, 2)
    for place in ((0, 0), (2, 0), (4, 0)):
        player.move(*place)
    edges = [player.edge(*ends) for ends in (TOP, SIDE, ((2, 0), (4, 0)))]
    assert player.scene.picture.preview == tuple((edge, 1) for edge in edges)
    player.release(4, 0)
    assert [player.game.board.counts[edge] for edge in edges] == [1, 1, 1]
    assert player.scene.picture.preview == ()
    player.controller.undo()
    assert not any(player.game.board.counts)


def test_during_a_drag_the_desktop_sends_every_position_of_the_pointer(player):
    def compressed():
        return QCoreApplication.testAttribute(
            Qt.ApplicationAttribute.AA_CompressHighFrequencyEvents
        )

    player.press(0, 0)
    assert not compressed()
    player.release(0, 0)
    assert compressed()
    player.press(0, 1)
    assert compressed()
    player.release(0, 1)


def test_long_drags_complete_what_is_there_then_double_and_remove_it(player):
    states = []
    for _ in range(3):
        player.drag((0, 2), (0, 0), (2, 0))
        states.append((player.state(*TOP), player.state(*SIDE)))
    assert states == [(1, 1), (2, 2), (0, 0)]
    player.click(1, 0)
    player.click(1, 0)
    player.click(0, 1)
    player.drag((0, 2), (0, 0), (2, 0))
    assert (player.state(*TOP), player.state(*SIDE)) == (2, 2)


# The finish


def test_a_solved_board_is_lit_until_it_is_not_solved_any_more(player):
    def colour_of_an_island():
        player.scene.stop_animations()
        return player.view.grab().toImage().pixelColor(player.at(4.26, 0)).name()

    player.finish()
    assert player.game.solved
    assert colour_of_an_island() == player.scene.theme.lit
    player.controller.undo()
    player.move_off()
    assert colour_of_an_island() == player.scene.theme.dim_island
    player.controller.redo()
    assert colour_of_an_island() == player.scene.theme.lit


# Marks and locks


def test_a_right_click_marks_a_mark_replaces_bridges_and_bridges_replace_a_mark(player):
    states = []
    for button in (RIGHT, RIGHT, LEFT, RIGHT, LEFT):
        player.click(0, 1, button)
        states.append(player.state(*TOP))
    assert states == [MARK, 0, 1, MARK, 1]


def test_drags_with_the_right_button_mark_and_unmark(player):
    player.press(0, 0, RIGHT)
    player.move(0, 1)
    assert player.scene.picture.preview == ((player.edge(*TOP), MARK),)
    player.release(0, 1, RIGHT)
    assert player.state(*TOP) == MARK
    player.click(0, 1, RIGHT)
    for state in (MARK, 0):
        player.drag((0, 2), (0, 0), (2, 0), button=RIGHT)
        assert player.state(*TOP) == player.state(*SIDE) == state


@pytest.mark.parametrize("button", [LEFT, RIGHT])
def test_the_bridges_of_a_locked_island_cannot_change(player, button):
    player.click(0, 0, RIGHT)
    menu = player.view.findChild(QMenu)
    lock, disc, _ = menu.actions()
    assert (lock.text(), disc.text(), disc.isChecked()) == ("Lock the 4", "Disc", False)
    lock.trigger()
    disc.trigger()
    menu.close()
    assert player.game.board.tags.islands == {player.island((0, 0)): Tag.DISC}
    assert player.game.board.locks == {player.island((0, 0))}
    player.move(0, 1)
    assert player.scene.picture.preview == ()
    player.click(0, 1, button)
    assert player.state(*TOP) == 0
    text = "The 4 is locked. To unlock it, hold it or press Space on it."
    assert player.controller.bubble.text() == text


def test_holding_the_button_locks_an_island_and_marks_on_water(player):
    def hold(*place):
        player.press(*place)
        player.wait(lambda: player.view._gesture is None)
        player.release(*place)

    QGuiApplication.styleHints().setMousePressAndHoldInterval(0)
    hold(0, 0)
    assert player.game.board.locks == {player.island((0, 0))}
    hold(0, 0)
    assert not player.game.board.locks
    hold(0, 1)
    assert player.state(*TOP) == MARK


def test_a_ring_shows_that_tab_has_led_to_the_board_until_the_mouse_is_used(player):
    def shows_ring():
        view = player.view.grab().toImage()
        return view.pixelColor(1, 1) == player.view.palette().highlight().color()

    player.view.clearFocus()
    player.view.setFocus()
    assert not shows_ring()
    player.view.clearFocus()
    player.view.setFocus(Qt.FocusReason.TabFocusReason)
    assert shows_ring()
    player.view.zoom(2)
    assert shows_ring()
    player.click(0, 1)
    assert not shows_ring()
    assert player.state(*TOP) == 1


# Clicks on islands


def selected(player):
    """The cell of the selected island."""
    focus = player.scene.picture.focus
    return None if focus is None else player.puzzle.islands[focus].cell


def test_a_click_selects_an_island_and_one_on_its_neighbour_builds(player):
    for expected in (1, 2, 0):
        player.click(0, 0)
        assert selected(player) == (0, 0)
        player.move(0, 2)
        assert player.scene.picture.preview == ((player.edge(*TOP), expected),)
        player.click(0, 2)
        assert player.state(*TOP) == expected
        assert player.scene.picture.preview == ()
        assert selected(player) is None
    player.key(Qt.Key.Key_Down)  # The keys go on where they were.
    assert selected(player) == (2, 0)
    player.click(3, 3)
    assert selected(player) == (3, 3)
    assert not player.game.board.locks


@pytest.mark.parametrize("how", ["again", "Esc", "water"])
def test_an_island_is_selected_until_a_click_on_it_or_on_water_or_esc(player, how):
    player.click(0, 0)
    if how == "Esc":
        player.key(Qt.Key.Key_Escape)
    else:
        player.click(0, 0 if how == "again" else 1)
    assert selected(player) is None
    player.click(2, 0)
    assert selected(player) == (2, 0)
    assert player.state(*SIDE) == 0


@pytest.mark.parametrize("wanted", [IslandClicks.LOCK, IslandClicks.NOTHING])
def test_a_click_on_an_island_does_what_the_player_prefers(player, wanted):
    player.controller.set_preferences(Preferences(island_clicks=wanted))
    for expected in ({player.island((0, 0))}, set()):
        player.click(0, 0)
        assert selected(player) is None
        assert player.game.board.locks == (expected if wanted is IslandClicks.LOCK else set())


# A second button


@pytest.mark.parametrize("origin", [(0, 1), (0, 0)])
def test_a_second_button_cancels_a_gesture(player, origin):
    player.press(*origin)
    player.move(0, 1)
    player.press(0, 1, RIGHT)
    assert player.scene.picture.preview == ((player.edge(*TOP), 1),)  # as for a pointer that passes
    player.release(0, 1, RIGHT)
    player.release(0, 1)
    assert nothing_happened(player)


def test_releasing_another_button_does_nothing(player):
    states = []
    player.press(2, 3.4)
    player.press(0, 1, RIGHT)
    for button in (LEFT, RIGHT):
        player.release(0, 1, button)
        states.append(player.state(*TOP))
    assert states == [0, MARK]


def test_a_gesture_ends_when_the_board_loses_the_focus(player):
    player.press(0, 1)
    player.view.clearFocus()
    player.release(0, 1)
    assert nothing_happened(player)


# Preview


def test_the_pointer_previews_what_a_click_would_draw(player):
    player.move(0, 1)
    assert player.scene.picture.preview == ((player.edge(*TOP), 1),)
    player.move(2, 3.4)
    assert player.scene.picture.preview == ()
    player.move(0, 0)
    assert player.scene.picture.preview == ()
    player.move(1, 0)
    assert player.scene.picture.preview == ((player.edge(*SIDE), 1),)
    player.move_off()
    assert player.scene.picture.preview == ()


def test_an_edge_just_clicked_has_no_preview_until_the_pointer_leaves_it(player):
    player.click(0, 1)
    assert player.scene.picture.preview == ()
    player.move(0, 1.2)
    assert player.scene.picture.preview == ()
    player.move(1, 0)
    player.move(0, 1)
    assert player.scene.picture.preview == ((player.edge(*TOP), 2),)
    player.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert player.scene.picture.preview == ((player.edge(*TOP), 1),)
    player.key(Qt.Key.Key_Right)
    player.view.zoom(1.1)
    assert player.scene.picture.preview == ()
    player.move(0, 1)
    assert player.scene.picture.preview == ((player.edge(*TOP), 1),)


def test_the_preview_follows_when_the_board_is_moved_under_the_pointer(player):
    player.move(0, 1)
    for _ in range(3):
        player.key(Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    assert player.scene.picture.preview == ()  # the pointer is over open water now
    player.key(Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert player.scene.picture.preview == ((player.edge(*TOP), 1),)


@pytest.mark.parametrize("scroll", ["horizontalScrollBar", "verticalScrollBar"])
def test_the_preview_follows_when_the_board_is_scrolled(zoomed, scroll):
    zoomed.move(1, 3)
    assert zoomed.scene.picture.preview == ((zoomed.edge(*ACROSS), 1),)
    getattr(zoomed.view, scroll)().setValue(getattr(zoomed.view, scroll)().value() + 200)
    assert zoomed.scene.picture.preview == ()


# Zooming


@pytest.mark.parametrize("steps", [1, -1, 3])
def test_the_wheel_zooms_and_the_position_under_the_pointer_stays(zoomed, steps):
    at = zoomed.at(1.3, 1.6)
    place, size = zoomed.view.mapToScene(at), zoomed.view.cell_size
    zoomed.wheel(at, steps)
    assert zoomed.view.cell_size == pytest.approx(min(size * 1.2**steps, 200.0))
    assert (zoomed.view.mapFromScene(place) - at).manhattanLength() <= 2
    assert nothing_happened(zoomed)


def test_the_wheel_zooms_a_fitted_board_at_the_pointer_too_and_within_limits(player):
    at = player.at(0, 0)
    place = player.view.mapToScene(at)
    player.wheel(at, 1)
    assert (player.view.mapFromScene(place) - at).manhattanLength() <= 2
    for steps, limit in ((60, 200.0), (-99, 6.0)):
        player.wheel(player.at(2, 2), steps)
        assert player.view.cell_size == pytest.approx(limit)


def test_a_touchpad_scrolls_and_pinching_zooms(zoomed):
    device, view, at = touchpad(), zoomed.view, zoomed.at(2, 2)
    place, size = view.mapToScene(at), view.cell_size
    turn_wheel(view.viewport(), at, QPoint(0, -60), device=device)
    assert (view.mapFromScene(place) - at) == QPoint(0, -30)
    assert view.cell_size == size
    for _ in range(50):
        turn_wheel(view.viewport(), at, QPoint(0, 600), device=device)
    assert abs(view.mapFromScene(view.board_rect.topLeft()).y() - AROUND_BOARD.top()) <= 1
    place = view.mapToScene(at)
    pinch(view.viewport(), at, 0.1, device)
    assert view.cell_size == pytest.approx(1.1 * size)
    assert (view.mapFromScene(place) - at).manhattanLength() <= 2
    assert nothing_happened(zoomed)


def test_the_wheel_scrolls_if_the_player_prefers_that(zoomed):
    zoomed.window.context.preferences.set(Preferences(wheel=Wheel.SCROLL))
    at, size = zoomed.at(2, 2), zoomed.view.cell_size
    zoomed.wheel(at, -1)
    assert (zoomed.at(2, 2) - at + QPoint(0, 60)).manhattanLength() <= 1
    turn_wheel(zoomed.view.viewport(), at, QPoint(0, -120), Qt.KeyboardModifier.ShiftModifier)
    assert (zoomed.at(2, 2) - at + QPoint(60, 60)).manhattanLength() <= 2
    turn_wheel(zoomed.view.viewport(), at, QPoint(0, -120), Qt.KeyboardModifier.ControlModifier)
    assert zoomed.view.cell_size < size
    zoomed.view.fit()
    whole = shown(zoomed)
    zoomed.wheel(at, -1)
    assert shown(zoomed) == whole


def test_the_wheel_does_nothing_during_a_gesture(player):
    size = player.view.cell_size
    player.press(0, 1)
    player.wheel(player.at(0, 1), 2)
    player.release(0, 1)
    assert player.view.cell_size == size
    assert player.state(*TOP) == 1


# Moving the board


@pytest.mark.parametrize("origin", [(0, 1), (1, 1)])
def test_space_and_drag_moves_the_board_and_neither_draws_nor_locks(zoomed, qtbot, origin):
    zoomed.key(Qt.Key.Key_Right)  # a focus that Space could lock
    start = zoomed.at(*origin)
    place = zoomed.view.mapToScene(start)
    qtbot.keyPress(zoomed.view, Qt.Key.Key_Space)
    zoomed.press(*origin)
    end = zoomed.at(origin[0] - 0.4, origin[1] - 0.5)
    qtbot.mouseMove(zoomed.view.viewport(), end)
    qtbot.mouseRelease(zoomed.view.viewport(), LEFT, pos=end)
    qtbot.keyRelease(zoomed.view, Qt.Key.Key_Space)
    assert (zoomed.view.mapFromScene(place) - end).manhattanLength() <= 2
    assert nothing_happened(zoomed)
    zoomed.click(0, 1)
    assert zoomed.state(*TOP) == 1


class Paintings(QObject):
    """Records the areas of a view that are painted."""

    def __init__(self, view):
        super().__init__(view)
        self.regions = []
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            self.regions.append(event.region())
        return False


def on_screen(player):
    """What the screen shows of the board."""
    viewport = player.view.viewport()
    corner = viewport.mapTo(player.window, QPoint())
    size = viewport.width(), viewport.height()
    return (
        player.window.screen()
        .grabWindow(player.window.winId(), corner.x(), corner.y(), *size)
        .toImage()
    )


def test_the_middle_button_moves_the_board_and_only_what_comes_into_view_is_painted(zoomed):
    start, end = zoomed.at(2, 2), zoomed.at(1.9, 1.8)
    place = zoomed.view.mapToScene(start)
    paintings = Paintings(zoomed.view)
    zoomed.drag((2, 2), (1.9, 1.8), button=MIDDLE)
    assert (zoomed.view.mapFromScene(place) - end).manhattanLength() <= 2
    assert nothing_happened(zoomed)
    zoomed.wait(lambda: paintings.regions)
    viewport = zoomed.view.viewport()
    painted = sum(rect.width() * rect.height() for rect in paintings.regions[0])
    assert painted < viewport.width() * viewport.height() / 2


def test_a_board_that_was_moved_looks_as_if_it_were_painted_anew(zoomed):
    zoomed.view.zoom(1.07)
    zoomed.click(0, 1)
    zoomed.click(2, 0)
    zoomed.key(Qt.Key.Key_G)
    zoomed.ask(Qt.Key.Key_H)
    zoomed.scene.animation = AnimationSetting.NONE
    zoomed.scene.stop_animations()
    overview = zoomed.view.findChild(Overview)
    for place in ((1.7, 2.4), (2.1, 2.2), (2.0, 1.6)):
        zoomed.drag((2, 2), place, button=MIDDLE)
        zoomed.move_off()
        zoomed.wait(lambda: not any(timer.isActive() for timer in overview.findChildren(QTimer)))
        QCoreApplication.processEvents()  # Everything is painted, also on the map.
        moved = on_screen(zoomed)
        zoomed.view.viewport().repaint()
        assert moved == on_screen(zoomed)


# Fitting


@pytest.mark.parametrize("side", [7, 25])
def test_a_new_puzzle_is_completely_visible(play_on, side):
    corners = {(0, 0): 1, (0, side - 1): 1, (side - 1, 0): 1, (side - 1, side - 1): 1}
    player = play_on(Puzzle.from_clues(side, side, corners))
    viewport = QRectF(player.view.viewport().rect())
    board = shown(player)
    assert viewport.contains(board.adjusted(1, 1, -1, -1))
    assert abs(board.center().x() - viewport.center().x()) <= 1
    assert player.view.cell_size == int(player.view.cell_size)


def test_a_large_board_begins_in_clear_cells_where_the_player_was(play_on):
    corners = {(0, 0): 1, (0, 59): 2, (59, 59): 1}
    player = play_on(Puzzle.from_clues(60, 60, corners))
    player.wait(lambda: not player.view.viewportMargins().isNull())
    viewport = player.view.viewport().rect()
    assert player.view.cell_size == CLEAR_CELL
    assert viewport.contains(player.at(0, 0))
    player.click(0, 1)
    player.window.play.in_play.open_document(player.game.to_document())
    player.wait(lambda: not player.view.viewportMargins().isNull())
    assert abs(player.at(0, 30).x() - player.view.viewport().width() / 2) <= CLEAR_CELL
    player.view.scroll_to(player.scene.area_of([2]))
    room = player.view.size()
    player.window.resize(player.window.size().shrunkBy(QMargins(0, 0, 40, 40)))
    player.wait(lambda: player.view.size() != room)
    assert player.view.viewport().rect().contains(player.at(59, 59))
    player.key(Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    player.wait(lambda: viewport.contains(player.at(59, 59)))


@pytest.mark.parametrize("zoomed", [False, True])
def test_what_is_in_the_middle_stays_there_in_another_room(play_on, zoomed):
    player = play_on(Puzzle.from_clues(60, 60, {(0, 0): 1, (0, 30): 2, (30, 30): 1}))
    player.wait(lambda: not player.view.viewportMargins().isNull())
    view = player.view
    view.scroll_to(player.scene.area_of([1, 2]))
    if zoomed:
        player.wheel(player.at(30, 30), 1)
    middle = lambda: view.mapToScene(view.viewport().rect().center())  # noqa: E731
    before, room = middle(), view.size()
    player.window.resize(player.window.size().grownBy(QMargins(0, 0, 60, 40)))
    player.wait(lambda: view.size() != room)
    moved = (middle() - before) * view.transform().m11()
    assert moved.manhattanLength() <= 3
    assert view.viewport().rect().contains(player.at(30, 30))


def test_a_board_that_was_zoomed_keeps_its_size_until_it_is_fitted(player):
    player.wheel(player.at(2, 2), -1)
    size, narrow = player.view.cell_size, player.view.viewport().width()
    player.window.resize(700, 520)
    player.wait(lambda: player.view.viewport().width() < narrow)
    assert player.view.cell_size == size
    player.key(Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert player.view.cell_size != size
    size = player.view.cell_size
    player.window.resize(560, 460)
    player.wait(lambda: player.view.cell_size < size)
    assert QRectF(player.view.viewport().rect()).contains(shown(player).adjusted(1, 1, -1, -1))


@pytest.mark.parametrize("zooms", [0, 2])
@pytest.mark.parametrize("size", [(790, 400), (640, 480), (500, 720), (400, 780)])
def test_neither_panel_nor_card_moves_the_board_or_changes_its_scale(player, size, zooms):
    player.window.resize(*size)
    player.wait(lambda: player.window.size() == QSize(*size))
    for _ in range(zooms):
        player.key(Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    before, room = shown(player), player.view.size()
    player.key(Qt.Key.Key_F9)
    player.wait(lambda: player.view.size() != room)
    assert shown(player) == before
    player.key(Qt.Key.Key_F9)
    player.finish()
    player.wait(lambda: player.finish_card.isVisible() and player.view.size() != room)
    assert shown(player) == before
    assert zooms or player.view.viewport().rect().toRectF().contains(before)


def test_the_view_flies_to_a_hint_that_is_too_small_to_see(play_on):
    player = play_on(Puzzle.from_clues(60, 60, {(0, 0): 1, (0, 59): 2, (59, 59): 1}))
    player.ask(Qt.Key.Key_H)
    player.wait(lambda: player.view.cell_size == CLEAR_CELL)
    (island,) = player.scene.picture.highlight.islands
    assert player.view.viewport().rect().contains(player.at(*player.puzzle.islands[island].cell))


def test_a_flight_goes_on_to_what_is_shown_meanwhile(play_on):
    player = play_on(Puzzle.from_clues(60, 60, {(0, 0): 1, (0, 3): 2, (3, 3): 1}))
    view = player.view
    view.fit()
    view.show_area(player.scene.area_of([0]))
    view._flight.setCurrentTime(view._flight.duration() // 2)
    assert TINY_CELL < view.cell_size < CLEAR_CELL
    view.show_area(player.scene.area_of([0, 1, 2]))
    player.wait(lambda: view.cell_size == CLEAR_CELL)


def test_the_view_scrolls_to_the_focused_island(player):
    player.view.zoom(2.0)
    scroll = player.view.verticalScrollBar()
    scroll.setValue(scroll.maximum())
    assert player.at(0, 0).y() < 0
    player.key(Qt.Key.Key_Right)
    assert player.view.viewport().rect().contains(player.at(0, 0))
    assert player.view.cell_size / UNIT == pytest.approx(player.view.transform().m11())


def test_a_board_that_fits_never_moves_when_the_focus_does(player):
    player.window.resize(560, 460)
    player.view.fit()
    before = shown(player)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Down):
        player.key(key)
        assert shown(player) == before


def test_zooming_by_keys_leaves_no_room_beside_a_board_that_is_not_all_in_view(player):
    player.window.resize(900, 500)
    player.key(Qt.Key.Key_F9)
    player.view.fit()
    view, before = player.view.viewport().rect().toRectF(), shown(player)
    assert before.center().x() > view.center().x() + 20  # in the middle of the window
    while shown(player).width() < view.width():
        player.key(Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    after = shown(player)
    assert after.left() <= AROUND_BOARD.left() + 1
    assert after.right() >= view.right() - AROUND_BOARD.right() - 1
    while shown(player).width() > before.width():
        player.key(Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    assert abs(shown(player).center().x() - before.center().x()) <= 1


def test_a_board_that_is_smaller_than_a_fitted_one_stays_in_the_middle(player):
    middle = shown(player).center()
    corner = shown(player).topLeft().toPoint()
    for factor in (1.5, 0.5, 0.5):
        player.view.zoom(factor, corner)
    assert player.view.cell_size < MAX_FITTED_CELL / 2
    assert (shown(player).center() - middle).manhattanLength() <= 2


def test_the_left_button_can_add_and_the_right_one_remove(player):
    player.window.context.preferences.set(Preferences(clicks=Clicks.ADD_AND_REMOVE))
    for count in (1, 2, 2):
        player.click(0, 1)
        assert player.state(*TOP) == count
    assert player.controller.bubble.text() == "Two islands have at most 2 bridges."
    for state in (1, 0, MARK, 0):
        player.click(0, 1, RIGHT)
        assert player.state(*TOP) == state
    player.drag((0, 0), (0, 1))
    assert player.state(*TOP) == 1
    player.drag((0, 0), (0, 1), button=RIGHT)
    assert player.state(*TOP) == 0


def test_the_cells_in_view(player):
    assert player.controller.cells_in_view() is None
    player.view.zoom(3)
    area = player.controller.cells_in_view()
    assert 0 <= area.top <= 2 <= area.bottom <= 4
    assert area.bottom - area.top < player.puzzle.rows - 1


def test_a_hint_prefers_what_is_in_view(play_on):
    player = play_on(read("2.?.?.?.?.?.?.?.2").puzzle)
    player.wait_for_solver()
    for scroll, ends in ((0, ((0, 0), (0, 2))), (10**6, ((0, 14), (0, 16)))):
        player.view.zoom(6)
        player.view.horizontalScrollBar().setValue(scroll)
        player.ask(Qt.Key.Key_H)
        for _ in range(2):
            player.key(Qt.Key.Key_H)
        assert player.state(*ends) == 2
