"""The method ``backtracking``: the procedure of Davis, Putnam, Logemann and Loveland (1962).

Assigns what is forced (unit propagation) and what can do no harm (pure literals). If nothing more
follows, it tries one value of a variable and, after a conflict, the other.
"""

from __future__ import annotations

from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.lab.methods.method import Method
from hashi_gui.lab.methods.search.formula import Assignment, Formula
from hashi_gui.solving.cancel import CancelToken


def _search_by_dpll(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
    formula = Formula(puzzle)
    stats |= dict.fromkeys(("decisions", "backtracks", "propagations", "pure_literals", "cuts"), 0)
    untried: list[tuple[Assignment, list[int]]] = [(Assignment(formula), [])]
    while untried:
        cancel.raise_if_cancelled()
        assignment, decision = untried.pop()
        assigned_before = assignment.assigned
        consistent = assignment.extend(decision)
        stats["propagations"] += assignment.assigned - assigned_before
        if consistent:
            pure = _pure_literals(assignment)
            stats["pure_literals"] += len(pure)
            assignment.extend(pure)
        solution = formula.connected_counts(assignment.model()) if consistent else None
        stats["cuts"] = formula.cuts
        if solution is None:
            stats["backtracks"] += 1
            continue
        literal = assignment.branching_literal()
        if literal is None:
            return solution
        stats["decisions"] += 1
        untried.append((assignment.copy(), [-literal]))
        untried.append((assignment, [literal]))
    return None


def _pure_literals(assignment: Assignment) -> list[int]:
    """Return free literals whose negation is in no open clause, at most one for each variable.

    The literal "this edge is not drawn" never counts as pure: a later cut may need the edge.
    """
    formula, true, open_literals = assignment.formula, assignment.true, assignment.open_literals

    def is_pure(literal: int) -> bool:
        return not any(open_literals[clause] for clause in formula.occurrences[-literal])

    pure = []
    for variable in range(1, formula.variables + 1):
        if not true[variable] and not true[-variable]:
            if is_pure(variable):
                pure.append(variable)
            elif variable > formula.edges and is_pure(-variable):
                pure.append(-variable)
    return pure


BACKTRACKING = Method(
    "backtracking",
    "HCMUS report 5, section 6.3: DPLL, with lazy cuts and conflict-based branching",
    "to see DPLL at work; usually takes seconds for up to 200 islands",
    _search_by_dpll,
)
"""DPLL in plain Python.

Stats: ``decisions`` on a variable, ``propagations`` (literals made true by decisions and unit
propagation), ``pure_literals``, ``backtracks`` and connectivity ``cuts``.
"""
