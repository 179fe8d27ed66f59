"""Clauses and partial assignments in plain Python: what DPLL and A* have in common.

Connectivity is not in the clauses. It comes in lazily: where the islands fall into components
even if every edge is drawn that an assignment leaves free, a clause for each is added, "some edge
leaves it". That refutes this assignment, and all others to come in which a component is closed.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.connectivity import cuts
from hashi_gui.solving.methods.method import UnsupportedPuzzleError
from hashi_gui.solving.order_encoding import OrderEncoding

LARGEST = 20_000
"""The most variables: a search keeps a copy of its assignment for each that it decides on."""


class Formula:
    """A puzzle as clauses over the variables 1 to ``variables``, of which the first ``edges``
    stand for an edge being drawn; it grows by cuts.

    ``uses[literal]`` are the clauses with this literal; a negative one counts from the end, as
    indexes do in Python. ``trouble[clause]`` is 1, and 1 more for each conflict it was in.
    Raises UnsupportedPuzzleError if there are more than LARGEST variables.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.encoding = OrderEncoding(puzzle)
        never = self.encoding.never
        self.edges = len(puzzle.edges)
        self.variables = never - 1
        if self.variables > LARGEST:
            raise UnsupportedPuzzleError(
                f"{self.variables} variables are too many for a search in plain Python; "
                f"it takes at most {LARGEST}."
            )
        self.clauses: list[Sequence[int]] = []
        self.uses: list[list[int]] = [[] for _ in range(2 * self.variables + 1)]
        self.trouble: list[int] = []
        self.cuts = 0
        self._islands = len(puzzle.islands)
        for clause in self.encoding.clauses():
            if -never not in clause:
                self._add([literal for literal in clause if literal != never])

    def connected(self, model: Sequence[int]) -> bytes | None:
        """The bridges on each edge where all variables have the values of a model.

        None if the islands fall into components: then there are new clauses, which the model does
        not satisfy.
        """
        broken = cuts(self._islands, self.encoding.ends, model)
        for cut in broken:
            self._add([edge + 1 for edge in cut])
        self.cuts += len(broken)
        return None if broken else self.encoding.counts(model)

    def _add(self, clause: Sequence[int]) -> None:
        for literal in clause:
            self.uses[literal].append(len(self.clauses))
        self.clauses.append(clause)
        self.trouble.append(1)


class Assignment:
    """Truth values for some of the variables, and all that unit propagation makes of them.

    ``true[literal]`` is 1 where a literal is true. ``open[clause]`` counts the literals of a
    clause that are not false, and is 0 once one of them is true.
    """

    __slots__ = ("assigned", "formula", "open", "true")

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self.true = bytearray(2 * formula.variables + 1)
        self.open = array("H")
        self.assigned = 0

    def copy(self) -> Assignment:
        twin = Assignment.__new__(Assignment)
        twin.formula, twin.assigned = self.formula, self.assigned
        twin.true, twin.open = self.true[:], self.open[:]
        return twin

    @property
    def size(self) -> int:
        """In bytes, by far the most of what it takes."""
        return len(self.true) + self.open.itemsize * len(self.open)

    def extend(self, literals: Iterable[int] = ()) -> bool:
        """Make free literals true, with all that follows; False on a conflict.

        Clauses that the formula has got since the last time are taken into account.
        """
        units = self._take_in_new_clauses()
        return units is not None and self._propagate([*units, *literals])

    def branch(self) -> int | None:
        """A literal of the clause that is most likely to fail; None if all are satisfied.

        A clause counts the more the fewer literals it has left, as in the rule of Jeroslow and
        Wang (1990), and the more often it has failed. Positive literals come first: bridges
        connect.
        """
        clauses = zip(self.open, self.formula.trouble, self.formula.clauses)
        weighed = ((trouble / (1 << left), clause) for left, trouble, clause in clauses if left)
        _, worst = max(weighed, default=(0, ()), key=lambda pair: pair[0])
        return max((literal for literal in worst if not self.true[-literal]), default=None)

    def model(self) -> list[int]:
        """A literal of every variable, true for the free ones: all edges are drawn that may be."""
        return [-v if self.true[-v] else v for v in range(1, self.formula.variables + 1)]

    def _take_in_new_clauses(self) -> list[int] | None:
        """The units among them; None if one is violated already."""
        true, units = self.true, []
        for clause in self.formula.clauses[len(self.open) :]:
            free = [literal for literal in clause if not true[-literal]]
            if not free:
                return None
            satisfied = any(true[literal] for literal in free)
            self.open.append(0 if satisfied else len(free))
            if len(free) == 1:
                units += free
        return units

    def _propagate(self, units: list[int]) -> bool:
        true, left, formula = self.true, self.open, self.formula
        for literal in units:
            if true[literal]:
                continue
            if true[-literal]:
                return False
            true[literal] = 1
            self.assigned += 1
            for clause in formula.uses[literal]:
                left[clause] = 0
            for clause in formula.uses[-literal]:
                if left[clause]:
                    left[clause] -= 1
                    if not left[clause]:
                        formula.trouble[clause] += 1
                        return False
                    if left[clause] == 1:
                        units += [other for other in formula.clauses[clause] if not true[-other]]
        return True
