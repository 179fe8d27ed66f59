from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QImage

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.board_status import BoardStatus, Faults
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.game import Game
from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.gui.settings.preferences import Animation, ErrorDisplay, Preferences
from hashi_gui.rendering.geometry import UNIT, board_rect
from hashi_gui.rendering.looks import BridgeLook, Highlight, IslandLook, Role
from hashi_gui.rendering.painting import painting_on
from hashi_gui.rendering.theme import DARK, LIGHT
from tests.menus import action

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
    return [*scene.island_looks, *scene.bridge_looks]


def place(row, col):
    """The position of a cell in the scene."""
    return QPointF(col * UNIT, row * UNIT)


def picture(scene):
    """The whole scene, with a pixel for each unit."""
    rect = scene.sceneRect()
    image = QImage(rect.size().toSize(), QImage.Format.Format_RGB32)
    with painting_on(image) as painter:
        painter.translate(-rect.topLeft())
        scene.draw(painter, rect)
    return image


def differs_at(at, one, other):
    """Whether two pictures of the scene differ near a position."""
    area = QRect(0, 0, 32, 32)
    area.moveCenter((at - board_rect(PUZZLE).topLeft()).toPoint())
    return one.copy(area) != other.copy(area)


def covers(areas, *cells):
    """Whether each of the cells has its centre in one of the areas."""
    return all(any(area.contains(place(*cell)) for area in areas) for cell in cells)


@pytest.fixture
def scene(qapp, fonts):
    scene = BoardScene(LIGHT)
    scene.set_puzzle(PUZZLE, EMPTY)
    return scene


@pytest.fixture
def repainted(scene, qtbot):
    """The areas that are repainted after a change of the scene, which is given as a function."""
    qtbot.waitSignal(scene.changed).wait()  # The board is new.

    def repainted(change):
        with qtbot.waitSignal(scene.changed) as repainting:
            change()
        return repainting.args[0]

    return repainted


def test_the_ids_in_this_file_are_right():
    ends = [tuple(end.cell for end in PUZZLE.ends(edge.id)) for edge in PUZZLE.edges]
    assert ends[TOP] == ((0, 0), (0, 2))
    assert ends[SIDE] == ((0, 0), (2, 0))
    assert ends[MIDDLE] == ((0, 2), (2, 2))
    assert ends[BOTTOM] == ((2, 0), (2, 2))
    assert ends[EAST] == ((2, 2), (2, 4))


# A board


def test_an_empty_board(scene):
    assert scene.island_looks == [IslandLook(n) for n in (2, 2, 1, 3, 1)]
    assert scene.bridge_looks == [BridgeLook()] * 5


def test_bridges_and_marks(scene):
    scene.show_board(board(top=2, side=MARK))
    assert scene.bridge_looks[TOP] == BridgeLook(2)
    assert scene.bridge_looks[SIDE] == BridgeLook(marked=True)


def test_an_island_with_all_its_bridges_is_satisfied_one_with_more_is_not(scene):
    scene.show_board(board(top=2, bottom=2))
    assert [look.satisfied for look in scene.island_looks] == [True, True, False, False, False]


def test_locks(scene):
    scene.show_board(EMPTY.apply(Move(locks=((2, True),))))
    assert [look.locked for look in scene.island_looks] == [False, False, True, False, False]


def test_every_kind_of_fault_has_a_look(scene):
    scene.set_faults(Faults(frozenset({0}), frozenset({1}), ((2, 3),), frozenset({EAST})))
    islands = scene.island_looks
    assert [look.overfull for look in islands] == [True, False, False, False, False]
    assert [look.unsatisfiable for look in islands] == [False, True, False, False, False]
    assert [look.isolated for look in islands] == [False, False, True, True, False]
    assert [look.crossed for look in scene.bridge_looks] == [False] * 4 + [True]
    scene.set_faults(Faults())
    assert looks(scene) == looks_of(EMPTY)


