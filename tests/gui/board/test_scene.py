from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.board_status import BoardStatus, Faults
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.game import Game
from hashi_gui.gui.app.actions import CHECK
from hashi_gui.gui.board.controller import ErrorDisplay
from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.rendering.looks import BridgeLook, Highlight, IslandLook, Role
from hashi_gui.rendering.theme import DARK, LIGHT

# 2.2
# ...
# 1.3.1
PUZZLE = Puzzle.from_clues(3, 5, {(0, 0): 2, (0, 2): 2, (2, 0): 1, (2, 2): 3, (2, 4): 1})
TOP, SIDE, MIDDLE, BOTTOM, EAST = range(5)
EMPTY = Board.empty(PUZZLE)


def board(**states):
    """A board with the given states on the named edges."""
    edges = tuple((globals()[name.upper()], state) for name, state in states.items())
    return EMPTY.apply(Move(edges))


def looks(scene):
    return [item.look for item in scene.island_items + scene.edge_items]


def changed(before, scene):
    """The numbers of the items that got a new look; islands come first."""
    return {n for n, (old, new) in enumerate(zip(before, looks(scene))) if old is not new}


def item_of(edge):
    return len(PUZZLE.islands) + edge


@pytest.fixture
def scene(qapp):
    scene = BoardScene(LIGHT)
    scene.set_puzzle(PUZZLE, EMPTY)
    return scene


def test_the_ids_in_this_file_are_right():
    ends = [tuple(end.cell for end in PUZZLE.ends(edge.id)) for edge in PUZZLE.edges]
    assert ends[TOP] == ((0, 0), (0, 2))
    assert ends[SIDE] == ((0, 0), (2, 0))
    assert ends[MIDDLE] == ((0, 2), (2, 2))
    assert ends[BOTTOM] == ((2, 0), (2, 2))
    assert ends[EAST] == ((2, 2), (2, 4))


# A board


def test_an_empty_board(scene):
    assert [item.look for item in scene.island_items] == [IslandLook(n) for n in (2, 2, 1, 3, 1)]
    assert [item.look for item in scene.edge_items] == [BridgeLook()] * 5


def test_bridges_and_marks(scene):
    scene.show_board(board(top=2, side=MARK))
    assert scene.edge_items[TOP].look == BridgeLook(2)
    assert scene.edge_items[SIDE].look == BridgeLook(marked=True)


def test_an_island_with_all_its_bridges_is_satisfied_one_with_more_is_not(scene):
    scene.show_board(board(top=2, bottom=2))
    assert [item.look.satisfied for item in scene.island_items] == [True, True, False, False, False]


def test_locks(scene):
    scene.show_board(EMPTY.apply(Move(locks=((2, True),))))
    assert [item.look.locked for item in scene.island_items] == [False, False, True, False, False]


def test_every_kind_of_fault_has_a_look(scene):
    scene.set_faults(Faults(frozenset({0}), frozenset({1}), ((2, 3),), frozenset({EAST})))
    islands = [item.look for item in scene.island_items]
    assert [look.overfull for look in islands] == [True, False, False, False, False]
    assert [look.unsatisfiable for look in islands] == [False, True, False, False, False]
    assert [look.isolated for look in islands] == [False, False, True, True, False]
    assert [item.look.crossed for item in scene.edge_items] == [False] * 4 + [True]
    scene.set_faults(Faults())
    assert looks(scene) == looks_of(EMPTY)


def test_focus_and_preview(scene):
    scene.set_focus(3)
    scene.set_preview((TOP, MARK))
    assert [item.look.focused for item in scene.island_items] == [False, False, False, True, False]
    assert scene.edge_items[TOP].look == BridgeLook(preview=MARK)
    scene.set_focus(1)
    scene.set_preview((EAST, 1))
    assert [item.look.focused for item in scene.island_items] == [False, True, False, False, False]
    assert scene.edge_items[TOP].look == BridgeLook()
    assert scene.edge_items[EAST].look == BridgeLook(preview=1)
    scene.set_focus(None)
    scene.set_preview(None)
    assert looks(scene) == looks_of(EMPTY)


@pytest.mark.parametrize("role", Role)
def test_highlighted_items_have_their_role(scene, role):
    scene.set_highlight(Highlight({0: role}, {EAST: role}))
    assert [item.look.role for item in scene.island_items] == [role, None, None, None, None]
    assert scene.edge_items[EAST].look == BridgeLook(role=role)
    assert scene.highlighted_rect() == (
        scene.island_items[0].sceneBoundingRect() | scene.edge_items[EAST].sceneBoundingRect()
    )
    scene.set_highlight(Highlight())
    assert looks(scene) == looks_of(EMPTY)
    assert scene.highlighted_rect().isEmpty()


