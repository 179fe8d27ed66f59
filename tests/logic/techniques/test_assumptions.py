from __future__ import annotations

from random import Random

import pytest

from hashi_gui.logic.position import Position
from hashi_gui.logic.techniques.assumptions import WhatIf
from hashi_gui.logic.techniques.catalogue import DIRECT_TECHNIQUES, FAST_TECHNIQUES
from hashi_gui.logic.techniques.connectivity import isolated_group
from hashi_gui.solving import Bounds, Cancelled, CancelToken, SatSolver

WHAT_IF = WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES))


@pytest.fixture(params=range(60))
def part_done(request, grown, part_way) -> tuple[Position, Bounds]:
    """What a board on the way to a solution shows, and what is true there."""
    random = Random(request.param)
    puzzle, solution = grown(random)
    board = part_way(random, solution)
    with SatSolver(puzzle) as solver:
        return Position.from_board(puzzle, board), solver.solution_bounds(board)


@pytest.mark.parametrize(
    ("grid", "bound", "outcome"),
    [
        ("2.2\n1.1", "0,0-0,2 >= 1", "at once the 2 at row 1, column 3 cannot get its number."),
        (
            *("2.2\n2.2", "0,0-0,2 >= 1"),
            "4 steps later the 2 at row 1, column 1 and the 2 at row 2, column 1 disagree.",
        ),
        ("max-bridges 1\n??\n1?", "0,0-0,1 >= 1", "3 steps later this group of 2 is cut off."),
    ],
)
def test_what_goes_wrong_is_said(said, grid, bound, outcome):
    found = said(WHAT_IF, grid)
    assert list(found) == [bound]
    reason = found[bound]
    assert reason.startswith("Suppose no bridge between the ")
    assert reason.endswith(outcome)


def test_a_refutation_can_be_followed_step_by_step(part_done):
    position, _ = part_done
    for conclusion in WHAT_IF.find(position, 0):
        refutation = conclusion.facts
        if conclusion.is_minimum:
            position.lower_high(conclusion.edge, conclusion.bound - 1)
        else:
            position.raise_low(conclusion.edge, conclusion.bound + 1)
        for step in refutation.chain:
            assert position.conflict is None
            step.apply(position)
        if refutation.closed:
            assert position.conflict is None
            assert isolated_group(position) == refutation.conflict
        else:
            assert position.conflict == refutation.conflict


def test_an_assumption_leaves_no_trace(part_done):
    position, _ = part_done
    low, high, touched = position.low[:], position.high[:], position.touched[:]
    for _ in WHAT_IF.find(position, 0):
        pass
    assert (position.low, position.high, position.touched) == (low, high, touched)
    assert position.conflict is None
    assert position.checkpoint()[1] == len(touched)


def test_what_the_exact_solver_knows_changes_no_conclusion(part_done):
    position, forced = part_done
    alone = next(WHAT_IF.find(position, 0), None)
    helped = next(WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES), forced).find(position, 0), None)
    assert (alone and alone[1:]) == (helped and helped[1:])


def test_where_all_is_known_nothing_is_assumed(part_done):
    position, _ = part_done
    known = Bounds(bytes(position.low), bytes(position.high))
    assert not list(WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES), known).find(position, 0))


def test_assuming_can_be_stopped(said):
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        said(WhatIf((FAST_TECHNIQUES,), cancel=token), "?.?\n...\n?.?")
