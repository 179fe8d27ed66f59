from collections import Counter

from hashi_gui.formats import read
from hashi_gui.solving import Solver, VerdictKind
from tests.measure.count import grid_of_twos
from tests.samples import MAX_SIDE, MIN_SIDE, find_all, sample


def test_samples_are_of_all_kinds_and_have_a_solution():
    puzzles = [sample(seed, max_side=12) for seed in range(60)]
    kinds = Counter()
    for puzzle in puzzles:
        with Solver(puzzle) as solver:
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


def test_all_solutions_of_a_tiny_puzzle_are_found():
    solutions = find_all(read("3.3\n...\n3.3").puzzle)
    assert solutions is not None
    assert sorted(solutions) == [bytes([1, 2, 2, 1]), bytes([2, 1, 1, 2])]


def test_a_puzzle_with_too_much_to_try_is_left_out():
    assert find_all(grid_of_twos(8)) is None
