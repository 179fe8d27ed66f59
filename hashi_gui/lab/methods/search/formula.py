"""Clauses and partial assignments in plain Python, used by DPLL and A*.

Connectivity is not part of the initial clauses; it is added lazily. If the islands are not
connected even when every edge is drawn that an assignment leaves free, a clause "some edge leaves
it" is added for each component. This refutes the assignment, and all later ones that isolate one of
the components.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.encoding import OrderEncoding, find_cuts
from hashi_gui.solving.results import UnsupportedPuzzleError

MAX_VARIABLES = 20_000
"""The size limit of a formula: a search copies its assignment at each variable it branches on."""


class Formula:
    """A puzzle as clauses, to which connectivity cuts are added.

    The variables are numbered from 1 to ``variables``; the first ``edges`` of them mean that an
    edge is drawn. ``occurrences[literal]`` are the clauses that contain this literal; negative
    literals index from the end, as usual in Python. ``conflict_weights[clause]`` is 1 plus the
    number of conflicts in this clause so far. ``cuts`` is the number of cuts added. Raises
    UnsupportedPuzzleError if there are more than MAX_VARIABLES variables.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.encoding = OrderEncoding(puzzle)
        false_literal = self.encoding.false_literal
        self.edges = len(puzzle.edges)
        self.variables = false_literal - 1
        if self.variables > MAX_VARIABLES:
            raise UnsupportedPuzzleError(
                f"This puzzle needs {self.variables} variables; a search in plain Python supports "
                f"at most {MAX_VARIABLES}."
            )
        self.clauses: list[Sequence[int]] = []
        self.occurrences: list[list[int]] = [[] for _ in range(2 * self.variables + 1)]
        self.conflict_weights: list[int] = []
        self.cuts = 0
        self._island_count = len(puzzle.islands)
        for clause in self.encoding.clauses():
            if -false_literal not in clause:
                self._add([literal for literal in clause if literal != false_literal])

    def connected_counts(self, model: Sequence[int]) -> bytes | None:
        """Return the number of bridges on each edge in a model, if it connects all islands.

        Otherwise adds cuts, which the model violates, and returns None.
        """
        cuts = find_cuts(self._island_count, self.encoding.ends, model)
        for cut in cuts:
            self._add([edge + 1 for edge in cut])
        self.cuts += len(cuts)
        return None if cuts else self.encoding.counts(model)

    def _add(self, clause: Sequence[int]) -> None:
        for literal in clause:
            self.occurrences[literal].append(len(self.clauses))
        self.clauses.append(clause)
        self.conflict_weights.append(1)


class Assignment:
    """Truth values for some of the variables, closed under unit propagation.

    ``true[literal]`` is 1 if the literal is true. ``open_literals[clause]`` is the number of
    literals of a clause that are not false, or 0 once one of them is true. ``assigned`` is the
    number of variables with a value.
    """

    __slots__ = ("assigned", "formula", "open_literals", "true")

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self.true = bytearray(2 * formula.variables + 1)
        self.open_literals = array("H")
        self.assigned = 0

    def copy(self) -> Assignment:
        copy = Assignment.__new__(Assignment)
        copy.formula, copy.assigned = self.formula, self.assigned
        copy.true, copy.open_literals = self.true[:], self.open_literals[:]
        return copy

    @property
    def size_in_bytes(self) -> int:
        """The size of the two arrays, which take nearly all of the memory."""
        return len(self.true) + self.open_literals.itemsize * len(self.open_literals)

    def extend(self, literals: Iterable[int] = ()) -> bool:
        """Make literals true and propagate; return False on a conflict.

        Clauses added to the formula since the last call are taken into account.
        """
        units = self._load_new_clauses()
        return units is not None and self._propagate([*units, *literals])

    def branching_literal(self) -> int | None:
        """Return a literal of the clause most likely to fail; None if all clauses are satisfied.

        A clause has more weight the fewer open literals it has, as in the rule of Jeroslow and
        Wang (1990), and the more often it has failed. Positive literals come first, because bridges
        connect.
        """
        weights = self.formula.conflict_weights
        clauses = zip(self.open_literals, weights, self.formula.clauses)
        weighted = ((weight / (1 << count), clause) for count, weight, clause in clauses if count)
        _, heaviest = max(weighted, default=(0, ()), key=lambda pair: pair[0])
        return max((literal for literal in heaviest if not self.true[-literal]), default=None)

    def model(self) -> list[int]:
        """Return a literal for each variable; free variables count as true.

        So every edge is drawn that can still be drawn.
        """
        return [-v if self.true[-v] else v for v in range(1, self.formula.variables + 1)]

    def _load_new_clauses(self) -> list[int] | None:
        """Return the unit literals of the clauses that are new; None if one is violated."""
        true, units = self.true, []
        for clause in self.formula.clauses[len(self.open_literals) :]:
            not_false = [literal for literal in clause if not true[-literal]]
            if not not_false:
                return None
            satisfied = any(true[literal] for literal in not_false)
            self.open_literals.append(0 if satisfied else len(not_false))
            if len(not_false) == 1:
                units += not_false
        return units

    def _propagate(self, units: list[int]) -> bool:
        true, counts, formula = self.true, self.open_literals, self.formula
        for literal in units:
            if true[literal]:
                continue
            if true[-literal]:
                return False
            true[literal] = 1
            self.assigned += 1
            for clause in formula.occurrences[literal]:
                counts[clause] = 0
            for clause in formula.occurrences[-literal]:
                if counts[clause]:
                    counts[clause] -= 1
                    if not counts[clause]:
                        formula.conflict_weights[clause] += 1
                        return False
                    if counts[clause] == 1:
                        units += [other for other in formula.clauses[clause] if not true[-other]]
        return True
