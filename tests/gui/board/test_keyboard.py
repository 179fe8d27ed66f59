import pytest
from PySide6.QtCore import Qt

from hashi_gui.core.board import MARK, Board, Tag
from hashi_gui.solving import solve
from tests.menus import action

UP, DOWN, LEFT, RIGHT = Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
NONE = Qt.KeyboardModifier.NoModifier

# Edges of the puzzle, by their ends.
TOP = (0, 0), (0, 2)
SIDE = (0, 0), (2, 0)


def focus(player):
    """The cell of the island that the keyboard acts on."""
    return player.puzzle.islands[player.scene.picture.focus].cell


@pytest.fixture
def focused(player):
    """A game with the keyboard focus on the first island."""
    player.key(RIGHT)
    return player


# Arrows


@pytest.mark.parametrize(
    ("key", "modifier"), [(DOWN, NONE), (RIGHT, SHIFT), (RIGHT, CTRL), (Qt.Key.Key_Space, NONE)]
)
def test_the_first_key_only_shows_the_focus(player, key, modifier):
    player.key(key, modifier)
    assert focus(player) == (0, 0)
    assert player.scene.island_looks[0].focused
    assert not player.game.can_undo


def test_the_focus_starts_at_the_island_under_the_pointer(player):
    player.move(3, 3)
    player.key(DOWN)
    assert focus(player) == (3, 3)


@pytest.mark.parametrize(
    ("moves", "there"),
    [
        ([lambda player: player.click(0, 1)], (0, 0)),
        ([lambda player: player.key(RIGHT, SHIFT), lambda player: player.click(1, 0)], (0, 0)),
        ([lambda player: player.drag((0, 0), (0, 2), (4, 2))], (4, 2)),
    ],
)
def test_a_key_goes_on_where_the_last_move_of_the_mouse_was(focused, moves, there):
    for move in moves:
        move(focused)
    assert focused.scene.picture.focus is None
    focused.key(Qt.Key.Key_Space)
    assert focus(focused) == there
    assert focused.game.board.locks == {focused.island(there)}


def test_arrow_keys_move_the_focus_from_island_to_island(focused):
    way = []
    for key in (UP, RIGHT, DOWN, UP, LEFT, DOWN, DOWN):
        focused.key(key)
        way.append(focus(focused))
    assert way == [(0, 0), (0, 2), (4, 2), (0, 2), (0, 0), (2, 0), (4, 0)]
    assert not focused.game.can_undo


def test_digits_tag_what_the_pointer_is_at_or_else_the_selected_island(player):
    tags = lambda: player.game.board.tags  # noqa: E731
    player.key(Qt.Key.Key_1)
    assert player.window.play.controller.bubble.isVisible()
    assert not tags()
    top = player.edge(*TOP)
    player.move(0, 1)
    player.key(Qt.Key.Key_1)
    player.key(Qt.Key.Key_3)
    assert tags().edges == {top: Tag.DISC | Tag.AT_LEAST_ONE}
    player.move(0, 0)
    player.key(Qt.Key.Key_2)
    assert tags().islands == {0: Tag.DIAMOND}
    for key in (DOWN, DOWN):
        player.key(key)
    player.key(Qt.Key.Key_1)
    assert tags().islands[player.island((2, 0))] == Tag.DISC
    player.key(Qt.Key.Key_3)  # Not for an island.
    assert player.window.play.controller.bubble.isVisible()
    player.key(UP, ALT)
    seen = []
    for _ in range(3):
        player.key(UP, ALT | SHIFT)
        seen.append(tags().edges[player.edge(*SIDE)])
    assert seen == [3, 5, 1]
    assert player.game.board.counts == bytes(len(player.puzzle.edges))


def test_shift_and_an_arrow_key_build_1_2_0_and_ctrl_marks(focused):
    states = []
    for modifier in (SHIFT, SHIFT, SHIFT, CTRL, CTRL):
        focused.key(RIGHT, modifier)
        states.append(focused.state(*TOP))
    assert states == [1, 2, 0, MARK, 0]
    focused.key(DOWN, SHIFT)
    assert focused.state(*SIDE) == 1
    assert focus(focused) == (0, 0)


@pytest.mark.parametrize("modifier", [SHIFT, CTRL])
def test_a_message_says_that_there_is_no_island_in_a_direction(focused, modifier):
    focused.key(UP, modifier)
    assert focused.controller.bubble.text() == "There is no island in that direction."
    assert not focused.game.can_undo


def test_space_locks_and_unlocks(focused):
    focused.key(Qt.Key.Key_Space)
    assert focused.game.board.locks == {0}
    focused.key(RIGHT, SHIFT)
    assert focused.state(*TOP) == 0
    assert "locked" in focused.controller.bubble.text()
    focused.key(Qt.Key.Key_Space)
    assert not focused.game.board.locks


