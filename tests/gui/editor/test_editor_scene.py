"""The scene follows each edit, and repaints what has changed."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QImage, QPainter

from hashi_gui.editing import Draft
from hashi_gui.gui.editor.scene import EditorScene
from hashi_gui.rendering.looks import Highlight, Overlay, Role
from hashi_gui.rendering.painting import painting_on
from hashi_gui.rendering.theme import LIGHT

SIDE = 5
ROOM = 4
cells = st.tuples(st.integers(-ROOM, SIDE - 1 + ROOM), st.integers(-ROOM, SIDE - 1 + ROOM))
clues = st.dictionaries(cells, st.none() | st.integers(0, 9), max_size=14)
counts = st.lists(st.integers(0, 2), min_size=40, max_size=40)


@st.composite
def drafts(draw):
    """A draft with some islands in or around the grid, and with some bridges."""
    return with_bridges(Draft(SIDE, SIDE, draw(clues)), draw(counts))


@st.composite
def edits(draw, draft):
    """A draft with a few other islands and clues, and perhaps other bridges."""
    changed = {**draft.clues, **draw(st.dictionaries(cells, st.integers(0, 9), max_size=2))}
    for cell in draw(st.lists(st.sampled_from(sorted(changed)), max_size=2)) if changed else ():
        changed.pop(cell, None)
    new = Draft(SIDE, SIDE, changed).with_bridges(draft.bridges)
    return with_bridges(new, draw(counts)) if draw(st.booleans()) else new


def with_bridges(draft, counts):
    """A draft with the bridges of a list, one edge after the other."""
    scene = EditorScene(LIGHT)
    scene.set_draft(draft)
    top, left = scene.origin
    pairs = [
        tuple((end.row + top, end.col + left) for end in scene.puzzle.ends(edge.id))
        for edge in scene.puzzle.edges
    ]
    return draft.with_bridges({pair: count for pair, count in zip(pairs, counts) if count})


def scene_of(draft, selection=(), cursor=None):
    scene = EditorScene(LIGHT)
    scene.set_draft(draft)
    scene.set_selection(selection, cursor)
    return scene


def looks(scene):
    """What is seen of islands and edges, by their cells."""
    islands = {island.cell: look for island, look in zip(scene.puzzle.islands, scene.island_looks)}
    ends = [tuple(end.cell for end in scene.puzzle.ends(e.id)) for e in scene.puzzle.edges]
    return islands, dict(zip(ends, scene.bridge_looks))


def picture(scene):
    rect = area(scene)
    image = QImage(rect.size().toSize(), QImage.Format.Format_RGB32)
    with painting_on(image) as painter:
        painter.translate(-rect.topLeft())
        scene.draw(painter, rect)
    return image


def area(scene):
    """All of the room around the grid."""
    corner = SIDE - 1 + ROOM
    return scene.cell_rect((-ROOM, -ROOM)) | scene.cell_rect((corner, corner))


def repainted(scene, before, areas):
    """The picture before, with the new one in some areas, and the new one."""
    new, left_top = picture(scene), area(scene).topLeft()
    if scene.sceneRect() in areas:
        return new, new
    with painting_on(before) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        for each in areas:
            part = QRectF(each).translated(-left_top).toAlignedRect() & QRect(new.rect())
            painter.drawImage(part, new, part)
    return before, new


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_after_each_edit_it_looks_like_a_new_scene_and_all_changes_are_repainted(qapp, data):
    draft = data.draw(drafts())
    scene, areas = scene_of(draft), []
    scene.changed.connect(areas.extend)
    for _ in range(4):
        qapp.processEvents()
        areas.clear()
        before = picture(scene)
        draft = data.draw(edits(draft))
        selected = data.draw(st.lists(st.sampled_from(sorted(draft.clues)))) if draft.clues else ()
        cursor = selected[0] if selected else None
        scene.set_draft(draft)
        scene.set_selection(selected, cursor)
        expected = scene_of(draft, selected, cursor)
        assert looks(scene) == looks(expected)
        qapp.processEvents()
        shown, new = repainted(scene, before, areas)
        assert new == picture(expected)
        assert shown == new


SQUARE = Draft(3, 5, {(0, 0): 2, (0, 2): 2, (2, 0): 2, (2, 2): 2})


def test_a_small_change_repaints_little(qapp):
    scene, areas = scene_of(SQUARE), []
    scene.changed.connect(areas.extend)
    qapp.processEvents()
    areas.clear()
    scene.set_draft(Draft(3, 5, {**SQUARE.clues, (2, 2): 3, (0, 4): 1}))
    qapp.processEvents()
    for cell, is_repainted in (((2, 2), True), ((0, 4), True), ((0, 0), False), ((2, 0), False)):
        middle = scene.cell_rect(cell).center()
        assert any(each.contains(middle) for each in areas) == is_repainted


def test_the_overlay_stays_where_it_fits(qapp):
    scene = scene_of(SQUARE)
    edges = {
        tuple(end.cell for end in scene.puzzle.ends(edge.id)): edge.id
        for edge in scene.puzzle.edges
    }
    (top, left), (across, down) = sorted(edges)[0][0], sorted(edges)[:2]
    assert across == ((top, left), (top, left + 2))
    scene.set_overlay(Overlay({edges[across]: 1}, {edges[down]: 3}))
    scene.show_answer(Highlight({0: Role.CONFLICT}))
    scene.set_draft(Draft(3, 5, {**SQUARE.clues, (0, 1): 1}))
    shown = looks(scene)[1]
    assert shown[down].haze == 3
    assert [look.shared for look in shown.values()] == [0] * len(shown)
    assert not scene.highlight.islands


def test_a_lit_island_goes_out_with_an_edit(qapp):
    for clues in ({(0, 0): 2, (0, 2): 2}, {**SQUARE.clues, (0, 1): 1}):
        scene = scene_of(SQUARE)
        scene.set_lit({3})
        scene.set_draft(Draft(3, 5, clues))
        assert not any(look.glow for look in scene.island_looks)
        scene.set_lit(())
        assert looks(scene) == looks(scene_of(Draft(3, 5, clues)))


def test_another_size_shows_no_overlay(qapp):
    scene = scene_of(SQUARE)
    scene.set_overlay(Overlay({0: 1}))
    scene.set_draft(Draft(4, 5, SQUARE.clues))
    assert scene.overlay == Overlay()
