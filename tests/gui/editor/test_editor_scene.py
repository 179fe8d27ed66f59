"""The scene follows each edit, and repaints what has changed."""

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRectF

from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.editing import Draft
from hashi_gui.gui.editor.scene import DraftPicture, EditorScene
from hashi_gui.rendering.looks import Overlay
from hashi_gui.rendering.theme import LIGHT
from tests.gui.board.repainting import image_of, patched

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
    """A draft with a few other islands and clues, and perhaps other bridges, symmetry and marks."""
    changed = {**draft.clues, **draw(st.dictionaries(cells, st.integers(0, 9), max_size=2))}
    for cell in draw(st.lists(st.sampled_from(sorted(changed)), max_size=2)) if changed else ():
        changed.pop(cell, None)
    new = Draft(
        SIDE,
        SIDE,
        changed,
        symmetry=draw(st.sampled_from(Symmetry)),
        kept=draw(st.frozensets(cells, max_size=3)),
    ).with_bridges(draft.bridges)
    return with_bridges(new, draw(counts)) if draw(st.booleans()) else new


def with_bridges(draft, counts):
    """A draft with the bridges of a list, one edge after the other."""
    picture = DraftPicture.of(draft)
    (top, left), puzzle = picture.origin, picture.board.puzzle
    pairs = [
        tuple((end.row + top, end.col + left) for end in puzzle.ends(edge.id))
        for edge in puzzle.edges
    ]
    return draft.with_bridges({pair: count for pair, count in zip(pairs, counts) if count})


@st.composite
def successors(draw, before):
    """A picture of the draft after some edits, with anything else that is shown."""
    picture = before.with_draft(draw(edits(before.draft)))
    puzzle = picture.board.puzzle
    islands = st.sampled_from(range(len(puzzle.islands) or 1))
    edges = st.sampled_from(range(len(puzzle.edges) or 1))
    found = {
        "overlay": Overlay(draw(st.dictionaries(edges, st.integers(1, 2), max_size=3))),
        "highlight": Highlight(draw(st.dictionaries(islands, st.sampled_from(Role), max_size=3))),
        "lit": draw(st.frozensets(islands, max_size=2)),
    }
    others = {
        "selection": draw(st.frozensets(cells, max_size=3)) | {*list(picture.draft.clues)[:2]},
        "cursor": draw(st.none() | cells),
        "removed": draw(st.dictionaries(cells, st.none() | st.integers(0, 9), max_size=2)),
        "band": draw(st.builds(QRectF, *(st.integers(-ROOM, ROOM) for _ in range(4)))),
    }
    if puzzle.edges:
        picture = replace(picture, board=replace(picture.board, **some_of(draw, found)))
    return replace(picture, **some_of(draw, others))


def some_of(draw, values):
    return {name: values[name] for name in draw(st.sets(st.sampled_from(sorted(values))))}


def scene_of(picture):
    scene = EditorScene(LIGHT)
    scene.show_draft(picture)
    return scene


def looks(scene):
    """What is seen of islands and edges, by their cells."""
    puzzle = scene.picture.puzzle
    islands = {island.cell: look for island, look in zip(puzzle.islands, scene.island_looks)}
    ends = [tuple(end.cell for end in puzzle.ends(e.id)) for e in puzzle.edges]
    return islands, dict(zip(ends, scene.bridge_looks))


def area(scene):
    """All of the room around the grid."""
    corner = SIDE - 1 + ROOM
    return scene.cell_rect((-ROOM, -ROOM)) | scene.cell_rect((corner, corner))


@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_after_each_edit_it_looks_like_a_new_scene_and_all_changes_are_repainted(qapp, data):
    scene, areas = scene_of(DraftPicture.of(data.draw(drafts()))), []
    scene.changed.connect(areas.extend)
    for _ in range(4):
        qapp.processEvents()
        areas.clear()
        before = image_of(scene, area(scene))
        picture = data.draw(successors(scene.draft_picture))
        scene.show_draft(picture)
        expected = scene_of(picture)
        assert looks(scene) == looks(expected)
        qapp.processEvents()
        shown = patched(before, scene, area(scene), areas)
        assert shown == image_of(expected, area(expected))


SQUARE = Draft(3, 5, {(0, 0): 2, (0, 2): 2, (2, 0): 2, (2, 2): 2})


def test_a_small_change_repaints_little(qapp):
    scene, areas = scene_of(DraftPicture.of(SQUARE)), []
    scene.changed.connect(areas.extend)
    qapp.processEvents()
    areas.clear()
    edited = Draft(3, 5, {**SQUARE.clues, (2, 2): 3, (0, 4): 1})
    scene.show_draft(scene.draft_picture.with_draft(edited))
    qapp.processEvents()
    for cell, is_repainted in (((2, 2), True), ((0, 4), True), ((0, 0), False), ((2, 0), False)):
        middle = scene.cell_rect(cell).center()
        assert any(each.contains(middle) for each in areas) == is_repainted


def test_the_overlay_stays_where_it_fits_and_goes_with_another_size():
    picture = DraftPicture.of(SQUARE)
    puzzle = picture.board.puzzle
    across, down = puzzle.edge_between(0, 1).id, puzzle.edge_between(0, 2).id
    board = replace(
        picture.board,
        overlay=Overlay({across: 1}, {down: 3}),
        highlight=Highlight({0: Role.CONFLICT}),
        lit=frozenset({3}),
    )
    picture = replace(picture, board=board)
    edited = picture.with_draft(Draft(3, 5, {**SQUARE.clues, (0, 1): 1})).board
    assert edited.overlay == Overlay({}, {edited.puzzle.edge_between(0, 3).id: 3})
    assert edited.highlight == Highlight()
    assert not edited.lit
    assert picture.with_draft(Draft(4, 5, SQUARE.clues)).board.overlay == Overlay()
