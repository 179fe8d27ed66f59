from dataclasses import fields, replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtWidgets import QApplication

from hashi_gui.core.board import MARK, Board, Move, Tag, Tags
from hashi_gui.core.board_status import Faults
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.gui.board.picture import BoardPicture
from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.gui.settings.preferences import AnimationSetting, ErrorDisplay, Preferences
from hashi_gui.rendering.geometry import UNIT, board_rect
from hashi_gui.rendering.looks import GROUP_COLOURS, LIGHT_LEVELS, BridgeLook, IslandLook, Overlay
from hashi_gui.rendering.theme import DARK, LIGHT
from tests.gui.board.repainting import image_of, patched
from tests.menus import action

# 2.2
# ...
# 1.3.1
PUZZLE = Puzzle.from_clues(3, 5, {(0, 0): 2, (0, 2): 2, (2, 0): 1, (2, 2): 3, (2, 4): 1})
TOP, SIDE, MIDDLE, BOTTOM, EAST = range(5)
EMPTY = Board.empty(PUZZLE)

AREA = QRectF(-UNIT, -UNIT, 8 * UNIT, 8 * UNIT)
"""All of any board in these tests."""


def board(**states):
    """A board with the given states on the named edges."""
    edges = tuple((globals()[name.upper()], state) for name, state in states.items())
    return EMPTY.apply(Move(edges))


def looks(scene):
    return [*scene.island_looks, *scene.bridge_looks]


def show(scene, **changes):
    """Show the same picture with some changes."""
    scene.show(replace(scene.picture, **changes))


def place(row, col):
    """The position of a cell in the scene."""
    return QPointF(col * UNIT, row * UNIT)


def image(scene):
    return image_of(scene, scene.sceneRect())


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
    scene.show(BoardPicture(PUZZLE, EMPTY))
    return scene


@pytest.fixture
def repainted(scene, qtbot):
    """The areas that are repainted after a change of the scene, which is given as a function."""
    qtbot.waitSignal(scene.changed).wait()  # The board is new.

    scene.animation = AnimationSetting.NONE

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


def test_bridges_marks_and_locks_and_who_has_all_bridges(scene):
    assert scene.island_looks == [IslandLook(n) for n in (2, 2, 1, 3, 1)]
    assert scene.bridge_looks == [BridgeLook()] * 5
    tags = Tags({1: Tag.DISC}, {TOP: Tag.DIAMOND})
    drawn = board(top=2, side=MARK, bottom=2).apply(Move(locks=((2, True),), tags=tags))
    show(scene, board=drawn)
    assert scene.bridge_looks[TOP] == BridgeLook(2, tag=Tag.DIAMOND)
    assert scene.island_looks[1].tag is Tag.DISC
    show(scene, solved=True)
    assert (scene.island_looks[1].tag, scene.bridge_looks[TOP]) == (Tag(0), BridgeLook(2))
    show(scene, solved=False)
    assert scene.bridge_looks[SIDE] == BridgeLook(marked=True)
    assert [look.satisfied for look in scene.island_looks] == [True, True, False, False, False]
    assert [look.locked for look in scene.island_looks] == [False, False, True, False, False]


def test_every_kind_of_fault_has_a_look(scene):
    show(scene, faults=Faults(frozenset({0}), frozenset({1}), ((2, 3),), frozenset({EAST})))
    islands = scene.island_looks
    assert [look.overfull for look in islands] == [True, False, False, False, False]
    assert [look.unsatisfiable for look in islands] == [False, True, False, False, False]
    assert [look.isolated for look in islands] == [False, False, True, True, False]
    assert [look.crossed for look in scene.bridge_looks] == [False] * 4 + [True]
    show(scene, faults=Faults())
    assert looks(scene) == looks_of(EMPTY)


def test_focus_and_preview(scene):
    show(scene, focus=3)
    show(scene, preview=((TOP, MARK),))
    assert [look.focused for look in scene.island_looks] == [False, False, False, True, False]
    assert scene.bridge_looks[TOP] == BridgeLook(preview=MARK)
    show(scene, focus=1)
    show(scene, preview=((EAST, 1),))
    assert [look.focused for look in scene.island_looks] == [False, True, False, False, False]
    assert scene.bridge_looks[TOP] == BridgeLook()
    assert scene.bridge_looks[EAST] == BridgeLook(preview=1)
    show(scene, focus=None)
    show(scene, preview=())
    assert looks(scene) == looks_of(EMPTY)


