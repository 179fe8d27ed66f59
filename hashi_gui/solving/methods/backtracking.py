"""The method ``backtracking``: the procedure of Davis, Putnam, Logemann and Loveland (1962).

Assign what is forced (unit propagation) and what cannot hurt (pure literals). Where neither goes
on, try one value of a variable, and after a conflict the other.
"""

from __future__ import annotations

from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.methods.clauses import Assignment, Formula
from hashi_gui.solving.methods.method import Method


def _search_by_dpll(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
    formula = Formula(puzzle)
    stats |= dict.fromkeys(("decisions", "backtracks", "propagations", "pure_literals", "cuts"), 0)
    untried: list[tuple[Assignment, list[int]]] = [(Assignment(formula), [])]
    while untried:
        cancel.check()
        assignment, decision = untried.pop()
        known = assignment.assigned
        consistent = assignment.extend(decision)
        stats["propagations"] += assignment.assigned - known
        if consistent:
            pure = _pure_literals(assignment)
            stats["pure_literals"] += len(pure)
            assignment.extend(pure)
        solution = formula.connected(assignment.model()) if consistent else None
        stats["cuts"] = formula.cuts
        if solution is None:
            stats["backtracks"] += 1
            continue
        literal = assignment.branch()
        if literal is None:
            return solution
        stats["decisions"] += 1
        untried.append((assignment.copy(), [-literal]))
        untried.append((assignment, [literal]))
    return None


def _pure_literals(assignment: Assignment) -> list[int]:
    """Free literals whose negation is in no open clause, at most one of each variable.

    An edge without bridges is never taken for one: a cut may still come that wants it drawn.
    """
    formula, true, left = assignment.formula, assignment.true, assignment.open

    def pure(literal: int) -> bool:
        return not any(left[clause] for clause in formula.uses[-literal])

    found = []
    for variable in range(1, formula.variables + 1):
        if not true[variable] and not true[-variable]:
            if pure(variable):
                found.append(variable)
            elif variable > formula.edges and pure(-variable):
                found.append(-variable)
    return found


BACKTRACKING = Method(
    "backtracking",
    "HCMUS report 5, section 6.3: DPLL; with lazy cuts, branching where conflicts were",
    "to see DPLL at work, mostly in seconds up to 200 islands",
    _search_by_dpll,
)
"""DPLL in plain Python.

Stats: ``decisions`` on a variable, ``propagations`` (literals made true by them and by what
follows), ``pure_literals``, ``backtracks`` and connectivity ``cuts``.
"""