def test_focus_and_preview(scene):
    scene.set_focus(3)
    scene.set_preview(((TOP, MARK),))
    assert [look.focused for look in scene.island_looks] == [False, False, False, True, False]
    assert scene.bridge_looks[TOP] == BridgeLook(preview=MARK)
    scene.set_focus(1)
    scene.set_preview(((EAST, 1),))
    assert [look.focused for look in scene.island_looks] == [False, True, False, False, False]
    assert scene.bridge_looks[TOP] == BridgeLook()
    assert scene.bridge_looks[EAST] == BridgeLook(preview=1)
    scene.set_focus(None)
    scene.set_preview(())
    assert looks(scene) == looks_of(EMPTY)


@pytest.mark.parametrize("role", Role)
def test_highlighted_items_have_their_role(scene, role):
    scene.set_highlight(Highlight({0: role}, {EAST: role}))
    assert [look.role for look in scene.island_looks] == [role, None, None, None, None]
    assert scene.bridge_looks[EAST] == BridgeLook(role=role)
    for cell in ((0, 0), (2, 2), (2, 4)):
        assert scene.highlighted_rect().contains(place(*cell))
    scene.set_highlight(Highlight())
    assert looks(scene) == looks_of(EMPTY)
    assert scene.highlighted_rect().isEmpty()


def test_differences_are_shown_on_their_edges(scene):
    plain = picture(scene)
    on_top, on_east = place(0, 1), place(2, 3)
    scene.set_highlight(Highlight(differences={TOP: (2, 1), EAST: (0, 1)}))
    assert differs_at(on_top, picture(scene), plain)
    assert differs_at(on_east, picture(scene), plain)
    scene.set_highlight(Highlight(differences={EAST: (0, 1)}))
    assert not differs_at(on_top, picture(scene), plain)
    assert differs_at(on_east, picture(scene), plain)
    scene.set_highlight(Highlight())
    assert picture(scene) == plain


def test_an_answer_is_shown_over_a_group(scene):
    scene.set_group(Highlight({0: Role.GROUP, 1: Role.GROUP}, {TOP: Role.GROUP}))
    scene.set_highlight(Highlight({0: Role.HINT}, {TOP: Role.HINT}))
    assert scene.island_looks[0].role is Role.HINT
    assert scene.island_looks[1].role is Role.GROUP
    assert scene.bridge_looks[TOP].role is Role.HINT
    scene.set_highlight(Highlight())
    assert scene.island_looks[0].role is Role.GROUP
    assert scene.bridge_looks[TOP].role is Role.GROUP


# What is repainted


def test_a_move_repaints_its_edge_and_the_islands_whose_look_it_changes(repainted, scene):
    areas = repainted(lambda: scene.show_board(board(east=1)))
    assert covers(areas, (2, 3), (2, 4))
    assert not covers(areas, (0, 0))
    assert not covers(areas, (2, 1))


def test_nothing_is_repainted_if_nothing_changes(scene, qtbot):
    scene.show_board(board(top=1))
    areas = []
    scene.changed.connect(areas.extend)
    qtbot.wait(10)
    areas.clear()
    scene.show_board(board(top=1))
    scene.set_faults(Faults())
    scene.set_preview(())
    scene.set_highlight(Highlight())
    scene.set_group(Highlight())
    qtbot.wait(10)
    assert areas == []


def test_a_preview_repaints_two_edges(repainted, scene):
    scene.set_preview(((TOP, 1),))
    areas = repainted(lambda: scene.set_preview(((EAST, 1),)))
    assert covers(areas, (0, 1), (2, 3))
    assert not covers(areas, (1, 0))
    assert not covers(areas, (1, 2))


def test_faults_that_stay_are_not_repainted(repainted, scene):
    repainted(lambda: scene.set_faults(Faults(overfull=frozenset({0, 1}))))
    areas = repainted(lambda: scene.set_faults(Faults(overfull=frozenset({1, 2}))))
    assert covers(areas, (0, 0), (2, 0))
    assert not covers(areas, (0, 2))