@pytest.mark.parametrize("role", Role)
def test_highlighted_items_have_their_role(scene, role):
    show(scene, highlight=Highlight({0: role}, {EAST: role}))
    assert [look.role for look in scene.island_looks] == [role, None, None, None, None]
    assert scene.bridge_looks[EAST] == BridgeLook(role=role)
    for cell in ((0, 0), (2, 2), (2, 4)):
        assert scene.highlighted_rect().contains(place(*cell))
    show(scene, highlight=Highlight({0: role, 1: Role.GROUP}, letters={0: "A"}))
    assert scene.highlighted_rect() == scene.island_rect(0)
    show(scene, highlight=Highlight())
    assert looks(scene) == looks_of(EMPTY)
    assert scene.highlighted_rect().isEmpty()


def test_differences_are_shown_on_their_edges(scene):
    plain = image(scene)
    on_top, on_east = place(0, 1), place(2, 3)
    show(scene, highlight=Highlight(differences={TOP: (2, 1), EAST: (0, 1)}))
    assert differs_at(on_top, image(scene), plain)
    assert differs_at(on_east, image(scene), plain)
    show(scene, highlight=Highlight(differences={EAST: (0, 1)}))
    assert not differs_at(on_top, image(scene), plain)
    assert differs_at(on_east, image(scene), plain)
    show(scene, highlight=Highlight())
    assert image(scene) == plain


def test_an_answer_is_shown_over_a_group(scene):
    show(scene, group=Highlight({0: Role.GROUP, 1: Role.GROUP}, {TOP: Role.GROUP}))
    show(scene, highlight=Highlight({0: Role.HINT}, {TOP: Role.HINT}))
    assert scene.island_looks[0].role is Role.HINT
    assert scene.island_looks[1].role is Role.GROUP
    assert scene.bridge_looks[TOP].role is Role.HINT
    show(scene, highlight=Highlight())
    assert scene.island_looks[0].role is Role.GROUP
    assert scene.bridge_looks[TOP].role is Role.GROUP


# What is repainted


def test_only_what_looks_otherwise_is_repainted(repainted, scene):
    areas = repainted(lambda: show(scene, board=board(east=1)))
    assert covers(areas, (2, 3), (2, 4))
    assert not covers(areas, (0, 0))
    assert not covers(areas, (2, 1))
    show(scene, preview=((TOP, 1),))
    areas = repainted(lambda: show(scene, preview=((EAST, 1),)))
    assert covers(areas, (0, 1), (2, 3))
    assert not covers(areas, (1, 0))
    assert not covers(areas, (1, 2))
    repainted(lambda: show(scene, faults=Faults(overfull=frozenset({0, 1}))))
    areas = repainted(lambda: show(scene, faults=Faults(overfull=frozenset({1, 2}))))
    assert covers(areas, (0, 0), (2, 0))
    assert not covers(areas, (0, 2))


def test_nothing_is_repainted_if_nothing_changes(scene, qtbot):
    show(scene, board=board(top=1))
    scene.stop_animations()
    areas = []
    scene.changed.connect(areas.extend)
    qtbot.wait(10)
    areas.clear()
    scene.show(BoardPicture(PUZZLE, board(top=1)))
    qtbot.wait(10)
    assert areas == []


def test_a_change_of_very_many_islands_repaints_all_of_them(qtbot, qapp):
    side = 9
    cells = {(row, col): 1 for row in range(0, side, 2) for col in range(0, side, 2)}
    scene = BoardScene(LIGHT)
    scene.show(BoardPicture(Puzzle.from_clues(side, side, cells), Board(bytes(40))))
    qtbot.waitSignal(scene.changed).wait()
    with qtbot.waitSignal(scene.changed) as repainting:
        show(scene, faults=Faults(overfull=frozenset(range(25))))
    assert covers(repainting.args[0], *cells)


