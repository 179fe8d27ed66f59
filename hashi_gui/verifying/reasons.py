"""The reasons why the clauses of a formula are true of every solution of a puzzle.

Each kind of reason is a function that says whether it holds for a clause. A clause may always say
less than its reason gives: more literals never make it wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from hashi_gui.verifying.clauses import Clauses
from hashi_gui.verifying.puzzle import Bounds, Cell, Edge, Puzzle, cross, has_loop
from hashi_gui.verifying.sums import Row, is_contradiction

Clause = Sequence[int]


class Formula:
    """The clauses that have been checked so far.

    The variable ``number`` of ``meanings`` is true if the edge has at least so many bridges. What
    is looked for are solutions within the bounds ``given``, and if there is a ``conclusion``, not
    within its bounds.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        meanings: Mapping[int, tuple[Edge, int]],
        given: Bounds,
        conclusion: Bounds | None,
    ) -> None:
        self.clauses = Clauses(len(meanings))
        self._rows: list[Row] = []
        self._puzzle = puzzle
        self._meanings = meanings
        self._variables = {meaning: number for number, meaning in meanings.items()}
        self._given = given
        self._conclusion = conclusion

    def holds(self, clause: Clause, kind: str, details: Sequence[str]) -> bool:
        """Whether this reason shows that a clause is true of every solution that is looked for.

        Raises ValueError or KeyError for a reason that makes no sense.
        """
        return _KINDS[kind](self, clause, details)

    def add(self, clause: Clause) -> None:
        """Add a clause whose reason holds."""
        self.clauses.add(clause)
        self._rows.append(Row.of_clause(clause))

    def _bounds(self, clause: Clause) -> Bounds:
        """The least and the most bridges of each edge of a clause if the clause were wrong."""
        bounds: dict[Edge, tuple[int, int]] = {}
        for literal in clause:
            edge, count = self._meanings[abs(literal)]
            least, most = bounds.get(edge, (0, self._puzzle.limit))
            bounds[edge] = (
                (max(least, count), most) if literal < 0 else (least, min(most, count - 1))
            )
        return bounds

    def _order(self, clause: Clause, _details: Sequence[str]) -> bool:
        """More bridges include fewer."""
        return any(least > most for least, most in self._bounds(clause).values())

    def _island(self, clause: Clause, details: Sequence[str]) -> bool:
        """The clue of an island: no numbers of bridges that fit it make the clause wrong."""
        (cell,) = _cells(details)
        clue, bounds = self._puzzle.clues[cell], self._bounds(clause)
        ranges = [bounds.get(edge, (0, self._puzzle.limit)) for edge in self._puzzle.incident[cell]]
        sums = map(sum, product(*[range(least, most + 1) for least, most in ranges]))
        return all(total < 1 if clue is None else total != clue for total in sums)

    def _crossing(self, clause: Clause, _details: Sequence[str]) -> bool:
        """Two edges that cross do not both have bridges."""
        drawn = self._drawn(clause)
        return any(cross(one, two) for one in drawn for two in drawn)

    def _loop(self, clause: Clause, _details: Sequence[str]) -> bool:
        """Edges that form a loop, where loops are forbidden, do not all have bridges."""
        return not self._puzzle.loops and has_loop(self._drawn(clause))

    def _cut(self, clause: Clause, details: Sequence[str]) -> bool:
        """Some bridge leaves a group of islands, if there are others."""
        group = _cells(details)
        bounds = self._bounds(clause)
        return 0 < len(group) < len(self._puzzle.clues) and all(
            bounds.get(edge, (0, 1))[1] == 0 for edge in self._leaving(group)
        )

    def _board(self, clause: Clause, _details: Sequence[str]) -> bool:
        """What is given: an edge is not within the bounds that would make the clause wrong."""
        bounds = self._bounds(clause)
        return any(
            bounds[edge][0] > most or bounds[edge][1] < least
            for edge, (least, most) in self._given.items()
            if edge in bounds
        )

    def _other(self, clause: Clause, _details: Sequence[str]) -> bool:
        """What is looked for contradicts the conclusion, which would make the clause wrong."""
        bounds, anything = self._bounds(clause), (0, self._puzzle.limit)
        return self._conclusion is not None and all(
            least <= bounds.get(edge, anything)[0] and bounds.get(edge, anything)[1] <= most
            for edge, (least, most) in self._conclusion.items()
        )

    def _implied(self, clause: Clause, _details: Sequence[str]) -> bool:
        """Unit propagation shows that it follows from the clauses before it."""
        return self.clauses.follows(clause)

    def _parity(self, clause: Clause, details: Sequence[str]) -> bool:
        """In a group of islands, each bridge that does not leave it counts twice.

        If the clause were wrong, the number of those that leave would be known, and of the wrong
        parity.
        """
        group = _cells(details)
        total = sum(_known(self._puzzle.clues[cell]) for cell in group)
        with self.clauses.assuming(-literal for literal in clause) as consistent:
            if not consistent:
                return True
            for edge in self._leaving(group):
                values = [
                    self.clauses.values[self._variables[edge, count]]
                    for count in range(1, self._puzzle.limit + 1)
                ]
                if 0 in values:
                    return False
                total += values.count(1)
        return total % 2 == 1

    def _sum(self, clause: Clause, details: Sequence[str]) -> bool:
        """If the clause were wrong, a sum of rows would be impossible."""
        rows = [(int(factor), self._row(name)) for factor, name in map(_split, details)]
        with self.clauses.assuming(-literal for literal in clause) as consistent:
            return not consistent or is_contradiction(rows, self.clauses.values.__getitem__)

    def _row(self, name: str) -> Row:
        kind, _, detail = name.partition(":")
        if kind == "island":
            (cell,) = _cells([detail])
            return island_row(self._puzzle, self._variables, cell)
        if kind == "joined":
            return joined_row(self._puzzle, self._variables)
        if kind != "clause" or not 0 < int(detail) <= len(self._rows):
            raise ValueError
        return self._rows[int(detail) - 1]

    def _drawn(self, clause: Clause) -> list[Edge]:
        """The edges that would all have bridges if the clause were wrong."""
        return [edge for edge, (least, _) in self._bounds(clause).items() if least]

    def _leaving(self, group: set[Cell]) -> list[Edge]:
        return [
            edge
            for cell in group
            for edge in self._puzzle.incident[cell]
            if (edge[0] in group) != (edge[1] in group)
        ]


