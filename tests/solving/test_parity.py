"""Clauses that follow from sums of clues, compared with all solutions of small puzzles."""

from __future__ import annotations

from hashi_gui.bench.makers import uniform
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.solving.encoding import Literals, OrderEncoding
from hashi_gui.solving.parity import necessary_clauses
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
        for solution in solutions or ():
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