# A scene depends only on what it shows


def looks_of(shown, puzzle=PUZZLE):
    scene = BoardScene(LIGHT)
    scene.show(BoardPicture(puzzle, shown))
    return looks(scene)


@st.composite
def pictures(draw, puzzle):
    """Any picture of a puzzle."""

    def some(ids, values):
        found = st.dictionaries(st.sampled_from(ids), values, max_size=3) if ids else st.just({})
        return draw(found)

    islands, edges = range(len(puzzle.islands)), range(len(puzzle.edges))
    roles, states, flags = st.sampled_from(Role), st.integers(MARK, 2), st.booleans()

    def highlight():
        return Highlight(
            some(islands, roles),
            some(edges, roles),
            some(edges, st.tuples(st.integers(0, 2), st.integers(0, 2))),
            some(islands, st.sampled_from("AB")),
            some(edges, st.integers(0, 2)),
            some(edges, states),
        )

    def ids(of):
        return frozenset(some(of, st.none()))

    move = Move(tuple(some(edges, states).items()), tuple(some(islands, flags).items()))
    return BoardPicture(
        puzzle,
        Board.empty(puzzle).apply(move),
        some(edges, st.integers(1, 2)),
        Faults(ids(islands), ids(islands), (tuple(ids(islands)),), ids(edges), ids(edges)),
        highlight(),
        highlight(),
        highlight(),
        Overlay(some(edges, st.integers(1, 2)), some(edges, st.integers(1, 8)), ids(edges)),
        tuple(some(edges, states).items()),
        draw(st.sampled_from([None, *islands])),
        ids(islands),
        draw(st.just(b"") | st.binary(min_size=len(islands), max_size=len(islands))).translate(
            bytes(n % (GROUP_COLOURS + 1) for n in range(256))
        ),
        *(draw(flags) for _ in range(4)),
    )


@st.composite
def similar(draw, puzzle):
    """A puzzle of the same size with some other islands."""
    cells = st.tuples(st.integers(0, puzzle.rows - 1), st.integers(0, puzzle.cols - 1))
    clues = puzzle.clues
    clues.update(draw(st.dictionaries(cells, st.none() | st.integers(0, 8), max_size=2)))
    for cell in draw(st.lists(st.sampled_from(sorted(clues)), max_size=2, unique=True)):
        del clues[cell]
    return Puzzle.unchecked(puzzle.rows, puzzle.cols, clues)


@st.composite
def successors(draw, before, puzzles):
    """A picture that differs in some fields, or shows another puzzle."""
    puzzle = draw(st.one_of(st.just(before.puzzle), similar(before.puzzle), puzzles))
    picture = draw(pictures(puzzle))
    if puzzle is not before.puzzle:
        return picture
    names = draw(st.sets(st.sampled_from([field.name for field in fields(before)])))
    return replace(before, **{name: getattr(picture, name) for name in names})


@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_after_any_pictures_it_looks_like_a_new_scene_and_all_changes_are_repainted(
    qapp, puzzles, data
):
    scene = BoardScene(LIGHT)
    scene.show(BoardPicture(PUZZLE, EMPTY))
    for _ in range(4):
        picture = data.draw(successors(scene.picture, puzzles))
        assert_shows(scene, picture)


def assert_shows(scene, picture):
    """Show a picture, which must look as in a new scene, also if only some areas are repainted."""
    areas = []
    QApplication.processEvents()
    scene.changed.connect(areas.extend)
    before = image_of(scene, AREA)
    scene.show(picture)
    scene.stop_animations()
    QApplication.processEvents()
    scene.changed.disconnect()
    expected = BoardScene(LIGHT)
    expected.show(picture)
    assert looks(scene) == looks(expected)
    assert patched(before, scene, AREA, areas) == image_of(expected, AREA)