def test_differences_are_shown_on_their_edges_above_the_islands(scene):
    scene.set_highlight(Highlight(differences={TOP: (2, 1), EAST: (0, 1)}))
    top, east = scene.difference_items
    assert scene.edge_items[TOP].contains(top.pos())
    assert scene.edge_items[EAST].contains(east.pos())
    assert top.scene() is scene
    assert top.zValue() > scene.island_items[0].zValue()
    scene.set_highlight(Highlight(differences={SIDE: (1, 2)}))
    assert top.scene() is None
    assert len(scene.difference_items) == 1


def test_an_answer_is_shown_over_a_group(scene):
    scene.set_group(Highlight({0: Role.GROUP, 1: Role.GROUP}, {TOP: Role.GROUP}))
    scene.set_highlight(Highlight({0: Role.HINT}, {TOP: Role.HINT}))
    assert scene.island_items[0].look.role is Role.HINT
    assert scene.island_items[1].look.role is Role.GROUP
    assert scene.edge_items[TOP].look.role is Role.HINT
    scene.set_highlight(Highlight())
    assert scene.island_items[0].look.role is Role.GROUP
    assert scene.edge_items[TOP].look.role is Role.GROUP


# What is repainted


def test_a_move_updates_its_edge_and_the_islands_whose_look_it_changes(scene):
    before = looks(scene)
    scene.show_board(board(east=1))
    assert changed(before, scene) == {item_of(EAST), 4}


def test_nothing_is_updated_if_nothing_changes(scene):
    scene.show_board(board(top=1))
    before = looks(scene)
    scene.show_board(board(top=1))
    scene.set_faults(Faults())
    scene.set_preview(None)
    scene.set_highlight(Highlight())
    scene.set_group(Highlight())
    assert changed(before, scene) == set()


def test_a_preview_updates_at_most_two_edges(scene):
    scene.set_preview((TOP, 1))
    before = looks(scene)
    scene.set_preview((EAST, 1))
    assert changed(before, scene) == {item_of(TOP), item_of(EAST)}


def test_faults_that_stay_are_not_updated(scene):
    scene.set_faults(Faults(overfull=frozenset({0, 1})))
    before = looks(scene)
    scene.set_faults(Faults(overfull=frozenset({1, 2})))
    assert changed(before, scene) == {0, 2}


# A scene depends only on what it shows


def looks_of(shown, puzzle=PUZZLE):
    scene = BoardScene(LIGHT)
    scene.set_puzzle(puzzle, shown)
    return looks(scene)


def moves_on(puzzle):
    states = st.integers(MARK, puzzle.max_bridges)
    edges = st.dictionaries(st.sampled_from(range(len(puzzle.edges))), states, max_size=3)
    locks = st.dictionaries(st.sampled_from(range(len(puzzle.islands))), st.booleans(), max_size=2)
    return st.builds(
        lambda e, i: Move(tuple(e.items()), tuple(i.items())),
        edges if puzzle.edges else st.just({}),
        locks,
    )


@given(st.data())
def test_a_scene_after_moves_equals_a_new_scene_of_the_board(qapp, puzzles, data):
    puzzle = data.draw(puzzles)
    game = Game(puzzle)
    scene = BoardScene(LIGHT)
    scene.set_puzzle(puzzle, game.board)
    for move in data.draw(st.lists(moves_on(puzzle), max_size=6)):
        game.play(move)
        scene.show_board(game.board)
        scene.set_faults(BoardStatus(puzzle, game.board).faults)
    assert [look.satisfied for look in looks(scene)[: len(puzzle.islands)]] == [
        sum(game.board.counts[e] for e in puzzle.incident[island.id]) == island.clue
        for island in puzzle.islands
    ]
    while game.can_undo:
        game.undo()
        scene.show_board(game.board)
        again = BoardScene(LIGHT)
        again.set_puzzle(puzzle, game.board)
        found = data.draw(st.sampled_from([Faults(), BoardStatus(puzzle, game.board).faults]))
        scene.set_faults(found)
        again.set_faults(found)
        assert looks(scene) == looks(again)


