"""A smallest set of demands that contradict each other, by implicit hitting sets.

After A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, "Smallest MUS extraction with
minimal hitting set dualization", CP 2015.
"""

from __future__ import annotations

from collections.abc import Callable

from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from hashi_gui.solving.cancel import CancelToken

Demands = frozenset[int]


def smallest_conflict(
    demands: Demands, extend: Callable[[Demands], Demands | None], token: CancelToken
) -> Demands:
    """A smallest set of demands that cannot be met together; all of them together cannot.

    ``extend`` gives, for some demands, a set around them that can be met, the larger the better,
    or None if they cannot. Whatever it leaves out is hit by every conflict: so a smallest set
    that hits all that was left out so far is no larger than any conflict, and once it is itself
    a conflict, it is a smallest.
    """
    variables = {demand: variable for variable, demand in enumerate(sorted(demands), 1)}
    unwanted = WCNF()
    for variable in variables.values():
        unwanted.append([-variable], weight=1)
    with RC2(unwanted) as hitting:
        chosen: Demands = frozenset()
        while (met := extend(chosen)) is not None:
            hitting.add_clause([variables[demand] for demand in demands - met])
            with token.bound(hitting.interrupt):
                model = hitting.compute(expect_interrupt=True)
                token.check()
            chosen = frozenset(demand for demand in demands if model[variables[demand] - 1] > 0)
    return chosen