@pytest.mark.parametrize(
    "mark",
    [
        {"board": Board(b"\0", frozenset({0}))},
        {"preview": ((0, MARK),)},
        {"highlight": Highlight(ghosts={0: MARK})},
    ],
)
def test_a_mark_moves_aside_for_an_edge_that_crosses_it(scene, mark):
    clues = {(1, 0): 1, (1, 2): 1}
    scene.show(BoardPicture(Puzzle.unchecked(3, 3, clues), **{"board": Board(b"\0"), **mark}))
    crossed = Puzzle.unchecked(3, 3, {**clues, (0, 1): 1, (2, 1): 1})
    edge = crossed.edge_between(1, 2).id
    assert edge == 0
    board = scene.picture.board._replace(counts=bytes(2))
    assert_shows(scene, replace(scene.picture, puzzle=crossed, board=board))


# The solution appears


def animate(scene, shown):
    """Let the bridges of a board appear one after the other."""
    scene.show(replace(scene.picture, board=shown), animated=True)


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
    show(scene, board=board(top=1, side=MARK, east=1))
    animate(scene, board(top=2, side=1, east=1))
    assert [look.count for look in scene.bridge_looks] == [0, 0, 0, 0, 1]
    assert not any(look.marked for look in scene.bridge_looks)
    scene.skip_reveal()
    assert looks(scene) == looks_of(board(top=2, side=1, east=1))


def test_a_second_animation_starts_from_hidden_bridges_too(scene):
    for shown in (board(top=2, east=1), board(top=1, east=0), board(top=2, east=1)):
        animate(scene, shown)
        assert [scene.bridge_looks[edge].count for edge in (TOP, EAST)] == [0, 0]
        scene.skip_reveal()
        assert not scene.revealing
        assert looks(scene) == looks_of(shown)


def lights(scene):
    return [look.light for look in scene.island_looks]


def test_light_spreads_from_the_last_bridge_and_stays_while_the_puzzle_is_solved(scene, qtbot):
    seen = []
    scene.changed.connect(lambda _: seen.append(lights(scene)))
    show(scene, board=board(top=1), solved=True)
    assert not any(lights(scene))
    qtbot.waitUntil(lambda: set(lights(scene)) == {LIGHT_LEVELS})
    near, far = PUZZLE.edges[TOP].a, 4
    assert all(light[near] >= light[far] for light in seen)
    assert any(light[near] > light[far] for light in seen)
    show(scene, solved=False)
    assert not any(lights(scene))


def test_with_reduced_animation_all_islands_light_up_together(scene, qtbot):
    scene.animation = AnimationSetting.REDUCED
    animate(scene, board(top=2))
    assert not scene.revealing
    assert scene.bridge_looks[TOP].count == 2
    seen = []
    scene.changed.connect(lambda _: seen.append(lights(scene)))
    show(scene, board=board(top=1), solved=True)
    qtbot.waitUntil(lambda: set(lights(scene)) == {LIGHT_LEVELS})
    assert all(len(set(light)) == 1 for light in seen)


def test_without_animation_all_islands_are_lit_at_once(scene):
    scene.animation = AnimationSetting.NONE
    show(scene, board=board(top=1), solved=True)
    assert set(lights(scene)) == {LIGHT_LEVELS}


# Themes


def test_another_theme_changes_all_colours_also_of_the_next_puzzle(scene, garden):
    dark = BoardScene(DARK)
    dark.show(BoardPicture(PUZZLE, EMPTY))
    light = image(scene)
    scene.set_theme(DARK)
    assert image(scene) == image(dark) != light
    scene.show(BoardPicture(garden, Board.empty(garden)))
    scene.show(BoardPicture(PUZZLE, EMPTY))
    assert image(scene) == image(dark)


# When errors are shown


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
    def is_shown():
        return player.scene.island_looks[player.island((3, 3))].overfull

    for _ in range(2):  # The clue of the island at (3, 3) is 1.
        player.click(3, 2.3)
    assert is_shown()
    player.controller.set_preferences(Preferences(error_display=error_display))
    assert is_shown() is after_a_move
    action(player.window, "Check").trigger()
    player.wait_for_solver()
    assert is_shown() is after_a_check
    player.click(4, 1)
    assert is_shown() is after_a_move
    player.controller.show_other_board(player.game.board)
    assert is_shown() is after_a_move


