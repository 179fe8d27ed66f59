import re
from random import Random

import pytest

from hashi_gui.formats import read
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import Refutation, WhatIf
from hashi_gui.logic.reasoning.techniques.catalogue import DIRECT_TECHNIQUES, FAST_TECHNIQUES
from hashi_gui.logic.reasoning.techniques.connectivity import isolated_group
from hashi_gui.logic.reasoning.techniques.technique import Conclusion
from hashi_gui.logic.wording import with_places
from hashi_gui.solving import Backbone, Cancelled, Solver
from hashi_gui.system.files import PUZZLES

WHAT_IF = WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES))


@pytest.fixture(params=range(25))
def partial_position(request, random_puzzle, partial_board) -> tuple[Position, Backbone]:
    """The position on the way to a solution, and the bounds over all solutions."""
    random = Random(request.param)
    puzzle, solution = random_puzzle(random)
    board = partial_board(random, solution)
    with Solver(puzzle) as solver:
        return Position.from_board(puzzle, board), solver.backbone(board)


@pytest.mark.parametrize(
    ("grid", "bound", "outcome"),
    [
        (
            "2.2\n1.1",
            "0,0-0,2 >= 1",
            "Then row 1, column 3 needs 2 more; only 1 fits.",
        ),
        (
            *("2.2\n2.2", "0,0-0,2 >= 1"),
            "Then rows 1–2, column 1 needs 2 or more, and can have 1 at most. 3 steps show it.",
        ),
        (
            "max-bridges 1\n??\n1?",
            "0,0-0,1 >= 1",
            "That cuts off the group of 2 islands (row 1, column 1; row 2, column 1). 2 steps show "
            "it.",
        ),
    ],
)
def test_the_reason_describes_the_contradiction(conclusions_by, grid, bound, outcome):
    found = conclusions_by(WHAT_IF, grid)
    assert list(found) == [bound]
    reason = found[bound]
    assert re.fullmatch(rf"Suppose row [^.]* had no bridge\. {re.escape(outcome)} So .*\.", reason)


@pytest.mark.parametrize(
    ("is_minimum", "bound", "assumed", "outcome"),
    [
        (True, 1, "no bridge", "a bridge"),
        (True, 2, "no more than 1 bridge", "at least 2 bridges"),
        (True, 3, "no more than 2 bridges", "at least 3 bridges"),
        (False, 0, "1 bridge", "no bridge"),
        (False, 1, "at least 2 bridges", "at most 1 bridge"),
        (False, 2, "3 bridges", "at most 2 bridges"),
    ],
)
def test_the_reason_names_the_opposite_of_the_conclusion(is_minimum, bound, assumed, outcome):
    puzzle = read("max-bridges 3\n3.4.1").puzzle
    refutation = Refutation((), (1,), False, 4, 3)
    conclusion = Conclusion(WHAT_IF, 0, is_minimum, bound, (0, 1), refutation)
    assert with_places(puzzle, conclusion.reason(puzzle)) == (
        f"Suppose row 1, columns 1–3 had {assumed}. Then row 1, column 3 needs 4 more; only 3 fit. "
        f"So row 1, columns 1–3 gets {outcome}."
    )


def test_a_refutation_can_be_followed_step_by_step(partial_position):
    position, _ = partial_position
    for conclusion in WHAT_IF.find(position, 0):
        refutation = conclusion.facts
        if conclusion.is_minimum:
            position.lower_high(conclusion.edge, conclusion.bound - 1)
        else:
            position.raise_low(conclusion.edge, conclusion.bound + 1)
        for step in refutation.chain:
            assert position.conflict is None
            step.apply(position)
        if refutation.isolated:
            assert position.conflict is None
            assert isolated_group(position) == refutation.conflict
        else:
            assert position.conflict == refutation.conflict


def test_trying_assumptions_leaves_the_position_unchanged(partial_position):
    position, _ = partial_position
    low, high, touched = position.low[:], position.high[:], position.touched[:]
    for _ in WHAT_IF.find(position, 0):
        pass
    assert (position.low, position.high, position.touched) == (low, high, touched)
    assert position.conflict is None
    assert position.checkpoint()[1] == len(touched)


def test_the_bounds_of_the_exact_solver_do_not_change_the_conclusion(partial_position):
    position, forced = partial_position
    alone = next(WHAT_IF.find(position, 0), None)
    helped = next(WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES), forced).find(position, 0), None)
    assert (alone and alone[1:]) == (helped and helped[1:])


def test_nothing_is_assumed_that_is_known_to_be_possible(partial_position):
    position, _ = partial_position
    known = Backbone(bytes(position.low), bytes(position.high))
    assert not list(WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES), known).find(position, 0))


class Forgetful(WhatIf):
    """Follows every assumption from its beginning."""

    def find(self, position, subject):
        return WhatIf(self.technique_sets).find(position, subject)


@pytest.mark.parametrize("name", ["riptide", "cape-of-storms"])
def test_what_is_remembered_of_assumptions_does_not_change_the_conclusions(name):
    puzzle = read(next(PUZZLES.glob(f"*/*/{name}.hashi")).read_text()).puzzle
    sets = (FAST_TECHNIQUES, DIRECT_TECHNIQUES)
    runs = [
        Reasoner(Position(puzzle), (*DIRECT_TECHNIQUES, what_if)).run()
        for what_if in (WhatIf(sets), Forgetful(sets))
    ]
    assert all(one[1:5] == two[1:5] for one, two in zip(*runs, strict=True))


def test_trying_assumptions_can_be_cancelled(conclusions_by, cancelled):
    with pytest.raises(Cancelled):
        conclusions_by(WhatIf((FAST_TECHNIQUES,), cancel=cancelled), "?.?\n...\n?.?")
