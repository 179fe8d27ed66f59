"""No reason holds for a clause that is not true of every solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from hashi_gui.certifying.certificate import _details, _document
from hashi_gui.certifying.derivation import Bounds, Derivation, Line
from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.verifying.puzzle import Edge, read_puzzle
from hashi_gui.verifying.reasons import Formula
from tests.samples import find_all, small_puzzle

KINDS = {
    *("order", "island", "crossing", "loop", "cut", "board", "other", "implied", "parity", "sum")
}


def without_loops(puzzle: Puzzle) -> Puzzle:
    rules = Rules(puzzle.rules.max_bridges, loops=False)
    return Puzzle.from_clues(puzzle.rows, puzzle.cols, puzzle.clues, rules)


def random_lines(derivation: Derivation, random: Random) -> Iterator[Line]:
    """Lines of all kinds, most of them wrong."""
    islands = range(len(derivation.puzzle.islands))
    variables = range(1, derivation.variables + 1)
    rows: list[str | int] = [
        "joined",
        *("island:{},{}".format(*island.cell) for island in derivation.puzzle.islands),
        *range(len(derivation.lines)),
    ]
    for _ in range(8):
        signs = random.choices((1, -1), k=random.randint(0, 3))
        clause = tuple(sign * random.choice(variables) for sign in signs)
        group = tuple(random.sample(islands, random.randint(0, len(islands))))
        yield Line(clause, "cut", group)
        yield Line(clause, "parity", group)
        counts = [(e, random.randint(0, derivation.limit)) for e in derivation.leaving(group)]
        clause_of_counts = derivation.outside((e, count, count) for e, count in counts)
        yield Line(tuple(clause_of_counts), "parity", group)
        yield Line(clause, "implied")
        drawn = tuple(-variable for variable in random.sample(variables, len(variables) // 2))
        yield Line(drawn, "crossing")
        yield Line(drawn, "loop")
        chosen = random.sample(rows, random.randint(1, min(6, len(rows))))
        yield Line(
            clause, "sum", rows=tuple((random.choice((-2, -1, 1, 2)), row) for row in chosen)
        )
        sums = [(random.choice((-1, 1)), row) for row in rows[1 : len(islands) + 1]]
        yield Line(clause, "sum", rows=(*sums, (random.choice((-2, 2)), "joined")))


def changed(line: Line, random: Random) -> Line:
    """A line with another literal, one less, or another group of islands."""
    clause, islands = list(line.clause), list(line.islands)
    if clause and random.random() < 0.7:
        at = random.randrange(len(clause))
        if random.random() < 0.7:
            del clause[at]
        else:
            clause[at] = -clause[at]
    elif islands:
        islands[random.randrange(len(islands))] = 0
    return Line(tuple(clause), line.kind, tuple(islands), line.rows)


BoundsOfEdges = list[Bounds]


def within(counts: bytes, bounds: BoundsOfEdges) -> bool:
    return all(least <= counts[edge] <= most for edge, least, most in bounds)


def random_bounds(counts: bytes, limit: int, random: Random) -> BoundsOfEdges:
    """Bounds like those that a board gives, most of them true of these numbers of bridges."""
    bounds = [(edge, count, limit if count else 0) for edge, count in enumerate(counts)]
    bounds = random.sample(bounds, random.randint(0, len(bounds)))
    if bounds and random.random() < 0.3:
        bounds[0] = (bounds[0][0], 1, limit)
    return bounds


class Checker:
    """A formula of the verifier for what a derivation looks for."""

    def __init__(
        self, derivation: Derivation, given: BoundsOfEdges, conclusion: BoundsOfEdges | None
    ) -> None:
        self.puzzle, self.limit = derivation.puzzle, derivation.limit
        puzzle, _board = read_puzzle(_document(self.puzzle, Board.empty(self.puzzle)))
        cells = [(a.cell, b.cell) for a, b in map(self.puzzle.ends, range(len(self.puzzle.edges)))]
        meanings = {
            derivation.variable(edge, count): (cells[edge], count)
            for edge in range(len(cells))
            for count in range(1, self.limit + 1)
        }

        def named(bounds: BoundsOfEdges) -> dict[Edge, tuple[int, int]]:
            return {cells[edge]: (least, most) for edge, least, most in bounds}

        ending = None if conclusion is None else named(conclusion)
        self.formula = Formula(puzzle, meanings, named(given), ending)
        self.sought = [
            counts
            for counts in find_all(self.puzzle) or ()
            if within(counts, given) and (conclusion is None or not within(counts, conclusion))
        ]

    def accepts(self, line: Line) -> bool:
        """Whether the verifier accepts a line."""
        numbers = {row: row + 1 for _, row in line.rows if isinstance(row, int)}
        details = list(_details(self.puzzle, line, numbers))
        try:
            return self.formula.holds(line.clause, line.kind, details)
        except ValueError:
            return False

    def is_true(self, line: Line) -> bool:
        """Whether a line is true of all solutions that are looked for."""
        return all(
            any(
                (counts[(abs(literal) - 1) // self.limit] > (abs(literal) - 1) % self.limit)
                == (literal > 0)
                for literal in line.clause
            )
            for counts in self.sought
        )


@pytest.mark.parametrize("loops", [True, False])
def test_what_is_accepted_is_true_of_every_solution(loops: bool) -> None:
    random = Random(1)
    accepted: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for seed in range(100):
        puzzle = small_puzzle(seed) if loops else without_loops(small_puzzle(seed))
        solutions = find_all(puzzle) if puzzle.edges else None
        if solutions is None:
            continue
        limit = puzzle.rules.max_bridges
        counts = solutions[0] if solutions else bytes(len(puzzle.edges))
        exactly = [(edge, count, count) for edge, count in enumerate(counts)]
        given, conclusion = random.choice(
            [
                ([], None),
                ([], exactly),
                (random_bounds(counts, limit, random), random_bounds(counts, limit, random)),
            ]
        )
        derivation = Derivation(puzzle, given, conclusion)
        for _ in range(4):
            derivation.add_violated([random.random() < 0.5 for _ in puzzle.edges])
        checker = Checker(derivation, given, conclusion)
        for line in derivation.lines:
            for trial in (changed(line, random), changed(line, random)):
                if checker.accepts(trial):
                    assert checker.is_true(trial), trial
                else:
                    refused[trial.kind] += 1
            assert checker.accepts(line)
            checker.formula.add(line.clause)
            accepted[line.kind] += 1
        for line in random_lines(derivation, random):
            if checker.accepts(line):
                accepted[line.kind] += 1
                assert checker.is_true(line), line
            else:
                refused[line.kind] += 1
    assert set(accepted) == KINDS - ({"loop"} if loops else set())
    assert set(refused) == KINDS