def test_a_change_of_very_many_islands_repaints_all_of_them(qtbot, qapp):
    side = 9
    cells = {(row, col): 1 for row in range(0, side, 2) for col in range(0, side, 2)}
    scene = BoardScene(LIGHT)
    scene.set_puzzle(Puzzle.from_clues(side, side, cells), Board(bytes(40)))
    qtbot.waitSignal(scene.changed).wait()
    with qtbot.waitSignal(scene.changed) as repainting:
        scene.set_faults(Faults(overfull=frozenset(range(25))))
    assert covers(repainting.args[0], *cells)


# A scene depends only on what it shows


def looks_of(shown, puzzle=PUZZLE):
    scene = BoardScene(LIGHT)
    scene.set_puzzle(puzzle, shown)
    return looks(scene)


def moves_on(puzzle):
    states = st.integers(MARK, puzzle.rules.max_bridges)
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
    scene.set_preview(((TOP, 1),))
    scene.set_highlight(Highlight({0: Role.CONFLICT}, {TOP: Role.CONFLICT}, {TOP: (1, 2)}))
    scene.set_group(Highlight({1: Role.GROUP}))
    scene.set_faults(Faults(overfull=frozenset({1})))
    scene.set_puzzle(garden, Board.empty(garden))
    assert looks(scene) == looks_of(Board.empty(garden), garden)


# The solution appears


def animate(scene, shown):
    """Let the bridges of a board appear one after the other."""
    scene.show_move(scene.board.move_to(shown), shown, animated=True)


def test_a_solution_is_hidden_first_and_appears_bit_by_bit(scene, qtbot):
    solution = board(top=1, side=1, middle=1, bottom=1, east=1)
    seen = []
    scene.changed.connect(lambda _: seen.append([look.count for look in scene.bridge_looks]))
    animate(scene, solution)
    assert scene.revealing
    assert [look.count for look in scene.bridge_looks] == [0] * 5
    assert not any(look.satisfied for look in scene.island_looks)
    qtbot.waitUntil(lambda: not scene.revealing)
    assert looks(scene) == looks_of(solution)
    assert all(
        one <= other for before, after in pairwise(seen) for one, other in zip(before, after)
    )


def test_only_what_changes_is_hidden_and_its_mark_or_bridge_vanishes_at_once(scene):
    scene.show_board(board(top=1, side=MARK, east=1))
    animate(scene, board(top=2, side=1, east=1))
    assert [look.count for look in scene.bridge_looks] == [0, 0, 0, 0, 1]
    assert not any(look.marked for look in scene.bridge_looks)
    scene.skip_reveal()
    assert looks(scene) == looks_of(board(top=2, side=1, east=1))


def test_the_animation_can_be_skipped(scene):
    animate(scene, board(top=2, east=1))
    scene.skip_reveal()
    assert not scene.revealing
    assert looks(scene) == looks_of(board(top=2, east=1))


def test_a_second_animation_starts_from_hidden_bridges(scene):
    for shown in (board(top=2, east=1), board(top=1, east=0), board(top=2, east=1)):
        animate(scene, shown)
        assert [scene.bridge_looks[edge].count for edge in (TOP, EAST)] == [0, 0]
        scene.skip_reveal()
        assert looks(scene) == looks_of(shown)


def test_the_solved_puzzle_is_celebrated_with_a_wave(scene, qtbot):
    waves = []
    scene.changed.connect(lambda _: waves.append([look.glow for look in scene.island_looks]))
    scene.celebrate(0)
    qtbot.waitUntil(lambda: any(wave[0] > 0 for wave in waves))
    qtbot.waitUntil(lambda: any(wave[4] > 0 for wave in waves) and not any(waves[-1]))
    assert any(wave[0] != wave[4] for wave in waves)
    assert looks(scene) == looks_of(EMPTY)