# History


@pytest.mark.parametrize(("redo", "modifier"), [(Qt.Key.Key_Z, CTRL | SHIFT), (Qt.Key.Key_Y, CTRL)])
def test_all_moves_and_starting_over_can_be_undone_and_redone(focused, redo, modifier):
    boards = [focused.game.board]
    for key, held in ((RIGHT, SHIFT), (RIGHT, SHIFT), (DOWN, CTRL), (Qt.Key.Key_Space, SHIFT)):
        focused.key(key, held)
        boards.append(focused.game.board)
    assert len(set(boards)) == 5
    focused.key(Qt.Key.Key_R, CTRL)
    boards.append(focused.game.board)
    assert boards[-1] == boards[0] == Board.empty(focused.puzzle)
    for board in reversed(boards[:-1]):
        focused.key(Qt.Key.Key_Z, CTRL)
        assert focused.game.board == board
    focused.key(Qt.Key.Key_Z, CTRL)
    assert focused.game.board == boards[0]
    for board in boards[1:]:
        focused.key(redo, modifier)
        assert focused.game.board == board
        assert focused.scene.picture.board == board


# The solver


def test_h_alone_solves_the_puzzle(player):
    while not player.game.solved:
        player.ask(Qt.Key.Key_H)
    assert not action(player.window, "Hint").isEnabled()


# The group


def highlighted_group(player):
    """The cells of the islands that are highlighted as a group."""
    return {player.puzzle.islands[island].cell for island in player.scene.picture.group.islands}


def test_g_highlights_the_group_of_the_focused_island_and_g_again_clears_it(focused):
    focused.key(RIGHT, SHIFT)
    focused.key(Qt.Key.Key_G)
    assert highlighted_group(focused) == {(0, 0), (0, 2)}
    assert set(focused.scene.picture.group.edges) == {focused.edge(*TOP)}
    focused.key(DOWN)
    assert highlighted_group(focused) == {(2, 0)}
    focused.key(Qt.Key.Key_G)
    assert highlighted_group(focused) == set()


def test_the_highlighted_group_changes_with_its_bridges_until_esc(focused):
    focused.key(Qt.Key.Key_G)
    assert highlighted_group(focused) == {(0, 0)}
    focused.key(RIGHT, SHIFT)
    assert highlighted_group(focused) == {(0, 0), (0, 2)}
    focused.key(DOWN, SHIFT)
    assert highlighted_group(focused) == {(0, 0), (0, 2), (2, 0)}
    focused.key(Qt.Key.Key_Z, CTRL)
    assert highlighted_group(focused) == {(0, 0), (0, 2)}
    focused.key(Qt.Key.Key_S)
    focused.wait(lambda: focused.game.solved)
    assert highlighted_group(focused) == set()
    focused.key(Qt.Key.Key_Z, CTRL)
    assert highlighted_group(focused) == {(0, 0), (0, 2)}
    focused.key(Qt.Key.Key_Escape)
    focused.key(DOWN)
    assert highlighted_group(focused) == set()
    focused.key(Qt.Key.Key_G)
    assert highlighted_group(focused) == {(2, 0)}


def test_g_highlights_the_group_under_the_pointer(player):
    player.click(0, 1)
    player.key(Qt.Key.Key_G)
    assert highlighted_group(player) == {(0, 0), (0, 2)}
    player.move(3, 3)
    assert highlighted_group(player) == {(3, 3)}
    player.move(2, 3.4)
    assert highlighted_group(player) == set()
    player.move(1, 0)
    assert highlighted_group(player) == set()
    player.move(0, 2)
    assert highlighted_group(player) == {(0, 0), (0, 2)}


# A whole puzzle


def draw_from(player, island, counts, done):
    """Draw the bridges of an island, then those of its neighbours, walking there and back."""
    for edge, there in player.puzzle.neighbours(island):
        if edge.id in done or not counts[edge.id]:
            continue
        done.add(edge.id)
        ahead = there.id > island
        key, back = ((RIGHT, LEFT) if edge.horizontal else (DOWN, UP))[:: 1 if ahead else -1]
        for _ in range(counts[edge.id]):
            player.key(key, SHIFT)
        player.key(key)
        assert player.scene.picture.focus == there.id
        draw_from(player, there.id, counts, done)
        player.key(back)


def test_a_puzzle_is_solved_by_the_keyboard_alone(focused, qtbot):
    counts = solve(focused.puzzle).counts
    with qtbot.waitSignal(focused.controller.solved):
        draw_from(focused, focused.scene.picture.focus, counts, set())
    assert focused.game.board.counts == counts
    assert focused.game.finished
    assert not focused.game.clock.running
