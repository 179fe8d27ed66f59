"""Boards are made as their files say, and have a solution or none, as is said about them."""

import csv
import json
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.rules import components
from hashi_gui.formats import read_path
from hashi_gui.solving import solve
from tests.measure.__main__ import main
from tests.measure.boards import FAMILIES, boards
from tests.measure.makers import (
    almost_closed_groups,
    circuit_reduction,
    circuit_with_holes,
    closed_groups,
    corner_and_holes,
    grid_graph,
    large_puzzle,
    one_colour_holes,
    planted,
    random_clues,
    swapped_clues,
    swapped_nearby,
)

pytestmark = pytest.mark.measure

HARD = [family for family in FAMILIES if family != "growth"]


@pytest.mark.parametrize("family", HARD)
def test_the_boards_of_a_family_have_different_names_and_are_the_same_every_time(
    family: str,
) -> None:
    names = [board.name for board in boards(family)]
    assert len(set(names)) == len(names) >= 3
    puzzles = [board.puzzle() for board in boards(family)]
    assert puzzles[:3] == [board.puzzle() for board in islice(boards(family), 3)]


def test_files_say_how_their_board_was_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["one-hole", "swapped"]
    folder = tmp_path / "hard"
    assert main(["boards", str(folder), "--families", *names]) == 0
    assert "| swapped  |     12 |" in capsys.readouterr().out
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)
    with (tmp_path / "hard.csv").open(newline="") as table:
        contents = {line.pop("file"): line for line in csv.DictReader(table)}
    assert len(contents) == sum(1 for _ in folder.rglob("*.hashi"))
    for board in (board for name in names for board in boards(name)):
        file = f"{board.family}/{board.name}.hashi"
        document = read_path(folder / file)
        puzzle, info = document.puzzle, document.info
        assert puzzle == board.puzzle()
        options = json.loads(json.dumps(board.options))
        seed = options.pop("seed", None)
        assert (info.title, info.seed, info.options or {}, info.extra.get("solvable")) == (
            f"{board.family}, {board.name}", seed, options, board.solvable,
        )  # fmt: skip
        assert contents[file] == {
            "family": board.family,
            "rows": str(puzzle.rows),
            "columns": str(puzzle.cols),
            "islands": str(len(puzzle.islands)),
            "limit": str(puzzle.rules.max_bridges),
            "solvable": {True: "yes", False: "no", None: ""}[board.solvable],
            "seed": "" if seed is None else str(seed),
            "options": json.dumps(options),
        }


limits, seeds = st.integers(1, 4), st.integers(0, 10_000)
even, odd = st.sampled_from([4, 6]), st.sampled_from([5, 7])
any_holes = {"limit": st.integers(1, 2), "seed": seeds}
graph = {"side": st.just(8), "blocks": st.integers(1, 8), "seed": seeds}
share = st.sampled_from([0.0, 0.3, 0.5, 0.8])

HAVE_A_SOLUTION = [
    st.builds(circuit_with_holes, side=even, holes=st.integers(0, 12), **any_holes),
    st.builds(grid_graph, **graph, removed=st.just((0, 0))),
    st.builds(
        planted,
        rows=st.just(6),
        cols=st.just(8),
        density=st.sampled_from([0.2, 0.5, 1.0]),
        limit=limits,
        seed=seeds,
        extra=share,
        doubles=share,
    ),
    st.builds(almost_closed_groups, side=st.integers(2, 8), ones=share, seed=seeds),
]
HAVE_NONE = [
    st.builds(
        one_colour_holes,
        rows=odd,
        cols=odd,
        holes=st.integers(1, 4),
        colour_of_holes=st.just(1),
        **any_holes,
    ),
    st.builds(corner_and_holes, side=even, holes=st.integers(0, 2), **any_holes),
    st.builds(grid_graph, **graph, removed=st.sampled_from([(1, 0), (2, 0)])),
]


@pytest.mark.parametrize("puzzles", [*HAVE_A_SOLUTION, *HAVE_NONE])
@given(data=st.data())
def test_boards_have_a_solution_or_none(
    puzzles: st.SearchStrategy[Puzzle], data: st.DataObject
) -> None:
    assert is_solvable(data.draw(puzzles)) == (puzzles in HAVE_A_SOLUTION)


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


def test_a_full_planted_board_without_extras_has_the_bridges_of_a_tree() -> None:
    board = planted(rows=6, cols=7, density=1.0, limit=1, seed=3)
    assert sum(island.clue or 0 for island in board.islands) == 2 * (6 * 7 - 1)


def clues_by_colour(puzzle: Puzzle) -> list[list[int]]:
    return [
        sorted(island.clue or 0 for island in puzzle.islands if sum(island.cell) % 2 == colour)
        for colour in (0, 1)
    ]


@given(st.integers(0, 20), seeds)
def test_swaps_preserve_the_clues_of_each_colour(swaps: int, seed: int) -> None:
    options = {"rows": 5, "cols": 6, "density": 1.0, "limit": 1, "seed": seed}
    board, changed = planted(**options), swapped_clues(swaps=swaps, **options)
    assert clues_by_colour(changed) == clues_by_colour(board)
    assert changed.clues.keys() == board.clues.keys()


@given(seeds)
def test_a_swap_nearby_changes_two_clues_at_most_three_steps_apart(seed: int) -> None:
    options = {"rows": 5, "cols": 6, "density": 0.8, "limit": 2, "seed": seed, "doubles": 0.5}
    before, after = planted(**options).clues, swapped_nearby(swaps=1, **options).clues
    assert before.keys() == after.keys()
    places = [cell for cell, clue in before.items() if after[cell] != clue]
    if places:
        (row, col), (other_row, other_col) = places
        assert abs(row - other_row) + abs(col - other_col) <= 3


@given(st.integers(20, 40), limits, seeds)
def test_random_clues_stand_for_the_bridges_asked_for(bridges: int, limit: int, seed: int) -> None:
    board = random_clues(
        rows=5, cols=6, clues=[1, 2, 2, 3], bridges=bridges, limit=limit, seed=seed
    )
    for clues in clues_by_colour(board):
        assert sum(clues) == bridges
        assert {1, 2, 3} >= set(clues)


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
def test_a_large_puzzle_has_the_requested_islands_a_solution_and_a_seed(islands: int) -> None:
    puzzle = large_puzzle(islands, seed=1)
    assert len(puzzle.islands) == islands
    assert is_solvable(puzzle)
    assert puzzle == large_puzzle(islands, seed=1) != large_puzzle(islands, seed=2)
