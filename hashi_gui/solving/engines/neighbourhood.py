"""An engine for large boards: it follows the clues first, then connects separate groups."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import Any

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import Literals, OrderEncoding, find_groups
from hashi_gui.solving.engines.asp import AspEngine
from hashi_gui.solving.engines.engine import AddedClauses
from hashi_gui.solving.engines.sat_solver import SatSolver
from hashi_gui.solving.results import GaveUp, verify_solution

_SIZE = 150
"""The islands of a neighbourhood, at least."""

_GROWTH = 1.3
_SLOW_GROWTH = 1.05
"""By how much it grows if it cannot be drawn in a better way, or if that is not known."""

_SHRINKING = 1.1
"""By how much it shrinks afterwards."""

_MAX_CONFLICTS = 2_000
"""The most conflicts of a try."""

_MOST_AT_ONCE = 8
"""How many neighbourhoods are drawn at the same time, at most; fewer after a failure."""

_ISLANDS_PER_LIMIT = 200
"""A limit is meant for so many islands; there is in proportion more for larger boards."""

_ISLANDS_PER_WORK = 10
"""Of so many islands, each try costs as much time as a conflict."""


class NeighbourhoodEngine(AspEngine):
    """An engine that is good at finding solutions.

    If there is some freedom everywhere, its time grows in proportion to the board. First, a SAT
    solver draws bridges that follow the clues. Then, neighbourhoods of small groups are drawn
    again while all other bridges stay: such a group must reach another one, and none may be
    added. This is a large neighbourhood search, with clingo for each.
    """

    def __init__(self, encoding: OrderEncoding, seed: int | None = None) -> None:
        self._added = AddedClauses(encoding)
        self._drawing: bytes | None = None
        self._rng = Random(seed or 0)
        self._failures = 0
        self._size = float(_SIZE)
        self._at_once = _MOST_AT_ONCE
        self._near: list[list[int]] = [[] for _ in encoding.puzzle.islands]
        for (a, b), most in zip(encoding.ends, encoding.high):
            if most:
                self._near[a].append(b)
                self._near[b].append(a)
        super().__init__(encoding, seed)

    def add(self, clause: Literals) -> None:
        self._added.add(clause)
        super().add(clause)

    def solve(
        self, token: CancelToken, assumptions: Literals = (), max_conflicts: int | None = None
    ) -> bytes | None:
        """Continue with the last drawing, if that is possible.

        It raises GaveUp where loops are forbidden. See
        :meth:`hashi_gui.solving.engines.engine.LimitedEngine.solve`.
        """
        puzzle, ends = self._encoding.puzzle, self._encoding.ends
        if not puzzle.rules.loops:
            raise GaveUp
        islands = len(puzzle.islands)
        left = (max_conflicts or math.inf) * (1 + islands // _ISLANDS_PER_LIMIT)
        if self._drawing is None or not self._added.allow(self._drawing, assumptions):
            self._drawing = self._drawn(assumptions)
        while self._drawing is not None:
            groups = find_groups(islands, ends, self._drawing)
            if not any(groups):
                verify_solution(puzzle, self._drawing)
                break
            if left < 0:
                raise GaveUp
            left -= islands // _ISLANDS_PER_WORK + self._connect(token, groups, assumptions)
        return self._drawing

    def _drawn(self, assumptions: Literals) -> bytes | None:
        """Draw bridges that follow the clues, on as many edges as possible."""
        encoding = self._encoding
        clauses = [*encoding.clauses(), *encoding.likely_cuts(), *self._added.clauses]
        with SatSolver(clauses) as solver:
            solver.set_phases(range(1, len(encoding.ends) + 1))
            satisfiable = solver.solve(assumptions, 5 * _MAX_CONFLICTS)
            if satisfiable is None:
                raise GaveUp
            return encoding.counts(solver.model()) if satisfiable else None

    def _connect(self, token: CancelToken, group_of: Sequence[int], assumptions: Literals) -> int:
        """Try to connect small groups with others; return how many conflicts that took.

        There is no drawing any more if there is no solution.
        """
        members = defaultdict[int, list[int]](list)
        for island, first in enumerate(group_of):
            members[first].append(island)
        *small, largest = sorted(members.values(), key=len)
        if self._failures:
            self._rng.shuffle(small)
        inside: set[int] = set()
        chosen = small[: self._at_once]
        for group in chosen:
            exits = [i for i in group if any(group_of[j] != group_of[i] for j in self._near[i])]
            if not exits:
                self._drawing = None
                return 0
            inside |= self._around(self._rng.choice(exits))
        is_all = len(inside) == len(group_of)
        starts = {
            next((island for island in group if island not in inside), group[0])
            for group in (largest, *([] if is_all else small[len(chosen) :]))
        }
        assert self._drawing is not None
        literals = [self._literal(literal) for literal in assumptions]
        literals += [
            self._atoms[variable] if number < drawn else -self._atoms[variable]
            for (a, b), variables, drawn in zip(
                self._encoding.ends, self._encoding.edge_variables, self._drawing
            )
            if a not in inside or b not in inside
            for number, variable in enumerate(variables)
        ]
        literals += [
            start if island in starts else -start for island, start in enumerate(self._starts)
        ]
        drawing, result = self._search(token, literals, _MAX_CONFLICTS)
        if is_all and result.unsatisfiable:
            self._drawing = None
        elif drawing is None:
            self._failures += 1
            self._size = min(
                self._size * (_GROWTH if result.unsatisfiable else _SLOW_GROWTH), len(group_of)
            )
            self._at_once = max(1, self._at_once // 2)
        else:
            self._drawing = drawing
            self._failures = 0
            self._size = max(self._size / _SHRINKING, _SIZE)
            self._at_once = min(2 * self._at_once, _MOST_AT_ONCE)
        conflicts: int = self.stats["conflicts"]
        return conflicts

    def _around(self, island: int) -> set[int]:
        """The islands of a neighbourhood, in steps over edges."""
        found = [island]
        seen = {island}
        for each in found:
            if len(found) >= self._size:
                break
            new = [other for other in self._near[each] if other not in seen]
            found += new
            seen.update(new)
        return seen

    def _add_start(self, backend: Any, reached: Sequence[int]) -> None:
        """Let assumptions say where the islands of a group are reached from."""
        self._starts = [backend.add_atom() for _ in reached]
        backend.add_rule(self._starts, choice=True)
        for island, start in zip(reached, self._starts):
            backend.add_rule([island], [start])

    def _limit_loops(self, backend: Any) -> None:
        """Loops are what connects groups that were drawn apart."""
