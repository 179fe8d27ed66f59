from __future__ import annotations

from collections import Counter

from hashi_gui.bench.samples import MAX_SIDE, MIN_SIDE, sample
from hashi_gui.solving import SatSolver, VerdictKind


def test_samples_are_of_all_kinds_and_have_a_solution():
    puzzles = [sample(seed, max_side=12) for seed in range(60)]
    kinds = Counter()
    for puzzle in puzzles:
        with SatSolver(puzzle) as solver:
            kinds[solver.verdict().kind] += 1
    assert set(kinds) == {VerdictKind.UNIQUE, VerdictKind.SEVERAL}
    assert {puzzle.rules.max_bridges for puzzle in puzzles} == {1, 2, 3, 4}
    assert any(island.clue is None for puzzle in puzzles for island in puzzle.islands)
    sides = [side for puzzle in puzzles for side in (puzzle.rows, puzzle.cols)]
    assert (min(sides), max(sides)) == (MIN_SIDE, 12)


def test_the_same_seed_makes_the_same_puzzle():
    assert sample(7) == sample(7)
    assert sample(7) != sample(8)
    assert max(sample(7).rows, sample(7).cols) <= MAX_SIDE
