from __future__ import annotations

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.lab.methods.search.formula import Assignment, Formula


@pytest.fixture
def formula() -> Formula:
    """Four "?" in a row: the outer edges are forced, the middle one only by connectivity."""
    cells = [(0, col) for col in range(0, 8, 2)]
    return Formula(Puzzle.from_clues(1, 7, dict.fromkeys(cells), Rules(1)))


def test_unit_propagation_finds_forced_edges(formula: Formula) -> None:
    assignment = Assignment(formula)
    assert assignment.extend()
    assert assignment.assigned == 2
    assert assignment.model() == [1, 2, 3]
    assert assignment.branching_literal() is None


def test_a_copy_is_independent(formula: Formula) -> None:
    assignment = Assignment(formula)
    copy = assignment.copy()
    assert copy.extend([-2])
    assert (assignment.assigned, copy.assigned) == (0, 3)
    assert copy.model() == [1, -2, 3]


def test_new_cuts_also_apply_to_older_assignments(formula: Formula) -> None:
    older = Assignment(formula)
    assert older.extend()
    assert formula.connected_counts([1, 2, 3]) == bytes([1, 1, 1])
    assert formula.connected_counts([1, -2, 3]) is None
    assert formula.cuts == 1
    assert not older.copy().extend([-2])
    assert older.extend([2])


def test_denying_a_forced_edge_is_a_conflict(formula: Formula) -> None:
    assert not Assignment(formula).extend([-1])


def test_a_conflict_adds_to_the_weight_of_its_clause() -> None:
    square = {(0, 0): 2, (0, 2): 2, (2, 0): 2, (2, 2): 3}
    formula = Formula(Puzzle.from_clues(3, 3, square))
    assert not Assignment(formula).extend()
    assert sum(formula.conflict_weights) == len(formula.clauses) + 1