def test_another_puzzle_starts_without_highlights(scene, garden):
    scene.set_focus(1)
    scene.set_preview((TOP, 1))
    scene.set_highlight(Highlight({0: Role.CONFLICT}, {TOP: Role.CONFLICT}, {TOP: (1, 2)}))
    scene.set_group(Highlight({1: Role.GROUP}))
    scene.set_faults(Faults(overfull=frozenset({1})))
    scene.set_puzzle(garden, Board.empty(garden))
    assert looks(scene) == looks_of(Board.empty(garden), garden)
    assert len(scene.items()) == 1 + len(garden.islands) + len(garden.edges)


# The solution appears


def test_a_solution_is_hidden_first_and_appears_bit_by_bit(scene, qtbot):
    solution = board(top=1, side=1, middle=1, bottom=1, east=1)
    seen = []
    scene.show_board(solution)
    scene.changed.connect(lambda _: seen.append([item.look.count for item in scene.edge_items]))
    scene.reveal(range(5))
    assert scene.revealing
    assert [item.look.count for item in scene.edge_items] == [0] * 5
    assert not any(item.look.satisfied for item in scene.island_items)
    qtbot.waitUntil(lambda: not scene.revealing)
    assert looks(scene) == looks_of(solution)


def test_the_animation_can_be_skipped(scene):
    scene.show_board(board(top=2, east=1))
    scene.reveal([TOP])
    assert scene.edge_items[TOP].look.count == 0
    assert scene.edge_items[EAST].look.count == 1
    scene.skip_reveal()
    assert not scene.revealing
    assert looks(scene) == looks_of(board(top=2, east=1))


def test_a_second_animation_starts_from_hidden_bridges(scene):
    scene.show_board(board(top=2, east=1))
    for _ in range(2):
        scene.reveal([TOP, EAST])
        assert [scene.edge_items[edge].look.count for edge in (TOP, EAST)] == [0, 0]
        scene.skip_reveal()
    assert looks(scene) == looks_of(board(top=2, east=1))


def test_the_solved_puzzle_is_celebrated_with_a_wave(scene, qtbot):
    waves = []
    scene.changed.connect(lambda _: waves.append([item.look.glow for item in scene.island_items]))
    scene.celebrate(0)
    qtbot.waitUntil(lambda: any(wave[0] > 0 for wave in waves))
    qtbot.waitUntil(lambda: any(wave[4] > 0 for wave in waves) and not any(waves[-1]))
    assert looks(scene) == looks_of(EMPTY)


# Themes


def test_another_theme_reaches_every_item(scene):
    scene.set_theme(DARK)
    assert all(item.theme == DARK for item in scene.items())
    assert scene.backgroundBrush().color() == QColor(DARK.water)
    scene.set_puzzle(PUZZLE, EMPTY)
    assert all(item.theme == DARK for item in scene.items())


# When errors are shown


def overfill(player):
    """Build two bridges to the island at (3, 3), whose clue is 1."""
    for _ in range(2):
        player.click(3, 2.3)


@pytest.mark.parametrize(
    ("error_display", "after_a_move", "after_a_check"),
    [
        (ErrorDisplay.NEVER, False, False),
        (ErrorDisplay.ASKED, False, True),
        (ErrorDisplay.AT_ONCE, True, True),
    ],
)
def test_faults_are_shown_when_the_setting_says_so(
    player, error_display, after_a_move, after_a_check
):
    overfull = player.scene.island_items[player.island((3, 3))]
    player.window.controller.set_error_display(error_display)
    overfill(player)
    assert overfull.look.overfull is after_a_move
    player.window.window_actions[CHECK].trigger()
    player.wait_for_solver()
    assert overfull.look.overfull is after_a_check
    player.click(4, 1)
    assert overfull.look.overfull is after_a_move


def test_the_setting_is_applied_at_once(player):
    overfill(player)
    overfull = player.scene.island_items[player.island((3, 3))]
    assert overfull.look.overfull
    player.window.controller.set_error_display(ErrorDisplay.NEVER)
    assert not overfull.look.overfull
    player.window.controller.set_error_display(ErrorDisplay.AT_ONCE)
    assert overfull.look.overfull


def test_unsatisfiable_islands_and_isolated_groups_are_shown(play_on):
    player = play_on("1.1\n...\n1.1")
    player.click(0, 1)
    islands = [item.look for item in player.scene.island_items]
    assert [look.isolated for look in islands] == [True, True, False, False]
    player.click(2, 1, Qt.MouseButton.RightButton)
    islands = [item.look for item in player.scene.island_items]
    assert [look.unsatisfiable for look in islands] == [False, False, True, True]
