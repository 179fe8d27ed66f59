from __future__ import annotations

from itertools import product

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.lab.methods.search.astar import ASTAR_PUBLISHED, _estimate_remaining
from hashi_gui.lab.methods.search.formula import Assignment, Formula
from hashi_gui.solving import CancelToken


@pytest.mark.parametrize("decisions", [[], [1], [-2], [1, -4]])
def test_the_estimate_is_the_free_variables_and_the_clauses_violated_on_average(
    decisions: list[int],
) -> None:
    cells = [(row, col) for row in (0, 2) for col in (0, 2, 4)]
    formula = Formula(Puzzle.from_clues(3, 5, dict.fromkeys(cells), Rules(1)))
    assignment = Assignment(formula)
    assert assignment.extend()
    assert assignment.extend(decisions)
    true = {v for v in range(-formula.variables, formula.variables + 1) if assignment.true[v]}
    free = [v for v in range(1, formula.variables + 1) if not true & {v, -v}]
    completions = [true.union(values) for values in product(*[(v, -v) for v in free])]
    violated = sum(
        true.isdisjoint(clause) for true in completions for clause in formula.clauses
    ) / len(completions)
    assert _estimate_remaining(assignment) == pytest.approx(len(free) + violated)


def test_the_published_search_assigns_one_variable_after_the_other() -> None:
    """One edge that needs two bridges: of "at least one" both values survive, then only one state.

    Neither value of "at least two" is consistent with "at least one" being false.
    """
    pair = Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2})
    result = ASTAR_PUBLISHED.solve(pair, CancelToken())
    assert result.counts == b"\2"
    assert result.stats == {"expanded": 4, "generated": 3, "queue_peak": 2}
