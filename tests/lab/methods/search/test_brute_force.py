from __future__ import annotations

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.lab.methods.search import BRUTE_FORCE
from hashi_gui.solving import CancelToken, Status, UnsupportedPuzzleError

SQUARE = {(0, 0): 3, (0, 2): 3, (2, 0): 3, (2, 2): 3}


def test_every_number_of_bridges_is_tried_on_every_edge() -> None:
    result = BRUTE_FORCE.solve(Puzzle.from_clues(3, 3, SQUARE), CancelToken())
    assert result.stats == {"assignments": 3**4, "clues_met": 1}
    assert result.counts in (bytes([1, 2, 2, 1]), bytes([2, 1, 1, 2]))


def test_assignments_that_meet_the_clues_must_follow_the_other_rules_too() -> None:
    pairs = Puzzle.from_clues(3, 3, dict.fromkeys(SQUARE, 1))
    result = BRUTE_FORCE.solve(pairs, CancelToken())
    assert result.stats == {"assignments": 2**4, "clues_met": 2}
    assert result.status is Status.NONE


def test_the_largest_degree_fits_into_its_digit() -> None:
    cross = {(0, 1): 4, (1, 0): 4, (1, 1): 16, (1, 2): 4, (2, 1): 4}
    result = BRUTE_FORCE.solve(Puzzle.from_clues(3, 3, cross, Rules(4)), CancelToken())
    assert result.counts == bytes([4, 4, 4, 4])


def test_puzzles_with_too_many_assignments_are_rejected() -> None:
    grid = Puzzle.from_clues(9, 9, dict.fromkeys([(r, c) for r in range(9) for c in range(9)], 2))
    with pytest.raises(UnsupportedPuzzleError) as caught:
        BRUTE_FORCE.solve(grid, CancelToken())
    assert str(caught.value) == (
        "brute-force: this puzzle has 2^229 assignments; at most 2^34 are supported."
    )
