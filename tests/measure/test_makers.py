"""What is said about the solutions of boards, checked on small ones with the exact solver."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.rules import components
from hashi_gui.solving import solve
from tests.measure.boards import almost_closed_groups, boards, closed_groups
from tests.measure.makers import (
    chessboard,
    circuit_reduction,
    circuit_with_holes,
    corner_and_holes,
    grid_graph,
    large_puzzle,
    one_colour_holes,
    planted,
    random_clues,
    swapped_clues,
    swapped_nearby,
    uniform,
)

pytestmark = pytest.mark.measure


def clues_by_colour(puzzle: Puzzle) -> list[list[int]]:
    return [
        sorted(island.clue or 0 for island in puzzle.islands if sum(island.cell) % 2 == colour)
        for colour in (0, 1)
    ]


seeds = st.integers(0, 10_000)
limits = st.integers(1, 4)


def is_solvable(puzzle: Puzzle) -> bool:
    return solve(puzzle).counts is not None


def has_circuit(points: set[Cell]) -> bool:
    """Whether a grid graph has a Hamiltonian circuit, tried point by point."""

    def can_end(row: int, col: int, left: frozenset[Cell]) -> bool:
        near = [(row, col + 1), (row, col - 1), (row + 1, col), (row - 1, col)]
        if not left:
            return start in near
        return any(can_end(*each, left - {each}) for each in near if each in left)

    start = min(points)
    return can_end(*start, frozenset(points - {start}))


@settings(max_examples=100)
@given(st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=3))
def test_the_reduction_has_a_solution_if_there_is_a_circuit(points: set[Cell]) -> None:
    assert is_solvable(circuit_reduction(points)) == has_circuit(points)


def test_the_clues_of_the_reduction_are_6_minus_the_degree() -> None:
    board = circuit_reduction([(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)])
    big = {island.cell: island.clue for island in board.islands if island.clue != 1}
    assert big == {(1, 1): 4, (1, 3): 4, (3, 1): 4, (3, 3): 3, (3, 5): 5}
    assert len(board.islands) == 5 + 10


@given(st.integers(1, 8), st.integers(0, 2), seeds)
def test_a_grid_graph_has_a_circuit_unless_points_are_removed(
    blocks: int, removed: int, seed: int
) -> None:
    board = grid_graph(side=8, blocks=blocks, removed=(removed, 0), seed=seed)
    assert is_solvable(board) == (not removed)


@given(st.sampled_from([4, 6, 8]), st.integers(0, 12), st.integers(1, 2), seeds)
def test_a_circuit_passes_over_holes(side: int, holes: int, limit: int, seed: int) -> None:
    assert is_solvable(circuit_with_holes(side=side, holes=holes, limit=limit, seed=seed))


@given(st.sampled_from([5, 7]), st.integers(1, 4), st.integers(1, 2), seeds)
def test_holes_of_the_smaller_colour_leave_no_solution(
    side: int, holes: int, limit: int, seed: int
) -> None:
    board = one_colour_holes(
        rows=side, cols=side, holes=holes, colour_of_holes=1, seed=seed, limit=limit
    )
    assert len(board.islands) == side**2 - holes
    assert not is_solvable(board)


@given(st.sampled_from([4, 6]), st.integers(0, 2), st.integers(1, 2), seeds)
def test_holes_at_the_corner_and_of_its_colour_leave_no_solution(
    side: int, holes: int, limit: int, seed: int
) -> None:
    assert not is_solvable(corner_and_holes(side=side, holes=holes, seed=seed, limit=limit))


@pytest.mark.parametrize("side", [5, 6, 7, 8])
@pytest.mark.parametrize("clue", [1, 2])
def test_chessboards_have_a_solution_with_2s_only(side: int, clue: int) -> None:
    board = chessboard(rows=side, cols=side, clue=clue, limit=1, colour_of_clues=0)
    assert is_solvable(board) == (clue == 2)


@pytest.mark.parametrize(("rows", "cols"), [(3, 6), (4, 5), (5, 4)])
def test_a_strip_of_2s_with_an_even_number_of_cells_has_a_solution(rows: int, cols: int) -> None:
    assert is_solvable(uniform(rows=rows, cols=cols, clue=2))


@pytest.mark.parametrize(("rows", "cols", "hole"), [(3, 7, (1, 2)), (5, 5, (2, 1))])
def test_a_strip_of_2s_with_a_hole_has_none(rows: int, cols: int, hole: Cell) -> None:
    assert not is_solvable(uniform(rows=rows, cols=cols, clue=2, holes=[hole]))


@given(st.sampled_from([0.2, 0.5, 1.0]), limits, seeds, st.sampled_from([0.0, 0.3]))
def test_planted_boards_have_a_solution(
    density: float, limit: int, seed: int, share: float
) -> None:
    board = planted(
        rows=6, cols=8, density=density, limit=limit, seed=seed, extra=share, doubles=share
    )
    assert is_solvable(board)


def test_a_full_planted_board_without_extras_has_the_bridges_of_a_tree() -> None:
    board = planted(rows=6, cols=7, density=1.0, limit=1, seed=3)
    assert sum(island.clue or 0 for island in board.islands) == 2 * (6 * 7 - 1)


@given(st.integers(0, 20), seeds)
def test_swaps_preserve_the_clues_of_each_colour(swaps: int, seed: int) -> None:
    options = {"rows": 5, "cols": 6, "density": 1.0, "limit": 1, "seed": seed}
    board, changed = planted(**options), swapped_clues(swaps=swaps, **options)
    assert clues_by_colour(changed) == clues_by_colour(board)
    assert [island.cell for island in changed.islands] == [island.cell for island in board.islands]


@given(seeds)
def test_a_swap_nearby_changes_two_clues_at_most_three_steps_apart(seed: int) -> None:
    options = {"rows": 5, "cols": 6, "density": 0.8, "limit": 2, "seed": seed, "doubles": 0.5}
    board, changed = planted(**options), swapped_nearby(swaps=1, **options)
    pairs = list(zip(board.islands, changed.islands))
    places = [one.cell for one, two in pairs if one.clue != two.clue]
    assert [one.cell for one, _ in pairs] == [two.cell for _, two in pairs]
    if places:
        (row, col), (other_row, other_col) = places
        assert abs(row - other_row) + abs(col - other_col) <= 3


@given(st.integers(20, 40), limits, seeds)
def test_random_clues_stand_for_the_bridges_asked_for(bridges: int, limit: int, seed: int) -> None:
    board = random_clues(
        rows=5, cols=6, clues=[1, 2, 2, 3], bridges=bridges, limit=limit, seed=seed
    )
    for colour in (0, 1):
        own = [island.clue or 0 for island in board.islands if sum(island.cell) % 2 == colour]
        assert sum(own) == bridges
        assert {1, 2, 3} >= set(own)


@given(st.integers(2, 8), st.sampled_from([0.3, 0.5, 0.8]), seeds)
def test_almost_closed_groups_have_a_solution(side: int, ones: float, seed: int) -> None:
    assert is_solvable(almost_closed_groups(side=side, ones=ones, seed=seed))


def groups_of_unknown(puzzle: Puzzle) -> int:
    drawn = [
        all(puzzle.islands[end].clue is None for end in (edge.a, edge.b)) for edge in puzzle.edges
    ]
    ones = sum(island.clue == 1 for island in puzzle.islands)
    return len(components(puzzle, drawn)) - ones


@given(st.integers(3, 8), st.sampled_from([0.3, 0.5]), seeds)
def test_several_closed_groups_leave_no_solution(side: int, ones: float, seed: int) -> None:
    board = closed_groups(side=side, ones=ones, seed=seed)
    assert {island.clue for island in board.islands} <= {1, None}
    assume(groups_of_unknown(board) > 1)
    assert not is_solvable(board)


def test_the_unreachable_boards_have_several_closed_groups() -> None:
    assert all(groups_of_unknown(board.puzzle()) > 1 for board in boards("unreachable"))


@pytest.mark.parametrize("islands", [10, 100, 1000])
def test_a_puzzle_has_the_requested_islands_and_a_solution(islands: int):
    puzzle = large_puzzle(islands, seed=1)
    assert len(puzzle.islands) == islands
    assert is_solvable(puzzle)


def test_the_same_seed_makes_the_same_large_puzzle():
    assert large_puzzle(100, seed=1) == large_puzzle(100, seed=1)
    assert large_puzzle(100, seed=1) != large_puzzle(100, seed=2)
