"""Clauses, and what follows from them by unit propagation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager


class Clauses:
    """A growing list of clauses, numbered from 0. Literals are those of DIMACS.

    ``values[literal]`` is 1 if the literal is known to be true, -1 if it is known to be false, and
    0 otherwise. ``contradiction`` says whether the clauses cannot all be satisfied, as far as unit
    propagation shows.
    """

    def __init__(self, variables: int) -> None:
        # A negative literal is an index from the end.
        self.values = [0] * (2 * variables + 1)
        self.contradiction = False
        self._clauses: list[list[int]] = []
        # The clauses whose first or second literal this is, unless they are known to hold.
        self._watching: list[list[int]] = [[] for _ in self.values]
        self._trail: list[int] = []
        # The clause that made a literal true.
        self._sources = [-1] * len(self.values)
        self._conflict = -1

    def add(self, clause: Iterable[int]) -> None:
        """Add a clause; not within :meth:`assuming`."""
        values = self.values
        literals = sorted(set(clause), key=lambda literal: values[literal] < 0)
        number = len(self._clauses)
        self._clauses.append(literals)
        if self.contradiction:
            return
        if not literals or values[literals[0]] < 0:
            self._conflict = number
            self.contradiction = True
        elif len(literals) == 1 or values[literals[1]] < 0:
            if not values[literals[0]]:
                self._assign(literals[0], number)
                self.contradiction = not self._propagate(len(self._trail) - 1)
        else:
            for literal in literals[:2]:
                self._watching[literal].append(number)

    def follows(self, clause: Iterable[int]) -> bool:
        """Whether unit propagation shows that the clause follows from the others."""
        with self.assuming(-literal for literal in clause) as consistent:
            return not consistent

    @contextmanager
    def assuming(self, literals: Iterable[int]) -> Iterator[bool]:
        """Assume literals in this block; False if that leads to a contradiction."""
        start = len(self._trail)
        yield not self.contradiction and self._assume(literals)
        for literal in self._trail[start:]:
            self.values[literal] = self.values[-literal] = 0
        del self._trail[start:]

    def _assume(self, literals: Iterable[int]) -> bool:
        start = len(self._trail)
        for literal in literals:
            if self.values[literal] < 0:
                self._conflict = self._sources[-literal]
                return False
            if not self.values[literal]:
                self._assign(literal, -1)
        return self._propagate(start)

    def _assign(self, literal: int, source: int) -> None:
        self.values[literal], self.values[-literal] = 1, -1
        self._sources[literal] = source
        self._trail.append(literal)

    def _propagate(self, start: int) -> bool:
        """Find what follows from the trail from ``start`` on; False if it is a contradiction."""
        values, clauses, watching = self.values, self._clauses, self._watching
        trail, sources = self._trail, self._sources
        at = start
        while at < len(trail):
            false = -trail[at]
            at += 1
            numbers = watching[false]
            kept = watching[false] = []
            for position, number in enumerate(numbers):
                clause = clauses[number]
                first = clause[0]
                if first == false:
                    first = clause[0] = clause[1]
                    clause[1] = false
                if values[first] <= 0:
                    for other in range(2, len(clause)):
                        literal = clause[other]
                        if values[literal] >= 0:
                            clause[1], clause[other] = literal, false
                            watching[literal].append(number)
                            break
                    else:
                        kept.append(number)
                        if values[first] < 0:
                            kept += numbers[position + 1 :]
                            self._conflict = number
                            return False
                        values[first], values[-first] = 1, -1
                        sources[first] = number
                        trail.append(first)
                    continue
                kept.append(number)
        return True

    def used(self, literals: Iterable[int] | None = None) -> set[int]:
        """The clauses from which it follows that these literals are true.

        Without them, those from which the last contradiction followed. Ask within the block of
        :meth:`assuming`.
        """
        pending = [*(literals or ())]
        numbers: set[int] = set()
        if literals is None and self._conflict >= 0:
            numbers.add(self._conflict)
            pending = [-literal for literal in self._clauses[self._conflict]]
        seen: set[int] = set()
        while pending:
            literal = pending.pop()
            if literal in seen:
                continue
            seen.add(literal)
            number = self._sources[literal]
            if number >= 0 and self.values[literal] > 0:
                numbers.add(number)
                pending += [-other for other in self._clauses[number] if other != literal]
        return numbers