def test_with_reduced_animation_nothing_moves(scene, qtbot):
    scene.set_preferences(Preferences(animation=Animation.REDUCED))
    scene.show_move(EMPTY.move_to(board(top=2)), board(top=2), animated=True)
    assert not scene.revealing
    assert scene.bridge_looks[TOP].count == 2
    waves = []
    scene.changed.connect(lambda _: waves.append([look.glow for look in scene.island_looks]))
    scene.celebrate(0)
    qtbot.waitUntil(lambda: any(wave[0] > 0 for wave in waves) and not any(waves[-1]))
    assert all(len(set(wave)) == 1 for wave in waves)


def test_without_animation_nothing_lights_up(scene, qtbot):
    scene.set_preferences(Preferences(animation=Animation.NONE))
    scene.celebrate(0)
    qtbot.wait(100)
    assert looks(scene) == looks_of(EMPTY)


# Themes


def test_another_theme_changes_all_colours_also_of_the_next_puzzle(scene):
    dark = BoardScene(DARK)
    dark.set_puzzle(PUZZLE, EMPTY)
    light = picture(scene)
    scene.set_theme(DARK)
    assert picture(scene) == picture(dark) != light
    scene.set_puzzle(PUZZLE, EMPTY)
    assert picture(scene) == picture(dark)


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
    overfull = player.island((3, 3))
    player.window.play.controller.set_preferences(Preferences(error_display=error_display))
    overfill(player)
    assert player.scene.island_looks[overfull].overfull is after_a_move
    action(player.window, "Check").trigger()
    player.wait_for_solver()
    assert player.scene.island_looks[overfull].overfull is after_a_check
    player.click(4, 1)
    assert player.scene.island_looks[overfull].overfull is after_a_move


def test_the_setting_is_applied_at_once(player):
    overfill(player)
    overfull = player.island((3, 3))
    assert player.scene.island_looks[overfull].overfull
    player.window.play.controller.set_preferences(Preferences(error_display=ErrorDisplay.NEVER))
    assert not player.scene.island_looks[overfull].overfull
    player.window.play.controller.set_preferences(Preferences(error_display=ErrorDisplay.AT_ONCE))
    assert player.scene.island_looks[overfull].overfull


def test_unsatisfiable_islands_and_isolated_groups_are_shown(play_on):
    player = play_on("1.1\n...\n1.1")
    player.click(0, 1)
    islands = player.scene.island_looks
    assert [look.isolated for look in islands] == [True, True, False, False]
    player.click(2, 1, Qt.MouseButton.RightButton)
    islands = player.scene.island_looks
    assert [look.unsatisfiable for look in islands] == [False, False, True, True]


# What the player wants to see


def test_possible_bridges_are_right_while_and_after_a_solution_appears(scene, qtbot):
    shows(scene, show_possible=True)
    solved = board(top=2, bottom=1, east=1)
    scene.show_move(EMPTY.move_to(solved), solved, animated=True)
    assert scene.revealing
    assert possible(scene) <= {BOTTOM}
    scene.skip_reveal()
    assert possible(scene) == set()


def shows(scene, **preferences):
    scene.set_preferences(Preferences(**preferences))


def test_finished_islands_can_stay_as_they_are(scene):
    scene.show_board(board(top=2))
    pale = picture(scene)
    shows(scene, grey_finished=False)
    assert differs_at(place(0, 2), picture(scene), pale)
    assert not differs_at(place(2, 2), picture(scene), pale)
    shows(scene)
    assert picture(scene) == pale


def test_islands_can_count_down_what_they_need(scene):
    scene.show_board(board(top=1))
    shows(scene, show_remaining=True)
    assert [look.number for look in scene.island_looks] == [1, 1, 1, 3, 1]
    scene.show_board(board(top=2, side=1, bottom=2))
    assert [look.number for look in scene.island_looks] == [-1, 0, -2, 1, 1]
    shows(scene)
    assert [look.number for look in scene.island_looks] == [2, 2, 1, 3, 1]


def test_a_solved_puzzle_shows_its_clues(scene):
    shows(scene, show_remaining=True)
    scene.show_board(board(top=2, bottom=1, east=1))
    scene.set_solved(True)
    assert [look.number for look in scene.island_looks] == [2, 2, 1, 3, 1]
    scene.set_solved(False)
    assert [look.number for look in scene.island_looks] == [0, 0, 0, 1, 0]


