"""Which clues of a puzzle without a solution contradict each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import dataclass, replace

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import Literals
from hashi_gui.solving.engines.lazy_sat import LazySatEngine
from hashi_gui.solving.hitting_sets import Constraints, smallest_unsatisfiable_subset
from hashi_gui.solving.order_encoding import OrderEncoding


@dataclass(frozen=True, slots=True)
class ClueConflict:
    """Islands whose clues have no solution, whatever the others are.

    If it is ``irreducible``, each of the clues is needed for that; if it is ``smallest``, no set of
    fewer clues has no solution.
    """

    islands: frozenset[int]
    irreducible: bool = False
    smallest: bool = False


def find_clue_conflicts(puzzle: Puzzle, token: CancelToken) -> Iterator[ClueConflict]:
    """Yield conflicts of a puzzle without a solution, each one better than the one before.

    The last of them is the smallest. The islands are empty if they cannot be connected, whatever
    their clues are. Raises Cancelled, and ValueError if the puzzle has a solution.
    """
    with closing(_ClueSolver(puzzle)) as solver:
        yield from solver.conflicts(token)


class _ClueSolver:
    """A SAT solver of the puzzle with "?" for all clues, in which each clue is an assumption."""

    def __init__(self, puzzle: Puzzle) -> None:
        clues = {island.id: island.clue for island in puzzle.islands if island.clue is not None}
        unknown = dict.fromkeys(island.cell for island in puzzle.islands)
        self._puzzle = Puzzle.from_clues(puzzle.rows, puzzle.cols, unknown, puzzle.max_bridges)
        self._clues = clues
        encoding = OrderEncoding(self._puzzle)
        self._engine = LazySatEngine(encoding)
        self._variables = encoding.variables
        self._literals: dict[int, int] = {}
        for island, clue in clues.items():
            literal = self._literals[island] = self._new_variable()
            for clause in encoding.clue_clauses(island, clue):
                self._engine.add([-literal, *clause])
        self._islands = {literal: island for island, literal in self._literals.items()}
        self._engine.prefer(self._islands)

    def close(self) -> None:
        self._engine.close()

    def conflicts(self, token: CancelToken) -> Iterator[ClueConflict]:
        with self._engine.cancellable(token):
            conflict = self._core(self._clues, token)
            if conflict is None:
                raise ValueError("The puzzle has a solution.")
            yield ClueConflict(conflict)
            conflict = self._irreducible(conflict, token)
            found = ClueConflict(conflict, irreducible=True, smallest=len(conflict) <= 1)
            yield found
            if not found.smallest:
                yield replace(self._smallest(conflict, token), smallest=True)

    def _core(self, islands: Collection[int], token: CancelToken) -> Constraints | None:
        """Some of the islands whose clues contradict each other; None if they do not."""
        if self._solution(islands, token) is not None:
            return None
        return frozenset(self._islands[literal] for literal in self._engine.core())

    def _irreducible(self, conflict: Constraints, token: CancelToken) -> Constraints:
        for island in sorted(conflict, reverse=True):
            if island in conflict:
                core = self._core(conflict - {island}, token)
                conflict = conflict if core is None else core
        return conflict

    def _smallest(self, known: Constraints, token: CancelToken) -> ClueConflict:
        """A smallest conflict; ``known`` if that is one."""

        def extend(islands: Constraints) -> Constraints | None:
            return None if len(islands) == len(known) else self._extend(islands, token)

        found = smallest_unsatisfiable_subset(frozenset(self._clues), extend, token)
        return ClueConflict(known if len(found) == len(known) else found, irreducible=True)

    def _extend(self, islands: Constraints, token: CancelToken) -> Constraints | None:
        """A maximal superset of the islands whose clues do not contradict each other, or None."""
        satisfied: Constraints | None = None
        solution = self._solution(islands, token)
        while solution is not None:
            satisfied = frozenset(i for i in self._clues if self._satisfies(solution, i))
            selector = self._new_variable()
            others = [self._literals[i] for i in self._clues if i not in satisfied]
            self._engine.add([-selector, *others])
            solution = self._solution(satisfied, token, [selector])
            self._engine.add([-selector])
        return satisfied

    def _solution(
        self, islands: Collection[int], token: CancelToken, further: Literals = ()
    ) -> bytes | None:
        return self._engine.solve(token, [*map(self._literals.__getitem__, islands), *further])

    def _satisfies(self, solution: bytes, island: int) -> bool:
        return sum(solution[e] for e in self._puzzle.incident[island]) == self._clues[island]

    def _new_variable(self) -> int:
        self._variables += 1
        return self._variables