_KINDS: Mapping[str, Callable[[Formula, Clause, Sequence[str]], bool]] = {
    "order": Formula._order,
    "island": Formula._island,
    "crossing": Formula._crossing,
    "loop": Formula._loop,
    "cut": Formula._cut,
    "board": Formula._board,
    "other": Formula._other,
    "implied": Formula._implied,
    "parity": Formula._parity,
    "sum": Formula._sum,
}

Variables = Mapping[tuple[Edge, int], int]


def island_row(puzzle: Puzzle, variables: Variables, cell: Cell) -> Row:
    """The clue of an island as a row."""
    clue = puzzle.clues[cell]
    counts = range(1, puzzle.limit + 1)
    terms = {variables[edge, count]: 1 for edge in puzzle.incident[cell] for count in counts}
    return Row(terms, 1 if clue is None else clue, clue is not None)


def joined_row(puzzle: Puzzle, variables: Variables) -> Row:
    """The row which says how many edges must have bridges to connect all islands."""
    terms = {variables[edge, 1]: 1 for edge in puzzle.edges}
    return Row(terms, len(puzzle.clues) - 1, not puzzle.loops)


def _cells(texts: Sequence[str]) -> set[Cell]:
    """Cells, each as ``row,column``, all different."""
    cells = set()
    for text in texts:
        row, col = text.split(",")
        cells.add((int(row), int(col)))
    if len(cells) < len(texts):
        raise ValueError
    return cells


def _known(clue: int | None) -> int:
    if clue is None:
        raise ValueError
    return clue


def _split(text: str) -> tuple[str, str]:
    factor, _, name = text.partition("*")
    return factor, name
