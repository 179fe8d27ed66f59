"""Which crossings keep the islands of a puzzle apart, whatever its clues are."""

from __future__ import annotations

from pysat.solvers import Minisat22

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import find_cuts

Crossing = tuple[int, int]
"""Two edges of which only one can have bridges."""


def find_crossing_conflict(puzzle: Puzzle, token: CancelToken) -> frozenset[Crossing]:
    """Crossings without any one of which all islands could be connected, but not with all of them.

    Empty if they can be connected, or cannot even by bridges that cross. Raises Cancelled.
    """
    ends = [(edge.a, edge.b) for edge in puzzle.edges]
    crossings = [
        (edge, across)
        for edge in range(len(ends))
        for across in puzzle.crossings[edge]
        if edge < across
    ]
    selectors = {len(ends) + number: each for number, each in enumerate(crossings, 1)}
    with Minisat22() as solver:
        for selector, (edge, across) in selectors.items():
            solver.add_clause([-selector, -edge - 1, -across - 1])
        solver.set_phases(range(1, len(ends) + 1))

        def core(assumed: frozenset[int]) -> frozenset[int] | None:
            """Crossings among these that keep islands apart; None if they do not."""
            while solver.solve(assumptions=sorted(assumed)):
                token.raise_if_cancelled()
                drawn = [*solver.get_model()[: len(ends)]]
                drawn += [1] * (len(ends) - len(drawn))
                cuts = find_cuts(len(puzzle.islands), ends, drawn)
                if not cuts:
                    return None
                for cut in cuts:
                    solver.add_clause([edge + 1 for edge in cut])
            return frozenset(solver.get_core() or ())

        needed = core(frozenset(selectors))
        for selector in sorted(needed or ()):
            assert needed is not None
            if selector in needed:
                fewer = core(needed - {selector})
                needed = needed if fewer is None else fewer
    return frozenset(selectors[selector] for selector in needed or ())
