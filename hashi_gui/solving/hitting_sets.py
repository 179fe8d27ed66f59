"""A smallest unsatisfiable subset of constraints, found with implicit hitting sets.

After A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, "Smallest MUS extraction with
minimal hitting set dualization", CP 2015.
"""

from __future__ import annotations

from collections.abc import Callable

from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from hashi_gui.solving.cancel import CancelToken

Constraints = frozenset[int]


def smallest_unsatisfiable_subset(
    constraints: Constraints,
    extend: Callable[[Constraints], Constraints | None],
    token: CancelToken,
) -> Constraints:
    """Return a smallest subset of ``constraints`` that cannot be satisfied.

    All constraints together must be unsatisfiable. ``extend`` takes a subset and returns a
    satisfiable superset of it, the larger the better, or None if the subset is unsatisfiable.

    Every unsatisfiable subset contains a constraint that such a superset lacks. A smallest set
    that contains one lacking constraint of each superset found so far is therefore no larger than
    any unsatisfiable subset; once it is unsatisfiable itself, it is a smallest one.

    Raises Cancelled.
    """
    variables = {constraint: variable for variable, constraint in enumerate(sorted(constraints), 1)}
    costs = WCNF()
    for variable in variables.values():
        costs.append([-variable], weight=1)
    with RC2(costs) as hitting_sets:
        subset: Constraints = frozenset()
        while (satisfiable := extend(subset)) is not None:
            hitting_sets.add_clause([variables[lacking] for lacking in constraints - satisfiable])
            with token.on_cancel(hitting_sets.interrupt):
                model = hitting_sets.compute(expect_interrupt=True)
                token.raise_if_cancelled()
            subset = frozenset(c for c in constraints if model[variables[c] - 1] > 0)
    return subset
