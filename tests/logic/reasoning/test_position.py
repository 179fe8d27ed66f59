from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components, degrees
from hashi_gui.formats import read
from hashi_gui.logic.reasoning.position import UNLIMITED, Position

SEEDS = st.integers(0, 10**6)


def everything(position: Position) -> dict[str, Any]:
    return deepcopy({name: value for name, value in vars(position).items() if name != "puzzle"})


def change(position: Position, random: Random) -> None:
    """Tighten a random bound of a random edge, sometimes into a conflict."""
    if position.ends:
        edge = random.randrange(len(position.ends))
        change = random.choice([position.raise_low, position.lower_high])
        change(edge, random.randint(0, position.puzzle.rules.max_bridges))


def check_numbers(position: Position) -> None:
    """Compare the derived numbers of a position with a computation from its bounds alone."""
    puzzle, low, high = position.puzzle, position.low, position.high
    caps = degrees(puzzle, [most - least for least, most in zip(low, high)])
    assert position.island_capacity == caps
    capacities = [position.capacity(edge) for edge in range(len(low))]
    assert capacities == [most - least for least, most in zip(low, high)]
    for island, incident in enumerate(puzzle.incident):
        assert position.open_edges(island) == [edge for edge in incident if capacities[edge] > 0]
    for island, degree in zip(puzzle.islands, degrees(puzzle, low)):
        if island.clue is None:
            need, least = UNLIMITED, 0 if degree else 1
        else:
            need = least = island.clue - degree
        assert position.max_need[island.id] == need
        assert position.min_need[island.id] == least
    check_groups(position)
    impossible = (
        any(least > most for least, most in zip(low, high))
        or any(need < 0 for need in position.max_need)
        or any(reach < least for reach, least in zip(position.island_capacity, position.min_need))
    )
    assert (position.conflict is not None) == impossible
    assert position.solved == (not impossible and low == high)


def check_groups(position: Position) -> None:
    groups = components(position.puzzle, position.low)
    assert sorted(map(sorted, filter(None, position.members))) == sorted(groups)
    for number, islands in enumerate(position.members):
        assert all(position.group[island] == number for island in islands)
        if islands:
            assert position.group_need[number] == sum(
                position.max_need[island] for island in islands
            )


@given(SEEDS)
def test_derived_numbers_match_the_bounds(random_puzzle, seed):
    random = Random(seed)
    position = Position(random_puzzle(random)[0])
    check_numbers(position)
    for _ in range(25):
        change(position, random)
        check_numbers(position)


@given(SEEDS)
def test_a_rollback_restores_every_number(random_puzzle, seed):
    random = Random(seed)
    position = Position(random_puzzle(random)[0])
    checkpoints = []
    for _ in range(20):
        if random.random() < 0.3:
            checkpoints.append((position.checkpoint(), everything(position)))
        change(position, random)
    while checkpoints:
        chosen = random.randrange(len(checkpoints))
        checkpoint, before = checkpoints[chosen]
        del checkpoints[chosen:]
        position.rollback(checkpoint)
        assert everything(position) == before
        check_numbers(position)


def test_changes_since_a_mark_are_known_until_it_is_rolled_back():
    position = Position(read("3.3\n...\n2.2").puzzle)
    checkpoint = position.checkpoint()
    position.raise_low(0, 1)
    mark = position.mark()
    assert not position.changed_since(mark)
    position.lower_high(2, 1)
    position.raise_low(1, 1)
    position.lower_high(2, 0)
    assert list(position.changed_since(mark)) == [2, 1]
    position.rollback(checkpoint)
    position.raise_low(0, 1)
    assert position.changed_since(mark) is None


def test_an_edge_has_at_most_the_limit_and_the_clues_at_its_ends():
    position = Position(read("max-bridges 3\n1.4.?\n.....\n..2..").puzzle)
    assert position.low == [0, 0, 0]
    assert position.high == [1, 3, 2]
    assert position.max_need == [1, 4, UNLIMITED, 2]
    assert position.min_need == [1, 4, 1, 2]
    assert position.island_capacity == [1, 6, 3, 2]


@pytest.mark.parametrize(
    ("grid", "conflict"), [("2.2", None), ("3.3", (1,)), ("2.3.1", None), ("2.4.1", (1,))]
)
def test_a_clue_that_cannot_be_met_is_a_conflict(grid, conflict):
    assert Position(read(grid).puzzle).conflict == conflict


def test_bounds_that_are_not_tighter_change_nothing():
    position = Position(read("2.3.1").puzzle)
    position.raise_low(0, 1)
    before = everything(position)
    position.raise_low(0, 1)
    position.raise_low(0, 0)
    position.lower_high(0, 2)
    position.lower_high(0, 3)
    assert everything(position) == before


def test_one_bridge_satisfies_an_unknown_clue():
    position = Position(read("?.?.?").puzzle)
    position.raise_low(0, 1)
    assert position.min_need == [0, 0, 1]
    assert position.max_need == [UNLIMITED] * 3
    position.lower_high(1, 0)
    assert position.conflict == (2,)


@pytest.mark.parametrize(
    ("drawing", "change", "edge", "bound", "conflict"),
    [
        ("1.2.2", Position.lower_high, 0, 0, (0,)),
        ("2.?.2", Position.lower_high, 1, 0, (2,)),
        ("2═2 2", Position.raise_low, 1, 1, (1,)),
        ("2─3─1", Position.lower_high, 1, 0, (1, 2)),
        ("?×?\n   \n? ?", Position.raise_low, 0, 1, (0, 1)),
    ],
)
def test_a_conflict_names_the_islands_that_show_it(drawing, change, edge, bound, conflict):
    document = read(drawing)
    position = Position.from_board(document.puzzle, document.board)
    assert position.conflict is None
    change(position, edge, bound)
    assert position.conflict == conflict


def test_both_ends_of_a_changed_edge_are_touched():
    position = Position(read("2.3.1").puzzle)
    assert position.touched == [0, 1, 2]
    position.raise_low(1, 1)
    position.lower_high(0, 1)
    assert position.touched[3:] == [1, 2, 0, 1]


def test_a_board_gives_bounds_and_the_order_of_islands():
    document = read("2─3×2\n│    \n1 . 2")
    position = Position.from_board(document.puzzle, document.board, near=4)
    assert position.low == [1, 0, 1, 0, 0]
    assert position.high == [2, 0, 1, 2, 1]
    assert position.touched == [4, 2, 1, 3, 0]
    assert position.checkpoint()[1] == len(document.puzzle.islands)
    assert Position.from_board(document.puzzle, document.board).touched == [0, 1, 3, 2, 4]


@given(SEEDS)
def test_the_board_of_a_solution_is_solved(random_puzzle, seed):
    puzzle, solution = random_puzzle(Random(seed))
    free = frozenset(edge for edge, count in enumerate(solution) if not count)
    position = Position.from_board(puzzle, Board(solution, free))
    check_numbers(position)
    assert position.low == list(solution)
    assert position.conflict is None


def test_a_single_island_is_solved():
    assert Position(Puzzle.from_clues(1, 1, {(0, 0): 0})).solved