def possible(scene):
    return {edge for edge, look in enumerate(scene.bridge_looks) if look.possible}


def test_possible_bridges_can_be_shown(scene):
    assert possible(scene) == set()
    shows(scene, show_possible=True)
    assert possible(scene) == {TOP, SIDE, MIDDLE, BOTTOM, EAST}
    scene.show_board(board(side=MARK))
    assert possible(scene) == {TOP, MIDDLE, BOTTOM, EAST}
    scene.show_board(board(top=2))  # Finishes both islands of the first row.
    assert possible(scene) == {BOTTOM, EAST}
    scene.show_board(board(top=2).apply(Move(locks=((4, True),))))
    assert possible(scene) == {BOTTOM}
    shows(scene)
    assert possible(scene) == set()


def test_a_bridge_across_makes_another_impossible_until_it_is_removed(scene, garden):
    shows(scene, show_possible=True)
    empty = Board.empty(garden)
    scene.set_puzzle(garden, empty)
    edge = next(e for e, crossings in enumerate(garden.crossings) if crossings)
    (other, *_) = garden.crossings[edge]
    assert {edge, other} <= possible(scene)
    move = Move(((edge, 1),))
    scene.show_move(move, empty.apply(move))
    assert not {edge, other} & possible(scene)
    scene.show_move(Move(((edge, 0),)), empty)
    assert {edge, other} <= possible(scene)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(MARK, 2)), min_size=1, max_size=8))
def test_all_options_are_up_to_date_after_any_moves(qapp, moves):
    preferences = Preferences(show_possible=True, show_remaining=True, grey_finished=False)
    scene, now = BoardScene(LIGHT), EMPTY
    scene.set_puzzle(PUZZLE, now)
    scene.set_preferences(preferences)
    for move in (Move((change,)) for change in moves):
        now = now.apply(move)
        scene.show_move(move, now)
    fresh = BoardScene(LIGHT)
    fresh.set_puzzle(PUZZLE, now)
    fresh.set_preferences(preferences)
    assert looks(scene) == looks(fresh)


def test_groups_have_colours_that_follow_the_game(player):
    player.window.context.preferences.set(Preferences(colour_groups=True))
    islands = player.scene.island_looks
    assert {look.group for look in islands} == {None}
    top, side = player.edge((0, 0), (0, 2)), player.edge((0, 0), (2, 0))
    player.click(0, 1)
    colour = islands[player.island((0, 0))].group
    assert colour is not None
    assert islands[player.island((0, 2))].group == colour
    assert player.scene.bridge_looks[top].group == colour
    player.click(1, 0)
    assert islands[player.island((2, 0))].group == colour
    assert player.scene.bridge_looks[side].group == colour
    player.key(Qt.Key.Key_E)
    player.wait_for_solver()
    assert {look.group for look in player.scene.island_looks} == {None}
    player.key(Qt.Key.Key_Escape)
    assert player.scene.bridge_looks[side].group == colour
    player.window.context.preferences.set(Preferences())
    assert {look.group for look in player.scene.bridge_looks} == {None}


def test_other_preferences_do_not_change_the_colours_of_groups(player):
    player.window.context.preferences.set(Preferences(colour_groups=True))
    for place in ((0, 1), (3, 0), (4, 1), (1, 0)):  # The group of the second row joins the first.
        player.click(*place)
    before = [look.group for look in player.scene.island_looks]
    assert before[player.island((0, 0))] == 1
    player.window.context.preferences.set(Preferences(colour_groups=True, show_remaining=True))
    assert [look.group for look in player.scene.island_looks] == before


def test_finished_islands_can_be_locked_by_themselves(player):
    player.window.context.preferences.set(Preferences(lock_finished=True))
    player.click(3, 2.5)  # The 1 at (3, 3) gets its bridge; the 3 at (3, 1) needs more.
    assert player.game.board.locks == {player.island((3, 3))}
    player.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not player.game.board.locks
    assert not any(player.game.board.counts)
