"""A smallest set of demands that contradict each other, by implicit hitting sets.

After A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, "Smallest MUS extraction with
minimal hitting set dualization", CP 2015.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pysat.solvers import Minicard

from hashi_gui.solving.cancel import CancelToken

Demands = frozenset[int]


def smallest_conflict(
    demands: Demands, extend: Callable[[Demands], Demands | None], token: CancelToken
) -> Demands:
    """A smallest set of demands that cannot be met together; all of them together cannot.

    ``extend`` gives, for some demands, a maximal set around them that can be met, or None if
    they cannot. Whatever it leaves out is hit by every conflict: so a smallest set that hits all
    that was left out so far is no larger than any conflict, and once it is itself one, it is a
    smallest.
    """
    left_out: list[Demands] = []
    size = 0
    while True:
        chosen = _hitting_set(left_out, size, token)
        if chosen is None:
            size += 1
            continue
        met = extend(chosen)
        if met is None:
            return chosen
        left_out.append(demands - met)


def _hitting_set(sets: Sequence[Demands], size: int, token: CancelToken) -> Demands | None:
    """At most ``size`` elements such that each set has one of them; None if there are none."""
    elements = sorted(frozenset().union(*sets))
    variables = {element: variable for variable, element in enumerate(elements, 1)}
    with Minicard() as engine, token.bound(engine.interrupt):
        engine.add_atmost(list(variables.values()), size)
        for members in sets:
            engine.add_clause([variables[element] for element in members])
        found = engine.solve_limited(expect_interrupt=True)
        token.check()
        if not found:
            return None
        return frozenset(elements[literal - 1] for literal in engine.get_model() if literal > 0)
