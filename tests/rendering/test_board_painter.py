"""The fast drawing of a board equals the drawing of its islands and edges one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter

from hashi_gui.core.board import Tag
from hashi_gui.core.highlight import Role
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.rendering.board_painter import BoardPainter
from hashi_gui.rendering.geometry import UNIT, board_rect, centre, mark_position
from hashi_gui.rendering.looks import GROUP_COLOURS, BridgeLook, IslandLook
from hashi_gui.rendering.painting import draw_dots, painting_on
from hashi_gui.rendering.pieces import (
    cover_dots,
    draw_bridge,
    draw_edge_highlight,
    draw_island,
    draw_under_island,
)
from hashi_gui.rendering.theme import DARK, LIGHT

# 2.2..
# .....
# 1.3.1
# ..?..
PUZZLE = Puzzle.from_clues(
    4, 5, {(0, 0): 2, (0, 2): 2, (2, 0): 1, (2, 2): 3, (2, 4): 1, (3, 2): None}
)

CELL = 32
"""The size of a cell in pixels; even, so that islands and marks are on whole pixels."""

SIZE = QSize(5 * CELL, 4 * CELL)

TOLERANCE = 8
"""How far a colour may be off: what is translucent is rounded more than once."""

roles = st.none() | st.sampled_from(Role)

groups = st.none() | st.integers(0, GROUP_COLOURS - 1)

tags = st.integers(0, sum(Tag)).map(Tag)

island_looks = st.builds(
    IslandLook,
    st.none() | st.integers(-1, 8),
    satisfied=st.booleans(),
    locked=st.booleans(),
    overfull=st.booleans(),
    unsatisfiable=st.booleans(),
    isolated=st.booleans(),
    focused=st.booleans(),
    role=roles,
    light=st.sampled_from([0, 4, 10]),
    pointed_at=st.booleans(),
    group=groups,
    tag=st.sampled_from([Tag(0), Tag.DISC, Tag.DIAMOND]),
)

water_looks = st.builds(BridgeLook, marked=st.just(True), role=roles, tag=tags) | st.builds(
    BridgeLook, role=roles, possible=st.just(True), tag=tags
)

bridge_looks = water_looks | st.builds(
    BridgeLook,
    st.integers(0, 4),
    crossed=st.booleans(),
    trial=st.integers(0, 4),
    preview=st.sampled_from([None, None, -1, 0, 1, 2]),
    ghost=st.sampled_from([None, None, -1, 1, 2]),
    role=roles,
    group=groups,
    tag=tags,
)

pytestmark = pytest.mark.usefixtures("fonts")


def picture(draw, ratio=1, theme=LIGHT):
    """What a function draws on the water, with a painter in board units."""
    image = QImage(SIZE * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor(theme.water))
    with painting_on(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(CELL // 2, CELL // 2)
        painter.scale(CELL / UNIT, CELL / UNIT)
        draw(painter)
    return image


def painter_of(islands=(), bridges=(), theme=LIGHT):
    """A BoardPainter with these looks, by id."""
    board_painter = BoardPainter(PUZZLE, theme)
    board_painter.set_islands(dict(islands))
    board_painter.set_bridges(dict(bridges))
    return board_painter


def whole(board_painter, ratio=1, theme=LIGHT):
    return picture(lambda painter: board_painter.draw(painter, board_rect(PUZZLE)), ratio, theme)


def one_by_one(islands, bridges, ratio, theme):
    """The picture that the functions for single islands and edges draw."""

    def draw(painter):
        water = [
            QPointF(col * UNIT, row * UNIT)
            for row in range(PUZZLE.rows)
            for col in range(PUZZLE.cols)
            if PUZZLE.island_at(row, col) is None
        ]
        draw_dots(painter, water, theme)
        for edge, look in bridges.items():
            cover_dots(painter, *map(centre, PUZZLE.ends(edge)), look.count, theme)
        looks = {
            island: islands.get(island.id, IslandLook(island.clue)) for island in PUZZLE.islands
        }
        for island, look in looks.items():
            draw_under_island(painter, centre(island), look, theme)
        for edge, look in bridges.items():
            a, b = map(centre, PUZZLE.ends(edge))
            if look.role is not None:
                draw_edge_highlight(painter, a, b, look.role, theme)
            draw_bridge(painter, a, b, mark_position(PUZZLE, PUZZLE.edges[edge]), look, theme)
        for island, look in looks.items():
            draw_island(painter, centre(island), look, theme)

    return picture(draw, ratio, theme)


def difference(one, other):
    """By how much a colour differs at most between two pictures, of 255."""
    return max(abs(a - b) for a, b in zip(bytes(one.constBits()), bytes(other.constBits())))


@given(
    islands=st.dictionaries(st.sampled_from(range(len(PUZZLE.islands))), island_looks),
    edge=st.sampled_from(range(len(PUZZLE.edges))),
    look=bridge_looks,
    ratio=st.sampled_from([1, 2]),
    theme=st.sampled_from([LIGHT, DARK]),
)
def test_the_picture_is_that_of_islands_and_edges_drawn_one_by_one(
    islands, edge, look, ratio, theme
):
    bridges = {edge: look}
    drawn = whole(painter_of(islands, bridges, theme), ratio, theme)
    assert difference(drawn, one_by_one(islands, bridges, ratio, theme)) <= TOLERANCE


all_bridges = st.dictionaries(st.sampled_from(range(len(PUZZLE.edges))), bridge_looks)
all_islands = st.dictionaries(st.sampled_from(range(len(PUZZLE.islands))), island_looks)


@given(all_islands, all_bridges, st.integers(1, 5 * CELL - 1), st.integers(1, 4 * CELL - 1))
def test_a_picture_drawn_in_parts_is_the_same(islands, bridges, x, y):
    board_painter = painter_of(islands, bridges)

    def draw_parts(painter):
        to_board = painter.worldTransform().inverted()[0]
        width, height = SIZE.width(), SIZE.height()
        for left, right in ((0, x), (x, width)):
            for top, bottom in ((0, y), (y, height)):
                part = to_board.mapRect(QRectF(left, top, right - left, bottom - top))
                painter.setClipRect(part)
                board_painter.draw(painter, part)

    assert difference(picture(draw_parts), whole(board_painter)) <= TOLERANCE


@given(st.lists(st.tuples(all_islands, all_bridges), min_size=1, max_size=3))
def test_only_the_latest_looks_matter(changes):
    board_painter = BoardPainter(PUZZLE, LIGHT)
    latest_islands, latest_bridges = {}, {}
    for islands, bridges in changes:
        board_painter.set_islands(islands)
        board_painter.set_bridges(bridges)
        latest_islands |= islands
        latest_bridges |= bridges
        drawn = whole(board_painter)
    assert drawn == whole(painter_of(latest_islands, latest_bridges))


def test_another_theme_and_another_size_are_drawn_anew():
    board_painter = painter_of({0: IslandLook(2, role=Role.HINT)}, {0: BridgeLook(2)})
    light = whole(board_painter)
    large = whole(board_painter, ratio=2)
    board_painter.theme = DARK
    assert whole(board_painter, theme=DARK) != light
    board_painter.theme = LIGHT
    assert whole(board_painter, ratio=2) == large
    assert whole(board_painter) == light


def test_satisfied_islands_are_dimmed_unless_that_is_off():
    satisfied, waiting = ({0: IslandLook(2, satisfied=is_so)} for is_so in (True, False))
    board_painter = painter_of(satisfied)
    dimmed = whole(board_painter)
    board_painter.dims_satisfied = False
    assert whole(board_painter) == whole(painter_of(waiting)) != dimmed
    board_painter.dims_satisfied = True
    assert whole(board_painter) == dimmed


@pytest.mark.parametrize("far", [QRectF(-9e4, 0, 50, 50), QRectF(0, 9e4, 50, 50)])
def test_nothing_is_drawn_beside_the_board(far):
    empty = picture(lambda painter: None)
    assert picture(lambda painter: painter_of().draw(painter, far)) == empty


def test_islands_that_look_the_same_are_the_same_to_the_pixel():
    cells = {(0, col): 3 for col in range(0, 30, 2)}
    row = Puzzle.from_clues(1, 30, cells)
    image = QImage(900, 60, QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.water))
    with painting_on(image) as painter:
        painter.translate(20.3, 20.7)
        painter.scale(13.37 / UNIT, 13.37 / UNIT)
        BoardPainter(row, LIGHT).draw(painter, board_rect(row))
    pictures = {
        bytes(image.copy(round(20.3 + 13.37 * col) - 6, 21 - 6, 12, 12).constBits())
        for _, col in cells
    }
    assert len(pictures) == 1


@pytest.mark.parametrize(("look", "touches"), [({"count": 1}, True), ({"preview": 1}, False)])
def test_a_bridge_that_is_not_there_yet_touches_no_island(look, touches):
    image = QImage(SIZE, QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.water))
    ends = centre(PUZZLE.islands[0]), centre(PUZZLE.islands[1])
    with painting_on(image) as painter:
        painter.scale(CELL / UNIT, CELL / UNIT)
        painter.translate(UNIT, UNIT)
        middle = (ends[0] + ends[1]) / 2
        draw_bridge(painter, *ends, middle, BridgeLook(**look), LIGHT)
    drawn = [
        image.pixelColor(x, CELL).name() != LIGHT.water for x in (round(1.45 * CELL), 2 * CELL)
    ]
    assert drawn == [touches, True]
