"""Which clues rule out all solutions, or all but one, and which clues or crossings contradict.

Smallest sets of clues are found with implicit hitting sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Generic, TypeVar

from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from pysat.solvers import Minisat22

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import degrees
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import OrderEncoding, find_cuts
from hashi_gui.solving.engines.auto import AutoEngine
from hashi_gui.solving.engines.engine import Selectors

T = TypeVar("T", bound=Hashable)


class HittingSets(Generic[T]):
    """Cheapest sets with an element of each of the sets that were added."""

    def __init__(self, weights: Mapping[T, int]) -> None:
        """``weights`` are the costs of elements; all others cost 1."""
        self._variables = {each: variable for variable, each in enumerate(weights, 1)}
        costs = WCNF()
        for each, variable in self._variables.items():
            costs.append([-variable], weight=weights[each])
        self._optimiser = RC2(costs)

    def close(self) -> None:
        """Free the memory."""
        self._optimiser.delete()

    def add(self, elements: Collection[T], weights: Mapping[T, int] | None = None) -> None:
        """From now on, sets have one of these; ``weights`` are the costs of new ones."""
        for each in elements:
            if each not in self._variables:
                variable = self._variables[each] = len(self._variables) + 1
                weight = weights[each] if weights else 1
                self._optimiser.add_clause([-variable], weight=weight)
        self._optimiser.add_clause([self._variables[each] for each in elements])

    def exclude(self, elements: Collection[T]) -> None:
        """From now on, sets do not have all of these, which were added before."""
        self._optimiser.add_clause([-self._variables[each] for each in elements])

    def cheapest(self, token: CancelToken) -> list[T] | None:
        """The elements of a set that costs the least; None if there is none. Raises Cancelled."""
        with token.on_cancel(self._optimiser.interrupt):
            model = self._optimiser.compute(expect_interrupt=True)
            token.raise_if_cancelled()
        return model and [each for each, v in self._variables.items() if model[v - 1] > 0]


Constraints = frozenset[int]

Extend = Callable[[Constraints], Constraints | None]
"""Takes a subset of the constraints and returns a satisfiable superset of it, the larger the
better, or None if the subset is unsatisfiable."""


@dataclass(frozen=True, slots=True)
class SmallSubset:
    """The smallest unsatisfiable subset found so far; all such subsets cost at least ``at_least``.

    ``cost`` is the number of constraints in ``subset``, or the sum of their weights.
    """

    subset: Constraints
    cost: int
    at_least: int

    @property
    def is_smallest(self) -> bool:
        """Whether this is proved to be a smallest unsatisfiable subset."""
        return self.cost <= self.at_least


def smallest_unsatisfiable_subset(
    constraints: Constraints, extend: Extend, token: CancelToken
) -> Constraints:
    """Return a smallest subset of ``constraints`` that cannot be satisfied.

    All constraints together must be unsatisfiable. Raises Cancelled. After A. Ignatiev, A. Previti,
    M. Liffiton and J. Marques-Silva, "Smallest MUS extraction with minimal hitting set
    dualization", CP 2015.
    """
    weights = dict.fromkeys(constraints, 1)
    *_, smallest = smaller_subsets(weights, constraints, extend, token)
    return smallest.subset


def smaller_subsets(
    weights: Mapping[int, int], known: Constraints, extend: Extend, token: CancelToken
) -> Iterator[SmallSubset]:
    """Yield ``known``, then smaller subsets or better bounds as they are found; the last is a
    smallest one.

    ``weights`` holds what each constraint costs, at least 1; ``known`` is an unsatisfiable subset.

    Every unsatisfiable subset contains a constraint that a satisfiable subset lacks. A cheapest set
    that contains one lacking constraint of each satisfiable subset found so far, a hitting set,
    therefore costs no more than any unsatisfiable subset. Such a set is completed with constraints
    that its satisfiable supersets lack until it is unsatisfiable. If nothing had to be added, it is
    a smallest one. Raises Cancelled.
    """
    best = SmallSubset(known, _cost(known, weights), 0)
    yield best
    lacked: Counter[int] = Counter()
    # Sorted, so that the same question always has the same answer.
    with closing(HittingSets(dict(sorted(weights.items())))) as hitting_sets:
        while not best.is_smallest:
            subset = frozenset(hitting_sets.cheapest(token) or ())
            at_least = _cost(subset, weights)
            while (satisfiable := extend(subset)) is not None:
                lacking = sorted(weights.keys() - satisfiable)
                hitting_sets.add(lacking)
                lacked.update(lacking)
                # What most supersets have lacked is most likely to be part of a contradiction.
                subset |= {max(lacking, key=lambda each: lacked[each])}
            better = min(best.subset, subset, key=lambda each: _cost(each, weights))
            found = SmallSubset(better, _cost(better, weights), at_least)
            if found != best:
                best = found
                yield best


def _cost(subset: Constraints, weights: Mapping[int, int]) -> int:
    return sum(weights[each] for each in subset)


ClueSet = frozenset[int]
"""The numbers of groups of islands whose clues are shown."""


class ClueSets:
    """Questions about the clues of a puzzle: which of them are *sufficient* to rule out every
    solution, or every one but ``solution``.

    The clues of a group are shown together or hidden together; those of islands in no group are
    always shown. Every question raises Cancelled when its token is cancelled. Call :meth:`close` to
    free the memory.
    """

    def __init__(
        self, puzzle: Puzzle, groups: Sequence[Collection[int]], solution: bytes | None = None
    ) -> None:
        """The islands of the groups have numbers; all groups together are sufficient."""
        self._puzzle = puzzle
        self._groups = groups
        encoding = OrderEncoding(_with_hidden(puzzle, groups))
        self._engine = AutoEngine(encoding)
        self._selectors = Selectors(self._engine, encoding.variables)
        self._shown = [self._selectors.create() for _ in groups]
        for selector, islands in zip(self._shown, groups):
            clues = [(island, puzzle.islands[island].clue) for island in islands]
            for clause in encoding.clue_clauses(clues):
                self._selectors.add(selector, clause)
        if solution is not None:
            self._engine.add(encoding.outside(solution, solution))
            # Solutions that differ little from the given one satisfy the most clues.
            self._engine.prefer(encoding.literals(solution))
        self._engine.prefer(self._shown)

    def close(self) -> None:
        """Free the engine's memory. No more questions can be asked."""
        self._engine.close()

    def is_enough(self, shown: Collection[int], cancel: CancelToken) -> bool:
        """Whether the clues of these groups are sufficient."""
        return self.core(shown, cancel) is not None

    def core(self, shown: Collection[int], cancel: CancelToken) -> ClueSet | None:
        """Some of these groups, or all, that are sufficient; None if they are not."""
        with self._engine.cancellable(cancel) as token:
            if self._solution(shown, token) is not None:
                return None
            core = frozenset(self._engine.core())
            return frozenset(group for group in shown if self._shown[group] in core)

    def irreducible(self, cancel: CancelToken) -> ClueSet:
        """A set of groups that are sufficient, but not without any one of them.

        The first groups are the first that are left out.
        """
        shown = set(range(len(self._groups)))
        for group in range(len(self._groups)):
            if self.is_enough(shown - {group}, cancel):
                shown.remove(group)
        return frozenset(shown)

    def fewer(self, known: ClueSet, cancel: CancelToken) -> Iterator[SmallSubset]:
        """Yield sets of groups with fewer and fewer clues that are sufficient, or better bounds.

        The first is ``known``, a set that is sufficient; the last is one with the fewest clues.
        """
        weights = {number: len(islands) for number, islands in enumerate(self._groups)}

        def extend(shown: ClueSet) -> ClueSet | None:
            found = self.fitting(shown, cancel)
            return found and found[0]

        yield from smaller_subsets(weights, known, extend, cancel)

    def fitting(self, shown: ClueSet, cancel: CancelToken) -> tuple[ClueSet, bytes] | None:
        """A solution that fits these groups and as many others as can be added, and all these
        groups. None if the groups are sufficient.
        """
        found = None
        with self._engine.cancellable(cancel) as token:
            solution = self._solution(shown, token)
            while solution is not None:
                shown = self._satisfied(solution)
                found = shown, solution
                others = [selector for n, selector in enumerate(self._shown) if n not in shown]
                with self._selectors.temporary(others) as selector:
                    solution = self._solution(shown, token, selector)
        return found

    def _solution(self, shown: Collection[int], token: CancelToken, *also: int) -> bytes | None:
        return self._engine.solve(token, [*(self._shown[group] for group in shown), *also])

    def _satisfied(self, solution: bytes) -> ClueSet:
        found = degrees(self._puzzle, solution)
        return frozenset(
            number
            for number, islands in enumerate(self._groups)
            if all(found[island] == self._puzzle.islands[island].clue for island in islands)
        )


