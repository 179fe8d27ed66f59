"""Clauses that follow from sums of clues, compared with all solutions of small puzzles."""

from __future__ import annotations

from operator import le

import pytest

from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.solving.encoding import Literals, OrderEncoding
from hashi_gui.solving.parity import necessary_clauses, obvious_bounds
from tests.measure.makers import uniform
from tests.samples import find_all, small_puzzle


def holds(clause: Literals, encoding: OrderEncoding, solution: bytes) -> bool:
    true = {
        variable
        for variables, count in zip(encoding.edge_variables, solution)
        for variable in variables[:count]
    }
    return any((abs(literal) in true) is (literal > 0) for literal in clause)


def test_every_solution_satisfies_the_clauses() -> None:
    narrower = unsolvable = refuted = 0
    for seed in range(150):
        puzzle = small_puzzle(seed)
        encoding = OrderEncoding(puzzle)
        solutions = find_all(puzzle)
        clauses = necessary_clauses(encoding)
        bounds = obvious_bounds(puzzle)
        for solution in solutions or ():
            assert bounds, seed
            assert all(map(le, bounds.low, solution)), seed
            assert all(map(le, solution, bounds.high)), seed
            assert all(holds(clause, encoding, solution) for clause in clauses), seed
        narrower += bool(clauses)
        unsolvable += solutions == []
        refuted += clauses == [[]]
    assert narrower > 100
    assert refuted > 0.9 * unsolvable > 10


def test_two_even_blocks_cannot_share_an_island_with_two_bridges() -> None:
    """Each block of 2s takes an even number of bridges, but the island has only one for each."""
    block = uniform(rows=4, cols=4, clue=2, holes=[(1, 1), (1, 2)])
    clues: dict[Cell, int | None] = {(3, 5): 2}
    for at in (0, 5):
        clues |= {(island.row + at, island.col + at): 2 for island in block.islands}
    puzzle = Puzzle.from_clues(9, 9, clues)
    assert necessary_clauses(OrderEncoding(puzzle)) == [[]]


def refuted(*rows: str, most: int = 2) -> bool:
    """Whether a puzzle is refuted, given as a text grid with ``.`` for water."""
    clues = {
        (r, c): None if char == "?" else int(char)
        for r, line in enumerate(rows)
        for c, char in enumerate(line)
        if char != "."
    }
    puzzle = Puzzle.from_clues(len(rows), len(rows[0]), clues, Rules(most))
    return obvious_bounds(puzzle) is None


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (("222", "222", "222"), True),  # five cells of one colour, four of the other
        (("22", "22"), False),
        (("12", "23"), False),
        (("33", "31"), True),  # an even sum, but 4 for one colour and 6 for the other
        (("1.3", "...", "2.3"), True),
        (("1.?", "...", "2.3"), False),
        (("2..", ".2."), True),  # no edges
        (("11.3",), True),  # the edge between equal clues is not usable
        (("1221", "2112"), True),  # six bridges for eight islands
        (("0",), False),
        (("1",), True),
        (("?",), True),
    ],
)
def test_contradictory_totals_and_unreachable_islands_are_obvious(
    rows: tuple[str, ...], expected: bool
) -> None:
    assert refuted(*rows) is expected


def test_only_the_parity_is_checked_if_the_islands_cannot_be_two_coloured() -> None:
    """The hole lets cells of the same colour see each other."""
    assert refuted("23332", "33333", "33.33", "33333", "23333") is True
    assert refuted("23332", "33333", "33.33", "33333", "23332") is False
