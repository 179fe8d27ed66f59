"""Proposals, the steps from a puzzle, the candidates after them, and what they disturb."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from hashi_gui.core.puzzle import Cell, Island, Puzzle
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.editing.proposal import (
    MAX_MOVE,
    UNRESTRICTED,
    Candidate,
    ChangeKind,
    IslandChange,
    Proposal,
    Restrictions,
    SearchStep,
    SearchSteps,
)
from hashi_gui.editing.search import MAX_PROPOSALS, Disturbance, Shortlist
from hashi_gui.logic.wording import letters_for, with_letters
from hashi_gui.solving import Backbone

AFTER = Puzzle.from_clues(
    5, 5, {(0, 0): 3, (0, 2): None, (0, 4): 8, (2, 0): 2, (2, 4): 1, (4, 0): 1}
)


def changed(island: int, clue: int | None, cell: Cell | None = None) -> IslandChange:
    """What happened to an island that had another clue or was on another cell."""
    after = AFTER.islands[island]
    return IslandChange(Island(0, *(cell or after.cell), clue), after)


def text_of(*changes: IslandChange) -> str:
    text = Proposal(AFTER, b"", changes).text
    return with_letters(text, letters_for([text]))


@pytest.mark.parametrize(
    ("change", "kind", "text"),
    [
        (changed(0, None), ChangeKind.SHOW, "Show the number 3 at A."),
        (changed(1, 4), ChangeKind.HIDE, "Hide the 4 at A."),
        (changed(0, 2), ChangeKind.CLUE, "Change the 2 at A to 3."),
        (changed(3, 2, (2, 1)), ChangeKind.MOVE, "Move the 2 to A (←\xa01)."),
        (changed(3, 2, (0, 1)), ChangeKind.MOVE, "Move the 2 to A (←\xa01, ↓\xa02)."),
        (
            changed(3, 4, (3, 0)),
            ChangeKind.MOVE,
            "Move the 4 to A (↑\xa01), and change it to 2.",
        ),
        (IslandChange(None, AFTER.islands[2]), ChangeKind.ADD, "Add an island at A: 8."),
        (IslandChange(None, AFTER.islands[1]), ChangeKind.ADD, "Add an island at A: “?”."),
    ],
)
def test_a_change_is_one_sentence(change: IslandChange, kind: ChangeKind, text: str) -> None:
    assert change.kind == kind
    assert text_of(change) == text


def test_a_change_is_as_large_as_its_steps_and_the_difference_of_its_clues() -> None:
    assert changed(3, 4, (3, 0)).size == 1 + 2
    assert changed(0, None).size == 0


def test_changes_of_one_kind_come_together_and_many_are_counted() -> None:
    assert text_of(changed(0, 2), changed(3, None), changed(4, 3)) == (
        "Show the number 2 at A. Change the 2 at B to 3. Change the 3 at C to 1."
    )
    changes = [changed(island, None) for island in (0, 2, 3, 4)]
    assert text_of(*changes) == "Show 4 numbers."
    assert text_of(*changes, changed(1, 4)) == "Show 4 numbers. Hide the 4 at A."


@pytest.mark.parametrize(
    ("symmetry", "images"),
    [
        (Symmetry.NONE, [(0, 1)]),
        (Symmetry.HALF_TURN, [(0, 1), (4, 3)]),
        (Symmetry.LEFT_RIGHT, [(0, 1), (0, 3)]),
        (Symmetry.BOTH_MIRRORS, [(0, 1), (0, 3), (4, 1), (4, 3)]),
        (Symmetry.QUARTER_TURNS, [(0, 1), (1, 4), (4, 3), (3, 0)]),
    ],
)
def test_a_cell_has_images(symmetry: Symmetry, images: list[Cell]) -> None:
    restrictions = Restrictions(symmetry=symmetry)
    assert restrictions.images(AFTER, (0, 1)) == [(cell,) for cell in images]
    assert len(restrictions.images(AFTER, (2, 2), (0, 1))) == len(images)
    assert restrictions.images(AFTER, (2, 2)) == [((2, 2),)]


def test_only_a_square_has_quarter_turns() -> None:
    oblong = Puzzle.from_clues(2, 3, {(0, 0): 1, (0, 2): 1})
    restrictions = Restrictions(symmetry=Symmetry.QUARTER_TURNS)
    assert restrictions.images(oblong, (0, 0)) == [((0, 0),)]


# Steps

#   2 . . . 2
#   . . . . .
#   . . . . .
#   . . . . .
#   ? . . . 2
RING = Puzzle.from_clues(5, 5, {(0, 0): 2, (0, 4): 2, (4, 0): None, (4, 4): 2})
SOLUTION = bytes([1, 1, 1, 1])
HALF_TURN = Restrictions(symmetry=Symmetry.HALF_TURN)


def steps(restrictions: Restrictions = UNRESTRICTED) -> SearchSteps:
    return SearchSteps(RING, restrictions, SOLUTION)


def edge(one: Cell, two: Cell) -> int:
    a, b = RING.island_at(*one), RING.island_at(*two)
    assert a
    assert b
    between = RING.edge_between(a.id, b.id)
    assert between
    return between.id


TOP, LEFT = edge((0, 0), (0, 4)), edge((0, 0), (4, 0))


def after(step: SearchStep) -> dict[Cell, int | None]:
    candidate = Candidate.of(RING).after(step)
    assert candidate
    return candidate.puzzle.clues


CLUES = [SearchStep(clues={0: clue}) for clue in (1, 3, 4)]
CLUES_IN_PAIRS = [SearchStep(clues={0: clue, 3: clue}) for clue in (1, 3, 4)]
ON_TOP = [SearchStep(clues={0: clue, 1: clue}) for clue in (3, 1)]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        # A "?" gets the number of the solution, and numbers become "?".
        (steps().shown(range(4)), [SearchStep(clues={2: 2})]),
        (steps().hidden([0, 2]), [SearchStep(clues={0: None})]),
        (steps(HALF_TURN).hidden([0]), [SearchStep(clues={0: None, 3: None})]),
        # Another number is one that the island can have.
        (steps().clues([0, 2]), CLUES),
        (steps(HALF_TURN).clues([0]), CLUES_IN_PAIRS),
        # A bridge more changes the numbers at both ends.
        (steps().bridges([(TOP, 2), (TOP, 0)]), ON_TOP),
        (steps().bridges([(LEFT, 2)]), [SearchStep(clues={0: 3})]),
        # An island on a bridge has twice its number.
        (steps().added([TOP]), [SearchStep(added={(0, 2): 2})]),
        (steps(HALF_TURN).added([TOP]), [SearchStep(added={(0, 2): 2, (4, 2): 2})]),
        (SearchSteps(RING, UNRESTRICTED, bytes(4)).added([TOP]), []),
        # Islands are removed with their images.
        (steps().removed([0]), [SearchStep(removed=frozenset({0}))]),
        (steps(HALF_TURN).removed([0]), [SearchStep(removed=frozenset({0, 3}))]),
    ],
)
def test_steps_are_done_at_all_images(
    found: Iterator[SearchStep], expected: list[SearchStep]
) -> None:
    assert list(found) == expected


def test_no_island_is_removed_if_the_clues_that_are_left_have_an_odd_sum() -> None:
    odd = Puzzle.from_clues(5, 5, {(0, 0): 2, (0, 4): 2, (4, 0): 1, (4, 4): 3})
    assert list(SearchSteps(odd, UNRESTRICTED, SOLUTION).removed(range(4))) == [
        SearchStep(removed=frozenset({0})),
        SearchStep(removed=frozenset({1})),
    ]


def test_islands_are_placed_where_others_see_them() -> None:
    placed = {cell for step in steps().placed([0]) for cell in step.added}
    assert placed == {(0, 2), (2, 0)}


def test_no_island_moves_onto_another_one() -> None:
    near = Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 2, (0, 4): 1})
    assert [*SearchSteps(near, UNRESTRICTED, bytes(2)).moved(range(3))] == []


def test_islands_move_a_few_cells_and_never_touch() -> None:
    for step in steps().moved(range(4)):
        ((island, (row, col)),) = step.cells.items()
        before = RING.islands[island]
        assert 0 < abs(before.row - row) + abs(before.col - col) <= MAX_MOVE
        cells = after(step)
        assert len(cells) == 4
        assert not any((r + 1, c) in cells or (r, c + 1) in cells for r, c in cells)
    (first, *_) = steps(HALF_TURN).moved([0])
    assert sorted(first.cells) == [0, 3]


def test_nothing_is_done_on_cells_to_keep() -> None:
    every = frozenset((row, col) for row in range(5) for col in range(5))
    kept = steps(Restrictions(every))
    islands, edges = range(4), range(4)
    assert not [*kept.shown(islands), *kept.hidden(islands), *kept.clues(islands)]
    assert not [*kept.bridges([(TOP, 2)]), *kept.added(edges), *kept.placed(islands)]
    assert not [*kept.moved(islands), *kept.removed(islands)]


def test_a_revision_knows_what_has_become_of_each_island() -> None:
    start = Candidate.of(RING)
    assert start.changes == ()
    step = SearchStep(clues={0: 3}, cells={3: (3, 4)}, added={(0, 2): 2})
    candidate = start.after(step)
    assert candidate
    assert [change.kind for change in candidate.changes] == [
        ChangeKind.CLUE,
        ChangeKind.ADD,
        ChangeKind.MOVE,
    ]
    changed, added, moved = candidate.changes
    less = candidate.without([added])
    assert less
    assert less.puzzle.clues == {(0, 0): 3, (0, 4): 2, (3, 4): 2, (4, 0): None}
    assert less.changes == (changed, replace(moved, after=less.puzzle.island_at(3, 4)))
    assert candidate.without(candidate.changes) == start


def test_a_candidate_knows_which_islands_are_removed() -> None:
    start = Candidate.of(RING)
    candidate = start.after(SearchStep(clues={0: 3}, added={(0, 2): 2}, removed=frozenset({3})))
    assert candidate
    assert candidate.puzzle.clues == {(0, 0): 3, (0, 2): 2, (0, 4): 2, (4, 0): None}
    assert candidate.changes[-1] == IslandChange(RING.islands[3], None)
    assert candidate.changes[-1].kind is ChangeKind.REMOVE
    assert [candidate.without([each]) is not None for each in candidate.changes] == [True] * 3
    assert candidate.without(candidate.changes) == start


def test_an_added_island_that_is_removed_leaves_nothing() -> None:
    start = Candidate.of(RING)
    added = start.after(SearchStep(added={(0, 2): 2}))
    assert added
    assert added.after(SearchStep(removed=frozenset({1}))) == start


def test_an_island_where_one_was_removed_is_the_same_one_with_another_clue() -> None:
    removed = Candidate.of(RING).after(SearchStep(removed=frozenset({3})))
    assert removed
    again = removed.after(SearchStep(added={(4, 4): 3}))
    assert again
    assert [change.kind for change in again.changes] == [ChangeKind.CLUE]
    assert again.without(again.changes) == Candidate.of(RING)


def test_a_revision_refuses_what_cannot_be() -> None:
    start = Candidate.of(RING)
    assert start.after(SearchStep(added={(0, 0): 1})) is None
    assert start.after(SearchStep(clues={0: 9})) is None
    moved = start.after(SearchStep(cells={0: (0, 1)}))
    assert moved
    taken = moved.after(SearchStep(added={(0, 0): 1}))
    assert taken
    back = next(change for change in taken.changes if change.kind is ChangeKind.MOVE)
    assert taken.without([back]) is None


def test_each_cell_of_a_lost_or_new_bridge_counts_but_not_that_one_is_split() -> None:
    disturbance = Disturbance(RING, Backbone(SOLUTION, SOLUTION))
    assert disturbance.of(RING, SOLUTION) == 0
    split = Puzzle.from_clues(5, 5, {**RING.clues, (0, 2): 2})
    assert disturbance.of(split, bytes([1] * 5)) == 0
    assert disturbance.of(RING, bytes([0, 1, 1, 1])) == 4
    assert disturbance.of(RING, bytes([2, 1, 1, 0])) == 8
    wide = Disturbance(RING, Backbone(bytes(4), bytes([2] * 4)))
    assert wide.of(RING, bytes([0, 1, 2, 1])) == 0


def proposal(cost: int, disturbed: int, clue: int | None, row: int = 0) -> Proposal:
    islands = RING.islands[:cost]
    changes = tuple(
        IslandChange(each, type(each)(each.id, each.row, each.col, clue)) for each in islands
    )
    puzzle = Puzzle.from_clues(5, 5, {**RING.clues, (2, 2): clue, (row, 1): cost})
    return Proposal(puzzle, SOLUTION, changes, disturbed)


def test_the_best_proposals_are_few_cheap_gentle_and_of_several_kinds() -> None:
    shortlist = Shortlist()
    alike = [proposal(1, disturbed, 1, disturbed % 5) for disturbed in (9, 8, 7, 6)]
    for each in alike:
        shortlist.add(each)
    assert [each.disturbed for each in shortlist.best] == [6, 7, 8, 9]
    hidden = [proposal(2, 5, None), proposal(3, 4, None)]
    for each in hidden:
        assert shortlist.add(each)
    assert len(shortlist.best) == MAX_PROPOSALS
    assert [each.cost for each in shortlist.best] == [1, 1, 1, 2, 3]
    assert not shortlist.add(proposal(4, 9, None, 3))


def test_two_proposals_of_each_kind_come_before_a_third() -> None:
    shortlist = Shortlist()
    for number, (cost, clue) in product(range(3), [(1, 1), (2, None), (3, 1)]):
        shortlist.add(proposal(cost, number, clue, number))
    assert [each.cost for each in shortlist.best] == [1, 1, 2, 2, 3]


def test_no_proposal_changes_more_than_three_times_as_many_islands_as_the_best() -> None:
    shortlist = Shortlist()
    for cost in (1, 3, 4):
        shortlist.add(proposal(cost, cost, None))
    assert [each.cost for each in shortlist.best] == [1, 3]