def _with_hidden(puzzle: Puzzle, groups: Iterable[Collection[int]]) -> Puzzle:
    hidden = {island for group in groups for island in group}
    clues = {island.cell: None if island.id in hidden else island.clue for island in puzzle.islands}
    return puzzle.with_clues(clues)


@dataclass(frozen=True, slots=True)
class ClueConflict:
    """Islands whose clues have no solution, whatever the others are.

    If it is ``smallest``, no set of fewer clues has no solution.
    """

    islands: frozenset[int]
    smallest: bool = False


def find_clue_conflicts(puzzle: Puzzle, token: CancelToken) -> Iterator[ClueConflict]:
    """Yield conflicts of a puzzle without a solution, each one better than the one before.

    The first comes at once; each clue of the second is needed; the last is the smallest. The
    islands are empty if they cannot be connected, whatever their clues are. Raises Cancelled, and
    ValueError if the puzzle has a solution.
    """
    islands = [island.id for island in puzzle.islands if island.clue is not None]
    with closing(ClueSets(puzzle, [[island] for island in islands])) as sets:
        core = sets.core(range(len(islands)), token)
        if core is None:
            raise ValueError("The puzzle has a solution.")
        for found, smallest in _smaller(sets, core, token):
            yield ClueConflict(frozenset(islands[number] for number in found), smallest)


def _smaller(sets: ClueSets, core: ClueSet, token: CancelToken) -> Iterator[tuple[ClueSet, bool]]:
    """Yield smaller and smaller sets, each with whether it is proved to be the smallest."""
    yield core, not core
    if core:
        core = _irreducible(sets, core, token)
        yield core, len(core) <= 1
    if len(core) > 1:
        for found in sets.fewer(core, token):
            if found.is_smallest or found.subset != core:
                core = found.subset
                yield core, found.is_smallest


def _irreducible(sets: ClueSets, core: ClueSet, token: CancelToken) -> ClueSet:
    """Leave out clues until each of the others is needed."""
    for number in sorted(core, reverse=True):
        if number in core:
            smaller = sets.core(core - {number}, token)
            core = core if smaller is None else smaller
    return core


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