def test_unsatisfiable_islands_and_isolated_groups_are_shown(play_on):
    player = play_on("1.1\n...\n1.1")
    player.click(0, 1)
    islands = player.scene.island_looks
    assert [look.isolated for look in islands] == [True, True, False, False]
    assert "2 islands are cut off" in player.controller.bubble.text()
    assert player.scene.picture.pointed_out.edges == {0: Role.CONFLICT}
    player.click(2, 1, Qt.MouseButton.RightButton)
    islands = player.scene.island_looks
    assert [look.unsatisfiable for look in islands] == [False, False, True, True]


# What the player wants to see


def test_possible_bridges_are_right_while_and_after_a_solution_appears(scene, qtbot):
    show(scene, shows_possible=True)
    animate(scene, board(top=2, bottom=1, east=1))
    assert scene.revealing
    assert possible(scene) <= {BOTTOM}
    scene.skip_reveal()
    assert possible(scene) == set()


def test_finished_islands_can_be_pale(scene):
    show(scene, board=board(top=2))
    scene.stop_animations()
    plain = image(scene)
    show(scene, dims_finished=True)
    assert differs_at(place(0, 2), image(scene), plain)
    assert not differs_at(place(2, 2), image(scene), plain)
    show(scene, dims_finished=False)
    assert image(scene) == plain


def test_islands_can_count_down_what_they_need(scene):
    show(scene, board=board(top=1), counts_down=True)
    assert [look.number for look in scene.island_looks] == [1, 1, 1, 3, 1]
    show(scene, board=board(top=2, side=1, bottom=2))
    assert [look.number for look in scene.island_looks] == [-1, 0, -2, 1, 1]
    show(scene, counts_down=False)
    assert [look.number for look in scene.island_looks] == [2, 2, 1, 3, 1]


def possible(scene):
    return {edge for edge, look in enumerate(scene.bridge_looks) if look.possible}


def test_possible_bridges_can_be_shown(scene):
    assert possible(scene) == set()
    show(scene, shows_possible=True)
    assert possible(scene) == {TOP, SIDE, MIDDLE, BOTTOM, EAST}
    show(scene, board=board(side=MARK))
    assert possible(scene) == {TOP, MIDDLE, BOTTOM, EAST}
    show(scene, board=board(top=2))  # Finishes both islands of the first row.
    assert possible(scene) == {BOTTOM, EAST}
    show(scene, board=board(top=2).apply(Move(locks=((4, True),))))
    assert possible(scene) == {BOTTOM}
    show(scene, shows_possible=False)
    assert possible(scene) == set()


def test_a_bridge_across_makes_another_impossible_until_it_is_removed(scene, garden):
    empty = Board.empty(garden)
    scene.show(BoardPicture(garden, empty, shows_possible=True))
    edge = next(e for e, crossings in enumerate(garden.crossings) if crossings)
    (other, *_) = garden.crossings[edge]
    assert {edge, other} <= possible(scene)
    show(scene, board=empty.apply(Move(((edge, 1),))))
    assert not {edge, other} & possible(scene)
    show(scene, board=empty)
    assert {edge, other} <= possible(scene)


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
    for place in ((3, 0), (4, 1), (1, 0)):  # The group of the second row joins the first.
        player.click(*place)
    before = [look.group for look in islands]
    assert before[player.island((2, 0))] == player.scene.bridge_looks[side].group
    assert before[player.island((0, 0))] == 1
    player.window.context.preferences.set(Preferences(colour_groups=True, show_remaining=True))
    assert [look.group for look in islands] == before
    player.ask(Qt.Key.Key_E)
    assert {look.group for look in islands} == {None}
    player.key(Qt.Key.Key_Escape)
    assert [look.group for look in islands] == before
    player.window.context.preferences.set(Preferences())
    assert {look.group for look in player.scene.bridge_looks} == {None}


def test_finished_islands_can_be_locked_by_themselves(player):
    player.window.context.preferences.set(Preferences(lock_finished=True))
    player.click(3, 2.5)  # The 1 at (3, 3) gets its bridge; the 3 at (3, 1) needs more.
    assert player.game.board.locks == {player.island((3, 3))}
    player.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not player.game.board.locks
    assert not any(player.game.board.counts)
