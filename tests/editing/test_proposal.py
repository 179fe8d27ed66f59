from __future__ import annotations

import pytest

from hashi_gui.core.puzzle import Cell, Island, Puzzle
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.editing.proposal import ChangeKind, IslandChange, Proposal, Restrictions
from hashi_gui.logic.wording import letters_for, with_letters

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
        (changed(3, 2, (2, 1)), ChangeKind.MOVE, "Move the 2 left by 1 cell, to A."),
        (
            changed(3, 2, (0, 1)),
            ChangeKind.MOVE,
            "Move the 2 left by 1 cell and down by 2 cells, to A.",
        ),
        (changed(3, 4, (3, 0)), ChangeKind.MOVE, "Move the 4 up by 1 cell, to A, as a 2."),
        (IslandChange(None, AFTER.islands[2]), ChangeKind.ADD, "Add an 8 at A."),
        (IslandChange(None, AFTER.islands[1]), ChangeKind.ADD, "Add a “?” at A."),
    ],
)
def test_a_change_is_one_sentence(change: IslandChange, kind: ChangeKind, text: str) -> None:
    assert change.kind == kind
    assert text_of(change) == text


def test_a_change_is_as_large_as_its_steps_and_the_difference_of_its_clues() -> None:
    assert changed(3, 4, (3, 0)).size == 1 + 2
    assert changed(0, None).size == 0


def test_changes_of_one_kind_share_a_sentence() -> None:
    assert text_of(changed(0, 2), changed(3, None), changed(4, 3)) == (
        "Show the number 2 at A. Change the 2 at B to 3 and the 3 at C to 1."
    )


def test_many_changes_are_counted() -> None:
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
