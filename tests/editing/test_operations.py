"""What a setter can do to a draft, with symmetry, and what never goes wrong."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from hashi_gui.core.puzzle import Cell
from hashi_gui.core.rules import Rules
from hashi_gui.core.symmetry import Symmetry, flip, half_turn, mirror, turn_left, turn_right
from hashi_gui.editing import Draft, EditError, Editing, Fault, SizeChange
from hashi_gui.editing.draft import Pair, cells_between, pair_of
from hashi_gui.editing.operations import piece_of, transformed
from hashi_gui.formats import PuzzleInfo, read

GRID = """
2.2.
....
1.2.
...1
"""

SIDE = 7

cells = st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))
clues = st.none() | st.integers(0, 9)
transforms = st.sampled_from([half_turn, turn_left, turn_right, mirror, flip])
symmetries = st.sampled_from(Symmetry)


@st.composite
def acts(draw: DrawFn) -> tuple[str, tuple[object, ...]]:
    """The name and the arguments of an operation."""
    name = draw(st.sampled_from(sorted(ARGUMENTS)))
    return name, draw(ARGUMENTS[name])


groups = st.lists(cells, min_size=1, max_size=5, unique=True)
pieces = st.builds(
    lambda clues, bridges: Draft(3, 3, clues).with_bridges(bridges),
    st.dictionaries(st.tuples(st.integers(0, 2), st.integers(0, 2)), clues, max_size=5),
    st.just({((0, 0), (0, 2)): 2, ((0, 0), (2, 0)): 1}),
)
ARGUMENTS: dict[str, SearchStrategy[tuple[object, ...]]] = {
    "place": st.tuples(st.dictionaries(cells, clues, min_size=1, max_size=3)),
    "remove": st.tuples(groups),
    "set_clue": st.tuples(groups, clues),
    "step_clue": st.tuples(groups, st.sampled_from([1, -1])),
    "move": st.tuples(groups, st.tuples(st.integers(-2, 2), st.integers(-2, 2))),
    "transform": st.tuples(groups, transforms),
    "paste": st.tuples(pieces, cells),
    "draw": st.tuples(cells, cells, st.integers(0, 2)),
    "cycle": st.tuples(cells, cells),
    "resize": st.tuples(st.builds(SizeChange, *[st.integers(-1, 1)] * 4)),
    "set_limit": st.tuples(st.integers(0, 5)),
    "clear_bridges": st.tuples(),
}


def play(editing: Editing, draft: Draft, steps: list[tuple[str, tuple[object, ...]]]) -> Draft:
    for name, arguments in steps:
        try:
            draft = getattr(editing, name)(draft, *arguments)
        except EditError:
            continue
    return draft


def draft_of(text: str) -> Draft:
    return Draft.from_document(read(text))


def check_bridges(draft: Draft) -> None:
    """Every bridge connects islands that see each other, and none crosses another one."""
    covered: set[Cell] = set()
    for (one, two), count in draft.bridges.items():
        assert one < two
        assert draft.sees((one, two))
        assert 1 <= count <= draft.rules.max_bridges
        water = set(cells_between(one, two))
        assert not water & covered
        covered |= water


@given(symmetries, st.booleans(), st.lists(acts(), max_size=12))
def test_any_edits_leave_a_sound_draft(
    symmetry: Symmetry, automatic_clues: bool, steps: list[tuple[str, tuple[object, ...]]]
) -> None:
    draft = play(
        Editing(automatic_clues=automatic_clues), Draft(SIDE, SIDE, symmetry=symmetry), steps
    )
    check_bridges(draft)
    faults = draft.faults()
    if faults:
        assert draft.fault_text()
    else:
        assert draft.to_puzzle().rows == draft.rows


@given(
    st.lists(acts(), max_size=12),
    st.dictionaries(cells, clues, max_size=2),
    groups,
    st.dictionaries(st.builds(pair_of, cells, cells), st.integers(0, 2), max_size=3),
)
def test_bridges_are_examined_where_something_differs(
    steps: list[tuple[str, tuple[object, ...]]],
    placed: dict[Cell, int | None],
    removed: list[Cell],
    drawn: dict[Pair, int],
) -> None:
    before = play(Editing(automatic_clues=True), Draft(SIDE, SIDE), steps)
    kept = {cell: clue for cell, clue in before.clues.items() if cell not in removed}
    after = replace(before, clues={**kept, **placed})
    for bridges in ({**before.bridges, **drawn}, {**drawn, **before.bridges}):
        assert after.with_bridges(bridges, before) == after.with_bridges(bridges)


@given(symmetries, st.lists(acts(), max_size=12))
def test_with_a_symmetry_every_edit_keeps_it(
    symmetry: Symmetry, steps: list[tuple[str, tuple[object, ...]]]
) -> None:
    draft = play(Editing(), Draft(SIDE, SIDE, symmetry=symmetry, ties_clues=True), steps)
    for transform in symmetry.transforms:
        image = {transform(cell, (draft.rows - 1, draft.cols - 1)) for cell in draft.clues}
        assert image == set(draft.clues)
        for (one, two), count in draft.bridges.items():
            ends = [transform(cell, (draft.rows - 1, draft.cols - 1)) for cell in (one, two)]
            assert draft.bridges.get(pair_of(*ends)) == count


@given(groups)
def test_four_quarter_turns_and_two_reflections_change_nothing(chosen: list[Cell]) -> None:
    for transform, times in ((turn_right, 4), (turn_left, 4), (mirror, 2), (flip, 2)):
        places = list(chosen)
        for _ in range(times):
            moved = transformed(places, transform)
            places = [moved[cell] for cell in places]
        assert places == chosen


@given(st.dictionaries(cells, clues, min_size=1), groups)
def test_a_piece_pasted_where_it_was_copied_changes_nothing(
    islands: dict[Cell, int | None], at: list[Cell]
) -> None:
    draft = Draft(SIDE, SIDE, islands)
    chosen = [cell for cell in at if cell in islands]
    if not chosen:
        return
    corner = min(cell[0] for cell in chosen), min(cell[1] for cell in chosen)
    assert Editing().paste(draft, piece_of(draft, chosen), corner) == draft


@pytest.mark.parametrize("turn", [turn_right, turn_left, half_turn, mirror, flip])
def test_all_islands_of_a_symmetric_puzzle_keep_their_arrangement_when_turned(turn) -> None:
    editing, empty = Editing(), Draft(9, 9, symmetry=Symmetry.HALF_TURN, ties_clues=True)
    draft = editing.place(empty, {(1, 1): 3, (1, 5): 2, (4, 0): 4})
    turned = editing.transform(draft, list(draft.clues), turn)
    assert turned.clues == editing.transform_board(draft, turn).clues


def test_bridges_are_split_follow_islands_as_long_as_they_can_and_keep_to_the_limit() -> None:
    editing = Editing()
    draft = editing.draw(draft_of(GRID), (0, 0), (0, 2), 2)
    split = editing.place(draft, {(0, 1): None})
    assert split.bridges == {((0, 0), (0, 1)): 2, ((0, 1), (0, 2)): 2}
    along = editing.move(draft, [(0, 2)], (0, 1))
    assert along.bridges == {((0, 0), (0, 3)): 2}
    assert editing.move(draft, [(0, 2)], (1, 0)).bridges == {}
    assert editing.set_limit(draft, 1).bridges == {((0, 0), (0, 2)): 1}


def test_clues_count_along_and_islands_appear_at_the_ends() -> None:
    editing = Editing(automatic_clues=True)
    draft = editing.draw(Draft(5, 5), (0, 0), (0, 3), 2)
    draft = editing.draw(draft, (0, 3), (4, 3), 1)
    assert draft.clues == {(0, 0): 2, (0, 3): 3, (4, 3): 1}
    hidden = editing.set_clue(draft, [(0, 3)], None)
    assert editing.draw(hidden, (0, 3), (4, 3), 2).clues == {(0, 0): 2, (0, 3): None, (4, 3): 2}


@given(symmetries, st.lists(acts(), max_size=8), cells, cells, st.integers(0, 2))
def test_after_a_bridge_the_clues_at_its_ends_count(
    symmetry: Symmetry,
    steps: list[tuple[str, tuple[object, ...]]],
    one: Cell,
    two: Cell,
    count: int,
) -> None:
    editing = Editing(automatic_clues=True)
    before = play(editing, Draft(SIDE, SIDE, symmetry=symmetry), steps)
    draft = play(editing, before, [("draw", (one, two, count))])
    old, new = before.degrees(), draft.degrees()
    for cell, clue in draft.clues.items():
        assert clue in (None, new[cell]) or (old[cell], before.clues[cell]) == (new[cell], clue)


def test_clues_without_a_change_of_their_bridges_stay() -> None:
    draft = Editing(automatic_clues=True).draw(draft_of(GRID), (2, 0), (2, 2), 1)
    assert draft.clues == {(0, 0): 2, (0, 2): 2, (2, 0): 1, (2, 2): 1, (3, 3): 1}
    assert Editing(automatic_clues=True).move(draft, [(0, 2)], (0, 1)).clues[0, 3] == 2


def test_a_bridge_that_would_cross_another_is_refused() -> None:
    editing = Editing(automatic_clues=True)
    draft = editing.draw(Draft(5, 5), (2, 0), (2, 4), 1)
    draft = editing.place(draft, {(0, 2): None, (4, 2): None})
    with pytest.raises(EditError, match="in the way"):
        editing.draw(draft, (0, 2), (4, 2), 1)
    with pytest.raises(EditError, match="along a row or a column"):
        editing.draw(draft, (0, 2), (2, 0), 1)


def test_clicks_go_round_the_numbers_of_bridges() -> None:
    editing, draft = Editing(), draft_of(GRID)
    counts = []
    for _ in range(4):
        draft = editing.cycle(draft, (0, 0), (0, 2))
        counts.append(draft.bridges.get(((0, 0), (0, 2)), 0))
    assert counts == [1, 2, 0, 1]


@pytest.mark.parametrize(
    ("clue", "step", "expected"),
    [(None, 1, 1), (8, 1, None), (1, -1, None), (None, -1, 8), (4, 1, 5)],
)
def test_clues_step_through_the_numbers_and_the_question_mark(
    clue: int | None, step: int, expected: int | None
) -> None:
    draft = Draft(2, 2, {(0, 0): clue})
    assert Editing().step_clue(draft, [(0, 0)], step).clues[0, 0] == expected


def test_growing_keeps_islands_in_place_and_shrinking_leaves_them_outside() -> None:
    draft = draft_of(GRID)
    grown = Editing().resize(draft, SizeChange(top=1, right=2))
    assert (grown.rows, grown.cols) == (5, 6)
    assert (1, 0) in grown.clues
    cut = Editing().resize(draft, SizeChange(left=-1))
    assert cut.faults() == {(0, -1): Fault.OUTSIDE, (2, -1): Fault.OUTSIDE}
    assert cut.fault_text() == "2 islands are outside the border."
    assert Editing().resize(cut, SizeChange(left=1)) == draft


MIRRORED = Draft(3, 7, {(0, 1): 2, (0, 5): 3, (2, 3): 4}, symmetry=Symmetry.LEFT_RIGHT)


def test_islands_are_symmetric_and_clues_are_free() -> None:
    editing = Editing()
    assert editing.place(MIRRORED, {(1, 0): 1}).clues == {**MIRRORED.clues, (1, 0): 1, (1, 6): None}
    assert editing.move(MIRRORED, [(0, 1)], (1, 0)).clues == {(1, 1): 2, (1, 5): 3, (2, 3): 4}
    assert editing.remove(MIRRORED, [(0, 1)]).clues == {(2, 3): 4}
    assert editing.set_clue(MIRRORED, [(0, 1)], 6).clues == {**MIRRORED.clues, (0, 1): 6}
    assert editing.draw(MIRRORED, (0, 1), (0, 5), 1).bridges == {((0, 1), (0, 5)): 1}
    assert Editing(automatic_clues=True).place(MIRRORED, {(1, 0): 1}).clues[1, 6] == 0
    # An island on the axis, or in the centre, becomes a pair.
    centred = Draft(5, 5, {(2, 2): 3}, symmetry=Symmetry.HALF_TURN)
    assert editing.move(centred, [(2, 2)], (0, 1)).clues == {(2, 1): None, (2, 3): 3}
    grown = editing.resize(MIRRORED, SizeChange(right=1, top=1))
    assert (grown.rows, grown.cols) == (4, 9)
    assert editing.transform_board(MIRRORED, turn_left).symmetry is Symmetry.TOP_BOTTOM


def test_tied_clues_follow() -> None:
    editing, tied = Editing(), replace(MIRRORED, ties_clues=True)
    assert editing.place(tied, {(1, 0): 1}).clues[1, 6] == 1
    assert editing.set_clue(tied, [(0, 1)], 6).clues[0, 5] == 6
    drawn = editing.draw(editing.place(tied, {(2, 1): 1}), (0, 1), (2, 1), 2)
    assert drawn.bridges == {((0, 1), (2, 1)): 2, ((0, 5), (2, 5)): 2}


def test_what_is_in_the_way_of_an_image_or_kept_there_stays() -> None:
    editing = Editing()
    uneven = replace(MIRRORED, clues={**MIRRORED.clues, (1, 6): 7})
    assert editing.place(uneven, {(1, 0): 1}).clues[1, 6] == 7
    assert editing.move(uneven, [(0, 1)], (1, -1)).clues == {
        (1, 0): 2,
        (0, 5): 3,
        (2, 3): 4,
        (1, 6): 7,
    }
    assert editing.move(uneven, [(2, 3)], (-1, -3)).clues.get((1, 6)) == 7
    kept = replace(MIRRORED, ties_clues=True, kept=frozenset({(0, 5), (1, 6)}))
    for draft in (
        editing.place(kept, {(1, 0): 1}),
        editing.move(kept, [(0, 1)], (1, 0)),
        editing.remove(kept, [(0, 1)]),
        editing.set_clue(kept, [(0, 1)], 6),
    ):
        assert draft.clues[0, 5] == 3
        assert (1, 6) not in draft.clues
        assert draft.kept == kept.kept


def test_kept_cells_go_with_their_islands_and_with_the_grid() -> None:
    editing = Editing()
    draft = editing.toggle_kept(draft_of(GRID), [(0, 0), (1, 1)])
    assert editing.move(draft, [(0, 0)], (1, 0)).kept == {(1, 0), (1, 1)}
    assert editing.remove(draft, [(0, 0)]).kept == {(1, 1)}
    assert editing.place(draft, {(1, 1): None}).kept == {(0, 0)}
    assert editing.resize(draft, SizeChange(top=1)).kept == {(1, 0), (2, 1)}
    assert editing.transform_board(draft, turn_right).kept == {(0, 3), (1, 2)}
    assert editing.toggle_kept(draft, [(1, 1), (2, 2)]).kept == {(0, 0), (1, 1), (2, 2)}
    assert editing.toggle_kept(draft, [(1, 1)]).kept == {(0, 0)}


def test_clues_that_cannot_be_are_told_not_refused() -> None:
    draft = Editing().set_clue(Draft(2, 2, {(0, 0): 1}), [(0, 0)], 9)
    assert draft.faults() == {(0, 0): Fault.TOO_LARGE}
    assert draft.fault_text() == ("The 9 is too high: 8 is the most here.")
    assert not Editing().set_limit(draft, 3).faults()
    assert Draft(2, 2).fault_text() == "There are no islands yet."


def test_a_document_comes_back_with_bridges_and_metadata() -> None:
    draft = Editing().draw(draft_of(GRID), (0, 0), (0, 2), 2)
    info = PuzzleInfo(title="A", notes="B")
    named = replace(draft, rules=Rules(3, loops=False), info=info)
    assert Draft.from_document(named.to_document()) == named
