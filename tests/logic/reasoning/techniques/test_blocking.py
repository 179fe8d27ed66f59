from itertools import product
from random import Random

import pytest

from hashi_gui.formats import read
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.blocking import (
    Intersection,
    combinations,
    find_unsatisfiable,
)


@pytest.mark.parametrize(
    ("gains", "unsatisfiable"),
    [([(1, 1)], None), ([(1, 2)], 5), ([(0, 1), (4, 1)], 3), ([(2, 1), (3, 1)], 1), ([], None)],
)
def test_gains_of_several_edges_are_combined(gains, unsatisfiable):
    position = Position(read("1.3.1\n.....\n2.3.2").puzzle)
    assert find_unsatisfiable(position, gains) == unsatisfiable


def combined_gains(drawing: str, island: int) -> list[list[int]]:
    """The combinations of an island, as numbers of bridges without their edges."""
    document = read(drawing)
    position = Position.from_board(document.puzzle, document.board)
    return [[gain for _, gain in gains] for gains in combinations(position, island)]


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("3.2\n...\n2.1", [[1, 2], [2, 1]]),
        ("3.1\n...\n2.2", [[1, 2]]),
        ("2─1\n   \n2 1", [[1]]),
        ("1─1\n   \n2 2", [[0]]),
        ("?.1\n...\n2.1", [[0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]),
        ("?─2\n   \n1 2", [[0, 0], [0, 1], [1, 0], [1, 1]]),
        ("max-bridges 3\n4.3\n...\n3.2", [[1, 3], [2, 2], [3, 1]]),
        ("4.1\n...\n2.1", []),
    ],
)
def test_combinations_are_all_ways_to_meet_the_need(drawing, expected):
    assert combined_gains(drawing, 0) == expected


@pytest.mark.parametrize("seed", range(25))
def test_no_combination_is_missing(seed, random_puzzle, partial_board):
    random = Random(seed)
    puzzle, solution = random_puzzle(random)
    position = Position.from_board(puzzle, partial_board(random, solution))
    for island in puzzle.islands:
        edges = position.open_edges(island.id)
        drawn = sum(position.low[edge] for edge in puzzle.incident[island.id])
        ways = product(*(range(position.capacity(edge) + 1) for edge in edges))
        fitting = [
            tuple(zip(edges, way))
            for way in ways
            if drawn + sum(way) == island.clue or (island.clue is None and drawn + sum(way))
        ]
        assert combinations(position, island.id) == fitting


def test_what_all_combinations_have_in_common_is_concluded(conclusions_by):
    found = conclusions_by(Intersection(), "2.2\n...\n1.1")
    assert found["0,0-0,2 >= 1"] == (
        "Row 1, column 1 needs 2 more bridges. Suppose row 1, columns 1–3 ×2. That cuts off the "
        "group of 2 islands (row 1, columns 1, 3). Only this is left: row 1, columns "
        "1–3; rows 1–3, column 1."
    )
    assert list(found) == [
        *("0,0-0,2 >= 1", "0,0-0,2 <= 1", "0,0-2,0 >= 1", "0,2-2,2 >= 1", "2,0-2,2 <= 0")
    ]


def test_several_combinations_can_have_something_in_common(conclusions_by):
    found = conclusions_by(Intersection(), "1.2.1\n.....\n1.3.2")
    assert found["0,2-2,2 >= 1"] == (
        "Row 1, column 3 needs 2 more bridges. Suppose row 1, columns 1–3; row 1, columns 3–5. "
        "That cuts off the group of 3 islands (row 1, columns 1, 3, 5). So rows 1–3, column "
        "3 gets a bridge."
    )


@pytest.mark.parametrize(
    ("drawing", "reason"),
    [
        (
            "4.3\n...\n3.2",
            "Row 1, column 1 needs 4 more bridges. There is only one way: row 1, columns 1–3 ×2; "
            "rows 1–3, column 1 ×2.",
        ),
        (
            "3.?\n...\n?.?",
            "Row 1, column 1 needs 3 more bridges. So row 1, columns 1–3 gets a bridge.",
        ),
    ],
)
def test_the_reason_fits_combinations_that_all_keep_the_rules(conclusions_by, drawing, reason):
    assert reason in conclusions_by(Intersection(), drawing).values()


def test_combinations_that_break_a_rule_nearby_are_dropped(conclusions_by):
    assert "0,0-0,2 <= 0" in conclusions_by(Intersection(), "1.1.2\n.....\n1.2.1")


@pytest.mark.parametrize(
    "drawing",
    ["1 2─2─3─2\n         \n2       2", "max-bridges 4\n4 5─2─3─2\n         \n? ?     ?"],
)
def test_a_group_that_changes_affects_an_island_far_away_that_could_finish_it(drawing):
    document = read(drawing)
    position = Position.from_board(document.puzzle, document.board)
    technique, start = Intersection(), len(position.touched)
    assert not list(technique.find(position, 0))
    doubled = next(edge.id for edge in document.puzzle.edges if (edge.a, edge.b) == (3, 4))
    position.raise_low(doubled, 2)
    assert list(technique.find(position, 0))
    assert 0 in technique.affected(position, position.touched[start:])


@pytest.mark.parametrize("seed", range(25))
def test_what_is_remembered_changes_no_conclusion(seed, random_puzzle):
    random, technique = Random(seed), Intersection()
    puzzle, _solution = random_puzzle(random)
    position = Position(puzzle)
    changes, checkpoints = [], []
    for edge in 4 * random.sample(range(len(puzzle.edges)), len(puzzle.edges)):
        if not changes or (position.conflict is None and random.random() < 0.7):
            change = random.choice([Position.raise_low, Position.lower_high]), edge, 1
            changes.append(change)
            checkpoints.append(position.checkpoint())
            change[0](position, *change[1:])
        else:
            changes.pop()
            position.rollback(checkpoints.pop())
        fresh = Position(puzzle)
        for method, *arguments in changes:
            method(fresh, *arguments)
        if position.conflict is None:
            for island in range(len(puzzle.islands)):
                assert [*technique.find(position, island)] == [*technique.find(fresh, island)]
